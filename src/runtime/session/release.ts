// Giving a thread back: the opposite of begin.

import { failureFields } from "../../core/error.ts";
import type { RuntimeDeps, StepRequest } from "../request.ts";
import type { Session } from "./session.ts";

/** Undoes a begin. A store that cannot be reached is logged: the lease then runs out by itself. */
export async function giveBack(
  { ref, owner, header: { epoch }, inputs }: Pick<Session, "ref" | "owner" | "header" | "inputs">,
  { idempotency }: StepRequest,
  deps: RuntimeDeps,
): Promise<void> {
  try {
    await deps.store.abandon({ ref, owner, epoch, inputs, ...(idempotency ? { idempotency } : {}) });
  } catch (error) {
    deps.log("warn", "could not give the thread back", { thread: ref.thread, ...failureFields(error) });
  }
}
