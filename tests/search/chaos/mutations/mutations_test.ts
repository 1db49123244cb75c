// Row E3: the chaos finds what it is there to find. Every test plants one defect; without one, the same runs find nothing.

import assert from "node:assert/strict";
import { startRedis } from "../../../support/redis/server.ts";
import { needsRedis } from "../../../support/requires.ts";
import { type ChaosOptions, runChaos } from "../../../chaos/chaos.ts";
import {
  type Mutation,
  planted,
  RUNTIME_MUTATIONS,
  SCRIPT_MUTATIONS,
  TABLE_MUTATIONS,
} from "../../../chaos/mutations/mutations.ts";
import { seedsOfCommit } from "../../../chaos/seeds/seeds.ts";
import { memoryStores, upstashStores } from "../../../chaos/stores.ts";

/** How large a run is. */
const THREADS = 6;
const STEPS = 10;
/** Runs without a defect, whose seeds the commit chooses, and how many runs a defect may take to show. */
const SEEDS = 2;
const MOST_SEEDS = 12;

for (const mutation of SCRIPT_MUTATIONS) {
  needsRedis(`E3: the chaos finds: ${mutation.name}`, async () => {
    await using redis = await startRedis();
    using _ = planted(mutation);
    await assertFound(mutation, { store: upstashStores(redis, false) });
  });
}

for (const mutation of TABLE_MUTATIONS) {
  Deno.test(`E3: the chaos finds: ${mutation.name}`, async () => {
    await assertFound(mutation, { store: memoryStores(mutation.tables) });
  });
}

for (const mutation of RUNTIME_MUTATIONS) {
  Deno.test(`E3: the chaos finds: ${mutation.name}`, async () => {
    const { alterStore, alterDeps } = mutation;
    await assertFound(mutation, {
      store: memoryStores(),
      ...(alterStore ? { alterStore } : {}),
      ...(alterDeps ? { alterDeps } : {}),
    });
  });
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

async function assertFound(
  mutation: Mutation,
  options: Pick<ChaosOptions, "store" | "alterStore" | "alterDeps">,
) {
  for (let seed = 1; seed <= MOST_SEEDS; seed++) {
    const { violations: [violation] } = await runChaos({ ...options, ...settingOf(mutation), seed });
    if (violation === undefined) continue;
    const { kind, message } = violation;
    assert.ok(mutation.caughtAs.includes(kind), `it shows as ${kind}: ${message}`);
    return;
  }
  assert.fail(`${MOST_SEEDS} seeds did not show it`);
}

type Setting = Pick<Mutation, "crash" | "stall">;

function settingOf({ crash = 0.15, stall }: Setting) {
  return {
    crash,
    threads: THREADS,
    steps: STEPS,
    stopEarly: true,
    ...(stall === undefined ? {} : { stall }),
  };
}
