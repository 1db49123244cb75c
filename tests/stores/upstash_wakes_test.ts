// Rows E8, E14: what the Upstash store does for wake-ups when answers are lost, and what it costs in requests.

import assert from "node:assert/strict";
import type { EnqueueRequest } from "../../src/core/store/enqueue.ts";
import type { Fault } from "../support/redis/rest.ts";
import { openUpstashStore } from "../support/redis/upstash_store.ts";
import { needsRedis } from "../support/requires.ts";
import { bench, newThread } from "../conformance/store_cases/case.ts";

const REF = { tenant: "acme", thread: "t1" };

const REQUEST: EnqueueRequest = {
  ref: REF,
  owner: "o1",
  create: newThread(),
  schema: 1,
  inputs: ["a"],
  idempotency: { key: "evt_1", bodyHash: "h" },
  receiptMs: 172_800_000,
  due: 1_000,
};

/** Loses the answer of the next request. */
function losing(): { readonly faults: () => Fault | undefined; lose(): void } {
  let lost = false;
  return {
    faults() {
      const fault = lost ? "drop-answer" : undefined;
      lost = false;
      return fault;
    },
    lose: () => void (lost = true),
  };
}

needsRedis(
  "E8: an enqueue, a move and a claim whose answers are lost are answered as if they were not",
  async () => {
    const { faults, lose } = losing();
    await using opened = await openUpstashStore({ faults });
    const { store, rest: { stats } } = opened;
    await store.enqueue({ ...REQUEST, ref: { tenant: "acme", thread: "first" } }); // the script is loaded
    await store.moveDue("acme", "first", { to: 1_000 });
    await store.moveDue("acme", "first", { from: 1_000, to: 1_000 });
    await store.moveDue("acme", "first", { from: 1_000 });
    await store.putDefinition("acme", "k", "first", "x", null);
    stats.reset();
    lose();
    assert.deepEqual(await store.enqueue(REQUEST), {
      type: "queued",
      version: 0,
      running: false,
      waiting: 1,
      created: true,
    });
    assert.equal((await store.read(REF))?.waiting, 1);
    const [{ at: from } = assert.fail("no row")] = await store.listDue(1_000, 10);
    lose();
    assert.equal(await store.moveDue("acme", "t1", { from, to: 2_000 }), true);
    assert.equal(await store.moveDue("acme", "t1", { from, to: 2_000 }), false, "another pump");
    assert.deepEqual(await store.listDue(2_000, 10), [{ tenant: "acme", name: "t1", at: 2_000 }]);
    assert.deepEqual(await store.listDue(1_999, 10), []);
    lose();
    assert.equal(await store.putDefinition("acme", "k", "n", "one", null), true);
    lose();
    assert.equal(await store.moveDue("acme", "t1", { to: 3_000 }), true);
    assert.deepEqual(await store.listDue(3_000, 10), [{ tenant: "acme", name: "t1", at: 3_000 }]);
  },
);

needsRedis(
  "E8: a woken step is two requests, and an enqueue and a look at the due index are one each",
  async () => {
    await using opened = await openUpstashStore();
    const { store, rest: { stats } } = opened;
    const at = bench({ store, close: () => Promise.resolve() });
    const round = async (thread: string) => {
      const ref = { ...REF, thread };
      await store.enqueue({ ...REQUEST, ref });
      assert.equal((await store.listDue(5_000, 10)).length, 1);
      const step = await at.step({ ref, inputs: [], due: 2_000 });
      const outbox = [{ kind: "delivery", id: "d1", text: "{}", at: 9_000 }];
      assert.equal((await at.commit(step, { due: { to: 3_000 }, outbox })).type, "committed");
      const last = await at.step({ ref, inputs: ["b"] });
      assert.equal((await at.commit(last, { due: { from: 3_000 } })).type, "committed");
    };
    await round("warm");
    stats.reset();
    await round("t1");
    assert.deepEqual(stats.requests.map(({ path }) => path), [
      "/pipeline",
      "/pipeline", // enqueue, listDue
      "/pipeline",
      "/pipeline", // a woken step
      "/pipeline",
      "/pipeline", // a step of a client that creates threads, and the end of the run
    ]);
  },
);

needsRedis("E8: the rows of many threads are spread over the sets of the due index", async () => {
  const sets = new Set<string | undefined>();
  await using opened = await openUpstashStore({
    faults({ commands }) {
      for (const [, key] of commands) sets.add(key);
      return undefined;
    },
  });
  const { store } = opened;
  for (let n = 0; n < 200; n++) await store.moveDue("acme", `thread_${n}`, { to: n });
  assert.equal(sets.size, 16);
  assert.deepEqual(
    (await store.listDue(1_000, 200)).map(({ at }) => at),
    Array.from({ length: 200 }, (_, n) => n),
  );
});
