// Parks a thread: no wake-up runs it any more until an input comes or a caller asks for it.

import type { AgentError } from "../../core/error.ts";
import type { ParkedState } from "../../core/state.ts";
import type { OutboxItem } from "../../core/store/commit.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { newId } from "../../core/text/id.ts";
import type { WakeIo } from "../../core/wake.ts";
import type { RuntimeDeps } from "../deps.ts";
import { amend } from "../amend.ts";
import { sendOutbox, writeParked } from "./outbox.ts";

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
  { defer }: WakeIo,
  deps: RuntimeDeps,
): Promise<void> {
  const why = { code, message: message.slice(0, 500) };
  let items: readonly OutboxItem[] = [];
  await amend(ref, {
    owner: newId("run", deps.random),
    entry: undefined,
    change: ({ begun: { header: { epoch, counters }, inbox }, state, meta }) => ({
      state: {
        ...state,
        error: why,
        wakes: { epoch, parked: { ...why, failures, at: deps.clock(), waiting: inbox.length } },
        updatedAt: deps.clock(),
      },
      status: "failed",
      outbox: (commit) => {
        const step = { ref, meta, step: counters.steps + 1, error: why, status: "failed" as const };
        return items = writeParked({ ...step, ...commit }, deps);
      },
    }),
  }, deps);
  // Of a commit that was refused the items are found to be untrue by their version and head.
  sendOutbox(ref, items, defer, deps);
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
  { defer }: WakeIo,
  deps: RuntimeDeps,
): Promise<void> {
  let items: readonly OutboxItem[] = [];
  await amend(ref, {
    owner: newId("run", deps.random),
    entry: undefined,
    change: ({ begun: { header: { epoch, counters }, inbox }, state, meta }) => {
      const at = deps.clock();
      return {
        state: {
          ...state,
          waitsFor: "authorization",
          authorization: String(server),
          wakes: { epoch, parked: { code, message, failures: 0, at, waiting: inbox.length } },
          updatedAt: at,
        },
        status: "waiting",
        outbox: (commit) => {
          const error = { code, message };
          const step = { ref, meta, step: counters.steps + 1, error, status: "waiting" as const };
          return items = writeParked({ ...step, ...commit }, deps);
        },
      };
    },
  }, deps);
  sendOutbox(ref, items, defer, deps);
  deps.log("info", "a thread waits for an authorization", { thread: ref.thread, tenant: ref.tenant });
}
