// Row E3: the chaos on the memory store, and that a run of it is the same every time.

import assert from "node:assert/strict";
import { runChaos } from "../../../chaos/chaos.ts";
import { memoryStores } from "../../../chaos/stores.ts";
import { livesOf } from "../../../support/lives.ts";
import { assertHolds, nameOf } from "./_holds.ts";
import { commitOf, seedsFor, seedsOfCommit, SOME_CRASHES } from "../../../chaos/seeds/seeds.ts";

const SEEDS = livesOf(1);

for (const crash of SOME_CRASHES) {
  Deno.test(
    nameOf("memory", crash),
    async () => assertHolds(memoryStores(), crash, await seedsOfCommit(SEEDS)),
  );
}

Deno.test("E3: a run of the chaos on memory is the same every time", async () => {
  const run = () => runChaos({ store: memoryStores(), seed: 3, crash: 0.15, threads: 10 });
  assert.deepEqual(await run(), await run());
});

Deno.test("E3: a commit has the same seeds every time, another one others, and a folder without git those of no commit", async () => {
  const [one, other] = [seedsFor("a".repeat(40), 5), seedsFor("b".repeat(40), 5)];
  assert.deepEqual(one, seedsFor("a".repeat(40), 5));
  assert.notDeepEqual(one, other);
  for (const seeds of [one, other]) {
    assert.equal(new Set(seeds).size, 5);
    assert.ok(seeds.every((seed) => seed >= 1 && seed <= 50), String(seeds));
  }
  const folder = await Deno.makeTempDir();
  try {
    assert.equal(await commitOf(folder), "");
  } finally {
    await Deno.remove(folder);
  }
});
