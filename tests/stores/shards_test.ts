// Rows E2, E4, E8, V6, X4: the threads of a tenant in several objects: what each call sends to which of them, lists over all of them, what was
// spent when a worker vanishes between two, and forks from one into another. The suite of stores runs against them in workerd.

import assert from "node:assert/strict";
import { AgentError, toAgentError } from "../../src/core/error.ts";
import { SCHEMA } from "../../src/core/state.ts";
import type { Store } from "../../src/core/store.ts";
import type { BeginRequest } from "../../src/core/store/begin.ts";
import { type Booking, toDay, ZERO_AMOUNTS } from "../../src/core/store/ledger.ts";
import { LIFETIMES } from "../../src/core/store/limits.ts";
import type { MovingStore } from "../../src/core/store/moving.ts";
import type { ThreadRef } from "../../src/core/store/thread.ts";
import type { ObjectNamespace } from "../../src/stores/durable_objects/platform.ts";
import { createDurableObjectsStore } from "../../src/stores/durable_objects/store.ts";
import { readCall, writeAnswer, writeCall, writeError } from "../../src/stores/durable_objects/wire.ts";
import { createSqliteStore } from "../../src/stores/embedded/sqlite/store.ts";
import { commitRequest } from "../conformance/store_cases/case.ts";

const TENANT = "acme";
const NOW = Date.now();
const WINDOW = { entries: 10, bytes: 10_000 };
const NEW = { meta: "{}", state: "{}", schema: SCHEMA, createdAt: NOW };

/** Is called before each call, with the object and the method. */
type Before = (name: string, method: string) => void | Promise<void>;

/** A store in `shards` objects, each of which is a sqlite store in memory, and the calls that it has sent, as `<object> <method>`. */
function open(shards: number, before: Before = () => {}) {
  const objects = new Map<string, Store & MovingStore>();
  const calls: string[] = [];
  const ids: string[] = [];
  const namespace: ObjectNamespace = {
    idFromName: (name) => name,
    get: (id) => ({
      async fetch(_url, { body }) {
        const { id: callId, method, args } = readCall(String(body));
        ids.push(callId);
        const name = String(id);
        const object = objects.get(name) ?? createSqliteStore({ path: ":memory:" });
        objects.set(name, object);
        calls.push(`${name === TENANT ? "hub" : "shard"} ${method}`);
        await before(name, method);
        try {
          return new Response(writeAnswer(method, await Reflect.get(object, method).apply(object, args)));
        } catch (thrown) {
          return new Response(writeError(toAgentError(thrown)));
        }
      },
    }),
    jurisdiction: () => namespace,
  };
  const store = createDurableObjectsStore({ namespace, shards });
  return {
    store,
    objects,
    /** The calls since the last time. */
    sent: () => calls.splice(0),
    ids,
    async [Symbol.asyncDispose]() {
      for (const object of objects.values()) await object.close();
    },
  };
}

function refOf(thread: string): ThreadRef {
  return { tenant: TENANT, thread };
}

function beginRequest(thread: string, more: Partial<BeginRequest> = {}): BeginRequest {
  return {
    ref: refOf(thread),
    owner: `owner of ${thread}`,
    leaseMs: 60_000,
    create: NEW,
    schema: SCHEMA,
    inputs: ["{}"],
    busy: "reject",
    window: WINDOW,
    ...more,
  };
}

async function begin(store: Store, thread: string, more: Partial<BeginRequest> = {}) {
  const request = beginRequest(thread, more);
  const begun = await store.begin(request);
  assert.ok(begun.type === "begun");
  return { ref: request.ref, owner: request.owner, begun, header: begun.header };
}

function bookingOf(id: string, steps = 1): Booking {
  return {
    id,
    reservations: [],
    day: toDay(NOW),
    accounts: ["tenant"],
    amounts: { ...ZERO_AMOUNTS, steps },
    counts: new Map([["tool", new Map([["look", steps]])]]),
    now: NOW,
  };
}

function reservationOf(id: string, steps: number) {
  return {
    id,
    day: toDay(NOW),
    accounts: [{ account: "tenant" as const, limits: { steps } }],
    amounts: { ...ZERO_AMOUNTS, steps: 1 },
    now: NOW,
    expiresAt: NOW + 60_000,
  };
}

async function spent(store: Store): Promise<number> {
  const [day] = await store.readLedger(TENANT, toDay(NOW), toDay(NOW));
  return day?.accounts.get("tenant")?.steps ?? 0;
}

Deno.test("E2: a step of a tenant in several objects is two requests, and one more for each part of the hub", async () => {
  await using opened = open(8);
  const { store, sent } = opened;
  const outbox = [{ kind: "delivery", id: "d", text: "later", at: NOW + 60_000 }];
  const plain = await begin(store, "first");
  assert.deepEqual(sent(), ["hub recordLearnedCapabilities", "shard begin"]); // once for a tenant, and for an isolate
  await store.commit({ ...commitRequest(plain), schema: SCHEMA });
  assert.deepEqual(sent(), ["shard commit"]);
  const reserve = reservationOf("r", 9);
  const second = await begin(store, "second", { reserve });
  assert.deepEqual(sent(), ["shard begin", "hub reserve"]);
  assert.deepEqual(second.begun.reserved, { type: "reserved" });
  const request = { ...commitRequest(second), schema: SCHEMA };
  const advance = {
    ...request,
    leaseMs: 60_000,
    booking: bookingOf("b"),
    reserve: { ...reserve, id: "r2" },
    outbox,
  };
  const advanced = await store.advance(advance);
  assert.deepEqual(sent(), ["hub commit", "shard advance", "hub reserve"]);
  assert.ok(advanced.type === "advanced");
  assert.deepEqual(advanced.reserved, { type: "reserved" });
  const { epoch, version } = advanced;
  const booking = bookingOf("c");
  assert.deepEqual(await store.commit({ ...request, epoch, version, booking, consumed: 0 }), {
    type: "committed",
    version: 2,
    waiting: 0,
  });
  assert.deepEqual(sent(), ["hub commit", "shard commit"]);
  assert.equal(await store.readDefinition(TENANT, "delivery", "d"), "later");
  assert.deepEqual(await store.listDueOf(TENANT), [{
    tenant: TENANT,
    name: "@delivery/d",
    at: NOW + 60_000,
  }]);
  assert.equal(await spent(store), 2);
});

Deno.test("E2: a tenant in one object sends what it always sent, one request a call", async () => {
  await using opened = open(1);
  const { store, sent, objects } = opened;
  const step = await begin(store, "t", { reserve: reservationOf("r", 9) });
  await store.commit({ ...commitRequest(step), schema: SCHEMA, booking: bookingOf("b") });
  await store.list(TENANT, { limit: 10 });
  assert.deepEqual(sent(), ["hub begin", "hub commit", "hub list"]);
  assert.deepEqual([...objects.keys()], [TENANT]);
});

Deno.test("X4: 64 begins at once of a tenant in several objects reserve no more than its budget", async () => {
  await using opened = open(5);
  const { store } = opened;
  const begun = await Promise.all(
    Array.from(
      { length: 64 },
      (_, place) => begin(store, `t${place}`, { reserve: reservationOf(`r${place}`, 10) }),
    ),
  );
  assert.equal(begun.filter(({ begun: { reserved } }) => reserved?.type === "reserved").length, 10);
});

Deno.test("X4: a begin that does not begin reserves nothing in another object", async () => {
  await using opened = open(5);
  const { store } = opened;
  const step = await begin(store, "t");
  const busy = await store.begin(beginRequest("t", { owner: "other", reserve: reservationOf("r", 1) }));
  assert.equal(busy.type, "busy");
  assert.deepEqual(await store.reserve(TENANT, reservationOf("s", 1)), { type: "reserved" });
  await store.abandon({ ref: step.ref, owner: step.owner, epoch: step.header.epoch, inputs: ["{}"] });
});

Deno.test("X4: what was spent is booked once where a worker ends between the hub and the shard, or the commit is refused", async () => {
  let isAway = false;
  await using opened = open(5, (_name, method) => {
    if (isAway && (method === "commit" || method === "reserve") && _name !== TENANT) {
      throw new AgentError("store_unavailable", "gone");
    }
  });
  const { store } = opened;
  const step = await begin(store, "t");
  const outbox = [{ kind: "delivery", id: "d", text: "later", at: NOW + 60_000 }];
  const request = {
    ...commitRequest(step),
    schema: SCHEMA,
    entries: ["{}"],
    booking: bookingOf("b", 3),
    outbox,
  };
  isAway = true;
  await assert.rejects(store.commit(request), { code: "store_unavailable" });
  assert.deepEqual([await spent(store), (await store.read(step.ref))?.header.version], [3, 0]);
  isAway = false;
  assert.equal((await store.commit(request)).type, "committed");
  assert.equal((await store.commit(request)).type, "committed"); // again
  const late = { ...request, owner: "late", booking: bookingOf("late", 4) };
  assert.equal((await store.commit(late)).type, "fenced");
  assert.equal(await spent(store), 7);
  assert.equal((await store.history(step.ref, { after: 0, limit: 9 }))?.entries.length, 1);
});

Deno.test("X4: a begin whose reservation was not answered is answered the same when it comes again", async () => {
  let isAway = true;
  await using opened = open(5, (_name, method) => {
    if (isAway && method === "reserve") throw new AgentError("store_unavailable", "gone");
  });
  const { store } = opened;
  const request = beginRequest("t", { reserve: reservationOf("r", 1) });
  await assert.rejects(store.begin(request), { code: "store_unavailable" });
  isAway = false;
  for (let time = 0; time < 2; time++) {
    const begun = await store.begin(request);
    assert.ok(begun.type === "begun");
    assert.deepEqual([begun.header.epoch, begun.inbox.length, begun.reserved?.type], [1, 1, "reserved"]);
  }
  assert.equal((await store.reserve(TENANT, reservationOf("s", 1))).type, "refused");
});

/** Threads of which several have one time, a third waits for people, and one in two has a facet. */
async function fill(store: Store): Promise<void> {
  for (let place = 0; place < 60; place++) {
    const thread = `t${place}`;
    const facets = place % 2 === 0 ? ["tag=even"] : ["tag=odd"];
    const create = { ...NEW, createdAt: 1_000 + Math.floor(place / 4), facets };
    const step = await begin(store, thread, { create });
    const awaits = 1_000 + Math.floor(place / 6);
    const pending = place % 6 === 0 ? null : { ids: ["c"], calls: "[]" }; // without calls it is in no page, and has a place all the same
    await store.commit({
      ...commitRequest(step),
      schema: SCHEMA,
      ...place % 3 === 0 ? { status: "waiting", pending, awaits } : { status: "done" },
    });
  }
}

const PAGES: Readonly<
  Record<string, (store: Store, limit: number, cursor: object) => ReturnType<Store["list"]>>
> = {
  all: (store, limit, cursor) => store.list(TENANT, { limit, ...cursor }),
  done: (store, limit, cursor) => store.list(TENANT, { limit, ...cursor, filter: { status: "done" } }),
  "of a time": (store, limit, cursor) =>
    store.list(TENANT, { limit, ...cursor, filter: { after: 1_002, before: 1_009 } }),
  "with a facet": (store, limit, cursor) =>
    store.list(TENANT, { limit, ...cursor, filter: { facets: ["tag=odd"], archived: false } }),
  none: (store, limit, cursor) => store.list(TENANT, { limit, ...cursor, filter: { facets: ["tag=none"] } }),
};

/** Every page, with its cursor. */
async function readPages(
  page: (cursor: object) => Promise<{ readonly threads: readonly unknown[]; readonly cursor?: string }>,
) {
  const pages = [await page({})];
  for (let last = pages[0]; last?.cursor !== undefined; last = pages.at(-1)) {
    pages.push(await page({ cursor: last.cursor }));
  }
  return pages;
}

Deno.test("V6: pages of lists over several objects are those of one store, with their cursors", async () => {
  await using opened = open(7);
  const { store, objects } = opened;
  const one = createSqliteStore({ path: ":memory:" });
  await fill(store);
  await fill(one);
  assert.equal(objects.size, 8);
  for (const limit of [1, 4, 7, 100]) {
    for (const [what, page] of Object.entries(PAGES)) {
      const pages = await readPages((cursor) => page(store, limit, cursor));
      assert.deepEqual(pages, await readPages((cursor) => page(one, limit, cursor)), `${what} by ${limit}`);
    }
    for (const order of ["newest", "oldest"] as const) {
      const list = (from: Store) =>
        readPages((cursor) => from.listAwaiting(TENANT, { limit, order, ...cursor }));
      const [ours, theirs] = [await list(store), await list(one)];
      assert.deepEqual(
        ours.flatMap(({ threads }) => threads),
        theirs.flatMap(({ threads }) => threads),
        `${order} by ${limit}`,
      );
      assert.ok(ours.every(({ threads }) => threads.length <= limit));
    }
  }
  await assert.rejects(store.list(TENANT, { limit: 1, cursor: "no cursor" }), { code: "invalid_request" });
  await one.close();
});

Deno.test("E8: rows of threads are due in their objects, and others in the hub", async () => {
  await using opened = open(4);
  const { store, objects } = opened;
  await store.moveDue(TENANT, "@delivery/d", { to: 3 });
  await store.moveDue(TENANT, "t", { to: 2 });
  assert.deepEqual((await store.listDue(9, 9)).map(({ name }) => name), ["t", "@delivery/d"]);
  assert.deepEqual(await store.listDue(9, 1), [{ tenant: TENANT, name: "t", at: 2 }]);
  assert.deepEqual((await objects.get(TENANT)?.listDue(9, 9))?.map(({ name }) => name), ["@delivery/d"]);
  assert.equal(await store.moveDue(TENANT, "t", { from: 2 }), true);
});

Deno.test("H3: a call of a move keeps its id on the way to a shard, and a list has the answers of all", async () => {
  await using opened = open(4);
  const { store, ids, sent } = opened;
  const call = { id: "call of a move", name: TENANT, lifetimes: LIFETIMES };
  const args = [TENANT, "t", { to: 5 }];
  await store.relay(writeCall({ ...call, method: "moveDue", args }));
  assert.equal(ids.at(-1), "call of a move");
  sent();
  const answer = JSON.parse(await store.relay(writeCall({ ...call, method: "listDueOf", args: [TENANT] })));
  assert.deepEqual(answer, { value: [{ tenant: TENANT, name: "t", at: 5 }] });
  assert.equal(sent().length, 5);
  const unknown = JSON.parse(
    await store.relay(writeCall({ ...call, method: "readThread", args: [refOf("t")] })),
  );
  assert.equal(unknown.error.code, "thread_unknown");
});

/** Names of threads, of which the second is in another object than the first. */
async function twoPlaces(store: Store & MovingStore, objects: ReadonlyMap<string, Store & MovingStore>) {
  await store.create(refOf("source"), NEW);
  const [home] = [...objects.keys()].filter((name) => name !== TENANT);
  for (let place = 0;; place++) {
    const target = refOf(`target${place}`);
    await store.create(target, NEW);
    const isApart = await objects.get(home ?? "")?.read(target) === undefined;
    await store.remove(target);
    if (isApart) return { source: refOf("source"), target };
  }
}

const FORK = { version: 2, base: 0, summary: null, thread: NEW, status: "done" } as const;

Deno.test("E4: a fork into another object has the entries and the blobs of its source, and is there at once or not at all", async () => {
  let isAway = false;
  await using opened = open(4, (_name, method) => {
    if (isAway && method === "fork") throw new AgentError("store_unavailable", "gone");
  });
  const { store, objects } = opened;
  const { source, target } = await twoPlaces(store, objects);
  const step = await begin(store, source.thread);
  const blob = await store.putBlob(source, "a text".repeat(1_000));
  const unused = await store.putBlob(source, "no entry refers to it");
  const entries = Array.from({ length: 9 }, (_, place) => `${place} ${"x".repeat(100_000)}`); // two pages
  await store.commit({ ...commitRequest(step), schema: SCHEMA, entries, blobs: [{ id: blob.id }] });
  const request = { ...FORK, source, target, length: 8, append: ["own"] };
  isAway = true;
  await assert.rejects(store.fork(request), { code: "store_unavailable" });
  assert.equal(await store.read(target), undefined);
  isAway = false;
  assert.equal(await store.fork(request), true);
  assert.equal(await store.fork(request), false);
  assert.equal(await store.remove(source), true);
  const page = await store.history(target, { after: 0, limit: 20 });
  const rest = await store.history(target, { after: page?.entries.length ?? 0, limit: 20 });
  assert.deepEqual([...page?.entries ?? [], ...rest?.entries ?? []], [...entries.slice(0, 8), "own"]);
  assert.equal(await store.getBlob(target, blob), "a text".repeat(1_000));
  assert.equal(await store.getBlob(target, unused), undefined);
  await assert.rejects(store.fork({ ...request, target: refOf("more") }), { code: "thread_unknown" });
});

Deno.test("E4: a fork of a thread that is removed and made again while it is read is of neither", async () => {
  const removing: (() => Promise<void>)[] = [];
  await using opened = open(4, async (_name, method) => {
    if (method === "history") await removing.pop()?.();
  });
  const { store, objects } = opened;
  const { source, target } = await twoPlaces(store, objects);
  const write = async (entry: string) => {
    const step = await begin(store, source.thread);
    await store.commit({ ...commitRequest(step), schema: SCHEMA, entries: [entry] });
  };
  await write("first");
  removing.push(async () => {
    await store.remove(source);
    await write("second");
  });
  await assert.rejects(store.fork({ ...FORK, source, target, length: 9, append: [] }), {
    code: "thread_unknown",
  });
  assert.equal(await store.read(target), undefined);
});

Deno.test("E2: threads are spread over all shards, and a number of shards that is none is refused", async () => {
  await using opened = open(8);
  const { store, objects } = opened;
  for (let place = 0; place < 200; place++) await store.create(refOf(`user-${place}`), NEW);
  const shards = [...objects].filter(([name]) => name !== TENANT);
  const sizes = await Promise.all(
    shards.map(async ([_name, object]) => (await object.list(TENANT, { limit: 200 })).threads.length),
  );
  assert.equal(sizes.length, 8);
  assert.ok(sizes.every((size) => size > 10 && size < 45), sizes.join());
  for (const shards of [0, 1.5, 65, NaN]) assert.throws(() => open(shards), { code: "config_invalid" });
});
