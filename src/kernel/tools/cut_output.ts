// Output of a tool in the form that the history stores: JSON, well-formed text, and at most `maxOutputBytes` long.

import type { Json } from "../../core/json.ts";
import { jsonBytes } from "../../core/text/json_bytes.ts";

/** A value as JSON, or why it is not. */
export type Output =
  | { readonly type: "json"; readonly json: Json }
  /** Where, and what cannot be JSON, as a sentence for the tool's author and the model. */
  | { readonly type: "not_json"; readonly reason: string };

/**
 * Any value as JSON of at most `maxBytes` UTF-8 bytes; `redact` changes it before it is cut, so that no cut is within what it takes out.
 * What `redact` answers undefined for is not cut.
 *
 * | value | result |
 * |---|---|
 * | one with `toJSON` | what `toJSON` returns, as in JSON.stringify |
 * | undefined, NaN, Infinity | null; an undefined member is left out |
 * | bigint | its digits as text |
 * | Map, Set | an object, an array |
 * | lone surrogates | U+FFFD |
 * | Error, Response, promise, bytes, which JSON.stringify makes `{}` | `not_json` |
 * | a circle, a function, a symbol, a getter that throws | `not_json` |
 *
 * @example
 * ```ts
 * import { toOutput } from "./cut_output.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(toOutput({ at: new Date(0), size: 5n }, 1_000), {
 *   type: "json",
 *   json: { at: "1970-01-01T00:00:00.000Z", size: "5" },
 * });
 * assert.deepEqual(toOutput({ rows: [() => 1, new Error("no")] }, 1_000), {
 *   type: "not_json",
 *   reason: "/rows/0 is a function.",
 * });
 * ```
 */
export function toOutput(
  value: unknown,
  maxBytes: number,
  redact: (json: Json) => Json | undefined = asItIs,
): Output {
  try {
    const whole = toJson(value, [], new Set());
    const json = redact(whole);
    if (json === undefined) return { type: "json", json: whole };
    return { type: "json", json: maxBytes === Infinity ? json : capOutput(json, maxBytes) };
  } catch (thrown) {
    if (thrown instanceof NotJson) return { type: "not_json", reason: thrown.message };
    return { type: "not_json", reason: "reading it threw an error." };
  }
}

function asItIs(json: Json): Json {
  return json;
}

class NotJson extends Error {
  constructor(path: readonly string[], what: string) {
    super(`${path.length === 0 ? "it" : `/${path.join("/")}`} ${what}.`);
  }
}

const MAX_DEPTH = 500;

function toJson(value: unknown, path: string[], ancestors: Set<object>): Json {
  switch (typeof value) {
    case "string":
      return value.toWellFormed();
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : null;
    case "bigint":
      return value.toString();
    case "undefined":
      return null;
    case "function":
    case "symbol":
      throw new NotJson(path, `is a ${typeof value}`);
    case "object":
      return value === null ? null : fromObject(value, path, ancestors);
  }
}

function fromObject(value: object, path: string[], ancestors: Set<object>): Json {
  if (ancestors.has(value)) throw new NotJson(path, "contains itself");
  if (path.length > MAX_DEPTH) throw new NotJson([], `is nested deeper than ${MAX_DEPTH} levels`);
  ancestors.add(value);
  const json = objectToJson(value, path, ancestors);
  ancestors.delete(value);
  return json;
}

function objectToJson(value: object, path: string[], ancestors: Set<object>): Json {
  if ("toJSON" in value && typeof value.toJSON === "function") {
    return toJson(value.toJSON(path.at(-1) ?? ""), path, ancestors);
  }
  if (Array.isArray(value) || value instanceof Set) {
    return Array.from(value, (item, index) => memberToJson(String(index), item, path, ancestors));
  }
  if (value instanceof Map) {
    return members(Array.from(value, ([key, item]) => [String(key), item]), path, ancestors);
  }
  const entries = Object.entries(value);
  if (ArrayBuffer.isView(value) || (entries.length === 0 && !isPlain(value))) {
    throw new NotJson(path, `is a ${value.constructor?.name || "object"}, which has no JSON form`);
  }
  return members(entries, path, ancestors);
}

function members(entries: [string, unknown][], path: string[], ancestors: Set<object>): Json {
  const made: [string, Json][] = [];
  for (const [key, item] of entries) {
    if (item !== undefined) made.push([key.toWellFormed(), memberToJson(key, item, path, ancestors)]);
  }
  return Object.fromEntries(made);
}

/** The path is one list that grows and shrinks: the text of an error is made before it does. */
function memberToJson(key: string, item: unknown, path: string[], ancestors: Set<object>): Json {
  path.push(key);
  const json = toJson(item, path, ancestors);
  path.pop();
  return json;
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * The output, or its beginning with a mark that names both sizes. Text stays text; anything else becomes `{cut, head}`,
 * where `head` is the beginning of its JSON text. The result is at most `maxBytes` long as JSON, unless that is too little
 * for the mark alone.
 */
export function capOutput(output: Json, maxBytes: number): Json {
  const text = JSON.stringify(output);
  if (text.length * 3 <= maxBytes) return output;
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= maxBytes) return output;

  const mark = `[cut: the whole output is ${bytes} bytes of JSON, ${maxBytes} are allowed]`;
  if (typeof output === "string") {
    const room = maxBytes - JSON.stringify(`\n${mark}`).length;
    return `${beginning(output, room)}\n${mark}`;
  }
  const room = maxBytes - JSON.stringify({ cut: mark, head: "" }).length;
  return { cut: mark, head: beginning(text, room) };
}

/** The longest beginning of a text that takes at most `room` bytes inside JSON quotes; never half a character. */
function beginning(text: string, room: number): string {
  let used = 0;
  let end = 0;
  for (const character of text) {
    used += jsonBytes(character);
    if (used > room) break;
    end += character.length;
  }
  return text.slice(0, end);
}
