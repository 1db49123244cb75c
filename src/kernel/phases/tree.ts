// The threads below a thread, as the API shows them: one for each phase that has run or runs, and what waits for people in them.

import { heldView } from "../../core/held_calls/held_view.ts";
import type { CallView } from "../../core/contract/calls.ts";
import type { ChildView } from "../../core/contract/threads.ts";
import { isCancelled } from "../../core/approval/verdict.ts";
import type { PlannedCall } from "../../core/call.ts";
import { RUN_PHASE } from "../../core/plan/orchestration.ts";
import { firstPlan } from "../../core/plan/strategic_plan.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { outstandingViews } from "../held_calls/call_views.ts";
import type { RuntimeDeps } from "../deps.ts";
import { viewSnapshot } from "../snapshot.ts";
import { readMeta, readPendingCalls, readState } from "../stored.ts";
import { refsBelow } from "./cancel.ts";
import { phaseNamed, readChild, readPhases } from "./child_thread.ts";
import { snapshotsBelow } from "./holder.ts";

/** True for a call that waits for people, or for a result that comes later. */
function isHeldUp(call: CallView): boolean {
  const { waitsFor } = heldView(call);
  return waitsFor === "people" || waitsFor === "later";
}

/** A phase with the thread of its last run. */
interface KnownPhase extends Pick<ChildView, "phase" | "worker" | "state"> {
  readonly child: ThreadRef;
}

type Deps = Pick<RuntimeDeps, "store" | "clock" | "agents">;

/** Calls that wait for people or for a later result in the threads below; undefined when no phase is unfinished. */
export async function waitingBelow(
  ref: ThreadRef,
  calls: readonly PlannedCall[],
  { store, clock }: Pick<Deps, "store" | "clock">,
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

/**
 * The phases that have run or run, in the order of the plan, with the threads of their last runs.
 *
 * @throws {AgentError} store_corrupt
 */
export async function readPhaseTree(ref: ThreadRef, deps: Deps): Promise<readonly ChildView[] | undefined> {
  const snapshot = await deps.store.read(ref);
  if (snapshot === undefined) return undefined;
  const { header } = snapshot;
  const meta = readMeta(ref, header);
  const agent = deps.agents.get(meta.agent) ?? { plan: undefined };
  const phases = readPhases(readState(ref, header).plan ?? firstPlan({ agent, meta }));
  const calls = readPendingCalls(ref, snapshot.pending);
  const running = new Map(
    calls.filter(({ name }) => name === RUN_PHASE).flatMap((call) =>
      refsBelow(ref, [call]).map((child) => {
        const state = isCancelled(call, header) ? "cancelled" : "running";
        return [phaseNamed(call.args), { child, state } as const] as const;
      })
    ),
  );
  const known = phases.flatMap((phase): readonly KnownPhase[] => {
    const pending = running.get(phase.id);
    if (pending !== undefined && phase.state !== "finished") {
      return [{ phase: phase.id, worker: phase.worker, ...pending }];
    }
    if (phase.thread === undefined) return [];
    const { id, worker, state, thread } = phase;
    return [{ phase: id, worker, state, child: { tenant: ref.tenant, thread } }];
  });
  return await Promise.all(known.map(async ({ child, ...facts }): Promise<ChildView> => {
    const read = await readChild(child, meta.user, deps);
    if (read === undefined) return { ...facts, calls: [], children: [] };
    const pending = readPendingCalls(child, read.pending);
    const own = (await outstandingViews(pending, read, deps.clock())).filter(isHeldUp);
    return {
      ...facts,
      thread: await viewSnapshot(child, read, deps),
      calls: [...own, ...await waitingBelow(child, pending, deps) ?? []],
      children: await readPhaseTree(child, deps) ?? [],
    };
  }));
}
