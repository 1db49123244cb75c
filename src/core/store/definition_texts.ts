// Texts of any size as definitions of the store, which take 64 KB each: in pieces under numbered names.

import type { Store } from "../store.ts";

/** UTF-16 units of a piece: at most three bytes of UTF-8 each. */
const PIECE = 20_000;

/** Where a text is kept: its pieces are definitions of the kind, named `<name>.0` and so on. */
export interface TextPlace {
  readonly tenant: string;
  readonly kind: string;
  readonly name: string;
}

/** Keeps a text; how many pieces it has. Pieces that are there are replaced. */
export async function putText(
  { tenant, kind, name }: TextPlace,
  text: string,
  store: Store,
): Promise<number> {
  const pieces = splitPieces(text);
  for (const [index, piece] of pieces.entries()) {
    await store.putDefinition(tenant, kind, `${name}.${index}`, piece);
  }
  return pieces.length;
}

/** The text; undefined when a piece of it is missing. */
export async function readText(
  { tenant, kind, name }: TextPlace,
  pieces: number,
  store: Store,
): Promise<string | undefined> {
  const names = Array.from({ length: pieces }, (_, index) => `${name}.${index}`);
  const texts = await Promise.all(names.map((each) => store.readDefinition(tenant, kind, each)));
  return texts.includes(undefined) ? undefined : texts.join("");
}

/** Removes the pieces of a text. */
export async function removeText(
  { tenant, kind, name }: TextPlace,
  pieces: number,
  store: Store,
): Promise<void> {
  for (let index = 0; index < pieces; index++) await store.removeDefinition(tenant, kind, `${name}.${index}`);
}

/** Pieces of a text, each well-formed: no pair of surrogates is cut. */
function splitPieces(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length || pieces.length === 0;) {
    const cut = start + PIECE;
    const end = /[\ud800-\udbff]$/.test(text.slice(start, cut)) ? cut - 1 : cut;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}
