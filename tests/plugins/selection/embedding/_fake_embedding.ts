// A deterministic embedding: hashed words and character 4-grams, so that texts which share them are near.

/** The vector of a text, of length 1. With `shared` every text has that much in common, as with text-embedding-ada-002. */
export function embedByGrams(text: string, dimensions: number, shared = 0): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const gram of gramsOf(text)) {
    const hash = fnv32(gram);
    vector[hash % (dimensions - 1)]! += hash & 0x10000 ? 1 : -1;
  }
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1;
  const own = Math.sqrt(1 - shared);
  const made = vector.map((value) => own * value / length);
  made[dimensions - 1] = Math.sqrt(shared);
  return made;
}

const STOP = new Set(
  "a an and are for from how in is it me my of on or the to what with arguments queries groups".split(" "),
);

function gramsOf(text: string): string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "" && !STOP.has(word));
  if (words.length === 0) return [text];
  return words.flatMap((word) => {
    const padded = `_${word}_`;
    const grams = Array.from({ length: Math.max(1, padded.length - 3) }, (_, at) => padded.slice(at, at + 4));
    return [word, word, ...grams];
  });
}

function fnv32(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ hash >>> 15) >>> 0;
}
