// Threads that crash, are delivered twice and lose their leases come out as if nothing had happened. Each store has a file of its
// own, so that they run side by side. See tests/support/lives.ts for the number of seeds;
// `deno task chaos` tries all of them.

import assert from "node:assert/strict";
import type { StoreUnderChaos } from "../../../chaos/stores.ts";
import { commandFor, runSeeds } from "../../../chaos/seeds/seeds.ts";

/** The name of the test of a store at this probability of crashes. */
export function nameOf(store: StoreUnderChaos["name"], crash: number): string {
  return `E3: ${store} 40 threads of 20 steps survive chaos with crashes at ${crash * 100} % of all awaits`;
}

/** Runs the seeds, and fails for a violation and for chaos that was none. */
export async function assertHolds(
  store: StoreUnderChaos,
  crash: number,
  seeds: readonly number[],
): Promise<void> {
  for (const seed of seeds) console.log(`again: ${commandFor(store, crash, seed)}`);
  const failures: string[] = [];
  const results = await runSeeds(store, crash, seeds, ({ violations }, command) => {
    failures.push(...violations.slice(0, 3).map(({ kind, message }) => `${kind}: ${message}`), command);
  });
  assert.deepEqual(failures, []);
  const sum = (of: (tally: (typeof results)[number]["tally"]) => number) =>
    results.reduce((total, { tally }) => total + of(tally), 0);
  // What was not injected proves nothing.
  assert.equal(sum(({ crashes }) => crashes) > 0, crash > 0, "crashes");
  assert.equal(sum(({ unknown }) => unknown) > 0, crash > 0, "calls that ended unknown");
  assert.ok(sum(({ lost }) => lost) > 0, "lost answers");
  assert.ok(sum(({ duplicates }) => duplicates) > 0, "duplicate deliveries");
  assert.ok(sum(({ stalls }) => stalls) > 0, "isolates that stood still for longer than their lease");
  for (const kind of ["answers", "links", "expired", "edits", "countersigned"] as const) {
    assert.ok(sum((tally) => tally[kind]) > 0, `approvals: ${kind}`);
  }
  assert.ok(sum(({ fenced }) => fenced) > 0, "steps that were overtaken");
}
