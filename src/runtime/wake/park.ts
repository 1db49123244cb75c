// Parks a thread: no wake-up runs it any more until an input comes or a caller asks for it.

import type { AgentError } from "../../core/error.ts";
import type { AgentState, ParkedState } from "../../core/state.ts";
import type { OutboxItem } from "../../core/store/commit.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { newId } from "../../core/text/id.ts";
import type { WakeIo } from "../../core/wake.ts";
import type { RuntimeDeps } from "../deps.ts";
import { amend, type AmendedThread } from "../amend.ts";
import { type ParkedStep, sendOutbox, writeParked } from "./outbox.ts";

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
  const toState: ToParked = ({ begun: { header: { epoch }, inbox }, state }) => ({
    ...state,
    error: why,
    wakes: { epoch, parked: { ...why, failures, at: deps.clock(), waiting: inbox.length } },
    updatedAt: deps.clock(),
  });
  await commitParked(ref, { status: "failed", error: why, toState }, io, deps);
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
  const toState: ToParked = ({ begun: { header: { epoch }, inbox }, state }) => {
    const at = deps.clock();
    return {
      ...state,
      waitsFor: "authorization",
      authorization: String(server),
      wakes: { epoch, parked: { code, message, failures: 0, at, waiting: inbox.length } },
      updatedAt: at,
    };
  };
  await commitParked(ref, { status: "waiting", error: { code, message }, toState }, io, deps);
  deps.log("info", "a thread waits for an authorization", { thread: ref.thread, tenant: ref.tenant });
}

type ToParked = (thread: AmendedThread) => AgentState;

/** Commits the state of a parked thread, and tells the doors. */
async function commitParked(
  ref: ThreadRef,
  { status, error, toState }: Pick<ParkedStep, "status" | "error"> & { readonly toState: ToParked },
  { defer }: WakeIo,
  deps: RuntimeDeps,
): Promise<void> {
  let items: readonly OutboxItem[] = [];
  await amend(ref, {
    owner: newId("run", deps.random),
    entry: undefined,
    change: (thread) => {
      const { begun: { header: { counters } }, meta } = thread;
      return {
        state: toState(thread),
        status,
        outbox: (commit) =>
          items = writeParked({ ref, meta, step: counters.steps + 1, error, status, ...commit }, deps),
      };
    },
  }, deps);
  // Of a commit that was refused the items are found to be untrue by their version and head.
  sendOutbox(ref, items, defer, deps);
}
