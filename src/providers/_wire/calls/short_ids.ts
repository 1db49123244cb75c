// Ids of calls for APIs that do not take Treadle's. Mistral takes exactly nine letters and digits, also in the
// history.

import { fnv64 } from "../../../core/text/hash.ts";

/**
 * An id of nine characters [a-zA-Z0-9] for each id of one assistant message. By hash, since ids of one maker begin
 * alike; it depends on these ids and their order alone, and two of them never share one. Ids that are not among them
 * have one, too.
 */
export function toShortIds(
  ids: Iterable<string>,
  hash: (text: string) => string = fnv64,
): (id: string) => string {
  const short = new Map<string, string>();
  const used = new Set<string>();
  for (const id of new Set(ids)) {
    let candidate = toBase62(hash(id));
    for (let attempt = 1; used.has(candidate); attempt++) candidate = toBase62(hash(`${id}#${attempt}`));
    short.set(id, candidate);
    used.add(candidate);
  }
  return (id) => short.get(id) ?? toBase62(hash(id));
}

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

// 53 bits, as many as a number holds, of nine digits' 53.6.
function toBase62(hex64: string): string {
  const high = scramble(parseInt(hex64.slice(0, 8), 16));
  const low = scramble(parseInt(hex64.slice(8), 16) ^ high);
  let rest = high * 2 ** 21 + (low >>> 11);
  let text = "";
  for (let place = 0; place < 9; place++) {
    text += DIGITS[rest % 62];
    rest = Math.floor(rest / 62);
  }
  return text;
}

// The low bits of FNV-1a depend only on the low bits of the text. This is the finaliser of MurmurHash3, which lets
// every bit change every other (public domain, Austin Appleby).
function scramble(bits: number): number {
  let mixed = bits ^ (bits >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
