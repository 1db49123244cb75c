// When a thread goes on by itself whose phases wait: the times of the calls that they wait for stand in their threads.

import type { ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import { dueOfPending, hasResult } from "../pending_calls.ts";
import type { RuntimeDeps } from "../deps.ts";
import { readPendingCalls } from "../stored.ts";
import { firstExpiry } from "../due_times.ts";
import { snapshotsBelow } from "./holder.ts";

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
    return all.flatMap((held) => timeOf(held.ref, held.snapshot, now) ?? []);
  }));
  const all = times.flat();
  return all.length === 0 ? undefined : Math.min(...all);
}

function timeOf(
  ref: ThreadRef,
  { header, pending, marks }: ThreadSnapshot,
  now: number,
): number | undefined {
  if (header.status !== "waiting") return undefined;
  const calls = readPendingCalls(ref, pending).filter((call) => !hasResult(call, marks));
  return dueOfPending(calls, now) ?? firstExpiry(calls);
}
