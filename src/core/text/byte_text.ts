// Bytes as text, by functions that Node 20 has too: the methods of Uint8Array for this are newer.

import { bytesToHex } from "@noble/hashes/utils.js";

/**
 * Bytes in lower-case hex.
 *
 * @example
 * ```ts
 * import { toHex } from "./byte_text.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(toHex(Uint8Array.of(10, 255)), "0aff");
 * ```
 */
export function toHex(bytes: Uint8Array): string {
  return bytesToHex(bytes);
}

/**
 * Bytes in base64url without padding; for a digest or a key, not for a text of many kilobytes.
 *
 * @example
 * ```ts
 * import { fromBase64url, toBase64url } from "./byte_text.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(toBase64url(Uint8Array.of(251, 255)), "-_8");
 * assert.deepEqual(fromBase64url("-_8"), Uint8Array.of(251, 255));
 * ```
 */
export function toBase64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The bytes of a text in base64url. */
export function fromBase64url(text: string): Uint8Array {
  return Uint8Array.from(
    atob(text.replaceAll("-", "+").replaceAll("_", "/")),
    (character) => character.charCodeAt(0),
  );
}
