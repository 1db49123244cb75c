// The definition of a tool, in `tools` and in a message.
import { isRecord } from "../openai/reply.ts";
import { checkKeys, checkPattern, invalid, missing, notOf, stringAt } from "./refusals.ts";

/** The names of `tools`, and of those of them that are deferred. */
export interface DeclaredTools {
  readonly names: string[];
  readonly deferred: string[];
}

/** Models that search for tools (agents-and-tools/tool-use/tool-search-tool, 2026-11). */
const SEARCHES = /claude-(?:(?:opus|sonnet)-[4-9]|haiku-(?:4-[5-9]|[5-9])|fable|mythos)/;

/** Refuses what the API refuses. */
export function checkTools(tools: unknown, model: string): DeclaredTools {
  if (tools === undefined) return { names: [], deferred: [] };
  if (!Array.isArray(tools)) throw notOf("tools", "list");
  const names = tools.map((tool: unknown, index) => checkTool(tool, `tools.${index}`));
  if (new Set(names).size < names.length) throw invalid("tools: Tool names must be unique.");
  const deferred = names.filter((_, index) => isRecord(tools[index]) && tools[index].defer_loading === true);
  if (deferred.length > 0 && !SEARCHES.test(model)) {
    throw invalid("tools.0.custom.defer_loading: Extra inputs are not permitted");
  }
  if (deferred.length > 0 && deferred.length === names.length) {
    throw invalid("At least one tool must have defer_loading=false.");
  }
  return { names, deferred };
}

/** The name of one tool. */
export function checkTool(tool: unknown, place: string): string {
  const path = `${place}.custom`;
  if (!isRecord(tool)) throw notOf(place, "dictionary");
  const name = stringAt(tool.name, `${path}.name`);
  checkKeys(
    tool,
    ["type", "name", "description", "input_schema", "cache_control", "strict", "defer_loading"],
    path,
  );
  if (tool.defer_loading === true && tool.cache_control !== undefined) {
    throw invalid(`${path}: Tools with defer_loading=true cannot use cache_control.`);
  }
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
  checkPropertyKeys(schema, `${path}.input_schema`, invalid);
  return name;
}

const keyPattern = "^[a-zA-Z0-9_.-]{1,64}$";

/** Refuses a schema with a key of a property that Claude does not take. */
export function checkPropertyKeys(schema: unknown, place: string, refuse: (text: string) => Error): void {
  if (Array.isArray(schema)) schema.forEach((item) => checkPropertyKeys(item, place, refuse));
  if (!isRecord(schema)) return;
  const keys = isRecord(schema.properties) ? Object.keys(schema.properties) : [];
  if (!keys.every((key) => new RegExp(keyPattern).test(key))) {
    throw refuse(`${place}.properties: Property keys should match pattern '${keyPattern}'`);
  }
  Object.values(schema).forEach((value) => checkPropertyKeys(value, place, refuse));
}
