// Base64 of media. A medium may have twenty million characters, so no loop in JavaScript visits them.

import type { NewData } from "./new_part.ts";

/** Any character that base64 does not have. It has no repetition, so the search is linear. */
const FOREIGN = /[^A-Za-z0-9+/]/;

/**
 * Base64 in its canonical form: padded, with zeros in the bits that stand for nothing. The padding may be missing. Undefined for
 * a text that is not base64, or that is empty.
 *
 * @example
 * ```ts
 * import { readBase64 } from "./base64.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(readBase64("aGk"), { type: "data", base64: "aGk=", bytes: 2 });
 * assert.equal(readBase64("data:text/plain;base64,aGk="), undefined);
 * ```
 */
export function readBase64(text: string): NewData | undefined {
  const digits = text.endsWith("==") ? text.length - 2 : text.endsWith("=") ? text.length - 1 : text.length;
  const rest = digits % 4;
  const isPaddedWrong = digits < text.length && text.length % 4 !== 0;
  if (
    digits === 0 || rest === 1 || isPaddedWrong ||
    FOREIGN.test(digits === text.length ? text : text.slice(0, digits))
  ) {
    return undefined;
  }
  const whole = digits - rest;
  const last = rest === 0 ? "" : btoa(atob(text.slice(whole, digits)));
  const base64 = text.length === whole + 4 && text.endsWith(last) || rest === 0 && digits === text.length
    ? text
    : text.slice(0, whole) + last;
  return { type: "data", base64, bytes: whole / 4 * 3 + (rest === 0 ? 0 : rest - 1) };
}

/** Bytes that one call of `String.fromCharCode` takes: more are too many arguments for some engines. */
const AT_ONCE = 8_190;

/** Methods that engines of 2025 and later have, some forty times as fast; Node 20 has none. */
type Encodable = Uint8Array & { readonly toBase64?: () => string };
const native: { readonly from: unknown; readonly fromBase64?: (text: string) => Uint8Array<ArrayBuffer> } =
  Uint8Array;

/** The base64 of bytes. */
export function toBase64(bytes: Encodable): NewData {
  return { type: "data", base64: bytes.toBase64?.() ?? encode(bytes), bytes: bytes.length };
}

function encode(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += AT_ONCE) { // a multiple of 3: the pieces join without padding
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + AT_ONCE))));
  }
  return pieces.join("");
}

/** The bytes of canonical base64. */
export function fromBase64(base64: string): Uint8Array<ArrayBuffer> {
  return native.fromBase64?.(base64) ?? decode(base64);
}

function decode(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
