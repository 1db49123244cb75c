// Which thread holds a call: the thread itself, or one in which a phase of it runs or has run, at any depth.

import type { PlannedCall } from "../../core/call.ts";
import type { ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import type { RuntimeDeps } from "../deps.ts";
import { readPendingCalls } from "../stored.ts";
import { refsBelow } from "./refs.ts";

/** A pending call and its thread. */
export interface HeldCall {
  readonly ref: ThreadRef;
  readonly snapshot: ThreadSnapshot;
  readonly call: PlannedCall;
}

/** The pending call of this id; undefined when neither the thread nor one below it has it. */
export async function findCall(
  ref: ThreadRef,
  snapshot: ThreadSnapshot,
  callId: string,
  deps: Pick<RuntimeDeps, "store">,
): Promise<HeldCall | undefined> {
  const calls = readPendingCalls(ref, snapshot.pending);
  const call = calls.find(({ id }) => id === callId);
  if (call !== undefined) return { ref, snapshot, call };
  for (const below of refsBelow(ref, calls)) {
    const read = await deps.store.read(below);
    const found = read && await findCall(below, read, callId, deps);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Every thread in which an unfinished phase runs, those of phases of phases behind their own. */
export async function snapshotsBelow(
  ref: ThreadRef,
  snapshot: ThreadSnapshot,
  deps: Pick<RuntimeDeps, "store">,
): Promise<{ readonly ref: ThreadRef; readonly snapshot: ThreadSnapshot }[]> {
  const below = refsBelow(ref, readPendingCalls(ref, snapshot.pending));
  const read = await Promise.all(below.map(async (child) => {
    const own = await deps.store.read(child);
    if (own === undefined) return [];
    return [{ ref: child, snapshot: own }, ...await snapshotsBelow(child, own, deps)];
  }));
  return read.flat();
}
