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
  const names = item.tools.map((tool: unknown, index) => {
    const place = `${path}.tools[${index}]`;
    if (!isRecord(tool)) throw wrongType(place, "an object", tool);
    if (tool.type !== "function") throw wrongValue(`${place}.type`, tool.type, ["function", "namespace"]);
    const name = checkFunctionName(tool.name, `${place}.name`);
    checkKeys(tool, ["type", "name", "description", "parameters", "strict", "defer_loading"], place);
    if (tool.defer_loading !== true) {
      throw invalid("Only deferred tools are loaded.", `${place}.defer_loading`);
    }
    checkParameters(name, tool.parameters, tool.strict, `${place}.parameters`);
    return name;
  });
  if (new Set(names).size < names.length) throw invalid("Tool names must be unique.", `${path}.tools`);
}

/** The names of the functions that searches have loaded. */
export function foundIn(input: unknown): string[] {
  const outputs = [input].flat().filter(isRecord).filter(({ type }) => type === "tool_search_output");
  const tools = outputs.flatMap(({ tools }) => [tools].flat()).filter(isRecord);
  return [...new Set(tools.map(({ name }) => String(name)))];
}
