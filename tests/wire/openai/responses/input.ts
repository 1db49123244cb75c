// The input items of a responses request: shapes, ids, pairing of calls and outputs, and replay of reasoning.
import { emptyArray, invalid, missing, Refusal, tooLong, wrongType, wrongValue } from "../error.ts";
import { type HistoryEntry, isRecord } from "../reply.ts";
import { checkEffort } from "../model.ts";
import { isBound } from "./binding.ts";
import { checkSeal } from "./sealed.ts";
import { checkNamespaces, checkSearchItem, SEARCH, SEARCH_KEYS } from "./tool_search.ts";
import { checkFunctionName, checkKeys } from "../tools.ts";
import { IMAGES, isMediaURL } from "../../media/sniff.ts";

type Item = Record<string, unknown>;

/** What the server keeps for `store: true`: output items by id and whole conversations by response id. */
export interface ItemStore {
  items: Map<string, Item>;
  responses: Map<string, unknown[]>;
}

const itemKeys: Record<string, string[]> = {
  message: ["type", "role", "content", "id", "status", "phase"],
  function_call: ["type", "id", "call_id", "name", "arguments", "status", "namespace", "caller"],
  function_call_output: ["type", "id", "call_id", "output", "status", "name", "namespace", "caller"],
  reasoning: ["type", "id", "summary", "content", "encrypted_content", "status"],
  compaction: ["type", "id", "encrypted_content"],
  ...SEARCH_KEYS,
  item_reference: ["type", "id"],
};

/** Of the models from gpt-6.2 on: ResponseInputItem.AdditionalTools, ResponseConfigurationUpdateItemParam. */
const newestKeys: Record<string, string[]> = {
  ...itemKeys,
  additional_tools: ["type", "id", "role", "tools"],
  configuration_update: ["type", "id", "reasoning", "text"],
};

const BREAKPOINT = "prompt_cache_breakpoint";

const idPrefix: Record<string, string> = {
  message: "msg",
  function_call: "fc",
  function_call_output: "fc",
  reasoning: "rs",
  compaction: "cmp",
};

/** The conversation so far with previous_response_id and item references resolved. */
export function parseInput(body: Item, stored: ItemStore): HistoryEntry[] {
  const items = [...previous(body, stored), ...toItems(body.input, body, stored)];
  checkDuplicates(items);
  checkPairs(items);
  checkNamespaces(items);
  checkFollowers(items);
  return items.flatMap(toHistory);
}

/** The input as stored items, for responses that the server keeps. */
export function inputItems(input: unknown): unknown[] {
  return typeof input === "string" ? [{ type: "message", role: "user", content: input }] : [input].flat();
}

function previous(body: Item, stored: ItemStore): Item[] {
  const id = body.previous_response_id;
  if (id === undefined || id === null) return [];
  const found = stored.responses.get(String(id));
  if (found !== undefined) return found.filter(isRecord);
  const text = `Previous response with id '${String(id)}' not found.`;
  throw invalid(text, "previous_response_id", "previous_response_not_found");
}

function toItems(input: unknown, body: Item, stored: ItemStore): Item[] {
  if (input === undefined) throw missing("input");
  if (typeof input !== "string" && !Array.isArray(input)) {
    throw wrongType("input", "one of a string or array of input items", input);
  }
  if (input.length === 0 && Array.isArray(input)) throw emptyArray("input");
  return inputItems(input).map((item, index) => {
    const path = `input[${index}]`;
    if (!isRecord(item)) throw wrongType(path, "an object", item);
    const type = item.type === undefined && item.role !== undefined ? "message" : item.type;
    const known = isBound(String(body.model)) ? newestKeys : itemKeys;
    const keys = typeof type === "string" ? known[type] : undefined;
    if (typeof type !== "string" || keys === undefined) throw wrongValue(path, type, Object.keys(known));
    if (type === "additional_tools") checkAdditional(item, path);
    if (type === "configuration_update") checkUpdate(item, String(body.model), path);
    checkId(item, type, path);
    checkShape(item, type, path);
    checkKeys(item, keys, path);
    return type === "item_reference" || type === "reasoning"
      ? recall(item, type, body, stored)
      : { ...item, type };
  });
}

function checkAdditional({ role, tools }: Item, path: string): void {
  if (role !== "developer") throw wrongValue(`${path}.role`, role, ["developer"]);
  if (!Array.isArray(tools)) throw missing(`${path}.tools`);
  if (tools.length === 0) throw emptyArray(`${path}.tools`);
}

function checkUpdate({ reasoning, text }: Item, model: string, path: string): void {
  if (reasoning === undefined && text === undefined) throw missing(`${path}.reasoning`);
  if (reasoning === undefined) return;
  if (!isRecord(reasoning)) throw wrongType(`${path}.reasoning`, "an object", reasoning);
  checkKeys(reasoning, ["effort"], `${path}.reasoning`);
  checkEffort(reasoning.effort, model, `${path}.reasoning.effort`);
}

function checkId(item: Item, type: string, path: string): void {
  const { id } = item;
  if (id === undefined || id === null) {
    const isNamed = !/^(?:message$|function_call|tool_search|additional_tools|configuration_update)/.test(
      type,
    );
    if (isNamed) throw missing(`${path}.id`);
    return;
  }
  if (typeof id !== "string") throw wrongType(`${path}.id`, "a string", id);
  if (id.length > 64) throw tooLong(`${path}.id`, 64, id.length);
  if (!/^[A-Za-z0-9_]+$/.test(id)) {
    // The official text allows dashes; the API does not: CopilotKit/CopilotKit#6117.
    const text =
      `Invalid '${path}.id': '${id}'. Expected an ID that contains letters, numbers, underscores, or ` +
      `dashes, but this value contained additional characters.`;
    throw invalid(text, `${path}.id`, "invalid_value");
  }
  const prefix = idPrefix[type];
  if (prefix !== undefined && !id.startsWith(prefix)) {
    throw invalid(
      `Invalid '${path}.id': '${id}'. Expected an ID that begins with '${prefix}'.`,
      `${path}.id`,
      "invalid_value",
    );
  }
}

function checkShape(item: Item, type: string, path: string): void {
  if (type === "message") return checkMessage(item, path);
  if (type === "reasoning" && !Array.isArray(item.summary)) throw missing(`${path}.summary`);
  if (type === "compaction") return checkCompaction(item, path);
  if (type in SEARCH_KEYS) checkSearchItem(item, path);
  if (type !== "function_call" && type !== "function_call_output") return;
  const { call_id: callId } = item;
  if (callId === undefined || callId === null) throw missing(`${path}.call_id`);
  if (typeof callId !== "string") throw wrongType(`${path}.call_id`, "a string", callId);
  if (callId.length > 64) throw tooLong(`${path}.call_id`, 64, callId.length);
  if (type === "function_call") {
    checkFunctionName(item.name, `${path}.name`);
    if (item.arguments === undefined) throw missing(`${path}.arguments`);
    if (typeof item.arguments !== "string") throw wrongType(`${path}.arguments`, "a string", item.arguments);
    return;
  }
  const { output } = item;
  if (output === undefined) throw missing(`${path}.output`);
  if (typeof output !== "string" && !Array.isArray(output)) {
    throw wrongType(`${path}.output`, "one of a string or array of objects", output);
  }
  if (Array.isArray(output)) {
    checkParts(output, ["input_text", "input_image", "input_file"], `${path}.output`);
  }
}

// An item that no server of this kind has made is refused: openai/codex#35334.
function checkCompaction({ id, encrypted_content: content }: Item, path: string): void {
  if (content === undefined) throw missing(`${path}.encrypted_content`);
  if (typeof content !== "string") throw wrongType(`${path}.encrypted_content`, "a string", content);
  checkSeal(String(id), content);
}

function checkMessage(item: Item, path: string): void {
  const { role, content } = item;
  const roles = ["assistant", "system", "developer", "user"];
  if (typeof role !== "string" || !roles.includes(role)) throw wrongValue(`${path}.role`, role, roles);
  if (content === undefined) throw missing(`${path}.content`);
  if (typeof content !== "string" && !Array.isArray(content)) {
    throw wrongType(`${path}.content`, "one of an array of objects or string", content);
  }
  if (typeof content === "string") return;
  const kinds = role === "assistant"
    ? ["output_text", "refusal"]
    : ["input_text", "input_image", "input_file"];
  checkParts(content, kinds, `${path}.content`);
}

function checkParts(parts: unknown[], kinds: string[], path: string): void {
  parts.forEach((part: unknown, index) => {
    const where = `${path}[${index}]`;
    if (!isRecord(part)) throw wrongType(where, "an object", part);
    if (typeof part.type !== "string" || !kinds.includes(part.type)) {
      throw wrongValue(`${where}.type`, part.type, kinds);
    }
    if (part.type === "input_text") checkKeys(part, ["type", "text", BREAKPOINT], where);
    if (part.type === "input_image") {
      checkKeys(part, ["type", "detail", "image_url", "file_id", BREAKPOINT], where);
      if (!isMediaURL(part.image_url, { types: IMAGES, urls: true })) {
        throw invalid(
          "The image data you provided does not represent a valid image.",
          where,
          "invalid_value",
        );
      }
    }
    if (part.type === "input_file") {
      checkKeys(part, ["type", "filename", "file_data", "file_url", "file_id", "detail", BREAKPOINT], where);
      const { filename, file_data: data, file_url: url } = part;
      const isLegal = data === undefined
        ? isMediaURL(url, { types: [], urls: true }) && filename === undefined
        : typeof filename === "string" && /\.pdf$/.test(filename) && url === undefined &&
          isMediaURL(data, { types: ["application/pdf"], urls: false });
      if (!isLegal) throw invalid(`Invalid file data: '${where}'.`, where, "invalid_value");
    }
  });
}

function recall(item: Item, type: string, body: Item, stored: ItemStore): Item {
  const id = String(item.id);
  if (type === "reasoning" && typeof item.encrypted_content === "string") {
    checkSeal(id, item.encrypted_content);
    return item;
  }
  const found = stored.items.get(id);
  if (found !== undefined) return found;
  const hint = body.store === false
    ? " Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input."
    : "";
  const text = `Item with id '${id}' not found.${hint}`;
  throw new Refusal(404, { message: text, type: "invalid_request_error", param: "input", code: null });
}

function checkDuplicates(items: Item[]): void {
  const seen = new Set<unknown>();
  for (const { id } of items) {
    if (id === undefined || id === null) continue;
    if (seen.has(id)) {
      const text = `Duplicate item found with id ${
        String(id)
      }. Remove duplicate items from your input and try again.`;
      throw invalid(text, "input");
    }
    seen.add(id);
  }
}

// Outputs bind one to one to calls that come before them.
function checkPairs(items: Item[]): void {
  const open: string[] = [];
  for (const item of items) {
    const kind = /^(function_call|tool_search)(?:_call)?(_output)?$/.exec(String(item.type));
    if (kind === null) continue;
    const callId = `${kind[1]} ${String(item.call_id)}`;
    if (kind[2] === undefined) {
      open.push(callId);
      continue;
    }
    const index = open.indexOf(callId);
    if (index < 0) {
      throw invalid(
        `No tool call found for function call output with call_id ${String(item.call_id)}.`,
        "input",
      );
    }
    open.splice(index, 1);
  }
  if (open[0] !== undefined) {
    throw invalid(`No tool output found for function call ${open[0].split(" ")[1]}.`, "input");
  }
}

function checkFollowers(items: Item[]): void {
  items.forEach((item, index) => {
    if (item.type !== "reasoning") return;
    const next = items[index + 1];
    const follows = next?.type === "reasoning" || next?.type === "function_call" ||
      next?.type === "tool_search_call" ||
      (next?.type === "message" && next.role === "assistant");
    if (follows) return;
    const text = `Item '${
      String(item.id)
    }' of type 'reasoning' was provided without its required following item.`;
    throw invalid(text, "input");
  });
}

function toHistory(item: Item): HistoryEntry[] {
  switch (item.type) {
    case "message":
      return [{ kind: "message", role: String(item.role), text: toText(item.content) }];
    case "function_call":
      return [{
        kind: "call",
        id: String(item.call_id),
        name: String(item.name),
        arguments: String(item.arguments),
      }];
    case "tool_search_call":
      return [{
        kind: "call",
        id: String(item.call_id),
        name: SEARCH,
        arguments: JSON.stringify(item.arguments),
      }];
    case "tool_search_output":
      return [{ kind: "result", id: String(item.call_id), output: JSON.stringify({ tools: item.tools }) }];
    case "function_call_output":
      return [{ kind: "result", id: String(item.call_id), output: toText(item.output) }];
    case "reasoning":
      return [{ kind: "reasoning", id: String(item.id) }];
    default:
      return [];
  }
}

function toText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: unknown) => isRecord(part) && typeof part.text === "string" ? part.text : "")
    .join("");
}
