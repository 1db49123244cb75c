// The run of a schedule whose time has come.
//
// Its input is enqueued before its state is moved: where the isolate ends between the two, the next look enqueues it again, and
// the key of the time makes that a duplicate. Two isolates that look at once do the same. So each time has one run.

import { toAgentError } from "../../core/error.ts";
import type { WakeIo } from "../../core/wake.ts";
import { assertNotPaused } from "../../kernel/session/pausing.ts";
import { requireWaking } from "../../kernel/plugin_missing.ts";
import type { WakingDeps } from "../../http/ports/waking.ts";
import type { OpenSchedule } from "./open_schedules.ts";
import { readState, type ScheduleState, type StoredState, writeState } from "./state.ts";
import { toThreadId } from "./thread_id.ts";

/** Milliseconds for which the key of a time is recognised: 3 days. */
const RECEIPT_MS = 3 * 86_400_000;

/** Milliseconds by which a run may be late without counting as missed: the pump itself may be late. */
const LATE_MS = 5 * 60_000;

/** Milliseconds by which a schedule with one time may be seen first behind that time: deployments take a while. */
const FIRST_SEEN_MS = 86_400_000;

/**
 * Runs the schedule when its time has come. Returns the time of its next check; undefined for the next run of the pump, which reads
 * its state.
 *
 * @throws {AgentError} what the store throws, and a refusal that can pass: the time stays, for the next look
 */
export async function fire(
  open: OpenSchedule,
  now: number,
  io: WakeIo,
  deps: WakingDeps,
): Promise<number | undefined> {
  const { timetable, schedule } = open;
  const found = await readState(open, deps.store);
  const stored = found.state?.timing === timetable.text ? found : await begin(open, found, now, deps);
  const { state } = stored ?? {};
  if (stored === undefined || state === undefined || state.paused !== undefined) return undefined;
  if (state.next === null) return Infinity;
  if (state.next > now) return state.next;
  const at = Math.max(state.next, timetable.latest(now) ?? 0);
  const isMissed = schedule.missed === "never" && now - at > LATE_MS;
  const last = isMissed ? state.last : await start(open, at, io, deps);
  const next = timetable.next(at) ?? null;
  const moved = { timing: timetable.text, next, last };
  if (await writeState(open, stored, moved, deps.store) === undefined) return undefined;
  return next ?? Infinity;
}

/** The first state of a schedule, or of one whose times have changed; undefined when another isolate was first. */
async function begin(
  open: OpenSchedule,
  found: StoredState,
  now: number,
  { store }: WakingDeps,
): Promise<StoredState | undefined> {
  const { timetable } = open;
  const { once } = timetable;
  const isOpen = once !== undefined && once > now - FIRST_SEEN_MS;
  const state: ScheduleState = {
    ...found.state,
    timing: timetable.text,
    next: (isOpen ? once : timetable.next(now)) ?? null,
  };
  return await writeState(open, found, state, store);
}

/** Enqueues the input of the time. */
async function start(
  open: OpenSchedule,
  at: number,
  io: WakeIo,
  deps: WakingDeps,
): Promise<NonNullable<ScheduleState["last"]>> {
  const stamp = new Date(at).toISOString();
  const thread = await toThreadId(open, stamp.replace(/\.000Z$/, "Z").replaceAll(/[-:]/g, ""), deps);
  try {
    await enqueueRun(open, { thread, key: stamp }, io, deps);
    return { at, thread };
  } catch (thrown) {
    const error = toAgentError(thrown);
    if (error.retryable || error.code === "store_failed") throw error;
    const { agent, tenant, schedule: { name } } = open;
    deps.log("error", "a run of a schedule was refused", { agent, tenant, schedule: name, code: error.code });
    return { at, thread, error: error.code };
  }
}

/**
 * Enqueues the input of a schedule. `key` identifies the run: the same key is the same run.
 *
 * @throws {AgentError} agent_paused - its times wait: one run follows them, and not one each
 */
export async function enqueueRun(
  { agent, tenant, schedule: { name, input, metadata }, toolChoice }: OpenSchedule,
  { thread, key }: { readonly thread: string; readonly key: string },
  io: WakeIo,
  deps: WakingDeps,
): Promise<{ readonly version: number }> {
  await assertNotPaused(agent, deps.pausing?.read(tenant));
  return await requireWaking(deps).enqueue(
    {
      ref: { tenant, thread },
      agent,
      input,
      receiptMs: RECEIPT_MS,
      metadata,
      toolChoice,
      // The blanks keep it apart from what a client can send as Idempotency-Key.
      idempotency: { key: `schedule ${agent} ${name} ${key}`, bodyHash: "schedule" },
      origin: { door: "schedule", by: name },
    },
    io,
    deps,
  );
}
