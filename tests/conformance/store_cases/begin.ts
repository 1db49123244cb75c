// BeginOutcome: creation, the order of the checks, the lease, and re-entrance.

import assert from "node:assert/strict";
import { LEASE_MS, newThread, SHORT_MS, type StoreCase } from "./case.ts";

export const beginCases: StoreCase[] = [
  {
    row: "E2",
    name: "create makes an empty thread once",
    async run({ store, ref }) {
      assert.equal(await store.create(ref, newThread({ meta: "M", state: "S" })), true);
      assert.equal(await store.create(ref, newThread({ meta: "other" })), false);
      const snapshot = await store.read(ref);
      assert.deepEqual(snapshot?.header, {
        schema: 1,
        version: 0,
        epoch: 0,
        cancelledEpoch: 0,
        status: "waiting",
        length: 0,
        base: 0,
        summary: null,
        meta: "M",
        state: "S",
        counters: {
          steps: 0,
          calls: 0,
          inputTokens: 0,
          outputTokens: 0,
          cachedTokens: 0,
          wallMs: 0,
          microDollars: 0,
        },
      });
      assert.deepEqual(
        [snapshot?.pending, snapshot?.marks.size, snapshot?.waiting, snapshot?.running],
        [null, 0, 0, false],
      );
    },
  },
  {
    row: "E3",
    name: "creates a thread once for many requests at the same time",
    async run({ store, ref }) {
      const created = await Promise.all(Array.from({ length: 20 }, () => store.create(ref, newThread())));
      assert.equal(created.filter(Boolean).length, 1);
    },
  },
  {
    row: "E2",
    name: "begin on a missing thread is missing and leaves nothing",
    async run({ store, ref, begin }) {
      const idempotency = { key: "k", bodyHash: "h" };
      assert.deepEqual(await begin({ inputs: ["a"], idempotency }), { type: "missing" });
      assert.equal(await store.read(ref), undefined);
      assert.equal(await store.history(ref, { after: 0, limit: 1 }), undefined);
    },
  },
  {
    row: "E2",
    name: "begin creates the thread when the request has `create`",
    async run({ begin }) {
      const begun = await begin({ create: newThread({ meta: "M", state: "S" }), inputs: ["a", "b"] });
      assert(begun.type === "begun");
      assert.equal(begun.created, true);
      assert.deepEqual(begun.inbox, ["a", "b"]);
      assert.deepEqual(begun.window, { start: 0, entries: [] });
      assert.deepEqual([begun.pending, begun.marks.size], [null, 0]);
      const { epoch, version, length, status, meta, state } = begun.header;
      assert.deepEqual([epoch, version, length, status, meta, state], [1, 0, 0, "waiting", "M", "S"]);
    },
  },
  {
    row: "E2",
    name: "begin on an existing thread ignores create",
    async run({ store, ref, begin }) {
      await store.create(ref, newThread({ meta: "first" }));
      const begun = await begin({ create: newThread({ meta: "second" }), inputs: ["a"] });
      assert(begun.type === "begun");
      assert.deepEqual([begun.created, begun.header.meta], [false, "first"]);
    },
  },
  {
    row: "E3",
    name: "a refused begin does not create the thread",
    async run({ store, ref, begin }) {
      assert.deepEqual(await begin({ create: newThread() }), { type: "idle", status: "waiting", version: 0 });
      assert.equal(await store.read(ref), undefined);
      assert.deepEqual(await begin({ create: newThread(), inputs: ["a"], expectedVersion: 3 }), {
        type: "conflict",
        version: 0,
      });
      assert.deepEqual(await begin({ create: newThread({ schema: 9 }), inputs: ["a"] }), {
        type: "unsupported",
        schema: 9,
      });
      assert.equal(await store.read(ref), undefined);
    },
  },
  {
    row: "E3",
    name: "begin takes the lease, raises the epoch and leaves the history alone",
    async run({ store, ref, step }) {
      const { header } = await step();
      assert.equal(header.epoch, 1);
      const snapshot = await store.read(ref);
      assert.deepEqual([snapshot?.running, snapshot?.waiting, snapshot?.header.epoch], [true, 1, 1]);
      assert.deepEqual([snapshot?.header.version, snapshot?.header.length], [0, 0]);
    },
  },
  {
    row: "E3",
    name: "begin on a busy thread says when to come back and changes nothing",
    async run({ store, ref, step, begin }) {
      await step();
      const before = await store.read(ref);
      const busy = await begin({ inputs: ["b"] });
      assert(busy.type === "busy");
      assert(busy.retryAfterMs > 0 && busy.retryAfterMs <= LEASE_MS, String(busy.retryAfterMs));
      assert.deepEqual(await store.read(ref), before);
    },
  },
  {
    row: "E3",
    name: "of many concurrent begins exactly one begins",
    async run({ store, ref, begin }) {
      await store.create(ref, newThread());
      const outcomes = await Promise.all(Array.from({ length: 50 }, (_, n) => begin({ inputs: [`i${n}`] })));
      assert.equal(outcomes.filter(({ type }) => type === "begun").length, 1);
      assert.equal(outcomes.filter(({ type }) => type === "busy").length, 49);
      const snapshot = await store.read(ref);
      assert.deepEqual([snapshot?.header.epoch, snapshot?.waiting], [1, 1]);
    },
  },
  {
    row: "E3",
    name: "of many concurrent begins on a missing thread exactly one creates it",
    async run({ begin }) {
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () => begin({ inputs: ["a"], create: newThread() })),
      );
      assert.equal(outcomes.filter((one) => one.type === "begun" && one.created).length, 1);
    },
  },
  {
    row: "E3",
    name: "writers that race for a thread lose no commit",
    async run({ store, ref, begin, commit, header }) {
      await store.create(ref, newThread());
      const writer = async (name: string) => {
        for (let done = 0; done < 5;) {
          const request = { owner: `${name}-${done}`, inputs: [`${name}-${done}`] };
          const begun = await begin(request);
          if (begun.type === "begun") {
            const outcome = await commit({ ref, owner: request.owner, begun, header: begun.header });
            assert.equal(outcome.type, "committed");
            done++;
          } else await new Promise((resolve) => setTimeout(resolve, 1));
        }
      };
      await Promise.all(["a", "b", "c", "d", "e", "f"].map(writer));
      const { version, length, epoch } = await header();
      assert.deepEqual([version, length, epoch], [30, 30, 30]);
      const page = await store.history(ref, { after: 0, limit: 100 });
      assert.equal(new Set(page?.entries).size, 30);
    },
  },
  {
    row: "E3",
    name: "the same begin sent twice is answered the same and happens once",
    async run({ store, ref, request, append }) {
      await append(["one"]);
      const idempotency = { key: "k", bodyHash: "h" };
      const again = request({ inputs: ["a"], idempotency });
      const first = await store.begin(again);
      assert(first.type === "begun" && !first.resumed);
      const between = await store.read(ref);
      assert.deepEqual(await store.begin(again), first);
      assert.deepEqual(await store.read(ref), between);
    },
  },
  {
    row: "E3",
    name: "a begin that is resumed and sent twice says resumed twice",
    async run({ store, request, step, pass }) {
      const idempotency = { key: "k", bodyHash: "h" };
      await step({ inputs: ["a"], idempotency, leaseMs: SHORT_MS });
      await pass(2 * SHORT_MS);
      const again = request({ inputs: ["a"], idempotency });
      const first = await store.begin(again);
      assert(first.type === "begun" && first.resumed);
      assert.deepEqual(await store.begin(again), first);
    },
  },
  {
    row: "E3",
    name: "the same creating begin sent twice says created twice",
    async run({ store, ref, request }) {
      const again = request({ create: newThread(), inputs: ["a"] });
      const first = await store.begin(again);
      assert(first.type === "begun" && first.created);
      assert.deepEqual(await store.begin(again), first);
      assert.equal((await store.read(ref))?.waiting, 1);
    },
  },
  {
    row: "E3",
    name: "a begin repeated after a cancel keeps its own epoch, so its step is fenced",
    async run({ store, ref, request, commit }) {
      const again = request({ create: newThread(), inputs: ["a"] });
      assert.equal((await store.begin(again)).type, "begun");
      await store.cancel(ref);
      const begun = await store.begin(again);
      assert(begun.type === "begun");
      assert.equal(begun.header.epoch, 1);
      const outcome = await commit({ ref, owner: again.owner, begun, header: begun.header });
      assert.deepEqual(outcome, { type: "fenced", cancelled: true });
    },
  },
  {
    row: "E3",
    name: "a begin that arrives again after others began is a new one",
    async run({ store, request, step, pass }) {
      const late = request({ create: newThread(), inputs: ["a"], leaseMs: SHORT_MS });
      assert.equal((await store.begin(late)).type, "begun");
      await pass(2 * SHORT_MS);
      await step();
      assert.equal((await store.begin(late)).type, "busy");
    },
  },
  {
    row: "E3",
    name: "begin with another version than expected conflicts and changes nothing",
    async run({ store, ref, begin, append }) {
      assert.equal(await append(["one"]), 1);
      const before = await store.read(ref);
      assert.deepEqual(await begin({ inputs: ["a"], expectedVersion: 0 }), { type: "conflict", version: 1 });
      assert.deepEqual(await store.read(ref), before);
      const begun = await begin({ inputs: ["a"], expectedVersion: 1 });
      assert.equal(begun.type, "begun");
    },
  },
  {
    row: "E3",
    name: "busy is checked before the expected version",
    async run({ step, begin }) {
      await step();
      assert.equal((await begin({ inputs: ["a"], expectedVersion: 7 })).type, "busy");
    },
  },
  {
    row: "E2",
    name: "a thread without anything to do is idle",
    async run({ store, ref, begin, step, commit }) {
      await store.create(ref, newThread());
      for (const status of ["waiting", "done"] as const) {
        await commit(await step(), { status });
        const before = await store.read(ref);
        const version = before?.header.version;
        assert.deepEqual(await begin(), { type: "idle", status, version });
        assert.deepEqual(await store.read(ref), before);
      }
      await store.cancel(ref);
      assert.deepEqual(await begin(), { type: "idle", status: "cancelled", version: 2 });
    },
  },
  {
    row: "E2",
    name: "a thread that is open, has failed, or has pending calls is not idle",
    async run({ begin, step, commit }) {
      for (const status of ["open", "failed"] as const) {
        await commit(await step(), { status });
        const begun = await begin();
        assert(begun.type === "begun");
        await commit(await step({ busy: "restart" }), { status });
      }
      const pending = { ids: ["c1"], calls: "[1]" };
      await commit(await step(), { status: "waiting", pending });
      const begun = await begin();
      assert(begun.type === "begun");
      assert.deepEqual(begun.pending, pending);
    },
  },
  {
    row: "E3",
    name: "a thread of a newer schema is refused without taking the lease",
    async run({ store, ref, begin }) {
      await store.create(ref, newThread({ schema: 2 }));
      const before = await store.read(ref);
      assert.deepEqual(await begin({ inputs: ["a"] }), { type: "unsupported", schema: 2 });
      assert.deepEqual(await store.read(ref), before);
      assert.equal(before?.running, false);
    },
  },
  {
    row: "E3",
    name: "a thread of an older schema comes as it is, and its commit writes the newer",
    async run({ store, ref, step, commit, header }) {
      await store.create(ref, newThread({ schema: 1, state: "old" }));
      const old = await step({ schema: 2 });
      assert.deepEqual([old.header.schema, old.header.state], [1, "old"]);
      await commit(old, { schema: 2, state: "new" });
      const { schema, state } = await header();
      assert.deepEqual([schema, state], [2, "new"]);
    },
  },
];
