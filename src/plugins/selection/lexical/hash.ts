// Terms as numbers of 32 bits, so that an index has no texts and is loaded as it lies. Of a hundred thousand terms one more in 40,000
// queries' words falls on a term of another: less than a spelling mistake does.

/** Kinds of terms: those of two kinds are never one term. */
export const TERM_KINDS = { word: 0x9e3779b1, gram: 0x85ebca77, name: 0xc2b2ae3d } as const;

/** The hash of `text` from `from` to `to`, in UTF-16 units: FNV-1a, with the last steps of MurmurHash3. */
export function hashTerm(text: string, kind: keyof typeof TERM_KINDS, from = 0, to = text.length): number {
  let hash: number = TERM_KINDS[kind];
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
