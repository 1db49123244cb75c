// A thread is woken because a caller requests it: one that is parked, and one whose client does not go on with it.

import { AgentError } from "../../core/error.ts";
import type { AgentState, ThreadStatus } from "../../core/state.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { newId } from "../../core/text/id.ts";
import type { ThreadView } from "../../core/contract/threads.ts";
import type { WakeIo } from "../../core/wake.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { readState } from "../../kernel/stored.ts";
import { amend } from "../../kernel/amend.ts";
import { readSnapshot, viewThread } from "../../kernel/snapshot.ts";
import { REPAIR_MS } from "../../kernel/due_times.ts";

/**
 * Has the thread go on without a client, from where it stands. One that is parked, or whose last step failed, is tried again.
 *
 * @throws {AgentError} thread_unknown
 * @throws {AgentError} nothing_to_do - it has ended, or waits for something from outside
 * @throws {AgentError} thread_busy - a step is in progress, and the run does not go on by itself yet
 */
export async function wakeThread(ref: ThreadRef, io: WakeIo, deps: RuntimeDeps): Promise<ThreadView> {
  const { header, waiting, pending, running } = await readSnapshot(ref, deps);
  const state = readState(ref, header);
  const { status } = header;
  if (waiting === 0 && !running && !mayGoOn(status, pending !== null)) {
    throw new AgentError("nothing_to_do", `Thread ${ref.thread} is ${status}; send an input.`, {
      details: { status, version: header.version },
    });
  }
  const { tenant, thread: name } = ref;
  // Before it goes on by itself: an isolate that ends between the two leaves a row with nothing to do, and no lost thread.
  await deps.store.moveDue(tenant, name, { to: deps.clock() + REPAIR_MS });
  if (state.run.wake === undefined || state.wakes?.parked !== undefined || status === "failed") {
    await amend(ref, {
      owner: newId("run", deps.random),
      entry: undefined,
      change: ({ begun }) => ({
        state: unpark(readState(ref, begun.header), begun.header.epoch),
        status: begun.header.status === "failed" ? "open" : begun.header.status,
      }),
    }, deps);
  }
  const view = await viewThread(ref, deps);
  io.defer(deps.wakes.schedule({ tenant, name, version: running ? undefined : view.version }, io));
  return view;
}

/** A thread that waits may wait no longer: its next step finds out. */
function mayGoOn(status: ThreadStatus, hasCalls: boolean): boolean {
  return status === "open" || status === "failed" || status === "waiting" && hasCalls;
}

function unpark({ error: _error, ...state }: AgentState, epoch: number): AgentState {
  return { ...state, run: { ...state.run, wake: state.run.wake ?? {} }, wakes: { epoch } };
}
