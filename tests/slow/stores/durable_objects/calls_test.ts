// Rows E2, E3: a call whose answer was lost is answered as the first time, what an object cannot do is a clear error, and long texts come
// back as they were put.

import assert from "node:assert/strict";
import type { Store } from "../../../../src/core/store.ts";
import { SCHEMA } from "../../../../src/core/state.ts";
import { NO_ROWS } from "../../../../src/core/store/tenant.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { commitRequest } from "../../../conformance/store_cases/case.ts";
import { eventually } from "../../../support/eventually.ts";
import { type Fate, type OpenObjects, startObjects } from "./_store.ts";

/** Miniflare keeps a child process and timers beyond a test's own scope. */
const loose = { sanitizeOps: false, sanitizeResources: false };

const REF = { tenant: "acme", thread: "t" };
const NEW = { meta: "{}", state: "{}", schema: SCHEMA, createdAt: 1 };

/** What calls answer that change something and answer otherwise when they come a second time. */
async function outcomesOf(store: Store): Promise<readonly unknown[]> {
  const name = "@delivery/d1";
  await store.putDefinition("acme", "policy", "p", "text");
  return [
    await store.create(REF, NEW),
    await store.moveDue("acme", name, { to: 1_000 }),
    await store.moveDue("acme", name, { from: 1_000, to: 2_000 }),
    await store.moveDue("acme", name, { from: 1_000, to: 3_000 }),
    await store.cancel(REF),
    (await store.read(REF))?.header.epoch,
    await store.removeDefinition("acme", "policy", "p"),
    await store.moveDue("acme", name, { from: 2_000 }),
    await store.remove(REF),
    await store.read(REF),
  ];
}

Deno.test(
  "E3: durable_objects answers a call again as the first time, whether its answer or its object was lost",
  loose,
  async () => {
    await using engine = await startObjects();
    const expected = await outcomesOf(engine.open().store);
    for (
      const fates of [["answer"], ["evicted"], ["request", "answer"], [
        "overloaded",
        "evicted",
      ]] satisfies Fate[][]
    ) {
      assert.deepEqual(await outcomesOf(engine.open({ fates: () => fates }).store), expected, fates.join());
    }
  },
);

Deno.test(
  "E3: durable_objects is store_unavailable when an object cannot be reached three times",
  loose,
  async () => {
    await using engine = await startObjects();
    const { store } = engine.open({ fates: () => ["request", "overloaded", "request"] });
    await assert.rejects(store.read(REF), { code: "store_unavailable", retryAfterMs: 1_000 });
    await store.ping().then(() => assert.fail(), (error) => assert.equal(error.code, "store_unavailable"));
  },
);

Deno.test(
  "E3: durable_objects refuses a row of more than 2 MB, and writes nothing of its call",
  loose,
  async () => {
    await using engine = await startObjects();
    const { store } = engine.open();
    await store.create(REF, NEW);
    const window = { entries: 10, bytes: 1_000 };
    const lease = { ref: REF, owner: "a", leaseMs: 60_000, schema: SCHEMA };
    const begun = await store.begin({ ...lease, inputs: ["{}"], busy: "reject", window });
    assert.ok(begun.type === "begun");
    const { header } = begun;
    const commit = (entry: string) =>
      store.commit({
        ...commitRequest({ ref: REF, owner: "a", begun, header }),
        schema: SCHEMA,
        entries: ["first", entry],
      });
    for (const entry of ["x".repeat(2_000_001), "é".repeat(1_100_000)]) {
      await assert.rejects(commit(entry), {
        code: "store_failed",
        message: /at most 2 MB, and 2[0-9]{6} bytes/,
      });
    }
    assert.deepEqual((await store.history(REF, { after: 0, limit: 10 }))?.entries, []);
    assert.equal((await store.read(REF))?.waiting, 1);
    assert.equal((await commit("x".repeat(1_900_000))).type, "committed");
    const { length } = (await store.read(REF))?.header ?? assert.fail();
    assert.equal(length, 2);
  },
);

Deno.test(
  "E3: durable_objects refuses a text that is too large for one request before it is sent",
  loose,
  async () => {
    await using engine = await startObjects();
    const { store } = engine.open();
    await store.create(REF, NEW);
    await assert.rejects(store.putBlob(REF, "a".repeat(33_600_000)), { code: "body_too_large" });
    const text = "b".repeat(28_000_000); // 20 MB of media
    const blob = await store.putBlob(REF, text);
    assert.ok(await store.getBlob(REF, blob) === text);
  },
);

Deno.test("E3: durable_objects keeps nothing of a tenant that was only read", loose, async () => {
  await using engine = await startObjects();
  for (const shards of [1, 3]) {
    const { store, sql } = engine.open({ shards });
    assert.deepEqual(await readingsOf(store), await readingsOf(createMemoryStore()));
    for (const object of shards === 1 ? ["acme"] : ["acme", ...SHARDS]) {
      assert.deepEqual(await sql(object, "SELECT name FROM sqlite_master"), [], object);
    }
    await store.create(REF, NEW);
    assert.equal((await store.list("acme", { limit: 1 })).threads.length, 1);
  }
});

Deno.test(
  "O2: durable_objects keeps nothing of a tenant that was erased, and takes it again",
  loose,
  async () => {
    await using engine = await startObjects();
    for (const shards of [1, 3]) {
      const { store, sql, loseAlarm } = engine.open({ shards });
      const objects = shards === 1 ? ["acme"] : ["acme", ...SHARDS];
      for (const thread of ["t", "u", "v", "w"]) await store.create({ tenant: "acme", thread }, NEW);
      await store.putDefinition("acme", "policy", "p", "text");
      await store.moveDue("acme", "@delivery/d", { to: 4_102_444_800_000 });
      assert.deepEqual((await store.sampleSchemas("acme", 100)).schemas, { [SCHEMA]: 4 });
      let removed = 0;
      for (let last = 1; last > 0; removed += last) last = await store.eraseTenant("acme");
      assert.equal(removed, 6);
      assert.deepEqual(await store.countTenant("acme"), NO_ROWS);
      assert.deepEqual(await store.sampleSchemas("acme", 100), { threads: 0, schemas: {} });
      assert.equal(await store.eraseTenant("acme"), 0);
      for (const object of objects) {
        assert.deepEqual(await sql(object, "SELECT name FROM sqlite_master"), [], object);
        assert.equal(await loseAlarm(object), null, object);
      }
      await store.create(REF, NEW);
      assert.deepEqual((await store.list("acme", { limit: 9 })).threads.map(({ thread }) => thread), ["t"]);
    }
  },
);

/** The objects of the tenant's threads where there are three. */
const SHARDS = [0, 1, 2].map((place) => JSON.stringify(["acme", place]));

Deno.test(
  "E2: durable_objects refuses another number of shards than that of the tenant's threads, for reading and for writing",
  loose,
  async () => {
    await using engine = await startObjects();
    for (const [kept, other] of [[1, 3], [3, 1], [3, 4]] as const) {
      const prefix = `${kept} to ${other}/`;
      const before = engine.open({ prefix, shards: kept }).store;
      const { store } = engine.open({ prefix, shards: other });
      assert.equal(await store.read(REF), undefined); // no thread is there yet
      await before.create(REF, NEW);
      for (
        const call of [() => store.read(REF), () => store.list("acme", { limit: 1 }), () => store.remove(REF)]
      ) {
        await assert.rejects(call(), {
          code: "config_invalid",
          message: new RegExp(`are in ${kept} of its objects, and this deployment has shards: ${other}\\.`),
        });
      }
      assert.notEqual(await before.read(REF), undefined);
    }
    // A tenant without threads takes another number: definitions and the ledger stay where they are.
    const prefix = "empty/";
    await engine.open({ prefix }).store.putDefinition("acme", "policy", "p", "text");
    assert.equal(await engine.open({ prefix, shards: 4 }).store.read(REF), undefined); // keeps no number
    const { store } = engine.open({ prefix, shards: 3 });
    await store.create(REF, NEW);
    assert.equal(await store.readDefinition("acme", "policy", "p"), "text");
  },
);

/** What every method answers that reads. */
async function readingsOf(store: Store): Promise<readonly unknown[]> {
  const blob = { id: "a".repeat(64), chunks: 1, bytes: 1 };
  return [
    await store.read(REF),
    await store.taken(REF),
    await store.inbox(REF),
    await store.history(REF, { after: 0, limit: 1 }),
    await store.list("acme", { limit: 1, filter: { status: "done" } }),
    await store.listAwaiting("acme", { limit: 1, order: "newest" }),
    await store.readEvents(REF, 0, 1),
    await store.getBlob(REF, blob),
    await store.readLearnedCapabilities("acme", "m"),
    await store.readDefinition("acme", "policy", "p"),
    await store.listDefinitions("acme", "policy"),
    await store.readLedger("acme", "2026-11-01", "2026-11-30"),
  ];
}

Deno.test("E13: durable_objects keeps a text of several rows, which no pair is cut in", loose, async () => {
  await using engine = await startObjects();
  const { store } = engine.open();
  await store.create(REF, NEW);
  for (
    const text of [
      `${"a".repeat(499_999)}😀${"b".repeat(700_000)}`,
      "é".repeat(1_500_000),
      "c".repeat(500_000),
    ]
  ) {
    const blob = await store.putBlob(REF, text);
    assert.ok(await store.getBlob(REF, blob) === text, `${text.length} characters`);
  }
});

Deno.test(
  "E11: durable_objects: a cancel reaches the watch of a step, and later calls go on",
  loose,
  async () => {
    await using engine = await startObjects();
    const { store } = engine.open();
    await store.create(REF, NEW);
    const begin = (owner: string) =>
      store.begin({
        ref: REF,
        owner,
        leaseMs: 60_000,
        schema: SCHEMA,
        inputs: ["{}"],
        busy: "restart",
        window: { entries: 10, bytes: 1_000 },
      });
    for (const owner of ["a", "b", "c"]) {
      const begun = await begin(owner);
      assert.ok(begun.type === "begun");
      const { epoch } = begun.header;
      const watch = store.watch(REF, { owner, epoch }, new AbortController().signal);
      await new Promise((resolve) => setTimeout(resolve, 100));
      assert.equal((await store.cancel(REF))?.running, true);
      assert.equal((await store.cancel(REF))?.running, false);
      assert.equal(await watch, "fenced");
    }
    assert.equal((await begin("d")).type, "begun");
  },
);

Deno.test(
  "E4: durable_objects notifies who follows a thread of each write of it, and goes on behind an eviction",
  loose,
  async () => {
    await using engine = await startObjects();
    for (const shards of [1, 3]) await follow(engine.open({ shards }));
  },
);

async function follow({ store, evict }: OpenObjects): Promise<void> {
  await store.create(REF, NEW);
  const over = new AbortController();
  let notices = 0;
  const followed = store.follow?.(REF, () => void notices++, over.signal);
  await eventually(() => notices === 1); // it is followed
  await store.putLabel(REF, { archived: true });
  await eventually(() => notices === 2);
  await store.create({ ...REF, thread: "other" }, NEW);
  await store.read(REF);
  for (const object of ["acme", ...SHARDS]) await evict(object);
  await eventually(() => notices === 3); // followed again
  await store.putLabel(REF, { archived: false });
  await eventually(() => notices === 4);
  over.abort();
  await followed;
}

Deno.test("E4: durable_objects leaves a socket alone that is about to close", loose, async () => {
  await using engine = await startObjects();
  const { store, callWhileClosing, errors } = engine.open();
  await store.create(REF, NEW);
  const over = new AbortController();
  let notices = 0;
  const followed = store.follow?.(REF, () => void notices++, over.signal);
  await eventually(() => notices === 1);
  assert.deepEqual(await callWhileClosing("cancel", REF), { running: false, version: 0 });
  assert.deepEqual(await errors(), []);
  over.abort();
  await followed;
});

Deno.test(
  "E13: durable_objects: an alarm removes what has expired, the texts of kept answers too, and comes again for what is left",
  loose,
  async () => {
    await using engine = await startObjects();
    let aheadMs = 0;
    const opened = engine.open({ lifetimes: { threadMs: 60_000 }, now: () => Date.now() + aheadMs });
    const { store } = opened;
    await store.create(REF, NEW);
    await store.putBlob(REF, "a".repeat(1_200_000));
    assert.deepEqual((await opened.alarm("acme")).rows, [1, 0, 1, 2, 1]);
    aheadMs = 2 * 86_400_000;
    assert.deepEqual((await opened.alarm("acme")).rows, [0, 0, 0, 0, 0]);
    await store.moveDue("acme", "@delivery/d1", { to: Date.now() + aheadMs + 10_000 });
    const next = await opened.alarm("acme");
    assert.ok(next.inMs !== null && next.inMs > 5_000 && next.inMs <= 10_000, `in ${next.inMs} ms`);
  },
);

Deno.test(
  "E8: durable_objects hands no row to a token of no alarm, and takes every time of a row",
  loose,
  async () => {
    await using engine = await startObjects();
    const { store, claim } = engine.open();
    await store.moveDue("acme", "@delivery/d1", { to: 0 }); // no alarm has this time
    assert.equal(await claim("acme"), null);
    assert.deepEqual((await store.listDue(2, 10)).map(({ at }) => at), [0]);
  },
);

Deno.test(
  "E8: durable_objects sets an alarm again that never came, a minute behind its time",
  loose,
  async () => {
    await using engine = await startObjects();
    let aheadMs = 0;
    const { store, loseAlarm } = engine.open({ now: () => Date.now() + aheadMs });
    const at = Date.now() + 600_000;
    await store.moveDue("acme", "@delivery/d1", { to: at });
    assert.equal(await loseAlarm("acme"), at);
    for (const [ms, isSet] of [[650_000, false], [670_000, true]] as const) {
      aheadMs = ms;
      await store.putDefinition("acme", "policy", "p", String(ms));
      assert.equal(await loseAlarm("acme") !== null, isSet, `${ms} ms later`);
    }
  },
);
