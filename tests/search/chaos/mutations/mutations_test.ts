// Row E3: the chaos finds what it is there to find. Every test plants one defect; without one, the same runs find nothing.

import assert from "node:assert/strict";
import { type ChaosOptions, runChaos } from "../../../chaos/chaos.ts";
import { assertChaosFinds, type Setting, settingOf } from "../../../chaos/mutations/assert_found.ts";
import { RUNTIME_MUTATIONS, SCRIPT_MUTATIONS, TABLE_MUTATIONS } from "../../../chaos/mutations/mutations.ts";
import { seedsOfCommit } from "../../../chaos/seeds/seeds.ts";
import { memoryStores, upstashStores } from "../../../chaos/stores.ts";
import { startRedis } from "../../../support/redis/server.ts";
import { needsRedis } from "../../../support/requires.ts";

/** Runs without a defect, whose seeds the commit chooses. */
const SEEDS = 2;

for (const mutation of SCRIPT_MUTATIONS) {
  needsRedis(`E3: the chaos finds: ${mutation.name}`, () => assertChaosFinds(mutation));
}

for (const mutation of [...TABLE_MUTATIONS, ...RUNTIME_MUTATIONS]) {
  Deno.test(`E3: the chaos finds: ${mutation.name}`, () => assertChaosFinds(mutation));
}

for (
  const setting of [{ crash: 0 }, { crash: 0.15 }, { crash: 0.15, stall: 0.1 }, { crash: 0.15, stall: 0.3 }]
) {
  const words = Object.entries(setting).map(([name, value]) => `${name} ${value}`).join(", ");
  Deno.test(`E3: the chaos finds nothing on memory without a defect (${words})`, async () => {
    await assertNothingFound(setting, { store: memoryStores() });
  });
  needsRedis(`E3: the chaos finds nothing on upstash without a defect (${words})`, async () => {
    await using redis = await startRedis();
    await assertNothingFound(setting, { store: upstashStores(redis, false) });
  });
}

async function assertNothingFound(setting: Setting, options: Pick<ChaosOptions, "store">): Promise<void> {
  for (const seed of await seedsOfCommit(SEEDS)) {
    const { violations } = await runChaos({ ...options, ...settingOf(setting), seed });
    assert.deepEqual(violations, []);
  }
}
