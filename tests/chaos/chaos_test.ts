// Row E3: threads that crash, are delivered twice and lose their leases come out as if nothing had happened. The number of
// seeds is for CI; CHAOS_SEEDS sets it for every store, and `deno task chaos` runs them all.

import assert from "node:assert/strict";
import { startRedis } from "../support/redis/server.ts";
import { needsRedis } from "../support/requires.ts";
import { runChaos } from "./chaos.ts";
import { CRASHES, firstSeeds, runSeeds } from "./seeds.ts";
import { memoryStores, sqliteStores, type StoreUnderChaos, upstashStores } from "./stores.ts";

/** Seeds by default: a run on memory takes seconds, one behind the bridge most of a minute. */
const IN_CI: Readonly<Record<StoreUnderChaos["name"], number>> = { memory: 3, sqlite: 1, upstash: 1 };

for (const crash of CRASHES) {
  Deno.test(nameOf("memory", crash), () => assertHolds(memoryStores(), crash));
  Deno.test(nameOf("sqlite", crash), () => assertHolds(sqliteStores(), crash));
  needsRedis(nameOf("upstash", crash), async () => {
    await using redis = await startRedis();
    await assertHolds(upstashStores(redis), crash);
  });
}

Deno.test("E3: a run of the chaos on memory is the same every time", async () => {
  const run = () => runChaos({ store: memoryStores(), seed: 3, crash: 0.15, threads: 10 });
  assert.deepEqual(await run(), await run());
});

function nameOf(store: StoreUnderChaos["name"], crash: number): string {
  return `E3: ${store} 40 threads of 20 steps survive chaos with crashes at ${crash * 100} % of all awaits`;
}

async function assertHolds(store: StoreUnderChaos, crash: number): Promise<void> {
  const seeds = firstSeeds(Number(Deno.env.get("CHAOS_SEEDS") ?? IN_CI[store.name]));
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
