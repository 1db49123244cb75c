// JSON of strangers. JSON.parse silently keeps the last of two equal keys, loses the place of an error between engines and
// passes on text that Redis, logs and models cannot hold; this parser refuses all of that and says where.

import { AgentError, type Problem } from "../core/error.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { jsonPointer } from "./json_pointer.ts";

/** Arrays and objects inside each other; nothing that we take needs more. */
const MAX_DEPTH = 100;
/** Most problems that an answer tells of. */
export const MAX_PROBLEMS = 20;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORDS = [["true", true], ["false", false], ["null", null]] as const;

/**
 * Parses RFC 8259 JSON text. Throws AgentError `invalid_json` with line and column, `duplicate_key` with the pointer, and
 * `invalid_request` with one pointer for each string that holds NUL or a lone surrogate, each `__proto__` key and each
 * number outside the range of a double.
 *
 * @example
 * ```ts
 * import { parseStrictJson } from "./strict_json.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(parseStrictJson('{"input":"hi"}'), { input: "hi" });
 * assert.throws(() => parseStrictJson('{"a":1,"a":2}'), { code: "duplicate_key" });
 * ```
 */
export function parseStrictJson(text: string): Json {
  return new StrictParser(text).document();
}

class StrictParser {
  readonly #text: string;
  readonly #path: PropertyKey[] = [];
  readonly #problems: Problem[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): Json {
    const value = this.#value();
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#invalid("more text after its value");
    if (this.#problems.length > 0) {
      throw new AgentError("invalid_request", "The body holds text or numbers that cannot be stored.", {
        problems: this.#problems,
      });
    }
    return value;
  }

  #value(): Json {
    this.#skipSpace();
    switch (this.#text[this.#at]) {
      case "{":
        return this.#object();
      case "[":
        return this.#array();
      case '"':
        return this.#checkedString();
    }
    const word = WORDS.find(([name]) => this.#text.startsWith(name, this.#at));
    if (word !== undefined) {
      this.#at += word[0].length;
      return word[1];
    }
    return this.#number();
  }

  #object(): JsonObject {
    this.#enter();
    const object: JsonObject = {};
    if (this.#takes("}")) return object;
    do {
      this.#skipSpace();
      if (this.#text[this.#at] !== '"') throw this.#unexpected("a key in double quotes");
      const key = this.#string();
      this.#path.push(key);
      this.#checkKey(object, key);
      this.#expect(":");
      const value = this.#value();
      if (key !== "__proto__") object[key] = value;
      this.#path.pop();
    } while (this.#takes(","));
    this.#expect("}");
    return object;
  }

  #array(): Json[] {
    this.#enter();
    const array: Json[] = [];
    if (this.#takes("]")) return array;
    do {
      this.#path.push(array.length);
      array.push(this.#value());
      this.#path.pop();
    } while (this.#takes(","));
    this.#expect("]");
    return array;
  }

  #enter(): void {
    if (this.#path.length >= MAX_DEPTH) throw this.#invalid(`values nested deeper than ${MAX_DEPTH}`);
    this.#at++;
  }

  #checkKey(object: JsonObject, key: string): void {
    if (Object.hasOwn(object, key)) {
      const pointer = jsonPointer(this.#path);
      throw new AgentError("duplicate_key", `The body repeats the key at ${pointer}; send each key once.`, {
        problems: [{ pointer, detail: "This key stands twice in its object." }],
      });
    }
    if (key === "__proto__") this.#problem("The key __proto__ is refused.");
    this.#checkText(key);
  }

  #checkedString(): string {
    const text = this.#string();
    this.#checkText(text);
    return text;
  }

  #checkText(text: string): void {
    if (text.includes("\0")) {
      this.#problem("The text holds a NUL character (U+0000), which cannot be stored.");
    }
    if (!text.isWellFormed()) this.#problem("The text holds a lone surrogate, which is not Unicode.");
  }

  #string(): string {
    const start = this.#at++;
    let escaped = false;
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (Number.isNaN(code)) throw this.#unexpected("the end of a string");
      if (code < 0x20) throw this.#invalid("a control character inside a string");
      this.#at++;
      if (code === 0x22) break;
      if (code === 0x5c) {
        escaped = true;
        this.#escape();
      }
    }
    // The engine decodes the escapes: what it is given here has just been found to be a legal string.
    return escaped
      ? JSON.parse(this.#text.slice(start, this.#at))
      : this.#text.slice(start + 1, this.#at - 1);
  }

  #escape(): void {
    const next = this.#text[this.#at];
    const length = next === "u" && /^[0-9a-fA-F]{4}$/.test(this.#text.slice(this.#at + 1, this.#at + 5))
      ? 5
      : next !== undefined && '"\\/bfnrt'.includes(next)
      ? 1
      : 0;
    if (length === 0) throw this.#invalid("an illegal escape in a string");
    this.#at += length;
  }

  #number(): number {
    NUMBER.lastIndex = this.#at;
    const digits = NUMBER.exec(this.#text)?.[0];
    if (digits === undefined) throw this.#unexpected("a value");
    this.#at += digits.length;
    const value = Number(digits);
    if (!Number.isFinite(value)) this.#problem("The number is outside the range of a double.");
    return value;
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at++;
    }
  }

  #takes(token: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== token) return false;
    this.#at++;
    return true;
  }

  #expect(token: string): void {
    if (!this.#takes(token)) throw this.#unexpected(`"${token}"`);
  }

  #problem(detail: string): void {
    if (this.#problems.length < MAX_PROBLEMS) {
      this.#problems.push({ pointer: jsonPointer(this.#path), detail });
    }
  }

  #unexpected(wanted: string): AgentError {
    const code = this.#text.codePointAt(this.#at);
    return this.#invalid(
      code === undefined
        ? `nothing more where it needs ${wanted}`
        : `${JSON.stringify(String.fromCodePoint(code))} where it needs ${wanted}`,
    );
  }

  #invalid(what: string): AgentError {
    const before = this.#text.slice(0, this.#at).split("\n");
    const column = (before.at(-1) ?? "").length + 1;
    return new AgentError(
      "invalid_json",
      `The body has ${what}, at line ${before.length}, column ${column}.`,
      {
        details: { line: before.length, column },
      },
    );
  }
}
