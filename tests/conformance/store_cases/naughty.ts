// Strings that stores, encoders and script languages are known to stumble over.

import { sharedPath, sharedRequired } from "../../support/shared.ts";

/** As a user, a model or a tool may produce them; some are not well-formed Unicode. */
export const NAUGHTY: readonly string[] = [
  " ",
  "\u0000",
  "before\u0000after",
  "\u0000\u0001\u0002\u001f\u007f\u0080\u009f",
  "\ud800",
  "\udc00 first",
  "last \ud83e",
  "\udc00\ud800 turned around",
  "‮right to left‬ \u200f\u200e",
  "שלום عليكم",
  "\ufeffbyte order mark",
  "\ufffd\ufffe\uffff",
  "zero\u200bwidth\u200d joiner 👩‍👩‍👧‍👦 🏳️‍🌈",
  "🦄",
  "e\u0301 is not \u00e9",
  "İıſK",
  "line\u2028and\u2029paragraph",
  "CRLF\r\nLF\nCR\rtab\tend\r\n",
  "\n",
  "\\",
  '\\"',
  '"',
  "'",
  "`${1+1}`",
  "__proto__",
  "constructor",
  "toString",
  "42",
  "-0",
  "0",
  "1e999",
  "NaN",
  "9007199254740993",
  "-9223372036854775809",
  "123456789012345678901234567890",
  "0.1000000000000000055511151231257827",
  "null",
  "true",
  "undefined",
  "nil",
  "[]",
  "{}",
  '{"a":1}',
  '{"a":[],"b":{},"c":12345678901234567890,"d":-0,"a":2}',
  '{"__proto__":{"x":1}}',
  '"quoted"',
  '["unclosed',
  "$5\r\nhello\r\n",
  "*3\r\n$3\r\nSET\r\n",
  "+OK",
  "-ERR no",
  ":1",
  "KEYS[1]",
  "'); DROP TABLE threads; --",
  "%s %d %n",
  "a:b:c",
  "{tag}",
  "dGhpcyBpcyBiYXNlNjQ=",
  "<script>alert(1)</script>",
  "data: x\n\nevent: y\n\n",
  "../../etc/passwd",
  "x".repeat(100 * 1024),
  "🦄\u0000é".repeat(5_000),
];

/**
 * The same as texts that a store is given: what has a lone surrogate stands inside JSON, where it is escaped, because a
 * lone surrogate has no UTF-8. Lines of real queries come along where the shared data is present.
 */
export const NAUGHTY_TEXTS: readonly string[] = [
  ...NAUGHTY.filter((text) => text.isWellFormed()),
  ...NAUGHTY.map((text) => JSON.stringify({ type: "user", text })),
  ...sharedLines("data/metatool/queries.jsonl"),
  ...sharedLines("data/seal-tools/queries.jsonl"),
];

function sharedLines(path: string): string[] {
  try {
    return Deno.readTextFileSync(sharedPath(path)).split("\n").slice(0, 100);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound && !sharedRequired) return [];
    throw error;
  }
}
