// A step that is cancelled says no more, and is given the time to commit what it has said before the next one begins.

import type { ThreadRef } from "../../core/store/thread.ts";
import type { RuntimeDeps } from "../deps.ts";
import { hasLoggedEnd } from "../log/logged_step.ts";
import { withStoreRetries } from "../store_retry.ts";
import { ABORT_GRACE_MS, UNWATCHED_MS } from "../timing.ts";

/** Most milliseconds that a cancelled step is waited for: one whose worker has vanished commits nothing. */
const SALVAGE_MS = UNWATCHED_MS + ABORT_GRACE_MS;

/** Milliseconds between two looks at the thread. */
const LOOK_MS = 50;

type Deps = Pick<RuntimeDeps, "store" | "sleep" | "log">;

/** Cancels the step that runs, or finds that another request has, and waits for its commit as {@link awaitCancelled} does. */
export async function interruptStep(ref: ThreadRef, deps: Deps): Promise<void> {
  await awaitCancelled(
    ref,
    deps,
    async () => void await withStoreRetries(() => deps.store.cancel(ref), deps),
  );
}

/**
 * Waits for the commit of a step that was cancelled: its lease is free at once, and a begin would take away what it has said. Resolves
 * when it has committed, when another step has begun, or after {@link SALVAGE_MS}. Whether it has committed before this call is known
 * from its last event in the log: behind a cancelled step that logs no events the whole time passes. `cancel` is called while a step
 * runs; without it that step is left alone.
 */
export async function awaitCancelled(
  ref: ThreadRef,
  deps: Deps,
  cancel?: () => Promise<void>,
): Promise<void> {
  const { store, sleep } = deps;
  const before = await withStoreRetries(() => store.read(ref), deps);
  if (before === undefined) return;
  const { running, header: { version, epoch, cancelledEpoch } } = before;
  if (running ? cancel === undefined : epoch > cancelledEpoch) return;
  if (running) await cancel?.();
  else if (await hasLoggedEnd(ref, cancelledEpoch - 1, deps)) return;
  for (let waited = 0; waited < SALVAGE_MS; waited += LOOK_MS) {
    await sleep(LOOK_MS);
    const header = (await store.read(ref))?.header;
    if (header === undefined || header.version > version || header.epoch > header.cancelledEpoch) return;
  }
}
