// Row E2: what a step costs on the Upstash store, in requests and bytes, whatever the length of the history.

import assert from "node:assert/strict";
import type { Store } from "../../src/core/store.ts";
import type { BeginRequest } from "../../src/core/store/begin.ts";
import type { CommitRequest } from "../../src/core/store/commit.ts";
import type { ThreadRef } from "../../src/core/store/thread.ts";
import { needsRedis } from "../support/requires.ts";
import { openUpstashStore } from "../support/redis/upstash_store.ts";
import type { RestStats } from "../support/redis/rest.ts";

/** A tenant of 8 characters and a thread as newId makes them. */
const REF: ThreadRef = { tenant: "tenant01", thread: "thread_0123456789abcdefgh" };

/** As the runtime writes it: 250 bytes of JSON. */
const STATE = JSON.stringify({
  run: { execution: "loop", choice: { type: "required", times: "once" }, satisfied: true, steps: 7 },
  recent: ["get_weather:5f2a9c0e71b3d846", "get_weather:9b1c77aa03e25fd1", "search:0c4de8812fb967a3"],
  resumeAt: 1_763_689_798_123,
  updatedAt: 1_763_689_798_123,
}).padEnd(250, " ");

const CALL = "call_0123456789abcdefghjk";
const KEY = { key: "3f1c2b7a-9d5e-4c1a-8a77-0f6b2d9e1c34", bodyHash: "8a77".repeat(16) };

needsRedis(
  "E2: upstash step at 10 and at 100,000 entries: 2 requests, each under 1,000 bytes beside the entries",
  async () => {
    await using opened = await openUpstashStore();
    const { store, rest: { stats } } = opened;
    await store.create(REF, { meta: '{"agent":"demo"}', state: STATE, schema: 1, createdAt: 1 });

    const costs: StepCost[] = [];
    for (const length of [10, 100_000]) {
      await fillTo(store, length);
      for (const mode of ["plain", "receipt"] as const) {
        costs.push(await costOfStep(store, stats, mode));
      }
    }
    const [plain, receipt, plainLong, receiptLong] = costs;
    assert(plain && receipt && plainLong && receiptLong);
    for (const cost of costs) {
      assert.deepEqual(cost.paths, ["/", "/"], "one request each");
      assert(cost.beginBytes < 1_000, `begin sends ${cost.beginBytes} bytes beside the input`);
      assert(cost.commitBytes < 1_000, `commit sends ${cost.commitBytes} bytes beside the entries and calls`);
    }
    for (const [short, long] of [[plain, plainLong], [receipt, receiptLong]] as const) {
      const sent = long.beginBytes + long.commitBytes - short.beginBytes - short.commitBytes;
      assert(sent >= 0 && sent < 40, `${sent} more bytes up at 100,000 entries: digits of numbers at most`);
      const received = long.received - short.received;
      assert(received < 40, `${received} more bytes down at 100,000 entries`);
    }
  },
);

needsRedis("E2: upstash n inner steps of one invocation are n + 1 requests", async () => {
  await using opened = await openUpstashStore();
  const { store, rest: { stats } } = opened;
  await store.create(REF, { meta: "{}", state: "{}", schema: 1, createdAt: 1 });
  await warm(store);
  stats.reset();
  const begun = await store.begin(beginRequest("owner", ["input"]));
  assert(begun.type === "begun");
  let { version, epoch } = begun.header;
  for (let inner = 1; inner < 5; inner++) {
    const request = { ...commitRequest("owner", epoch, version, ["entry"]), leaseMs: 30_000 };
    const outcome = await store.advance({ ...request, consumed: inner === 1 ? 1 : 0 });
    assert(outcome.type === "advanced");
    ({ version, epoch } = outcome);
  }
  assert.equal((await store.commit(commitRequest("owner", epoch, version, ["last"]))).type, "committed");
  assert.equal(stats.total, 6);
});

needsRedis("E2: upstash a commit that rolls the history is one request all the same", async () => {
  await using opened = await openUpstashStore();
  const { store, rest: { stats } } = opened;
  await store.create(REF, { meta: "{}", state: "{}", schema: 1, createdAt: 1 });
  await fillTo(store, 3_000);
  for (let round = 0; round < 3; round++) {
    stats.reset();
    await step(store, Array.from({ length: 400 }, (_, index) => `${index}`));
    assert.deepEqual(stats.byPath, { "/": 2 });
  }
});

needsRedis(
  "E2: upstash a commit of an isolate that did not begin the step rolls with one request more",
  async () => {
    await using first = await openUpstashStore({ keyPrefix: "shared" });
    await using second = await openUpstashStore({ keyPrefix: "shared" });
    await first.store.create(REF, { meta: "{}", state: "{}", schema: 1, createdAt: 1 });
    await fillTo(first.store, 3_020);
    await warm(second.store);
    const begun = await first.store.begin(beginRequest("owner", ["input"]));
    assert(begun.type === "begun");
    const { epoch, version } = begun.header;
    second.rest.stats.reset();
    const outcome = await second.store.commit(
      commitRequest("owner", epoch, version, ["a", "b", "c", "d", "e"]),
    );
    assert.equal(outcome.type, "committed");
    assert.equal(second.rest.stats.total, 2);
    assert.deepEqual((await second.store.history(REF, { after: 3_068, limit: 10 }))?.entries, [
      "eeeeee",
      "eeeeee",
      "a",
      "b",
      "c",
      "d",
      "e",
    ]);
  },
);

needsRedis("E2: upstash small requests are one HTTP request each, and list is two", async () => {
  await using opened = await openUpstashStore();
  const { store, rest: { stats } } = opened;
  await store.create(REF, { meta: "{}", state: "{}", schema: 1, createdAt: 1 });
  const begun = await store.begin(beginRequest("owner", ["input"]));
  assert(begun.type === "begun");
  const lease = { owner: "owner", epoch: 1, leaseMs: 30_000 };
  const pending = { ids: [CALL], calls: "[]" };
  assert.equal(
    (await store.commit({ ...commitRequest("owner", 1, 0, ["entry"]), pending, status: "waiting" })).type,
    "committed",
  );
  const abandon = { ref: REF, owner: "next", epoch: 2, inputs: ["again"], idempotency: KEY };
  const operations: Record<string, () => Promise<unknown>> = {
    begin: () =>
      store.begin({
        ...beginRequest("next", ["again"]),
        create: { meta: "{}", state: "{}", schema: 1, createdAt: 1 },
      }),
    markStarted: () => store.markStarted(REF, 2, [CALL]),
    flush: () => store.flush(REF, { ...lease, owner: "next", epoch: 2 }, [{ seq: 1, text: "{}" }]),
    abandon: () => store.abandon(abandon),
    decide: () => store.decide(REF, CALL, { approved: true, at: 1 }),
    cancel: () => store.cancel(REF),
    read: () => store.read(REF),
    history: () => store.history(REF, { after: 0, limit: 100 }),
    readEvents: () => store.readEvents(REF, 0, 100),
    create: () => store.create(REF, { meta: "{}", state: "{}", schema: 1, createdAt: 1 }),
  };
  for (const operation of Object.values(operations)) await operation(); // loads the scripts
  for (const [name, operation] of Object.entries(operations)) {
    stats.reset();
    await operation();
    assert.equal(stats.total, 1, `${name}: ${JSON.stringify(stats.requests)}`);
  }
  await store.list(REF.tenant, { limit: 10 });
  stats.reset();
  assert.equal((await store.list(REF.tenant, { limit: 10 })).threads.length, 1);
  assert.equal(stats.total, 2);
});

needsRedis("X5: upstash a commit lists its thread in its own request, and the list is two", async () => {
  await using opened = await openUpstashStore();
  const { store, rest: { stats } } = opened;
  const pending = { ids: [CALL], calls: "[]" };
  for (const owner of ["first", "second"]) { // the first loads the scripts
    const begun = await store.begin({
      ...beginRequest(owner, ["input"]),
      create: { meta: "{}", state: "{}", schema: 1, createdAt: 1 },
    });
    assert(begun.type === "begun");
    const { epoch, version } = begun.header;
    stats.reset();
    await store.commit({
      ...commitRequest(owner, epoch, version, ["entry"]),
      pending,
      status: "waiting",
      awaits: 5,
    });
  }
  assert.equal(stats.total, 1);
  await store.listAwaiting(REF.tenant, { limit: 10, order: "oldest" });
  stats.reset();
  const { threads } = await store.listAwaiting(REF.tenant, { limit: 10, order: "oldest" });
  assert.deepEqual([threads.length, stats.total], [1, 2]);
});

interface StepCost {
  readonly mode: string;
  readonly beginBytes: number;
  readonly commitBytes: number;
  readonly received: number;
  readonly paths: string[];
}

/** One step like the runtime's: an input, two entries of about 900 bytes, a pending call. What the caller wrote is subtracted. */
async function costOfStep(store: Store, stats: RestStats, mode: "plain" | "receipt"): Promise<StepCost> {
  const key = mode === "plain" ? {} : { idempotency: { ...KEY, key: crypto.randomUUID() } };
  const input = JSON.stringify({ type: "user", id: "entry_1", text: "Hello" });
  const entries = [input, JSON.stringify({ type: "assistant", text: "x".repeat(900) })];
  const pending = { ids: [CALL], calls: JSON.stringify([{ id: CALL, name: "get_weather", epoch: 3 }]) };
  const owner = "5b1f6c2d9e0a4b7c8d3e";
  const text = JSON.stringify({ status: "open", version: 12 });
  await warm(store);
  stats.reset();
  const begun = await store.begin({ ...beginRequest(owner, [input]), ...key });
  assert(begun.type === "begun");
  const outcome = await store.commit({
    ...commitRequest(owner, begun.header.epoch, begun.header.version, entries),
    state: STATE,
    pending,
    ...(key.idempotency === undefined
      ? {}
      : { receipt: { ...key.idempotency, outcome: "done" as const, text } }),
  });
  assert.equal(outcome.type, "committed");
  const [begin, commit] = stats.requests;
  assert(begin && commit && stats.total === 2);
  const given = (texts: readonly string[]) =>
    texts.reduce((sum, one) => sum + JSON.stringify(one).length + 1, 0);
  return {
    mode,
    beginBytes: begin.bytesIn - given([input]),
    commitBytes: commit.bytesIn - given([...entries, pending.calls]),
    received: begin.bytesOut + commit.bytesOut,
    paths: stats.requests.map(({ path }) => path),
  };
}

/** Commits of 1,000 tiny entries, then the rest, so that the history has this length and its last 50 entries are equal. */
async function fillTo(store: Store, length: number): Promise<void> {
  for (;;) {
    const snapshot = await store.read(REF);
    assert(snapshot !== undefined);
    const at = snapshot.header.length;
    if (at >= length) return;
    const count = Math.min(1_000, length - at);
    await step(store, Array.from({ length: count }, (_, index) => `e${at + index}`));
  }
}

async function warm(store: Store): Promise<void> {
  await step(store, Array.from({ length: 50 }, () => "e".repeat(6))); // the same window at every length
}

let steps = 0;

async function step(store: Store, entries: readonly string[]): Promise<void> {
  const owner = `filler-${steps++}`;
  const begun = await store.begin(beginRequest(owner, ["input"]));
  assert(begun.type === "begun");
  const { epoch, version } = begun.header;
  assert.equal((await store.commit(commitRequest(owner, epoch, version, entries))).type, "committed");
}

function beginRequest(owner: string, inputs: string[]): BeginRequest {
  return {
    ref: REF,
    owner,
    leaseMs: 30_000,
    schema: 1,
    inputs,
    busy: "reject",
    window: { entries: 40, bytes: 400_000 },
  };
}

function commitRequest(
  owner: string,
  epoch: number,
  version: number,
  entries: readonly string[],
): CommitRequest {
  return {
    ref: REF,
    owner,
    epoch,
    version,
    schema: 1,
    entries,
    status: "open",
    state: "{}",
    counters: {
      steps: 1,
      calls: 1,
      inputTokens: 1234,
      outputTokens: 321,
      cachedTokens: 1024,
      wallMs: 2345,
      microDollars: 0,
    },
    pending: null,
    consumed: 1,
    blobs: [],
    events: [],
  };
}
