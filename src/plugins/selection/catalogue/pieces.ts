// The entries of a catalogue in pieces of the store: a definition has 64 KB, and a catalogue may have megabytes. A piece never
// changes. Numbers share the pieces between which nothing changed.

import { AgentError } from "../../../core/error.ts";
import { parseJson } from "../../../core/json.ts";
import type { Lru } from "../../../core/lru.ts";
import type { Store } from "../../../core/store.ts";
import { fnv64 } from "../../../core/text/hash.ts";
import { jsonBytes } from "../../../core/text/json_bytes.ts";
import type { CatalogueEntry } from "./entry.ts";

/** The kind of definition that a piece is. */
export const PIECE_KIND = "catalogue_piece";

/** JSON bytes of a piece, its quotes escaped: a store takes 65,536, and the text has brackets. */
const PIECE_BYTES = 60_000;

/** JSON bytes that a new piece is filled with: room for versions that grow. */
const FILLED_BYTES = 48_000;

/** Most pieces of a catalogue: the head of a catalogue names each of them and has 64 KB. */
export const MOST_PIECES = 700;

/** Requests at a time; Workers hold six connections open. */
const LANES = 6;

/** What a head has of a piece. */
export interface PieceRef {
  /** `<number>.<writer>.<index>`: the number of the catalogue that it came with, and who wrote it. */
  readonly id: string;
  /** Hash of its text. */
  readonly hash: string;
  /** Characters of its text. */
  readonly chars: number;
}

/** A piece with its entries. */
export interface Piece extends PieceRef {
  readonly entries: readonly CatalogueEntry[];
}

/** The catalogue that pieces are of. */
export interface CatalogueName {
  readonly tenant: string;
  readonly name: string;
}

/** Pieces that this isolate has read. */
export type PieceCache = Pick<Lru<Piece>, "get" | "set">;

/**
 * Reads pieces, those that are not cached by one request each.
 *
 * @throws {AgentError} store_corrupt - one is missing or cannot be read
 */
export async function readPieces(
  refs: readonly PieceRef[],
  catalogue: CatalogueName,
  store: Store,
  cache: PieceCache,
): Promise<readonly Piece[]> {
  return await inLanes(refs, async (ref) => {
    const key = `${toName(catalogue, ref.id)}\n${ref.hash}\n${catalogue.tenant}`;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const text = await store.readDefinition(catalogue.tenant, PIECE_KIND, toName(catalogue, ref.id));
    const entries = text === undefined || fnv64(text) !== ref.hash ? undefined : parseEntries(text);
    if (entries === undefined) {
      throw new AgentError(
        "store_corrupt",
        `Piece ${ref.id} of the catalogue ${catalogue.name} is missing or cannot be read.`,
      );
    }
    const piece = { ...ref, entries };
    cache.set(key, piece, piece.chars);
    return piece;
  });
}

/** A piece that has to be written. */
export interface NewPiece extends Piece {
  readonly text: string;
}

/** A change of entries: those that are new or other than before, and ids that leave. */
export interface EntryChange {
  readonly put: readonly CatalogueEntry[];
  readonly removed: ReadonlySet<string>;
}

/**
 * The pieces of a catalogue after a change. Entries keep their places; new ones follow at the end. A piece without a change stays
 * the same.
 *
 * @param prefix `<number>.<writer>` of the ids of new pieces.
 */
export function packEntries(
  before: readonly Piece[],
  { put, removed }: EntryChange,
  prefix: string,
): readonly (Piece | NewPiece)[] {
  const changed = new Map(put.map((entry) => [entry.tool.id, entry]));
  const groups: Group[] = before.map((piece) => {
    const isTouched = piece.entries.some(({ tool }) => changed.has(tool.id) || removed.has(tool.id));
    if (!isTouched) return { entries: piece.entries, piece };
    const entries = piece.entries.filter(({ tool }) => !removed.has(tool.id)).map((entry) => {
      const next = changed.get(entry.tool.id) ?? entry;
      changed.delete(entry.tool.id);
      return next;
    });
    return { entries };
  });
  if (changed.size > 0) {
    const { entries } = groups.pop() ?? { entries: [] };
    groups.push({ entries: [...entries, ...changed.values()] });
  }
  let made = 0;
  const make = (entries: readonly CatalogueEntry[]): NewPiece => {
    const text = JSON.stringify(entries);
    return { id: `${prefix}.${made++}`, hash: fnv64(text), chars: text.length, entries, text };
  };
  const packed = groups.flatMap(({ entries, piece }) => piece ?? split(entries).map(make));
  // Pieces become few entries each when tools leave: then all of them are written anew.
  const chars = packed.reduce((sum, piece) => sum + piece.chars, 0);
  const isSparse = packed.length > 8 && chars < packed.length * FILLED_BYTES / 8;
  return isSparse ? split(packed.flatMap(({ entries }) => entries)).map(make) : packed;
}

/** Entries that stand together; with the piece that they are already. */
interface Group {
  readonly entries: readonly CatalogueEntry[];
  readonly piece?: Piece;
}

/** Writes the pieces that are new. */
export async function writePieces(
  pieces: readonly (Piece | NewPiece)[],
  { tenant, name }: CatalogueName,
  store: Store,
): Promise<void> {
  await inLanes(pieces, async (piece) => {
    if (!("text" in piece)) return;
    await store.putDefinition(tenant, PIECE_KIND, toName({ tenant, name }, piece.id), piece.text);
  });
}

/** Removes pieces; one that is gone already changes nothing. */
export async function removePieces(
  ids: readonly string[],
  catalogue: CatalogueName,
  store: Store,
): Promise<void> {
  await inLanes(
    ids,
    (id) => store.removeDefinition(catalogue.tenant, PIECE_KIND, toName(catalogue, id)),
  );
}

/** The ids of the pieces that came with a number, also of writers that another one was faster than. */
export async function listPieces(
  catalogue: CatalogueName,
  number: number,
  store: Store,
): Promise<readonly string[]> {
  const names = await store.listDefinitions(catalogue.tenant, PIECE_KIND);
  const prefix = toName(catalogue, `${number}.`);
  return names.flatMap((name) => name.startsWith(prefix) ? [name.slice(toName(catalogue, "").length)] : []);
}

/** Runs a function over items, some at a time; the results in the order of the items. */
export async function inLanes<T, R>(
  items: readonly T[],
  run: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results = new Map<number, R>();
  const left = items.entries();
  const lane = async () => {
    for (const [index, item] of left) results.set(index, await run(item));
  };
  await Promise.all(Array.from({ length: Math.min(LANES, items.length) }, lane));
  return Array.from(results).sort(([one], [other]) => one - other).map(([, result]) => result);
}

/** Groups of entries that are a piece each. One that fits stays whole. */
function split(entries: readonly CatalogueEntry[]): readonly (readonly CatalogueEntry[])[] {
  const sized = entries.map((entry) => ({ entry, bytes: jsonBytes(JSON.stringify(entry)) + 1 }));
  const all = sized.reduce((sum, { bytes }) => sum + bytes, 0);
  if (entries.length === 0) return [];
  if (all <= PIECE_BYTES) return [entries];
  const groups: CatalogueEntry[][] = [];
  let room = 0;
  for (const { entry, bytes } of sized) {
    const group = groups.at(-1);
    if (group === undefined || bytes > room) {
      groups.push([entry]);
      room = FILLED_BYTES - bytes;
    } else {
      group.push(entry);
      room -= bytes;
    }
  }
  return groups;
}

/** Names of catalogues have no slash. */
function toName({ name }: CatalogueName, id: string): string {
  return `${name}/${id}`;
}

function parseEntries(text: string): readonly CatalogueEntry[] | undefined {
  const value: unknown = parseJson(text);
  return Array.isArray(value) && value.every(isEntry) ? value : undefined;
}

/** The hash of the text says that a catalogue has written it; what is looked at here is that it was one of this form. */
function isEntry(value: unknown): value is CatalogueEntry {
  if (typeof value !== "object" || value === null) return false;
  if (!("tool" in value) || !("status" in value) || !("digest" in value) || !("number" in value)) {
    return false;
  }
  const { tool } = value;
  return typeof tool === "object" && tool !== null && "id" in tool && "source" in tool;
}
