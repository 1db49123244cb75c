// A tool in the form of Anthropic's API, in `tools` and in a message.

import type { JsonObject } from "../../core/json.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import { toWireTool } from "../_wire/calls/tool_schema.ts";

/** A tool on the wire; its schema is that of an object. */
export interface WireTool {
  readonly name: string;
  readonly description: string | undefined;
  readonly input_schema: JsonObject & { type: "object" };
}

/** The tool as it stands in a request. */
export function toTool(tool: ToolSpec, aliases: Aliases): WireTool {
  const { name, description, parameters } = toWireTool(
    { ...tool, description: tool.description.trim() },
    aliases,
  );
  return {
    name,
    description: description === "" ? undefined : description,
    input_schema: { ...parameters, type: "object" },
  };
}
