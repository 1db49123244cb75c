// Which thread waits for the result of a call that its run has gone on without: the thread itself, or one of its phases, at any depth.

import type { DetachedCall } from "../../core/state.ts";
import type { ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { refsBelow, refsOfPhases } from "../../kernel/children/refs.ts";
import { readMeta, readPendingCalls, readState } from "../../kernel/stored.ts";

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
