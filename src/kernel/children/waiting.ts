// Calls in the threads below a thread that wait for people, or for results that come later.

import { heldView } from "../../core/held_calls/held_view.ts";
import type { CallView } from "../../core/contract/calls.ts";
import type { PlannedCall } from "../../core/call.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { outstandingViews } from "../held_calls/call_views.ts";
import type { RuntimeDeps } from "../deps.ts";
import { readPendingCalls } from "../stored.ts";
import { snapshotsBelow } from "./holder.ts";
import { refsBelow } from "./refs.ts";

/** True for a call that waits for people, or for a result that comes later. */
export function isHeldUp(call: CallView): boolean {
  const { waitsFor } = heldView(call);
  return waitsFor === "people" || waitsFor === "later";
}

/** Calls that wait for people or for a later result in the threads below; undefined when no phase is unfinished. */
export async function waitingBelow(
  ref: ThreadRef,
  calls: readonly PlannedCall[],
  { store, clock }: Pick<RuntimeDeps, "store" | "clock">,
): Promise<readonly CallView[] | undefined> {
  const below = refsBelow(ref, calls);
  if (below.length === 0) return undefined;
  const views = await Promise.all(below.map(async (child) => {
    const snapshot = await store.read(child);
    if (snapshot === undefined) return [];
    const all = [{ ref: child, snapshot }, ...await snapshotsBelow(child, snapshot, { store })];
    const waiting = await Promise.all(all.map(async (held) => {
      const pending = readPendingCalls(held.ref, held.snapshot.pending);
      const own = await outstandingViews(pending, held.snapshot, clock());
      return own.filter(isHeldUp).map((call) => ({
        ...call,
        thread: held.ref.thread,
      }));
    }));
    return waiting.flat();
  }));
  return views.flat();
}
