import assert from "node:assert/strict";
import { runChaos } from "./chaos.ts";
import { memoryStores } from "./stores.ts";
import { syncDigests } from "./sync_digest.ts";

Deno.test("E3: memory: six threads survive chaos with crashes at 15 % of all awaits", async () => {
  const { violations, tally } = await runChaos({ store: memoryStores(), seed: 1, crash: 0.15, threads: 6 });
  assert.deepEqual(violations, []);
  // What was not injected proves nothing.
  assert.ok(tally.crashes > 0 && tally.lost > 0 && tally.duplicates > 0 && tally.fenced > 0);
});

Deno.test("E3: digests that are ready at once are those of the platform", async () => {
  const data = new TextEncoder().encode("return redis.call('PING')");
  for (const algorithm of ["SHA-1", "SHA-256", { name: "SHA-256" }]) {
    const digest = async () => new Uint8Array(await crypto.subtle.digest(algorithm, data));
    const expected = await digest();
    using _digests = syncDigests();
    assert.deepEqual(await digest(), expected);
  }
});
