// Parks a thread: no wake-up runs it any more until an input comes or a caller asks for it.

import type { AgentError } from "../../core/error.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { newId } from "../../core/text/id.ts";
import type { RuntimeDeps } from "../request.ts";
import { amend } from "../threads/amend.ts";

/**
 * Parks the thread with its reason. `failures` steps in a row failed, or did not commit. Its row in the due index leaves at the
 * pump's next look at it.
 *
 * @throws {AgentError} thread_unknown, thread_busy, `store_*`
 */
export async function park(
  ref: ThreadRef,
  { code, message }: AgentError,
  failures: number,
  deps: RuntimeDeps,
): Promise<void> {
  const why = { code, message: message.slice(0, 500) };
  await amend(ref, {
    owner: newId("run", deps.random),
    entry: undefined,
    change: ({ begun: { header: { epoch }, inbox }, state }) => ({
      state: {
        ...state,
        error: why,
        wakes: { epoch, parked: { ...why, failures, at: deps.clock(), waiting: inbox.length } },
        updatedAt: deps.clock(),
      },
      status: "failed",
    }),
  }, deps);
  deps.log("warn", "a thread is parked", { thread: ref.thread, tenant: ref.tenant, failures, code });
}
