// Texts of any size as definitions of the store, which take 64 KB each: in pieces under numbered names.

import type { Store } from "../../core/store.ts";

/** UTF-16 units of a piece: at most three bytes of UTF-8 each. */
const PIECE = 20_000;

/** The kind of the pieces. */
const KIND = "evaluation_text";

/** Keeps a text; how many pieces it has. Pieces that are there are replaced. */
export async function putText(tenant: string, name: string, text: string, store: Store): Promise<number> {
  const pieces = piecesOf(text);
  for (const [index, piece] of pieces.entries()) {
    await store.putDefinition(tenant, KIND, `${name}.${index}`, piece);
  }
  return pieces.length;
}

/** The text; undefined when a piece of it is missing. */
export async function readText(
  tenant: string,
  name: string,
  pieces: number,
  store: Store,
): Promise<string | undefined> {
  const names = Array.from({ length: pieces }, (_, index) => `${name}.${index}`);
  const texts = await Promise.all(names.map((each) => store.readDefinition(tenant, KIND, each)));
  return texts.includes(undefined) ? undefined : texts.join("");
}

/** Removes the pieces of a text. */
export async function removeText(tenant: string, name: string, pieces: number, store: Store): Promise<void> {
  for (let index = 0; index < pieces; index++) await store.removeDefinition(tenant, KIND, `${name}.${index}`);
}

/** Pieces of a text, each well-formed: no pair of surrogates is cut. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length || pieces.length === 0;) {
    const cut = start + PIECE;
    const end = /[\ud800-\udbff]$/.test(text.slice(start, cut)) ? cut - 1 : cut;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}
