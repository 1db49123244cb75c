// Plants one defect and looks for it, by the chaos or by the case of the conformance suite that is named for it.

import assert from "node:assert/strict";
import type { StoreLifetimes } from "../../../src/core/store/limits.ts";
import { LocalStore } from "../../../src/stores/embedded/store.ts";
import type { MemoryTables } from "../../../src/stores/embedded/memory.ts";
import { caseNamed, type OpenStore, runCase } from "../../conformance/store.ts";
import { startRedis } from "../../support/redis/server.ts";
import { passRedisTimeAt } from "../../support/redis/time.ts";
import { openUpstashStore } from "../../support/redis/upstash_store.ts";
import { type ChaosOptions, runChaos } from "../chaos.ts";
import { memoryStores, upstashStores } from "../stores.ts";
import type { ScriptContractMutation, TableContractMutation } from "./contract_mutations.ts";
import {
  type Mutation,
  planted,
  type RuntimeMutation,
  type ScriptMutation,
  type TableMutation,
} from "./mutations.ts";

/** How large a run of the chaos is. */
const THREADS = 6;
const STEPS = 10;
/** How many runs a defect may take to show. The rarest shows in one of seven. */
const MOST_SEEDS = 32;

/** The chaos finds a defect of a script, of the tables or of the runtime, as what it is. */
export async function assertChaosFinds(
  mutation: ScriptMutation | TableMutation | RuntimeMutation,
): Promise<void> {
  if ("script" in mutation) {
    await using redis = await startRedis();
    using _ = planted(mutation);
    await assertFound(mutation, { store: upstashStores(redis, false) });
  } else if ("tables" in mutation) {
    await assertFound(mutation, { store: memoryStores(mutation.tables) });
  } else {
    const { alterStore, alterDeps } = mutation;
    await assertFound(mutation, {
      store: memoryStores(),
      ...(alterStore ? { alterStore } : {}),
      ...(alterDeps ? { alterDeps } : {}),
    });
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

/** How often a run crashes and stands still. */
export type Setting = Pick<Mutation, "crash" | "stall">;

/** The options of a run. */
export function settingOf({ crash = 0.15, stall }: Setting) {
  return {
    crash,
    threads: THREADS,
    steps: STEPS,
    stopEarly: true,
    ...(stall === undefined ? {} : { stall }),
  };
}

/** The case that is named for a defect fails, by an assertion. */
export async function assertCaseFinds(
  mutation: ScriptContractMutation | TableContractMutation,
): Promise<void> {
  const one = caseNamed(mutation.foundBy);
  if ("script" in mutation) {
    using _ = planted(mutation);
    await assert.rejects(runCase({ open: openUpstash }, one), assert.AssertionError);
  } else {
    await assert.rejects(runCase({ open: openMemory(mutation.tables) }, one), assert.AssertionError);
  }
}

async function openUpstash(lifetimes: Partial<StoreLifetimes> = {}): Promise<OpenStore> {
  const { store, redis, keyPrefix, close } = await openUpstashStore({ lifetimes });
  return { store, advanceExpiry: (ms) => passRedisTimeAt(redis, `${keyPrefix}:`, ms), close };
}

function openMemory(tables: () => MemoryTables) {
  return (lifetimes: Partial<StoreLifetimes> = {}): Promise<OpenStore> => {
    let now = 1_700_000_000_000;
    const store = new LocalStore("memory", tables(), { lifetimes, clock: () => now });
    return Promise.resolve({ store, advanceTime: (ms) => void (now += ms), close: () => store.close() });
  };
}
