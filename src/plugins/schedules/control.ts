// The view of a schedule for callers, and their operations: pause, resume, run now.

import type { ScheduleView, StartedRun } from "../../core/contract/schedules.ts";
import { AgentError } from "../../core/error.ts";
import { newId } from "../../core/text/id.ts";
import type { WakeIo } from "../../core/wake.ts";
import type { WakingDeps } from "../../http/ports/waking.ts";
import { enqueueRun } from "./fire.ts";
import type { OpenSchedule } from "./open_schedules.ts";
import { enterNext, type LastRun, readState, type ScheduleState, writeState } from "./state.ts";
import { toThreadId } from "./thread_id.ts";

/** Times that a change is tried while others change the same state. */
const TRIES = 8;

/** One request. */
export async function viewSchedule(open: OpenSchedule, { store, clock }: WakingDeps): Promise<ScheduleView> {
  return toView(open, (await readState(open, store)).state, clock());
}

/** Its times pass without a run until it is resumed. */
export async function pauseSchedule(open: OpenSchedule, deps: WakingDeps): Promise<ScheduleView> {
  return await change(open, deps, (state, now) => ({ ...state, paused: state.paused ?? now }));
}

/** It goes on with the first time from now on; the times of the pause are no missed runs. */
export async function resumeSchedule(open: OpenSchedule, deps: WakingDeps): Promise<ScheduleView> {
  return await change(open, deps, (state, now) => {
    const { paused, ...rest } = state;
    return paused === undefined ? state : { ...rest, next: open.timetable.next(now) ?? null };
  });
}

/**
 * Runs the schedule now, also while it is paused; its times do not change. The same `key` is the same run.
 *
 * @throws {AgentError} what `enqueueInput` throws
 */
export async function runNow(
  open: OpenSchedule,
  key: string | undefined,
  io: WakeIo,
  deps: WakingDeps,
): Promise<StartedRun> {
  const run = key === undefined ? newId("run", deps.random) : `run_${(await deps.sha256(key)).slice(0, 22)}`;
  const thread = await toThreadId(open, run, deps);
  const { version } = await enqueueRun(open, { thread, key: `now ${run}` }, io, deps);
  const last: LastRun = { at: deps.clock(), thread };
  await change(open, deps, (state) => ({ ...state, last }));
  return { thread, version };
}

async function change(
  open: OpenSchedule,
  { store, clock }: WakingDeps,
  change: (state: ScheduleState, now: number) => ScheduleState,
): Promise<ScheduleView> {
  for (let tries = 0; tries < TRIES; tries++) {
    const stored = await readState(open, store);
    const now = clock();
    const state = change(resolveState(open, stored.state, now), now);
    if (await writeState(open, stored, state, store) === undefined) continue;
    await enterNext(open, state.paused === undefined ? state.next ?? undefined : undefined, store);
    return toView(open, state, now);
  }
  throw new AgentError("store_unavailable", "The schedule is being changed by others; try again.");
}

/** The state in force: that of other times is not. */
function resolveState(
  { timetable: { text, next } }: OpenSchedule,
  state: ScheduleState | undefined,
  now: number,
): ScheduleState {
  return state?.timing === text ? state : { ...state, timing: text, next: next(now) ?? null };
}

function toView(open: OpenSchedule, stored: ScheduleState | undefined, now: number): ScheduleView {
  const { agent, schedule: { name, cron, at, timezone, thread = "new", missed = "once" } } = open;
  const { next, paused, last } = resolveState(open, stored, now);
  return {
    agent,
    name,
    cron: cron ?? null,
    at: at ?? null,
    timezone: cron === undefined ? null : timezone ?? "UTC",
    thread,
    missed,
    status: paused !== undefined ? "paused" : next === null ? "over" : "active",
    next: next === null || paused !== undefined ? null : new Date(next).toISOString(),
    last: last
      ? { at: new Date(last.at).toISOString(), thread: last.thread, error: last.error ?? null }
      : null,
  };
}
