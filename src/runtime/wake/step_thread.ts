// The work of a wake-up of a thread: one step, and the wake-up of the next.

import type { WakeIo, WakeOutcome, Wakes, WakeUp } from "../../core/wake.ts";
import type { RuntimeDeps } from "../request.ts";
import { startRun } from "../run.ts";

/** Runs one step of the thread. */
export async function stepThread(
  { tenant, name: thread, version }: WakeUp,
  _io: WakeIo,
  deps: RuntimeDeps,
  _wakes: Wakes,
): Promise<WakeOutcome> {
  const started = await startRun({
    ref: { tenant, thread },
    ...{ inputs: [], toolResults: [], until: "step", busy: "reject", resumable: true },
    ...(version === undefined ? {} : { expectedVersion: version }),
  }, deps);
  if (started.type !== "queued") await started.run(() => {});
  return { type: "handled" };
}
