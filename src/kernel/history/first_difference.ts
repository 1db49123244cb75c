// Where the prompt of one request stops being the beginning of the prompt of another: what a prompt cache no longer finds, and what
// thinking that is bound to its prefix is refused for.

import { isJsonObject, type Json, type JsonObject, parseJson } from "../../core/json.ts";

/** The first place that differs. */
export interface Difference {
  /** In the body of the earlier request, such as `tools[3].description` or `messages[4].content[0].text`. */
  readonly path: string;
  /** In words, such as `tools[3].description changed` or `messages[4] is gone`. */
  readonly words: string;
}

/** Where instructions stand: Anthropic and Bedrock, Responses, Gemini. Elsewhere they are the first message. */
const INSTRUCTIONS = ["system", "instructions", "systemInstruction"] as const;

/**
 * The fields of a body that are its prompt, in the order in which they are compared. All others are settings, which no cache and no signature counts: the choice, limits, efforts, the stream.
 */
const SAME = ["model", ...INSTRUCTIONS, "tools", "toolConfig.tools"] as const;
const GROWING = ["messages", "input", "contents"] as const;

/**
 * The first place where `before` is not a beginning of `after`; undefined where it is one. Both are bodies of requests in the same
 * dialect. Cache markers, the order of keys and whether one text stands alone or in a list of one make no difference. The last
 * message of `before` may go on in `after` with further blocks.
 *
 * @example
 * ```ts
 * import { firstDifference } from "./first_difference.ts";
 * import assert from "node:assert/strict";
 *
 * const before = { system: "Help.", messages: [{ role: "user", content: "Hi." }] };
 * const after = { ...before, messages: [...before.messages, { role: "assistant", content: "Hello." }] };
 * assert.equal(firstDifference(before, after), undefined);
 * assert.equal(firstDifference(after, before)?.words, "messages[1] is gone");
 * assert.equal(firstDifference(before, { ...after, system: "Hurry." })?.words, "system changed");
 * ```
 */
export function firstDifference(before: JsonObject, after: JsonObject): Difference | undefined {
  for (const path of SAME) {
    const found = path === "tools"
      ? compareTools(before.tools, after.tools)
      : compare(findField(before, path), findField(after, path), path);
    if (found === undefined) continue;
    const isWhole = INSTRUCTIONS.some((each) => each === path); // one text, however many blocks it has
    return isWhole ? { ...found, words: `${path} changed` } : found;
  }
  for (const path of GROWING) {
    const found = compareConversations(findField(before, path), findField(after, path), path);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The same for bodies as texts; undefined too where one of them is no JSON object. */
export function firstDifferenceInBodies(before: string, after: string): Difference | undefined {
  const [earlier, later] = [parseJson(before), parseJson(after)];
  return isJsonObject(earlier) && isJsonObject(later) ? firstDifference(earlier, later) : undefined;
}

function findField(body: JsonObject, path: string): Json | undefined {
  const [first = "", second] = path.split(".");
  const value = body[first];
  if (second === undefined) return value;
  return isJsonObject(value) ? value[second] : undefined;
}

/**
 * Tools of Anthropic with `defer_loading` stand in no prompt but where a result refers to them: further ones change nothing, and those that
 * there were stay.
 */
function compareTools(before: Json | undefined, after: Json | undefined): Difference | undefined {
  if (!Array.isArray(before) || !Array.isArray(after) || !after.some(isDeferred)) {
    return compare(before, after, "tools");
  }
  const found = compare(before.filter(isDirect), after.filter(isDirect), "tools");
  const deferred = after.filter(isDeferred);
  return found ?? compare(
    before.filter(isDeferred),
    deferred.slice(0, before.filter(isDeferred).length),
    "tools",
  );
}

function isDeferred(tool: Json): boolean {
  return isJsonObject(tool) && tool.defer_loading === true;
}

function isDirect(tool: Json): boolean {
  return !isDeferred(tool);
}

function compareConversations(
  before: Json | undefined,
  after: Json | undefined,
  path: string,
): Difference | undefined {
  if (!Array.isArray(before) || !Array.isArray(after)) return compare(before, after, path);
  for (const [index, message] of before.entries()) {
    const at = `${path}[${index}]`;
    const found = index === before.length - 1
      ? compareLast(message, after[index], at)
      : compare(message, after[index], at);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The last message of a request may have more blocks in the next one, where its role speaks on. */
function compareLast(before: Json, after: Json | undefined, path: string): Difference | undefined {
  if (!isJsonObject(before) || !isJsonObject(after)) return compare(before, after, path);
  const list = BLOCKS.find((key) => isList(before[key]) && isList(after[key]));
  if (list === undefined) return compare(before, after, path);
  const [blocks, more] = [toList(before[list]), toList(after[list])];
  const isLonger = more.length > blocks.length;
  return compare(before, isLonger ? { ...after, [list]: more.slice(0, blocks.length) } : after, path);
}

/** Where messages have their blocks: Anthropic, Bedrock, Chat Completions and Responses, then Gemini. */
const BLOCKS = ["content", "parts"] as const;

function isList(value: Json | undefined): boolean {
  return typeof value === "string" || Array.isArray(value);
}

function compare(before: Json | undefined, after: Json | undefined, path: string): Difference | undefined {
  if (before === undefined && after === undefined) return undefined;
  if (before === undefined) return { path, words: `${path} is new` };
  if (after === undefined) return { path, words: `${path} is gone` };
  if (Array.isArray(before) || Array.isArray(after)) return compareLists(before, after, path);
  if (isJsonObject(before) && isJsonObject(after)) return compareObjects(before, after, path);
  return before === after ? undefined : { path, words: `${path} changed` };
}

function compareLists(before: Json, after: Json, path: string): Difference | undefined {
  if (!isList(before) || !isList(after)) return { path, words: `${path} changed` };
  const [earlier, later] = [toList(before), toList(after)];
  // A text that stands alone is named without a place in a list that the body does not have.
  if (typeof before === "string" && earlier.length !== later.length) {
    return { path, words: `${path} changed` };
  }
  for (let index = 0; index < Math.max(earlier.length, later.length); index++) {
    const found = compare(earlier[index], later[index], `${path}[${index}]`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function compareObjects(before: JsonObject, after: JsonObject, path: string): Difference | undefined {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (isMarker(key, before[key]) && isMarker(key, after[key])) continue;
    const found = compare(before[key], after[key], `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A list without cache points; a text is a list of its one block, as the APIs read it. */
function toList(value: Json | undefined): readonly Json[] {
  if (typeof value === "string") return [{ type: "text", text: value }];
  return Array.isArray(value) ? value.filter((each) => !isCachePoint(each)) : [];
}

/** `cache_control` of Anthropic and OpenRouter, `prompt_cache_breakpoint` of OpenAI; absent is none. */
function isMarker(key: string, value: Json | undefined): boolean {
  if (value === undefined) return key === "cache_control" || key === "prompt_cache_breakpoint";
  if (!isJsonObject(value)) return false;
  return key === "cache_control" && value.type === "ephemeral" ||
    key === "prompt_cache_breakpoint" && typeof value.mode === "string";
}

/** `{"cachePoint": {"type": "default"}}` of Bedrock, a block of its own. */
function isCachePoint(value: Json): boolean {
  return isJsonObject(value) && isJsonObject(value.cachePoint) && Object.keys(value).length === 1;
}
