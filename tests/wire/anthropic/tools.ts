// The definition of a tool, in `tools` and in a message.
import { isRecord } from "../openai/reply.ts";
import { checkKeys, checkPattern, invalid, missing, notOf, stringAt } from "./refusals.ts";

/** The names of `tools`; refuses what the API refuses. */
export function checkTools(tools: unknown): string[] {
  if (tools === undefined) return [];
  if (!Array.isArray(tools)) throw notOf("tools", "list");
  const names = tools.map((tool: unknown, index) => checkTool(tool, `tools.${index}`));
  if (new Set(names).size < names.length) throw invalid("tools: Tool names must be unique.");
  return names;
}

/** The name of one tool. */
export function checkTool(tool: unknown, place: string): string {
  const path = `${place}.custom`;
  if (!isRecord(tool)) throw notOf(place, "dictionary");
  const name = stringAt(tool.name, `${path}.name`);
  checkKeys(tool, ["type", "name", "description", "input_schema", "cache_control", "strict"], path);
  checkPattern(name, "^[a-zA-Z0-9_-]{1,128}$", `${path}.name`);
  if (tool.description !== undefined) stringAt(tool.description, `${path}.description`);
  const schema = tool.input_schema;
  if (schema === undefined) throw missing(`${path}.input_schema`);
  if (!isRecord(schema)) throw notOf(`${path}.input_schema`, "dictionary");
  if (schema.type === undefined) throw missing(`${path}.input_schema.type`);
  if (schema.type !== "object") throw invalid(`${path}.input_schema.type: Input should be 'object'`);
  if ("oneOf" in schema || "allOf" in schema || "anyOf" in schema) {
    const why = "input_schema does not support oneOf, allOf, or anyOf at the top level";
    throw invalid(`${path}.input_schema: ${why}`);
  }
  return name;
}
