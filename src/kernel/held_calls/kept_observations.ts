// What calls came to while another call of their plan is deferred: kept with the pending calls, so that nothing runs again, and
// entered in the history in the order of the plan once all of them have their observation.

import type { PlannedCall } from "../../core/call.ts";
import type { BlobRef } from "../../core/store/blob_ref.ts";
import type { ToolEntry } from "../../core/entry.ts";
import { storeCorrupt } from "../../core/store/corrupt.ts";
import { readEntry, writeEntry } from "../history/codec.ts";
import { blobsOfMedia } from "../history/media.ts";
import { travelBytes } from "../stored_history/blobs.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Session } from "../session.ts";
import { COMMIT_RETRIES, withStoreRetries } from "../store_retry.ts";
import type { ActedCall } from "../draft.ts";

type Deps = Pick<RuntimeDeps, "store" | "sleep" | "log">;

/** Most bytes of the observations that stay beside their calls; above that the largest go into blobs. */
const INLINE_BYTES = 48 * 1024;

/** Pending calls with what they came to, and the blobs that this refers to. */
export interface KeptCalls {
  readonly pending: readonly PlannedCall[];
  readonly blobs: readonly BlobRef[];
}

/** The calls as they wait on: the deferred ones with their terms, the others with their observations. */
export async function keepObservations(
  acted: readonly ActedCall[],
  { ref }: Pick<Session, "ref">,
  deps: Deps,
): Promise<KeptCalls> {
  const texts = acted.map(({ observation, deferred }) =>
    deferred === undefined ? writeEntry(observation) : ""
  );
  const sizes = texts.map(travelBytes);
  let total = sizes.reduce((sum, size) => sum + size, 0);
  const blobs = new Map<number, BlobRef>();
  const largestFirst = sizes.map((size, index) => ({ size, index })).sort((a, b) => b.size - a.size);
  for (const { size, index } of largestFirst) {
    const text = texts[index];
    if (total <= INLINE_BYTES || text === undefined || text === "") break;
    blobs.set(index, await withStoreRetries(() => deps.store.putBlob(ref, text), deps, COMMIT_RETRIES));
    total -= size;
  }
  const pending = acted.map(({ call, observation, deferred, settledBy }, index): PlannedCall => {
    const { deferred: _before, observed: _known, ...planned } = call;
    if (deferred !== undefined) return { ...planned, deferred };
    const blob = blobs.get(index);
    const kept = blob === undefined ? { entry: observation } : { blob, outcome: observation.outcome };
    return { ...planned, observed: { ...kept, settledBy } };
  });
  const observations = acted.flatMap(({ observation, deferred }) =>
    deferred === undefined ? [observation] : []
  );
  return { pending, blobs: [...blobs.values(), ...blobsOfMedia(observations)] };
}

/**
 * The observation of a call that was kept; undefined for a call without one.
 *
 * @throws {AgentError} store_corrupt - its blob is gone
 */
export async function readKeptObservation(
  { observed }: PlannedCall,
  { ref, header }: Pick<Session, "ref" | "header">,
  deps: Deps,
): Promise<ToolEntry | undefined> {
  if (observed === undefined) return undefined;
  const version = header.version + 1;
  if ("entry" in observed) return { ...observed.entry, version };
  const text = await withStoreRetries(() => deps.store.getBlob(ref, observed.blob), deps);
  const entry = text === undefined ? undefined : readEntry(text);
  if (entry?.type === "tool") return { ...entry, version };
  throw storeCorrupt(ref.thread, `reference to blob ${observed.blob.id}`);
}
