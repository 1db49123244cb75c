import assert from "node:assert/strict";
import { runChaos } from "./chaos.ts";
import { memoryStores } from "./stores.ts";

Deno.test("E3: memory: six threads survive chaos with crashes at 15 % of all awaits", async () => {
  const { violations, tally } = await runChaos({ store: memoryStores(), seed: 1, crash: 0.15, threads: 6 });
  assert.deepEqual(violations, []);
  // What was not injected proves nothing.
  assert.ok(tally.crashes > 0 && tally.lost > 0 && tally.duplicates > 0 && tally.fenced > 0);
});
