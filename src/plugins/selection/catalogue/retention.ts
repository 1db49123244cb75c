// What catalogues keep, and for how long: numbers that were replaced, and tools that were archived, for 90 days. Then they are
// removed by wake-ups of the due index, which the cron pump reads.

import type { Store } from "../../../core/store.ts";
import { type Head, readHead, readNumber, removeNumber, replaceHead } from "./head.ts";
import { type CatalogueName, listPieces, removePieces } from "./pieces.ts";
import { commitChange, type CommitPorts, KEPT_MS } from "./commit_change.ts";

/** Numbers that one wake-up removes. */
const AT_ONCE = 50;

/** Milliseconds until the next wake-up removes more. */
const GO_ON_MS = 60_000;

/**
 * Removes what has been kept long enough, at most 50 numbers. Returns when there is something to remove next, in epoch
 * milliseconds; undefined for a catalogue that has nothing old. A removal that is cut off is gone on with by the next one.
 */
export async function removeExpired(
  catalogue: CatalogueName,
  ports: CommitPorts,
): Promise<number | undefined> {
  const { store, clock } = ports;
  const now = clock();
  if (await readHead(catalogue, store) === undefined) return undefined;
  const { snapshot } = await commitChange(
    catalogue,
    { change: { type: "remove", before: now - KEPT_MS } },
    ports,
  );
  const found = await readHead(catalogue, store);
  if (found === undefined) return undefined;
  const { head } = found;
  const oldest = await removeNumbers(catalogue, head, now, store);
  if (oldest !== head.oldest) await raiseOldest(catalogue, oldest, store);
  if (oldest - head.oldest >= AT_ONCE) return now + GO_ON_MS;

  const replaced = oldest === head.number
    ? undefined
    : (await headAt(catalogue, oldest + 1, head, store))?.at;
  const archived = snapshot.entries.flatMap(({ status, at }) => status === "archived" ? at : []);
  const first = Math.min(...archived, replaced ?? Infinity);
  return first === Infinity ? undefined : Math.max(now + GO_ON_MS, first + KEPT_MS);
}

/** Removes numbers from the oldest one on. Returns the oldest that is left. */
async function removeNumbers(
  catalogue: CatalogueName,
  head: Head,
  now: number,
  store: Store,
): Promise<number> {
  let { oldest } = head;
  for (; oldest < head.number && oldest < head.oldest + AT_ONCE; oldest += 1) {
    const next = await headAt(catalogue, oldest + 1, head, store);
    if (next === undefined) continue; // both were removed by a wake-up that was cut off
    if (next.at + KEPT_MS > now) break;
    const gone = await readNumber(catalogue, oldest, store);
    const kept = new Set(next.pieces.map(({ id }) => id));
    // Pieces stay from number to number until one leaves them out, so what the next one does not have no later one has.
    const left = gone === undefined ? [] : gone.pieces.flatMap(({ id }) => kept.has(id) ? [] : [id]);
    const known = new Set(gone?.pieces.map(({ id }) => id));
    const written = gone === undefined ? [] : await listPieces(catalogue, oldest, store);
    const lost = written.filter((id) => !known.has(id)); // of a publisher that another one was faster than
    await removePieces([...left, ...lost], catalogue, store);
    await removeNumber(catalogue, oldest, store);
  }
  return oldest;
}

async function raiseOldest(catalogue: CatalogueName, oldest: number, store: Store): Promise<void> {
  const found = await readHead(catalogue, store);
  if (found === undefined || found.head.oldest >= oldest) return;
  await replaceHead(catalogue, found, { ...found.head, oldest }, store); // else the next wake-up does it
}

async function headAt(
  catalogue: CatalogueName,
  number: number,
  head: Head,
  store: Store,
): Promise<Head | undefined> {
  return number === head.number ? head : await readNumber(catalogue, number, store);
}
