// The bytes that a text takes inside a JSON body.

/**
 * UTF-8 bytes of a text inside a JSON string, without its quotes: what `JSON.stringify` writes.
 *
 * @example
 * ```ts
 * import { jsonBytes } from "./json_bytes.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(jsonBytes("a"), 1);
 * assert.equal(jsonBytes('"'), 2); // \"
 * assert.equal(jsonBytes("\u0000"), 6); // \u0000
 * assert.equal(jsonBytes("é"), 2);
 * ```
 */
export function jsonBytes(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) bytes += jsonUnitBytes(text, index);
  return bytes;
}

/** The same of the code unit at `index`; each half of a surrogate pair is two of the pair's four bytes. */
export function jsonUnitBytes(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit < 0x20) return isShortEscape(unit) ? 2 : 6;
  if (unit === 0x22 || unit === 0x5c) return 2; // " and \
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  if (unit < 0xd800 || unit > 0xdfff) return 3;
  return isPair(text, index) || isPair(text, index - 1) ? 2 : 6;
}

/** \b \t \n \f \r */
function isShortEscape(unit: number): boolean {
  return unit >= 0x08 && unit <= 0x0d && unit !== 0x0b;
}

/** True when a surrogate pair begins at `index`. */
export function isPair(text: string, index: number): boolean {
  const high = text.charCodeAt(index);
  const low = text.charCodeAt(index + 1);
  return high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
}
