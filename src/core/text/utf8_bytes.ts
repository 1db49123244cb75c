// The UTF-8 size of a text.

const BEYOND_ASCII = /[\u0080-\uffff]/;
const encoder = new TextEncoder();

/**
 * Bytes of a text in UTF-8.
 *
 * @example
 * ```ts
 * import { utf8Bytes } from "./utf8_bytes.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(utf8Bytes("5 €"), 5);
 * ```
 */
export function utf8Bytes(text: string): number {
  // Histories are measured by the window: the test is many times cheaper than the encoding.
  return BEYOND_ASCII.test(text) ? encoder.encode(text).length : text.length;
}
