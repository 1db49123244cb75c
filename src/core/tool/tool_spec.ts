// The part of a tool that a model is told.

import type { JsonSchema } from "../json.ts";

/** The part of a tool that is sent to a model. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments; an object schema. */
  readonly parameters: JsonSchema;
}
