// Texts on the wire: how many bytes a text takes in a request, and how a text of any size is cut into pieces.

/** Bytes of one piece on the wire at most. */
const PIECE_BYTES = 512 * 1024;

/** UTF-8 bytes of the text inside a JSON string: a quote takes two, a NUL six (\u0000). */
export function wireBytes(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) bytes += unitBytes(text, index);
  return bytes;
}

/** Bytes of the code unit at `index`; each half of a surrogate pair is two of the pair's four. */
function unitBytes(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit < 0x20) return [8, 9, 10, 12, 13].includes(unit) ? 2 : 6;
  if (unit === 0x22 || unit === 0x5c) return 2;
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  if (unit < 0xd800 || unit > 0xdfff) return 3;
  return isPair(text, index) || isPair(text, index - 1) ? 2 : 6;
}

/** True when a surrogate pair begins at `index`. */
function isPair(text: string, index: number): boolean {
  const high = text.charCodeAt(index);
  const low = text.charCodeAt(index + 1);
  return high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
}

/**
 * Cuts a text into pieces for storage, never inside a surrogate pair. A piece begins with `=` and is what follows, or with
 * `~` and is the JSON string that follows, because a lone surrogate has no other UTF-8. The empty text is one piece.
 */
export function toPieces(text: string, limit = PIECE_BYTES): string[] {
  const wellFormed = text.isWellFormed();
  const budget = wellFormed ? limit : limit / 2; // JSON inside JSON doubles at most
  const pieces: string[] = [];
  let start = 0;
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const width = isPair(text, index) ? 4 : unitBytes(text, index);
    if (bytes + width > budget && !isPair(text, index - 1)) {
      pieces.push(text.slice(start, index));
      start = index;
      bytes = 0;
    }
    bytes += unitBytes(text, index);
  }
  pieces.push(text.slice(start));
  return pieces.map((piece) => wellFormed ? `=${piece}` : `~${JSON.stringify(piece)}`);
}

/** The text that {@link toPieces} cut. */
export function fromPieces(pieces: readonly string[]): string {
  return pieces.map((piece) => piece.startsWith("=") ? piece.slice(1) : String(JSON.parse(piece.slice(1))))
    .join("");
}

/** Bytes in hex, two digits each. */
export function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
