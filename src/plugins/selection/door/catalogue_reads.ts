// What the routes of catalogues read. They look at the head first: who has published sees what was published, through any isolate.

import { AgentError } from "../../../core/error.ts";
import type { HttpDeps } from "../../../http/context.ts";
import type { CatalogueEntry } from "../catalogue/entry.ts";
import { type Head, readHead, readNumber } from "../catalogue/head.ts";
import { type CatalogueName, inLanes } from "../catalogue/pieces.ts";
import { type CatalogueReader, unknown } from "../catalogue/reader.ts";
import { Snapshot } from "../catalogue/snapshot.ts";
import type * as z from "zod/mini";
import type { logQuery, toolsQuery } from "./schemas.ts";

/** What reading needs. */
export interface ReadParts {
  readonly deps: Pick<HttpDeps, "store" | "clock" | "log">;
  readonly reader: CatalogueReader;
}

/**
 * The head of a catalogue.
 *
 * @throws {AgentError} catalogue_unknown
 */
export async function findHead(catalogue: CatalogueName, { deps }: ReadParts): Promise<Head> {
  const found = await readHead(catalogue, deps.store);
  if (found === undefined) throw unknown(catalogue);
  return found.head;
}

/**
 * A number of a catalogue, the newest one by default.
 *
 * @throws {AgentError} catalogue_unknown, catalogue_version_unknown
 */
export async function openNumber(
  catalogue: CatalogueName,
  number: number | undefined,
  parts: ReadParts,
): Promise<Snapshot> {
  const { deps, reader } = parts;
  if (number !== undefined) return await reader.open(catalogue.tenant, catalogue.name, number, deps);
  return await reader.read(catalogue, await findHead(catalogue, parts), deps);
}

/**
 * A tool of a catalogue.
 *
 * @throws {AgentError} catalogue_unknown, catalogue_version_unknown, catalogue_tool_unknown
 */
export async function findTool(
  catalogue: CatalogueName,
  id: string,
  number: number | undefined,
  parts: ReadParts,
): Promise<{ readonly snapshot: Snapshot; readonly entry: CatalogueEntry }> {
  const snapshot = await openNumber(catalogue, number, parts);
  const entry = snapshot.findById(id);
  if (entry !== undefined) return { snapshot, entry };
  const which = `The catalogue ${catalogue.name} has no tool ${
    JSON.stringify(id)
  } at number ${snapshot.number}`;
  throw new AgentError("catalogue_tool_unknown", `${which}; see GET /v1/catalogues/${catalogue.name}/tools.`);
}

/** A page of tools, in the order of publication; the pages of one list are of one number. */
export async function listTools(
  catalogue: CatalogueName,
  query: z.output<typeof toolsQuery>,
  parts: ReadParts,
): Promise<
  { readonly snapshot: Snapshot; readonly entries: readonly CatalogueEntry[]; readonly cursor?: string }
> {
  const [number, start] = query.cursor?.split(".").map(Number) ?? [query.number, 0];
  const snapshot = await openNumber(catalogue, number, parts);
  const all = snapshot.entries.filter((entry) => passes(entry, query));
  const end = (start ?? 0) + query.limit;
  const entries = all.slice(start, end);
  return { snapshot, entries, cursor: end < all.length ? `${snapshot.number}.${end}` : undefined };
}

/** A page of the log, the newest first. */
export async function readLog(
  catalogue: CatalogueName,
  { cursor, limit }: z.output<typeof logQuery>,
  parts: ReadParts,
): Promise<{ readonly heads: readonly Head[]; readonly cursor?: string }> {
  const newest = await findHead(catalogue, parts);
  const first = Math.min(newest.number, Number(cursor ?? newest.number));
  const last = Math.max(newest.oldest, first - limit + 1);
  const numbers = Array.from({ length: Math.max(0, first - last + 1) }, (_, index) => first - index);
  const heads = await inLanes(numbers, async (number) => {
    return number === newest.number ? newest : await readNumber(catalogue, number, parts.deps.store);
  });
  return {
    heads: heads.filter((head) => head !== undefined), // one that was removed in the meantime
    cursor: last > newest.oldest ? String(last - 1) : undefined,
  };
}

/**
 * Two numbers to compare.
 *
 * @throws {AgentError} catalogue_unknown, catalogue_version_unknown
 */
export async function openPair(
  catalogue: CatalogueName,
  { from, to }: { readonly from?: number | undefined; readonly to?: number | undefined },
  parts: ReadParts,
): Promise<{ readonly from: Snapshot; readonly to: Snapshot }> {
  const second = await openNumber(catalogue, to, parts);
  const number = from ?? second.number - 1;
  const first = number === 0
    ? new Snapshot({ ...catalogue, number, digest: "", at: 0 }, [])
    : await openNumber(catalogue, number, parts);
  return { from: first, to: second };
}

function passes(
  { tool, status, held }: CatalogueEntry,
  query: Omit<z.output<typeof toolsQuery>, "cursor" | "limit" | "number">,
): boolean {
  const names = (words: readonly string[] | undefined, wanted: string | undefined) =>
    wanted === undefined || (words ?? []).includes(wanted);
  return (query.status === undefined || query.status === status) &&
    (query.held === undefined || held !== undefined) &&
    (query.source === undefined || query.source === tool.source.type) &&
    (query.name === undefined || tool.name.toLowerCase().includes(query.name.toLowerCase())) &&
    names(tool.tags, query.tag) && names(tool.categories, query.category) && names(tool.tiers, query.tier) &&
    names(tool.contexts, query.context) && names(tool.flags, query.flag);
}
