// The part of a tool that a model reads.

import type { JsonSchema } from "../json.ts";

/** The part of a tool that is sent to a model. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments; an object schema. */
  readonly parameters: JsonSchema;
  /** What it returns are tools, in the form of found_tools.ts: an API whose results define tools has them there. */
  readonly finds?: true;
}
