// Row E3: the chaos on Durable Objects, in workerd: answers and requests are lost, objects are evicted and overloaded in the middle.

import assert from "node:assert/strict";
import { runSeeds, seedsOfCommit, SOME_CRASHES } from "../../../chaos/seeds/seeds.ts";
import { ISOLATES, LIFETIMES, type StoreUnderChaos } from "../../../chaos/stores.ts";
import { isSearch } from "../../../support/lives.ts";
import { type Fate, type ObjectsEngine, startObjects } from "./_store.ts";

const SEEDS = isSearch() ? 20 : 1;
const THREADS = isSearch() ? 40 : 12;

/** The last one is rare, since each attempt at an overloaded object waits. */
const FATES = [
  ...["answer", "request", "evicted", "answer", "request", "evicted"] as const,
  ...["answer", "request", "evicted", "overloaded"] as const,
] as const;

let opened = 0;

function objectStores(engine: ObjectsEngine, shards: number): StoreUnderChaos {
  return {
    name: "durable_objects",
    losesAnswers: true,
    open({ time, random, loss }) {
      const prefix = `chaos ${++opened}/`;
      let lost = 0;
      const fates = (): readonly Fate[] => {
        if (!random.chance(loss)) return [];
        lost++;
        const fate = random.pick(FATES);
        // One that is lost may be lost again; a third attempt comes through.
        return random.chance(0.3) ? [fate, random.pick(FATES)] : [fate];
      };
      const open = () => engine.open({ prefix, lifetimes: LIFETIMES, now: time.clock, fates, shards }).store;
      return Promise.resolve({
        isolates: Array.from({ length: ISOLATES }, open),
        lost: () => lost,
        [Symbol.asyncDispose]: () => Promise.resolve(),
      });
    },
  };
}

/** A search tries more seeds of one object, whose transactions several objects have too. */
const SUBJECTS = [
  ...SOME_CRASHES.map((crash) => ({ crash, shards: 1, seeds: SEEDS })),
  { crash: Math.max(...SOME_CRASHES), shards: 3, seeds: Math.min(SEEDS, 5) },
];

for (const { crash, shards, seeds } of SUBJECTS) {
  const where = shards === 1 ? "" : ` in ${shards} shards`;
  Deno.test({
    name: `E3: durable_objects ${THREADS} threads${where} survive chaos with crashes at ${
      100 * crash
    } % of all awaits`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await using engine = await startObjects();
      const store = objectStores(engine, shards);
      const failures: string[] = [];
      const results = await runSeeds(store, crash, await seedsOfCommit(seeds), ({ violations }, command) => {
        failures.push(
          command,
          ...violations.map(({ kind, thread, message }) => `${kind} ${thread}: ${message}`),
        );
      }, THREADS);
      assert.deepEqual(failures, []);
      assert.ok(results.some(({ tally }) => tally.lost > 0), "nothing was lost");
    },
  });
}
