// Bytes as text, by functions that Node 20 has too: the methods of Uint8Array for this are newer.

import { bytesToHex } from "@noble/hashes/utils.js";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

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
  let text = ""; // by hand: btoa with its three replacements costs three times as much
  for (let at = 0; at < bytes.length; at += 3) {
    const three = (bytes[at] ?? 0) << 16 | (bytes[at + 1] ?? 0) << 8 | (bytes[at + 2] ?? 0);
    text += ALPHABET.charAt(three >> 18) + ALPHABET.charAt(three >> 12 & 63) +
      ALPHABET.charAt(three >> 6 & 63) + ALPHABET.charAt(three & 63);
  }
  return text.slice(0, Math.ceil(bytes.length * 4 / 3));
}

/** The bytes of a text in base64url. */
export function fromBase64url(text: string): Uint8Array {
  return Uint8Array.from(
    atob(text.replaceAll("-", "+").replaceAll("_", "/")),
    (character) => character.charCodeAt(0),
  );
}
