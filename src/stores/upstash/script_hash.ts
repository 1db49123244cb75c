// The hash by which Redis identifies a script.

import { toHex } from "../../core/text/byte_text.ts";

/** Hashes by text: the scripts of the stores and of the rate limiter. */
const hashes = new Map<string, string>();

/** SHA-1 of a script's text in hexadecimal, as EVALSHA takes it. */
export async function hashOfScript(text: string): Promise<string> {
  const known = hashes.get(text);
  if (known !== undefined) return known;
  const hash = toHex(new Uint8Array(await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text))));
  hashes.set(text, hash);
  return hash;
}
