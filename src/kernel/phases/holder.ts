// Which thread holds a call: the thread itself, or one in which a phase of it runs or has run, at any depth.

import type { PlannedCall } from "../../core/call.ts";
import type { DetachedCall } from "../../core/state.ts";
import type { ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import type { RuntimeDeps } from "../deps.ts";
import { readMeta, readPendingCalls, readState } from "../stored.ts";
import { refsBelow } from "./cancel.ts";
import { refsOfPhases } from "./child_thread.ts";

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

/** A call that a run has gone on without, and its thread. */
export interface HeldDetached {
  readonly ref: ThreadRef;
  readonly snapshot: ThreadSnapshot;
  readonly call: DetachedCall;
}

/** The detached call of this id; undefined when neither the thread nor one of its phases waits for its result. */
export async function findDetached(
  ref: ThreadRef,
  snapshot: ThreadSnapshot,
  callId: string,
  deps: Pick<RuntimeDeps, "store">,
): Promise<HeldDetached | undefined> {
  const { detached = [], plan } = readState(ref, snapshot.header);
  const call = detached.find((each) => each.callId === callId);
  if (call !== undefined) return { ref, snapshot, call };
  const calls = readPendingCalls(ref, snapshot.pending);
  for (const below of [...refsBelow(ref, calls), ...refsOfPhases(ref, plan)]) {
    const read = await deps.store.read(below);
    // A caller may write a plan, and a fork names the phases of its source: only its own are meant.
    if (read === undefined || readMeta(below, read.header).parent?.thread !== ref.thread) continue;
    const found = await findDetached(below, read, callId, deps);
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
