// SHA-256 of texts, for the record of a thread. Web Crypto costs 40 us of CPU a call, whatever the length, and is five times
// faster a byte; @noble/hashes costs 6 us and 5 us for every 1,000 characters. So short texts go to the one, long ones to the other.

import { sha256 as hash } from "@noble/hashes/sha2.js";
import { fromBase64url, toBase64url, toHex } from "./byte_text.ts";

/** Characters up to which @noble/hashes costs less CPU than Web Crypto. */
const SHORT = 8_000;

const utf8 = new TextEncoder();

/**
 * SHA-256 of the UTF-8 of a text as base64url without padding: 43 characters.
 *
 * @example
 * ```ts
 * import { sha256 } from "./sha256.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(await sha256("abc"), "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
 * ```
 */
export async function sha256(text: string): Promise<string> {
  return toBase64url(await digest(text));
}

/** 128 bits of the same, at once: 22 characters. */
export function shortHash(text: string): string {
  return toBase64url(hash(utf8.encode(text)).subarray(0, 16));
}

/** The same of a text of a few thousand characters at most, at once. */
export function sha256OfShort(text: string): string {
  return toBase64url(hash(utf8.encode(text)));
}

/** The same in hex: 64 characters, as the ids of blobs are. */
export async function sha256Hex(text: string): Promise<string> {
  return toHex(await digest(text));
}

/** A digest in base64url. */
const DIGEST = /^[\w-]{43}$/;

/** The hex form of a digest in base64url; empty for a text that is none, as damaged data has: no blob has that id. */
export function toHexDigest(text: string): string {
  return DIGEST.test(text) ? toHex(fromBase64url(text)) : "";
}

async function digest(text: string): Promise<Uint8Array> {
  const bytes = utf8.encode(text);
  if (text.length <= SHORT) return hash(bytes);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}
