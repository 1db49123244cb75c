// Tool search that the client executes (developers.openai.com api/docs/guides/tools-tool-search, 2026-11; openai 7.55.0, ToolSearchTool,
// ToolSearchCall, ResponseToolSearchOutputItemParam; recordings openai-client-tool-search).
import { invalid, missing, wrongType, wrongValue } from "../error.ts";
import { isRecord } from "../reply.ts";
import { checkFunctionName, checkKeys, checkParameters } from "../tools.ts";

/** "gpt-5.4 and later models support tool_search". */
export const SEARCHES = /^gpt-(?:5\.(?:[4-9]|\d\d)|[6-9]|\d\d|daybreak)(?!.*-nano)/;

/** How scripts call it: on the wire it has no name. */
export const SEARCH = "search_tools";

/** The name for scripts of the tool. */
export function checkSearchTool(tool: Record<string, unknown>, path: string): string {
  checkKeys(tool, ["type", "execution", "description", "parameters"], path);
  if (tool.execution !== "client") throw wrongValue(`${path}.execution`, tool.execution, ["client"]);
  if (!isRecord(tool.parameters)) throw wrongType(`${path}.parameters`, "an object", tool.parameters);
  return SEARCH;
}

export const SEARCH_KEYS = {
  tool_search_call: ["type", "id", "call_id", "execution", "status", "arguments"],
  tool_search_output: ["type", "id", "call_id", "execution", "status", "tools"],
};

/** Refuses a search or its output that has not the form of one. */
export function checkSearchItem(item: Record<string, unknown>, path: string): void {
  if (typeof item.call_id !== "string") throw missing(`${path}.call_id`);
  if (item.execution !== "client") throw wrongValue(`${path}.execution`, item.execution, ["client"]);
  if (item.type === "tool_search_call") {
    if (!isRecord(item.arguments)) throw wrongType(`${path}.arguments`, "an object", item.arguments);
    return;
  }
  if (!Array.isArray(item.tools)) throw wrongType(`${path}.tools`, "an array of objects", item.tools);
  const names = item.tools.flatMap((tool: unknown, index) => checkLoaded(tool, `${path}.tools[${index}]`));
  if (new Set(names).size < names.length) throw invalid("Tool names must be unique.", `${path}.tools`);
}

/** Namespaces of the API's own; a user's may have none of these names (microsoft/vscode#313033). */
const BUILT_IN = ["file_search", "web_search", "functions", "multi_tool_use", "tool_search"];

function checkLoaded(tool: unknown, place: string): string[] {
  if (!isRecord(tool)) throw wrongType(place, "an object", tool);
  if (tool.type === "namespace") {
    checkKeys(tool, ["type", "name", "description", "tools"], place);
    const name = checkFunctionName(tool.name, `${place}.name`);
    if (BUILT_IN.includes(name)) {
      const why = `User-defined namespace '${name}' collides with an existing tool namespace.`;
      throw invalid(`Invalid Value: 'tools.namespace'. ${why}`, place);
    }
    if (typeof tool.description !== "string") throw missing(`${place}.description`);
    if (!Array.isArray(tool.tools)) throw missing(`${place}.tools`);
    return tool.tools.flatMap((each: unknown, index) => checkLoaded(each, `${place}.tools[${index}]`));
  }
  if (tool.type !== "function") throw wrongValue(`${place}.type`, tool.type, ["function", "namespace"]);
  const name = checkFunctionName(tool.name, `${place}.name`);
  checkKeys(tool, ["type", "name", "description", "parameters", "strict", "defer_loading"], place);
  if (tool.defer_loading !== true) throw invalid("Only deferred tools are loaded.", `${place}.defer_loading`);
  checkParameters(name, tool.parameters, tool.strict, `${place}.parameters`);
  return [name];
}

/** The functions that searches have loaded, with the namespaces that they are in: that of one without a namespace is its own name. */
function loadedBy(input: unknown): ReadonlyMap<string, string> {
  const outputs = [input].flat().filter(isRecord).filter(({ type }) => type === "tool_search_output");
  const loaded = new Map<string, string>();
  for (const tool of outputs.flatMap(({ tools }) => [tools].flat()).filter(isRecord)) {
    if (tool.type !== "namespace") loaded.set(String(tool.name), String(tool.name));
    else {
      for (const each of [tool.tools].flat().filter(isRecord)) {
        loaded.set(String(each.name), String(tool.name));
      }
    }
  }
  return loaded;
}

/** The names of these functions. */
export function foundIn(input: unknown): string[] {
  return [...loadedBy(input).keys()];
}

/** The namespace that a call of a function has. */
export function namespaceIn(input: unknown, name: string): string | undefined {
  return loadedBy(input).get(name);
}

/**
 * Refuses a call of a loaded function that does not name its namespace (github/copilot-cli#4519, vercel/ai#15193), and one that names a
 * namespace which no output before it has loaded.
 */
export function checkNamespaces(items: readonly Record<string, unknown>[]): void {
  const all = loadedBy(items);
  items.forEach(({ type, name, namespace }, place) => {
    if (type !== "function_call") return;
    const loaded = namespace === undefined ? all : loadedBy(items.slice(0, place));
    if (loaded.get(String(name)) === namespace) return;
    const why =
      "It does not exist in the default namespace. Round-trip the model's function_call item with its " +
      "namespace field included.";
    throw invalid(`Missing namespace for function_call '${String(name)}'. ${why}`, "input");
  });
}
