// The work of a wake-up of a thread: its next step, or as many as fit into the time of a wake-up. Whether there is anything to do
// stands in the store.

import { type AgentError, failureFields, toAgentError } from "../../core/error.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { WakeIo, WakeOutcome, WakeUp } from "../../core/wake.ts";
import type { RunDeps } from "../../kernel/run_deps.ts";
import { startRun } from "../../kernel/run.ts";
import { backoffMs, BUSY_MS, REPAIR_MS } from "../../kernel/due_times.ts";
import { park, parkUnauthorized } from "./park.ts";
import { moveToWait, repair } from "./repair.ts";

/** What is known of a thread that is woken. */
interface Woken {
  readonly ref: ThreadRef;
  readonly version: number | undefined;
  /** The time of its row in the due index, where the pump has sent the wake-up. */
  readonly due?: number;
}

/** Runs the thread. Failures are outcomes; the wake-up of the next step is sent behind the commit of this one. */
export async function stepThread(wake: WakeUp, io: WakeIo, deps: RunDeps): Promise<WakeOutcome> {
  const { tenant, name: thread } = wake;
  const ref = { tenant, thread };
  let isLast = false;
  try {
    const refusal = deps.places?.refusal(tenant);
    if (refusal !== undefined) throw refusal;
    if (wake.due === undefined) return await run({ ref, version: wake.version }, io, deps);
    const found = await repair(ref, wake.due, io, deps);
    if (found.type === "rest") return found.outcome;
    isLast = found.isLast;
    return await run({ ref, version: found.version, due: wake.due }, io, deps);
  } catch (thrown) {
    return await afterRefusal(ref, toAgentError(thrown), { due: wake.due, isLast, io }, deps);
  }
}

async function run(
  { ref, version, due }: Woken,
  io: WakeIo,
  deps: RunDeps,
): Promise<WakeOutcome> {
  const { budgetMs } = deps.wakeLimits;
  const started = await startRun({
    ref,
    inputs: [],
    toolResults: [],
    busy: "reject",
    resumable: false,
    woken: true,
    until: budgetMs > 0 ? "done" : "step",
    stopAt: budgetMs > 0 ? deps.clock() + budgetMs : undefined,
    expectedVersion: version,
    due,
  }, deps);
  if (started.type === "queued") return { type: "stale" };
  const { error, thread } = await started.run(undefined, io.defer);
  // A failure that was committed has the wake-up of its next try already.
  const isKept = version === undefined || thread.version > version;
  if (error === undefined || isKept) return { type: "handled" };
  if (error.code === "budget_exhausted" || error.code === "step_refused") {
    return await rest(ref, error, io, deps);
  }
  return again(error, backoffMs(1));
}

/** What a refusal of the step means for the wake-up. */
async function afterRefusal(
  ref: ThreadRef,
  error: AgentError,
  { due, isLast, io }: { readonly due: number | undefined; readonly isLast: boolean; readonly io: WakeIo },
  deps: RunDeps,
): Promise<WakeOutcome> {
  switch (error.code) {
    case "thread_unknown":
    case "nothing_to_do":
      // What makes it go on enters the index again.
      if (due !== undefined) await deps.store.moveDue(ref.tenant, ref.thread, { from: due });
      return { type: "stale" };
    case "approval_required":
      if (due !== undefined) await moveToWait(ref, due, deps);
      return { type: "stale" };
    case "not_yet":
      if (due === undefined) return again(error, REPAIR_MS);
      await moveToWait(ref, due, deps);
      return { type: "stale" };
    case "version_conflict":
    case "step_cancelled":
      return { type: "stale" };
    case "thread_busy":
      // The row of the due index brings the next wake-up, unless this one is not from there.
      if (due !== undefined) return { type: "stale" };
      return { ...again(error, BUSY_MS), afterMs: Math.min(error.retryAfterMs ?? BUSY_MS, BUSY_MS) };
    case "agent_paused":
      if (due !== undefined) {
        await deps.store.moveDue(ref.tenant, ref.thread, {
          from: due,
          to: deps.clock() + (error.retryAfterMs ?? REPAIR_MS),
        });
      }
      return { type: "stale" };
    case "server_busy":
      if (due !== undefined) return { type: "stale" };
      return again(error, BUSY_MS);
    case "authorization_required":
      await parkUnauthorized(ref, error, io, deps);
      return { type: "handled" };
    case "budget_exhausted":
    case "step_refused":
      return await rest(ref, error, io, deps);
    default: {
      if (isLast && !error.retryable) {
        await park(ref, error, deps.wakeLimits.failures, io, deps);
        return { type: "handled" };
      }
      const outcome = again(error, REPAIR_MS);
      // The pump sends one of its own by then: more than one for a thread would add up, minute after minute.
      if (due === undefined || outcome.afterMs < REPAIR_MS) return outcome;
      const message = "a thread was not stepped; the cron pump tries it again";
      deps.log("warn", message, { ...ref, ...failureFields(error) });
      return { type: "stale" };
    }
  }
}

/** The budget of a day comes back with the next one: the pump wakes the thread then. Any other is used up for good, as is a plugin's no. */
async function rest(ref: ThreadRef, error: AgentError, io: WakeIo, deps: RunDeps): Promise<WakeOutcome> {
  const { resetsAt } = error.details;
  if (typeof resetsAt !== "string") await park(ref, error, 1, io, deps);
  else {
    deps.log("warn", "a run waits for the budget of the next day", {
      ...ref,
      until: resetsAt,
      ...failureFields(error),
    });
    await deps.store.moveDue(ref.tenant, ref.thread, { to: Date.parse(resetsAt) });
  }
  return { type: "handled" };
}

function again(failure: AgentError, otherwiseMs: number): WakeOutcome & { readonly type: "again" } {
  return { type: "again", afterMs: failure.retryAfterMs ?? otherwiseMs, because: failure.code, failure };
}
