// The list of a server in the store, in pieces: a definition has 64 KB, and the tools of one server may have more.

import { isJsonObject, parseJson } from "../../../core/json.ts";
import { fnv64 } from "../../../core/text/hash.ts";
import type { Store } from "../../../core/store.ts";

/** The kind of definition that a list is. */
const KIND = "tool_list";
/** Characters of a piece: in UTF-8 and with its quotes doubled it stays below the limit. */
const PIECE = 15_000;
/** Most pieces of a list. */
const PIECES = 60;

/** Keeps a text under a name. False for one that is too long, which is not kept. */
export async function putText(store: Store, tenant: string, name: string, text: string): Promise<boolean> {
  const pieces = Math.ceil(text.length / PIECE);
  if (pieces > PIECES) return false;
  const put = (part: string, piece: string) => store.putDefinition(tenant, KIND, part, piece);
  const rest = Array.from({ length: pieces - 1 }, (_, index) => index + 1);
  await Promise.all(
    rest.map((index) =>
      put(`${name}.${index}`, JSON.stringify(text.slice(index * PIECE, (index + 1) * PIECE)))
    ),
  );
  // The first piece names the others, so it is written last.
  await put(name, JSON.stringify({ pieces, hash: fnv64(text), text: text.slice(0, PIECE) }));
  return true;
}

/** The text of a name; undefined for none, and for one whose pieces do not belong together. */
export async function readText(store: Store, tenant: string, name: string): Promise<string | undefined> {
  const first = await store.readDefinition(tenant, KIND, name);
  const head = first === undefined ? undefined : parseJson(first);
  if (!isJsonObject(head) || typeof head.text !== "string" || typeof head.pieces !== "number") {
    return undefined;
  }
  const rest = Array.from({ length: Math.min(head.pieces, PIECES) - 1 }, (_, index) => index + 1);
  const pieces = await Promise.all(
    rest.map((index) => store.readDefinition(tenant, KIND, `${name}.${index}`)),
  );
  const texts = pieces.map((piece) => piece === undefined ? undefined : parseJson(piece));
  const text = [head.text, ...texts].join("");
  return fnv64(text) === head.hash ? text : undefined;
}
