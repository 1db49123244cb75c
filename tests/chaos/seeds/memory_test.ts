// Row E3: the chaos on the memory store, and that a run of it is the same every time.

import assert from "node:assert/strict";
import { runChaos } from "../chaos.ts";
import { memoryStores } from "../stores.ts";
import { assertHolds, nameOf } from "./_holds.ts";
import { CRASHES } from "./seeds.ts";

const SEEDS = 8;

for (const crash of CRASHES) {
  Deno.test(nameOf("memory", crash), () => assertHolds(memoryStores(), crash, SEEDS));
}

Deno.test("E3: a run of the chaos on memory is the same every time", async () => {
  const run = () => runChaos({ store: memoryStores(), seed: 3, crash: 0.15, threads: 10 });
  assert.deepEqual(await run(), await run());
});
