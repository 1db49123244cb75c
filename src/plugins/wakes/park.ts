// Parks a thread: no wake-up runs it any more until an input comes or a caller requests it.

import type { AgentError } from "../../core/error.ts";
import type { AgentState, ParkedState, ThreadStatus } from "../../core/state.ts";
import type { OutboxItem } from "../../core/store/commit.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { newId } from "../../core/text/id.ts";
import type { WakeIo } from "../../core/wake.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { amend } from "../../kernel/amend.ts";
import { sendOutbox, writeParked } from "../../kernel/outbox/outbox.ts";

/**
 * Parks the thread with its reason. `failures` steps in a row failed, or did not commit. Its row in the due index leaves at the
 * pump's next look at it.
 *
 * @throws {AgentError} thread_unknown, thread_busy, `store_*`
 */
export async function park(
  ref: ThreadRef,
  { code, message }: Pick<ParkedState, "code" | "message">,
  failures: number,
  io: WakeIo,
  deps: RuntimeDeps,
): Promise<void> {
  const why = { code, message: message.slice(0, 500) };
  await commitParked(
    ref,
    { parked: { ...why, failures }, state: { error: why }, status: "failed" },
    io,
    deps,
  );
  deps.log("warn", "a thread is parked", { thread: ref.thread, tenant: ref.tenant, failures, code });
}

/**
 * Parks a thread whose user has to authorize a server of tools: it waits, and nothing has failed. The end of the authorization
 * opens it.
 *
 * @throws {AgentError} thread_unknown, thread_busy, `store_*`
 */
export async function parkUnauthorized(
  ref: ThreadRef,
  { code, message, details: { server } }: AgentError,
  io: WakeIo,
  deps: RuntimeDeps,
): Promise<void> {
  await commitParked(
    ref,
    {
      parked: { code, message, failures: 0 },
      state: { waitsFor: "authorization", authorization: String(server) },
      status: "waiting",
    },
    io,
    deps,
  );
  deps.log("info", "a thread waits for an authorization", { thread: ref.thread, tenant: ref.tenant });
}

/** Commits that the thread is parked, with what else changes of its state, and has what that leaves for others delivered. */
async function commitParked(
  ref: ThreadRef,
  { parked, state: changed, status }: {
    readonly parked: Pick<ParkedState, "code" | "message" | "failures">;
    readonly state: Partial<AgentState>;
    readonly status: ThreadStatus;
  },
  { defer }: WakeIo,
  deps: RuntimeDeps,
): Promise<void> {
  const { code, message } = parked;
  let items: readonly OutboxItem[] = [];
  await amend(ref, {
    owner: newId("run", deps.random),
    entry: undefined,
    change: ({ begun: { header: { epoch, counters, givenTitle }, inbox }, state, meta }) => {
      const at = deps.clock();
      const isTitled = givenTitle !== undefined;
      const step = { ref, meta, step: counters.steps + 1, error: { code, message }, status, isTitled };
      return {
        state: {
          ...state,
          ...changed,
          wakes: { epoch, parked: { ...parked, at, waiting: inbox.length } },
          updatedAt: at,
        },
        status,
        outbox: (commit) => items = writeParked({ ...step, ...commit }, deps),
      };
    },
  }, deps);
  // Of a commit that was refused the items are found to be untrue by their version and head.
  sendOutbox(ref, items, defer, deps);
}
