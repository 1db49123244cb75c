// Row D10 under chaos: orchestrators whose workers crash finish their plans, each phase once.

import assert from "node:assert/strict";
import { startRedis } from "../../support/redis/server.ts";
import { needsRedis } from "../../support/requires.ts";
import { runPhaseChaos } from "../../chaos/phases.ts";
import { memoryStores, sqliteStores, type StoreUnderChaos, upstashStores } from "../../chaos/stores.ts";

/** Crashes at so many of all awaits. */
const CRASH = 0.3;

const nameOf = (store: string) =>
  `D10: ${store}: orchestrators with three workers finish a plan of five phases under 30 % crashes, each phase once`;

Deno.test(nameOf("memory"), () => assertHolds(memoryStores(), 2, 12));
Deno.test(nameOf("sqlite"), () => assertHolds(sqliteStores(), 1, 6));
needsRedis(nameOf("upstash"), async () => {
  await using redis = await startRedis();
  await assertHolds(upstashStores(redis, false), 1, 3);
});

Deno.test("D10: memory: no phase goes on behind a cancel of its root, whatever crashes", async () => {
  let crashes = 0;
  for (let seed = 1; seed <= 4; seed++) {
    const result = await runPhaseChaos({
      store: memoryStores(),
      seed,
      crash: 0.15,
      threads: 12,
      cancels: true,
    });
    assert.deepEqual(result.failures, [], `seed ${seed}`);
    crashes += result.crashes;
  }
  assert.ok(crashes > 40, `${crashes} crashes`);
});

async function assertHolds(store: StoreUnderChaos, seeds: number, threads: number): Promise<void> {
  let crashes = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    const result = await runPhaseChaos({ store, seed, crash: CRASH, threads });
    assert.deepEqual(result.failures, [], `seed ${seed}`);
    crashes += result.crashes;
  }
  // What was not injected proves nothing.
  assert.ok(crashes >= 20 * seeds, `${crashes} crashes`);
}
