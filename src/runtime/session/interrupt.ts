// An interruption: the running step is cancelled, and given the time to commit what it has said, before the next one begins.

import type { ThreadRef } from "../../core/store/thread.ts";
import type { RuntimeDeps } from "../deps.ts";
import { ABORT_GRACE_MS, WATCHED_MS } from "../timing.ts";

/** Most milliseconds that a cancelled step is waited for: one whose worker has vanished commits nothing. */
const SALVAGE_MS = WATCHED_MS + ABORT_GRACE_MS;

/** Milliseconds between two looks at the thread. */
const LOOK_MS = 50;

/** Cancels the step that runs. Resolves when it has committed, when another one has begun, or after {@link SALVAGE_MS}. */
export async function interruptStep(
  ref: ThreadRef,
  { store, sleep, clock }: Pick<RuntimeDeps, "store" | "sleep" | "clock">,
): Promise<void> {
  const cancelled = await store.cancel(ref);
  if (!cancelled?.running) return;
  const { signal } = new AbortController();
  for (const until = clock() + SALVAGE_MS; clock() < until;) {
    await sleep(LOOK_MS, signal);
    const header = (await store.read(ref))?.header;
    if (header === undefined || header.version > cancelled.version) return;
    if (header.epoch > header.cancelledEpoch) return;
  }
}
