// JSON from outside. JSON.parse decides what is JSON; the walk after it refuses values that Redis, logs or models
// cannot hold. By hand: a zod schema would walk the value a second time and recurses without a bound.

import { AgentError, type Problem } from "../core/error.ts";
import { type Json, MAX_JSON_DEPTH } from "../core/json.ts";
import { jsonPointer } from "./json_pointer.ts";
import { MAX_PROBLEMS } from "./problems.ts";

/**
 * Parses JSON text. Of two equal keys the last one counts, as in every JSON parser of a runtime.
 *
 * @throws {AgentError} invalid_json when the text is not JSON; invalid_request when the value holds NUL, a lone surrogate, a
 * key `__proto__`, a number outside the range of a double, or more than {@link MAX_JSON_DEPTH} levels, with one pointer
 * each, at most 20.
 *
 * @example
 * ```ts
 * import { parseStrictJson } from "./strict_json.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(parseStrictJson('{"input":"hi"}'), { input: "hi" });
 * assert.throws(() => parseStrictJson('{"input":"\\u0000"}'), { code: "invalid_request" });
 * ```
 */
export function parseStrictJson(text: string): Json {
  const value = parse(text);
  assertStorable(value);
  return value;
}

/**
 * Parses JSON text of which much is what the client was sent before, such as the text of a model: NUL and lone surrogates become
 * U+FFFD, because a chat whose model has written one would be refused from then on.
 *
 * @throws {AgentError} as {@link parseStrictJson} does, but for texts
 *
 * @example
 * ```ts
 * import { parseEchoedJson } from "./strict_json.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(parseEchoedJson('{"text":"a\\u0000b"}'), { text: "a\ufffdb" });
 * ```
 */
export function parseEchoedJson(text: string): Json {
  const value = parse(text);
  // Text that is UTF-8 has neither of them but by an escape.
  const storable = /\\u(?:0000|d[89a-f])/i.test(text) ? withStorableTexts(value, 0) : value;
  assertStorable(storable);
  return storable;
}

function withStorableTexts(value: Json, depth: number): Json {
  if (typeof value === "string") return value.replaceAll("\0", "\ufffd").toWellFormed();
  if (typeof value !== "object" || value === null || depth > MAX_JSON_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => withStorableTexts(item, depth + 1));
  // A key __proto__ stays a key, and is refused.
  const members = Object.entries(value).map(([key, member]) => [key, withStorableTexts(member, depth + 1)]);
  return Object.fromEntries(members);
}

/**
 * Refuses a value that cannot be stored.
 *
 * @throws {AgentError} invalid_request, as {@link parseStrictJson} does
 */
export function assertStorable(value: Json): void {
  const problems: Problem[] = [];
  collect(value, [], problems);
  if (problems.length === 0) return;
  throw new AgentError("invalid_request", "The body holds values that cannot be stored.", { problems });
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : "it ends early";
    throw new AgentError("invalid_json", `The body is not JSON: ${reason.toWellFormed()}.`, { cause });
  }
}

function collect(value: Json, path: readonly PropertyKey[], problems: Problem[]): void {
  if (problems.length >= MAX_PROBLEMS) return;
  const refuse = (detail: string) => problems.push({ pointer: jsonPointer(path), detail });
  if (typeof value === "number" && !Number.isFinite(value)) {
    refuse("The number is outside the range of a double.");
  }
  if (typeof value === "string") checkText(value, refuse);
  if (typeof value !== "object" || value === null) return;
  if (path.length >= MAX_JSON_DEPTH) {
    return void refuse(`The value is nested deeper than ${MAX_JSON_DEPTH} levels.`);
  }
  if (Array.isArray(value)) return value.forEach((item, index) => collect(item, [...path, index], problems));
  for (const [key, member] of Object.entries(value)) {
    const place = [...path, key];
    const refuseKey = (detail: string) => problems.push({ pointer: jsonPointer(place), detail });
    if (key === "__proto__") refuseKey("The key __proto__ is refused.");
    else collect(member, place, problems);
    checkText(key, refuseKey);
  }
}

function checkText(text: string, refuse: (detail: string) => void): void {
  if (text.includes("\0")) refuse("The text holds a NUL character (U+0000), which cannot be stored.");
  if (!text.isWellFormed()) refuse("The text holds a lone surrogate, which is not Unicode.");
}
