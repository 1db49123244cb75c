// Whether a call that is not pending has an observation.

import type { Outcome } from "../../core/entry.ts";
import type { ThreadHeader, ThreadRef } from "../../core/store/thread.ts";
import type { RuntimeDeps } from "../request.ts";
import { unpackEntry } from "../history/blobs.ts";

/** Newest entries among which a call is looked for. */
const LOOKED_AT = 100;

/** The outcome of the call among the newest entries; undefined when it is not there. */
export async function observationInHistory(
  ref: ThreadRef,
  callId: string,
  { length }: Pick<ThreadHeader, "length">,
  { store }: Pick<RuntimeDeps, "store">,
): Promise<Outcome | undefined> {
  const page = await store.history(ref, { after: Math.max(0, length - LOOKED_AT), limit: LOOKED_AT });
  for (const text of page?.entries.toReversed() ?? []) {
    if (!text.includes(callId) && !text.includes('"blob"')) continue;
    const entry = await unpackEntry(store, ref, text);
    if (entry.type === "tool" && entry.callId === callId) return entry.outcome;
  }
  return undefined;
}
