// The threads above a phase become open when a person has settled a call of the phase, so that their next steps go on with it.

import { AgentError } from "../../core/error.ts";
import type { ThreadHeader, ThreadRef } from "../../core/store/thread.ts";
import type { WakeIo } from "../../core/wake.ts";
import type { RuntimeDeps } from "../deps.ts";
import { readMeta } from "../stored.ts";
import { childRef } from "./refs.ts";
import { amend } from "../amend.ts";
import { enterOpening } from "../outbox/send.ts";

/**
 * Opens the waiting threads above. `cause` names what happened, once for each time. A thread that cannot be written now stays
 * `waiting`: its next step goes on all the same, since a step begins on every thread with pending calls.
 */
export async function wakeAbove(
  ref: ThreadRef,
  header: ThreadHeader,
  cause: string,
  io: WakeIo,
  deps: Pick<RuntimeDeps, "store" | "sleep" | "log" | "wakes" | "clock">,
): Promise<void> {
  const { parent } = readMeta(ref, header);
  if (parent === undefined) return;
  const above = { tenant: ref.tenant, thread: parent.thread };
  // A fork of a phase's thread has the same parent, which does not wait for it.
  if (childRef(above, parent.callId, parent.phase).thread !== ref.thread) return;
  const snapshot = await deps.store.read(above);
  if (snapshot === undefined) return;
  const goesOn = await enterOpening(above, snapshot.header, deps);
  if (snapshot.header.status === "waiting" && !snapshot.running) {
    try {
      await amend(above, {
        owner: `wake ${cause} ${parent.depth}`,
        entry: undefined,
        change: ({ begun: { header: { status } }, state }) =>
          status === "waiting" ? { state, status: "open" } : undefined,
      }, deps);
    } catch (error) {
      if (!(error instanceof AgentError)) throw error;
    }
  }
  if (goesOn) io.defer(deps.wakes.schedule({ tenant: above.tenant, name: above.thread }, io));
  await wakeAbove(above, snapshot.header, cause, io, deps);
}
