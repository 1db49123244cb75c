// A wake-up of the cron pump: one was lost, or the worker of a step vanished. One read finds out what is left to do, before a step
// begins.

import type { PlannedCall } from "../../core/call.ts";
import type { AgentState, WakeState } from "../../core/state.ts";
import type { ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import type { WakeIo, WakeOutcome } from "../../core/wake.ts";
import { AgentError } from "../../core/error.ts";
import { newId } from "../../core/text/id.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { heldUntil } from "../../kernel/held_calls/due.ts";
import { takeSteering } from "../../kernel/session/select_waiting_inputs.ts";
import { readMeta, readPendingCalls, readState } from "../../kernel/stored.ts";
import { amend } from "../../kernel/amend.ts";
import { LONG_MS, REPAIR_MS } from "../../kernel/due_times.ts";
import { park } from "./park.ts";

/** What the pump found. */
export type Found =
  /** `isLast`: a thread whose step is refused this time is parked with the reason. */
  | { readonly type: "step"; readonly version: number; readonly isLast: boolean }
  | { readonly type: "rest"; readonly outcome: WakeOutcome };

/** Why a thread is parked whose steps did not come to their end. */
const VANISHED = "step_vanished";

const STALE: Found = { type: "rest", outcome: { type: "stale" } };

/**
 * What is to be done about a thread that the pump wakes. `due` is the time that its row has in the index: a row without work
 * leaves, one whose work comes later moves there.
 *
 * @throws {AgentError} store_corrupt, store_unavailable, and what {@link amend} throws
 */
export async function repair(ref: ThreadRef, due: number, io: WakeIo, deps: RuntimeDeps): Promise<Found> {
  const { tenant, thread } = ref;
  const { store, clock } = deps;
  const move = async (to?: number): Promise<Found> => {
    await store.moveDue(tenant, thread, { from: due, to });
    return STALE;
  };
  const snapshot = await store.read(ref);
  if (snapshot === undefined) return await move();
  if (snapshot.running) return STALE;
  const { waiting } = snapshot;
  const state = readState(ref, snapshot.header);
  const { parked } = state.wakes ?? {};
  if (!hasWork(snapshot, state) || parked !== undefined && waiting <= parked.waiting) return await move();
  const now = clock();
  // A begin that is refused counts as one that was lost.
  const paused = (await deps.pausing?.read(tenant))?.(readMeta(ref, snapshot.header).agent);
  if (paused !== undefined) return await move(now + (paused.retryAfterMs ?? REPAIR_MS));
  if (waiting === 0) {
    const until = waitsUntil(readPendingCalls(ref, snapshot.pending), snapshot, state, now);
    if (until !== undefined) return await move(until);
  }
  const { resumeAt = now, resumeFor } = state;
  // An input goes on without the calls that a tool does not take yet; a model that rests rests for inputs as well.
  if (resumeAt > now && (waiting === 0 || resumeFor !== "tools")) {
    await move(resumeAt + REPAIR_MS);
    const afterMs = resumeAt - now;
    return { type: "rest", outcome: { type: "again", afterMs, because: "not_yet" } };
  }
  return await unlessLost(ref, snapshot, { state, io }, deps);
}

/** True where a step that no client requests has something to do. */
function hasWork({ header: { status }, pending, waiting }: ThreadSnapshot, { run }: AgentState): boolean {
  if (waiting > 0) return true;
  if (run.wake === undefined) return false;
  return status === "open" || status === "waiting" && pending !== null;
}

/** Until when the thread waits for answers about its calls; undefined when it does not. */
function waitsUntil(
  pending: readonly PlannedCall[],
  { header: { cancelledEpoch }, marks }: Pick<ThreadSnapshot, "header" | "marks">,
  { run: { execution } }: AgentState,
  now: number,
): number | undefined {
  return heldUntil(pending, { marks, cancelledEpoch, execution }, now, LONG_MS);
}

/**
 * Moves the row of a thread whose step was refused because it waits, to the time until which it does. Only inputs that are queued behind
 * the run are there, and the read before the step does not distinguish them from others.
 */
export async function moveToWait(
  ref: ThreadRef,
  due: number,
  { store, clock }: Pick<RuntimeDeps, "store" | "clock">,
): Promise<void> {
  const snapshot = await store.read(ref);
  if (snapshot === undefined) return;
  const state = readState(ref, snapshot.header);
  const { resumeAt = 0 } = state;
  const now = clock();
  // What it waited for may have come meanwhile.
  const until = waitsUntil(readPendingCalls(ref, snapshot.pending), snapshot, state, now) ?? now + REPAIR_MS;
  const to = resumeAt > now ? resumeAt + REPAIR_MS : until;
  await store.moveDue(ref.tenant, ref.thread, { from: due, to });
}

/**
 * Every begin raises the epoch of a thread, so begins since the last commit are those that did not commit: their workers vanished,
 * or were refused. Nothing is written for that until half of them are found; then they are noted, because a client whose
 * requests are refused raises the epoch as well, and with the other half the thread is parked.
 */
async function unlessLost(
  ref: ThreadRef,
  { header: { epoch, version } }: ThreadSnapshot,
  { state: { wakes }, io }: { readonly state: AgentState; readonly io: WakeIo },
  deps: RuntimeDeps,
): Promise<Found> {
  const { failures } = deps.wakeLimits;
  const half = Math.floor(failures / 2);
  if (wakes === undefined && version > 0) {
    return { type: "step", version: await note(ref, 0, deps), isLast: false };
  }
  const since = epoch - (wakes?.epoch ?? 0);
  const lost = wakes?.lost ?? 0;
  if (lost === 0 && since < failures - half || lost > 0 && since < half) {
    return { type: "step", version, isLast: lost === 0 ? failures === 1 : since + 1 >= half };
  }
  if (lost === 0 && half > 0) {
    return { type: "step", version: await note(ref, since, deps), isLast: half === 1 };
  }
  const message = "Its steps ended without a result; the log has why.";
  await park(ref, { code: VANISHED, message }, lost + since, io, deps);
  return { type: "rest", outcome: { type: "handled" } };
}

/**
 * Notes how many begins did not commit, and returns the version behind the note. A thread that waits, with inputs alone that are queued
 * behind its run, has lost none: its steps were refused, as the requests that sent the inputs were given back.
 */
async function note(ref: ThreadRef, begins: number, deps: RuntimeDeps): Promise<number> {
  const version = await amend(ref, {
    owner: newId("run", deps.random),
    entry: undefined,
    change: ({ begun, state, pending }) => {
      const { header, inbox } = begun;
      const { lost: _before, ...wakes }: WakeState = { ...state.wakes, epoch: header.epoch };
      const waits = waitsUntil(pending, begun, state, deps.clock()) !== undefined;
      const lost = waits && takeSteering(inbox).length === 0 ? 0 : begins;
      return {
        state: { ...state, wakes: lost === 0 ? wakes : { ...wakes, lost } },
        status: header.status,
      };
    },
  }, deps);
  if (version !== undefined) return version;
  throw new AgentError("internal", `Thread ${ref.thread} has no version behind a note.`);
}
