// When a thread goes on by itself whose phases wait: the times of the calls that they wait for stand in their threads.

import type { ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import { nextDue } from "../../kernel/held_calls/due.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { readPendingCalls, readState } from "../../kernel/stored.ts";
import { snapshotsBelow } from "../../kernel/children/holder.ts";
import { waitsForPeople } from "./phase_status.ts";

/**
 * The earliest time at which a waiting call of these phases, or of phases below them, is polled or no longer waited for, in epoch
 * milliseconds; undefined when no call has one.
 */
export async function firstDueBelow(
  phases: readonly { readonly ref: ThreadRef }[],
  deps: Pick<RuntimeDeps, "store" | "clock">,
): Promise<number | undefined> {
  const now = deps.clock();
  const times = await Promise.all(phases.map(async ({ ref }) => {
    const snapshot = await deps.store.read(ref);
    if (snapshot === undefined) return [];
    const all = [{ ref, snapshot }, ...await snapshotsBelow(ref, snapshot, deps)];
    return all.flatMap((held) => findTime(held.ref, held.snapshot, now) ?? []);
  }));
  const all = times.flat();
  return all.length === 0 ? undefined : Math.min(...all);
}

function findTime(ref: ThreadRef, snapshot: ThreadSnapshot, now: number): number | undefined {
  const { header, pending, marks } = snapshot;
  const { status, cancelledEpoch } = header;
  if (status !== "waiting" && !waitsForPeople(ref, snapshot, now)) return undefined;
  const { run: { execution } } = readState(ref, header);
  return nextDue(readPendingCalls(ref, pending), { marks, cancelledEpoch, execution }, now);
}
