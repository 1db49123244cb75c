// Pieces of a text: how a text of any size is cut for requests.

import { isPair, jsonUnitBytes } from "../../../core/text/json_bytes.ts";

/** Bytes of one piece on the wire at most. */
const PIECE_BYTES = 512 * 1024;

/**
 * Cuts a text into pieces for storage, never inside a surrogate pair. A piece begins with `=` and is what follows, or
 * with `~` and is the JSON string that follows, because a lone surrogate has no other UTF-8. The empty text is one
 * piece.
 */
export function toPieces(text: string, limit = PIECE_BYTES): string[] {
  const wellFormed = text.isWellFormed();
  const budget = wellFormed ? limit : limit / 2; // JSON inside JSON doubles at most
  const pieces: string[] = [];
  let start = 0;
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const width = isPair(text, index) ? 4 : jsonUnitBytes(text, index);
    if (bytes + width > budget && !isPair(text, index - 1)) {
      pieces.push(text.slice(start, index));
      start = index;
      bytes = 0;
    }
    bytes += jsonUnitBytes(text, index);
  }
  pieces.push(text.slice(start));
  return pieces.map((piece) => wellFormed ? `=${piece}` : `~${JSON.stringify(piece)}`);
}

/** The one piece of a text that is well-formed Unicode and no longer than a piece. */
export function toPiece(text: string): string {
  return `=${text}`;
}

/** The text that {@link toPieces} cut. */
export function fromPieces(pieces: readonly string[]): string {
  return pieces.map((piece) => piece.startsWith("=") ? piece.slice(1) : String(JSON.parse(piece.slice(1))))
    .join("");
}
