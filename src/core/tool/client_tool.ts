// The client tools that a request declares for its run, as the run stores them.

import type { JsonSchema } from "../json.ts";

/** A tool that a request brings: what the model reads of it. `parameters` without a `type` are those of an object. */
export interface ClientTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** Most tools that a request brings: they are kept with the run. */
export const CLIENT_TOOLS = 32;

/** Most UTF-8 bytes of these tools as JSON. */
export const CLIENT_TOOLS_BYTES = 32_768;
