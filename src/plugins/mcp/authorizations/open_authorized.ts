// Threads that wait for the user to authorize a server of tools, and how they open.

import { toAgentError } from "../../../core/error.ts";
import { isDeferred } from "../../../core/held_calls/later.ts";
import type { AgentState } from "../../../core/state.ts";
import type { ThreadRef } from "../../../core/store/thread.ts";
import { newId } from "../../../core/text/id.ts";
import type { WakeIo } from "../../../core/wake.ts";
import type { RuntimeDeps } from "../../../kernel/deps.ts";
import { withStoreRetries } from "../../../kernel/store_retry.ts";
import { readState } from "../../../kernel/stored.ts";
import { amend } from "../../../kernel/amend.ts";
import { REPAIR_MS } from "../../../kernel/due_times.ts";
import { waitsForFields } from "../../../kernel/held_calls/thread_status.ts";

/**
 * Opens a thread that waits for the authorization of this server, and wakes it where its run goes on by itself. A thread that does
 * not wait, has a step in progress, or is gone stays as it is: its next step finds the tokens.
 *
 * @throws {AgentError} `store_*`
 */
export async function openAuthorized(
  ref: ThreadRef,
  server: string,
  io: WakeIo,
  deps: RuntimeDeps,
): Promise<void> {
  const { tenant, thread: name } = ref;
  try {
    const found = await withStoreRetries(() => deps.store.read(ref), deps);
    if (found === undefined || readState(ref, found.header).authorization !== server) return;
    let goesOn = false;
    const version = await amend(ref, {
      owner: newId("run", deps.random),
      entry: undefined,
      change: ({ begun: { header, inbox }, state, pending }) => {
        if (header.status !== "waiting" || state.authorization !== server) return undefined;
        const others = pending.filter((call) => call.deferred?.authorization?.server !== server);
        const isOpen = !others.some(isDeferred);
        // An input that waits in the inbox brings the terms of its run.
        goesOn = isOpen && (state.run.wake !== undefined || inbox.length > 0);
        return isOpen
          ? { state: openState(state, header.epoch), status: "open" }
          : { state: { ...openState(state, header.epoch), ...waitsForFields(others) }, status: "waiting" };
      },
    }, deps);
    if (version === undefined || !goesOn) return;
    await withStoreRetries(() => deps.store.moveDue(tenant, name, { to: deps.clock() + REPAIR_MS }), deps);
    await deps.wakes.schedule({ tenant, name, version }, io);
  } catch (thrown) {
    const { code } = toAgentError(thrown);
    if (code !== "thread_busy" && code !== "thread_unknown") throw thrown;
  }
}

function openState(
  { waitsFor: _waits, authorization: _server, error: _error, wakes, ...state }: AgentState,
  epoch: number,
): AgentState {
  const { parked: _parked, ...kept } = wakes ?? { epoch };
  return { ...state, wakes: wakes && { ...kept, epoch } };
}
