// Row E3: the cases of the conformance suite find what they are there to find. Every test plants one defect, and the case that
// is named for it fails; tests/conformance shows that it holds without the defect.

import assert from "node:assert/strict";
import type { StoreLifetimes } from "../../../../src/core/store/limits.ts";
import { LocalStore } from "../../../../src/stores/embedded/store.ts";
import type { MemoryTables } from "../../../../src/stores/embedded/memory.ts";
import { caseNamed, type OpenStore, runCase } from "../../../conformance/store.ts";
import { passRedisTimeAt } from "../../../support/redis/time.ts";
import { needsRedis } from "../../../support/requires.ts";
import { openUpstashStore } from "../../../support/redis/upstash_store.ts";
import {
  SCRIPT_CONTRACT_MUTATIONS,
  TABLE_CONTRACT_MUTATIONS,
} from "../../../chaos/mutations/contract_mutations.ts";
import {
  LEDGER_SCRIPT_MUTATIONS,
  LEDGER_TABLE_MUTATIONS,
} from "../../../chaos/mutations/ledger_mutations.ts";
import { WAKE_SCRIPT_MUTATIONS, WAKE_TABLE_MUTATIONS } from "../../../chaos/mutations/wake_mutations.ts";
import { planted } from "../../../chaos/mutations/mutations.ts";

for (const mutation of [...SCRIPT_CONTRACT_MUTATIONS, ...LEDGER_SCRIPT_MUTATIONS, ...WAKE_SCRIPT_MUTATIONS]) {
  needsRedis(`E3: the suite finds: ${mutation.name}`, async () => {
    const one = caseNamed(mutation.foundBy);
    using _ = planted(mutation);
    await assert.rejects(runCase({ open: openUpstash }, one), assert.AssertionError);
  });
}

for (const mutation of [...TABLE_CONTRACT_MUTATIONS, ...LEDGER_TABLE_MUTATIONS, ...WAKE_TABLE_MUTATIONS]) {
  Deno.test(`E3: the suite finds: ${mutation.name}`, async () => {
    const one = caseNamed(mutation.foundBy);
    await assert.rejects(runCase({ open: openMemory(mutation.tables) }, one), assert.AssertionError);
  });
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
