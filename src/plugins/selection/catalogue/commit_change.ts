// Changes of catalogues: the pieces that are new are written first, then the head is replaced by compare and set. Of two publishers
// at once one finds the head replaced, and has changed nothing.

import { AgentError } from "../../../core/error.ts";
import type { Clock, RandomBytes, Sha256 } from "../../../core/ports.ts";
import type { Store } from "../../../core/store.ts";
import { type AppliedChange, applyChange, type Change } from "./apply_change.ts";
import { digestEntries } from "./entry.ts";
import {
  type Head,
  LISTED_CHANGES,
  readHead,
  replaceHead,
  type StoredHead,
  type ToolChange,
} from "./head.ts";
import { type CatalogueName, MOST_PIECES, packEntries, removePieces, writePieces } from "./pieces.ts";
import { type CatalogueReader, unknown } from "./reader.ts";
import { Snapshot } from "./snapshot.ts";

/** Milliseconds for which a number is kept after it was replaced, and a tool after it was archived: 90 days. */
export const KEPT_MS = 90 * 86_400_000;

/** The kind of the wake-ups that remove what was kept long enough. */
export const CATALOGUE_WAKE = "catalogue";

/** Times that a change is made again because another writer came first that changed no tool. */
const TRIES = 5;

/** What changes are made with. */
export interface CommitPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly sha256: Sha256;
  /** The catalogues that this isolate has read. */
  readonly reader: CatalogueReader;
}

/** A requested change. A rollback names the number. */
export type RequestedChange =
  | Exclude<Change, { readonly type: "rollback" }>
  | { readonly type: "rollback"; readonly to: number };

/** Who changes, and what. */
export interface CommitRequest {
  readonly change: RequestedChange;
  /** The caller; stored with the number. */
  readonly by?: string | undefined;
  /** The number that the caller has seen: 0 where there is no catalogue. A catalogue of another number is not changed. */
  readonly expected?: number | undefined;
}

/** What a change came to. */
export interface CommittedChange {
  readonly snapshot: Snapshot;
  /** Empty when the catalogue was as requested already; the number is then that of before. */
  readonly changes: readonly ToolChange[];
}

/**
 * Changes a catalogue. A request that is sent twice changes nothing the second time, whatever it expects.
 *
 * @throws {AgentError} catalogue_conflict - it has another number than the caller expects, or another publisher was faster
 * @throws {AgentError} catalogue_unknown - only a publication makes a catalogue
 * @throws {AgentError} catalogue_refused, catalogue_tool_unknown, catalogue_version_unknown
 */
export async function commitChange(
  catalogue: CatalogueName,
  request: CommitRequest,
  ports: CommitPorts,
): Promise<CommittedChange> {
  const first = await readHead(catalogue, ports.store);
  for (let tries = 0, found = first; tries < TRIES; tries += 1) {
    const committed = await tryChange(catalogue, found, request, ports);
    if (committed !== undefined) return committed;
    found = await readHead(catalogue, ports.store);
    if (found?.head.number !== first?.head.number) throw conflict(catalogue, found?.head.number ?? 0);
  }
  throw new AgentError("store_unavailable", `The catalogue ${catalogue.name} is being changed; try again.`);
}

/** Undefined when the head is not the one that was read. */
async function tryChange(
  catalogue: CatalogueName,
  found: StoredHead | undefined,
  request: CommitRequest,
  ports: CommitPorts,
): Promise<CommittedChange | undefined> {
  const { store, clock, random, sha256, reader } = ports;
  const { expected } = request;
  if (found === undefined && request.change.type !== "publish") throw unknown(catalogue);
  const at = clock();
  const number = (found?.head.number ?? 0) + 1;
  const base = found && await reader.read(catalogue, found.head, ports);
  const change = await toChange(catalogue, request.change, ports);
  const applied = await applyChange(base, change, { at, number, sha256 });
  if (base !== undefined && applied.changes.length === 0) return { snapshot: base, changes: [] };
  if (expected !== undefined && expected !== number - 1) throw conflict(catalogue, number - 1, expected);

  const writer = random(5).reduce((text, byte) => text + byte.toString(36).padStart(2, "0"), "");
  const pieces = packEntries(base?.pieces ?? [], applied, `${number}.${writer}`);
  assertFits(catalogue, pieces.length);
  const entries = pieces.flatMap((piece) => piece.entries);
  const digest = await digestEntries(entries, sha256);
  const head: Head = {
    number,
    digest,
    at,
    action: change.type,
    ...toRecord(request, applied),
    count: entries.length,
    oldest: found?.head.oldest ?? number,
    pieces,
  };
  await writePieces(pieces, catalogue, store);
  if (found !== undefined && found.head.oldest === found.head.number) {
    await store.moveDue(catalogue.tenant, `@${CATALOGUE_WAKE}/${catalogue.name}`, { to: at + KEPT_MS });
  }
  if (!await replaceHead(catalogue, found, head, store)) {
    const written = pieces.flatMap((piece) => "text" in piece ? [piece.id] : []);
    await removePieces(written, catalogue, store);
    return undefined;
  }
  const kept = pieces.map(({ id, hash, chars, entries }) => ({ id, hash, chars, entries }));
  const snapshot = new Snapshot({ ...catalogue, number, digest, at }, kept);
  reader.keepPublished(snapshot, at);
  return { snapshot, changes: applied.changes };
}

async function toChange(
  { tenant, name }: CatalogueName,
  change: RequestedChange,
  { reader, store, clock }: CommitPorts,
): Promise<Change> {
  if (change.type !== "rollback") return change;
  return {
    type: "rollback",
    to: await reader.open(tenant, name, change.to, { store, clock, log: () => {} }),
  };
}

function toRecord({ change, by }: CommitRequest, { changes }: AppliedChange): Pick<
  Head,
  "by" | "source" | "reason" | "changes" | "more"
> {
  const more = changes.length - LISTED_CHANGES;
  return {
    by,
    source: change.type === "rollback" ? change.to : undefined,
    reason: "reason" in change ? change.reason : undefined,
    changes: changes.slice(0, LISTED_CHANGES),
    more: more > 0 ? more : undefined,
  };
}

function assertFits({ name }: CatalogueName, pieces: number): void {
  if (pieces <= MOST_PIECES) return;
  throw new AgentError(
    "catalogue_refused",
    `The catalogue ${name} would have ${pieces} pieces of 64 KB, at most ${MOST_PIECES}; archive tools, or shorten schemas.`,
  );
}

function conflict({ name }: CatalogueName, number: number, expected?: number): AgentError {
  const seen = expected === undefined ? "another publisher was faster" : `and not ${expected}`;
  return new AgentError(
    "catalogue_conflict",
    `The catalogue ${name} has the number ${number} now, ${seen}; read it, and send the change again.`,
    { details: { number } },
  );
}
