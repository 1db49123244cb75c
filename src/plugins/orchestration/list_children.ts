// The threads below a thread, as the API shows them: one for each phase that has run or runs, and what waits for people in them.

import type { ChildView } from "../../core/contract/threads.ts";
import { isCancelled } from "../../core/approval/verdict.ts";
import { firstPlan } from "../../core/plan/strategic_plan.ts";
import type { ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import { phaseNamed, refsBelow } from "../../kernel/children/refs.ts";
import { isHeldUp, waitingBelow } from "../../kernel/children/waiting.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { outstandingViews } from "../../kernel/held_calls/call_views.ts";
import { readSnapshot, viewSnapshot } from "../../kernel/snapshot.ts";
import { readMeta, readPendingCalls, readState } from "../../kernel/stored.ts";
import { readChild, readPhases } from "./phase_thread.ts";

type Deps = Pick<RuntimeDeps, "store" | "clock" | "agents">;

/**
 * The phases with their threads, in the order of the plan.
 *
 * @throws {AgentError} thread_unknown, store_corrupt
 */
export async function listChildren(ref: ThreadRef, deps: Deps): Promise<readonly ChildView[]> {
  return await readPhaseTree(ref, await readSnapshot(ref, deps), deps);
}

/** A phase with the thread of its last run. */
interface KnownPhase extends Pick<ChildView, "phase" | "worker" | "state"> {
  readonly child: ThreadRef;
}

/**
 * The phases that have run or run, in the order of the plan, with the threads of their last runs.
 *
 * @throws {AgentError} store_corrupt
 */
async function readPhaseTree(
  ref: ThreadRef,
  snapshot: ThreadSnapshot,
  deps: Deps,
): Promise<readonly ChildView[]> {
  const { header } = snapshot;
  const meta = readMeta(ref, header);
  const agent = deps.agents.get(meta.agent) ?? { plan: undefined };
  const phases = readPhases(readState(ref, header).plan ?? firstPlan({ agent, meta }));
  const calls = readPendingCalls(ref, snapshot.pending);
  const running = new Map(
    calls.flatMap((call) =>
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
      children: await readPhaseTree(child, read, deps),
    };
  }));
}
