// The inbox and the busy policies queue and restart.

import assert from "node:assert/strict";
import { INBOX_BYTES, INBOX_LIMIT } from "../../../src/core/store/limits.ts";
import { counters, newThread, type StoreCase, texts, wholeHistory } from "./case.ts";

export const inboxCases: StoreCase[] = [
  {
    row: "E3",
    name: "queue on a busy thread waits, in order, for the next step",
    async run({ begin, step, commit, store, ref }) {
      const running = await step({ inputs: ["a"] });
      assert.deepEqual(await begin({ inputs: ["b"], busy: "queue" }), { type: "queued", waiting: 2 });
      assert.deepEqual(await begin({ inputs: ["c", "d"], busy: "queue" }), { type: "queued", waiting: 4 });
      assert.deepEqual(await commit(running), { type: "committed", version: 1, waiting: 3 });
      const next = await step({ inputs: ["e"] });
      assert.deepEqual(next.begun.inbox, ["b", "c", "d", "e"]);
      assert.deepEqual(await commit(next, { consumed: 2, entries: ["b", "c"] }), {
        type: "committed",
        version: 2,
        waiting: 2,
      });
      assert.equal((await store.read(ref))?.waiting, 2);
      assert.deepEqual((await step({ inputs: [] })).begun.inbox, ["d", "e"]);
    },
  },
  {
    row: "E3",
    name: "what is queued while a step runs is not consumed by it",
    async run({ begin, step, advance, commit, store, ref }) {
      const one = await step({ inputs: ["a"] });
      await begin({ inputs: ["b"], busy: "queue" });
      const advanced = await advance(one, { consumed: 1 });
      assert(advanced.type === "advanced");
      assert.deepEqual(advanced.inbox, ["b"]);
      await begin({ inputs: ["c"], busy: "queue" });
      const { version, epoch } = advanced;
      const end = await commit(one, { version, epoch, consumed: 1, entries: ["b"] });
      assert.deepEqual(end, { type: "committed", version: 2, waiting: 1 });
      assert.deepEqual((await step({ inputs: [] })).begun.inbox, ["c"]);
      assert.deepEqual(await wholeHistory(store, ref), ["a", "b"]);
    },
  },
  {
    row: "E3",
    name: "the inputs of an inbox are read in their order, those of a running step among them",
    async run({ begin, step, commit, store, ref }) {
      assert.deepEqual(await store.inbox(ref), [], "a thread that there is not");
      const running = await step({ inputs: ["a", "b:é"] });
      await begin({ inputs: ["c"], busy: "queue" });
      assert.deepEqual(await store.inbox(ref), ["a", "b:é", "c"]);
      assert.equal(await store.taken(ref), 2);
      await commit(running, { consumed: 2, entries: ["a", "b:é"] });
      assert.deepEqual(await store.inbox(ref), ["c"]);
      await store.remove(ref);
      assert.deepEqual(await store.inbox(ref), []);
    },
  },
  {
    row: "E3",
    name: "inputs that no step has taken are withdrawn together, and the running step consumes its own",
    async run({ begin, step, commit, store, ref }) {
      assert.equal(await store.withdraw(ref, { epoch: 1, texts: ["a"] }), false, "no thread");
      const running = await step({ inputs: ["a"] });
      for (const input of ["b:é", "c", "d"]) await begin({ inputs: [input], busy: "queue" });
      const { epoch } = running.begun.header;
      assert.equal(await store.withdraw(ref, { epoch: epoch - 1, texts: ["c"] }), false, "another epoch");
      assert.equal(await store.withdraw(ref, { epoch, texts: ["c", "x"] }), false, "one is not there");
      assert.deepEqual(await store.inbox(ref), ["a", "b:é", "c", "d"]);
      assert.equal(await store.withdraw(ref, { epoch, texts: ["b:é", "d"] }), true);
      assert.deepEqual(await store.inbox(ref), ["a", "c"]);
      assert.deepEqual(await commit(running), { type: "committed", version: 1, waiting: 1 });
      assert.equal(await store.withdraw(ref, { epoch, texts: ["c"] }), true, "between two steps");
      assert.equal((await store.read(ref))?.waiting, 0);
      await step({ inputs: ["e"] });
      assert.equal(await store.withdraw(ref, { epoch, texts: ["e"] }), false, "a step has begun");
    },
  },
  {
    row: "E3",
    name:
      "behind the withdrawal of an input that a cancelled step has taken, its late commit takes none that waits",
    async run({ begin, step, commit, store, ref }) {
      const running = await step({ inputs: ["a"] });
      await begin({ inputs: ["b"], busy: "queue" });
      await store.cancel(ref);
      const epoch = (await store.read(ref))?.header.epoch ?? assert.fail();
      assert.equal(await store.withdraw(ref, { epoch, texts: ["a"] }), true);
      const late = await commit(running, { afterCancel: true, consumed: 1, entries: ["a"] });
      assert.equal(late.type, "fenced");
      assert.deepEqual(await store.inbox(ref), ["b"]);
      assert.deepEqual((await step({ inputs: [] })).begun.inbox, ["b"]);
    },
  },
  {
    row: "E3",
    name: "queue on an idle thread begins",
    async run({ begin }) {
      const begun = await begin({ create: newThread(), inputs: ["a"], busy: "queue" });
      assert(begun.type === "begun");
      assert.deepEqual(begun.inbox, ["a"]);
    },
  },
  {
    row: "E3",
    name: "a full inbox takes nothing more",
    async run({ begin, step, commit, store, ref }) {
      const running = await step({ inputs: ["first"] });
      for (const input of texts(INBOX_LIMIT - 1)) await begin({ inputs: [input], busy: "queue" });
      assert.equal((await store.read(ref))?.waiting, INBOX_LIMIT);
      const idempotency = { key: "k", bodyHash: "h" };
      const full = await begin({ inputs: ["more"], busy: "queue", idempotency });
      assert(full.type === "full");
      assert(full.retryAfterMs > 0);
      assert.equal((await store.read(ref))?.waiting, INBOX_LIMIT);
      assert.equal((await commit(running)).type, "committed");
      const next = await step({ inputs: ["more"], idempotency });
      assert.equal(next.begun.inbox.length, INBOX_LIMIT);
      assert.equal(next.begun.inbox.at(-1), "more");
    },
  },
  {
    row: "E3",
    name: "an inbox whose inputs are large is full before it holds many, busy or idle",
    async run({ begin, step, commit, store, ref }) {
      const large = "x".repeat(400_000);
      const running = await step({ inputs: [large] });
      assert.deepEqual(await begin({ inputs: [large], busy: "queue" }), { type: "queued", waiting: 2 });
      const full = await begin({ inputs: [large], busy: "queue" });
      assert(full.type === "full" && full.retryAfterMs > 0);
      const small = "x".repeat(INBOX_BYTES - 810_000);
      assert.deepEqual(await begin({ inputs: [small], busy: "queue" }), { type: "queued", waiting: 3 });
      await commit(running, { consumed: 0, entries: [] });
      const before = await store.read(ref);
      const idle = await begin({ inputs: [large] });
      assert(idle.type === "full" && idle.retryAfterMs > 0);
      assert.deepEqual(await store.read(ref), before);
      assert.deepEqual((await step({ inputs: [] })).begun.inbox, [large, large, small]);
    },
  },
  {
    row: "E3",
    name: "the size of an inbox is the UTF-8 bytes of its inputs, up to and including the limit",
    async run({ begin, step, store, ref }) {
      const large = "€".repeat(130_000);
      await step({ inputs: [large] });
      assert.deepEqual(await begin({ inputs: [large], busy: "queue" }), { type: "queued", waiting: 2 });
      assert.equal((await begin({ inputs: [large], busy: "queue" })).type, "full");
      const rest = "x".repeat(INBOX_BYTES - 2 * 390_000);
      assert.equal((await begin({ inputs: [`${rest}x`], busy: "queue" })).type, "full");
      assert.deepEqual(await begin({ inputs: [rest], busy: "queue" }), { type: "queued", waiting: 3 });
      assert.equal((await begin({ inputs: ["x"], busy: "queue" })).type, "full");
      assert.equal((await store.read(ref))?.waiting, 3);
    },
  },
  {
    row: "E3",
    name: "queue without inputs on a busy thread is busy",
    async run({ begin, step }) {
      await step();
      assert.equal((await begin({ busy: "queue" })).type, "busy");
    },
  },
  {
    row: "E3",
    name: "concurrent queueing loses no input and none comes twice",
    async run({ begin, step, commit }) {
      const running = await step({ inputs: ["first"] });
      const inputs = texts(40, "q");
      const outcomes = await Promise.all(inputs.map((input) => begin({ inputs: [input], busy: "queue" })));
      const waiting = outcomes.map((one) => one.type === "queued" ? one.waiting : -1).sort((a, b) => a - b);
      assert.deepEqual(waiting, inputs.map((_, index) => index + 2));
      await commit(running);
      const { inbox } = (await step({ inputs: [] })).begun;
      assert.deepEqual([...inbox].sort(), [...inputs].sort());
    },
  },
  {
    row: "E3",
    name: "restart cancels a running step and begins in one go",
    async run({ begin, step, commit, store, ref }) {
      const old = await step({ inputs: ["a"] });
      const begun = await begin({ inputs: ["b"], busy: "restart" });
      assert(begun.type === "begun");
      const { epoch, cancelledEpoch, version } = begun.header;
      assert.deepEqual([epoch, cancelledEpoch, version, begun.inbox], [3, 2, 0, ["a", "b"]]);
      assert.deepEqual(await commit(old), { type: "fenced", cancelled: false });
      const late = await commit(old, { afterCancel: true, counters: counters() });
      assert.deepEqual(late, { type: "fenced", cancelled: false });
      const snapshot = await store.read(ref);
      assert.deepEqual([snapshot?.header.counters, snapshot?.running], [counters(), true]);
    },
  },
  {
    row: "E3",
    name: "restart on an idle thread just begins",
    async run({ begin, append }) {
      await append(["a"]);
      const begun = await begin({ inputs: ["b"], busy: "restart" });
      assert(begun.type === "begun");
      assert.deepEqual([begun.header.epoch, begun.header.cancelledEpoch, begun.header.status], [
        2,
        0,
        "done",
      ]);
    },
  },
  {
    row: "E3",
    name: "restart with another version than expected cancels nothing",
    async run({ begin, step, store, ref, commit }) {
      const running = await step();
      const before = await store.read(ref);
      assert.deepEqual(await begin({ inputs: ["b"], busy: "restart", expectedVersion: 5 }), {
        type: "conflict",
        version: 0,
      });
      assert.deepEqual(await store.read(ref), before);
      assert.equal((await commit(running)).type, "committed");
    },
  },
  {
    row: "E3",
    name: "a begin without inputs consumes what waits",
    async run({ begin, step, commit }) {
      const running = await step();
      await begin({ inputs: ["q"], busy: "queue" });
      await commit(running);
      const begun = await begin();
      assert(begun.type === "begun");
      assert.deepEqual(begun.inbox, ["q"]);
    },
  },
];
