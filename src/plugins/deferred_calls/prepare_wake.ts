// A thread that goes on by itself is woken when a result opens it; one that a client runs waits for its client.

import { findHeldCalls } from "../../core/held_calls/resolve_call.ts";
import type { WakeIo } from "../../core/wake.ts";
import type { HeldCall } from "../../kernel/children/holder.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { withStoreRetries } from "../../kernel/store_retry.ts";
import { readPendingCalls, readState } from "../../kernel/stored.ts";
import { REPAIR_MS } from "../../kernel/due_times.ts";

/** What ends a wait for results. */
const RESULTS = ["later", "authorization"] as const;

/**
 * Enters the thread in the due index where its run goes on by itself, and returns what sends the wake-up once the result is
 * recorded. Nothing is sent while another result is outstanding.
 */
export async function prepareWake(
  { ref, snapshot: { header } }: HeldCall,
  deps: RuntimeDeps,
): Promise<(io: WakeIo) => Promise<void>> {
  const { run } = readState(ref, header);
  if (run.wake === undefined) return () => Promise.resolve();
  const { tenant, thread: name } = ref;
  const to = deps.clock() + REPAIR_MS;
  await withStoreRetries(() => deps.store.moveDue(tenant, name, { to }), deps);
  return async (io) => {
    // Of results that come at once, the last one finds the others.
    const now = await deps.store.read(ref);
    if (now === undefined) return;
    const { header: { cancelledEpoch, version }, marks } = now;
    const calls = readPendingCalls(ref, now.pending);
    if (findHeldCalls(calls, { marks, cancelledEpoch }, deps.clock(), RESULTS).length > 0) return;
    await deps.wakes.schedule({ tenant, name, version }, io);
  };
}
