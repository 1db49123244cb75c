// Inputs that are accepted without a step: INVARIANTS of enqueue.

import assert from "node:assert/strict";
import type { Store } from "../../../../src/core/store.ts";
import type { EnqueueOutcome, EnqueueRequest } from "../../../../src/core/store/enqueue.ts";
import { INBOX_BYTES, INBOX_LIMIT } from "../../../../src/core/store/limits.ts";
import type { ThreadRef } from "../../../../src/core/store/thread.ts";
import { newThread, type StoreCase, texts, wholeHistory } from "../case.ts";
import { dueOf } from "./due.ts";

const DAY_MS = 86_400_000;

let owners = 0;

function request(ref: ThreadRef, overrides: Partial<EnqueueRequest> = {}): EnqueueRequest {
  return {
    ref,
    owner: `enqueuer-${++owners}`,
    create: newThread(),
    schema: 1,
    inputs: ["a"],
    idempotency: { key: `key-${owners}`, bodyHash: "h" },
    receiptMs: 2 * DAY_MS,
    due: 1_700_000_000_000,
    ...overrides,
  };
}

async function queue(store: Store, ref: ThreadRef, overrides: Partial<EnqueueRequest> = {}) {
  const outcome = await store.enqueue(request(ref, overrides));
  assert(outcome.type === "queued", `expected queued, got ${outcome.type}`);
  return outcome;
}

const created = (waiting: number): EnqueueOutcome => {
  return { type: "queued", version: 0, running: false, waiting, created: true };
};

export const enqueueCases: StoreCase[] = [
  {
    row: "E8",
    name: "an enqueue creates the thread, and its inputs wait for a begin",
    async run({ store, ref, begin, header }) {
      const outcome = await store.enqueue(request(ref, { inputs: ["a", "b"] }));
      assert.deepEqual(outcome, created(2));
      const { version, epoch, length, status, meta } = await header();
      assert.deepEqual([version, epoch, length, status, meta], [0, 0, 0, "waiting", newThread().meta]);
      const snapshot = await store.read(ref);
      assert.deepEqual([snapshot?.waiting, snapshot?.running], [2, false]);
      assert.deepEqual((await store.list(ref.tenant, { limit: 5 })).threads.map(({ thread }) => thread), [
        "t1",
      ]);
      const begun = await begin();
      assert(begun.type === "begun");
      assert.deepEqual([begun.inbox, begun.created, begun.resumed], [["a", "b"], false, false]);
    },
  },
  {
    row: "E8",
    name: "an enqueue on a thread that rests or runs changes its inbox alone",
    async run({ store, ref, append, step, commit }) {
      await append(["one"]);
      const before = await store.read(ref);
      assert.deepEqual(await store.enqueue(request(ref)), { ...created(1), version: 1, created: false });
      assert.deepEqual(await store.read(ref), { ...before, waiting: 1 });
      const running = await step({ inputs: ["b"] });
      assert.deepEqual(running.begun.inbox, ["a", "b"]);
      assert.deepEqual(await store.enqueue(request(ref, { inputs: ["c"] })), {
        type: "queued",
        version: 1,
        running: true,
        waiting: 3,
        created: false,
      });
      assert.deepEqual(await commit(running), { type: "committed", version: 2, waiting: 1 });
      assert.deepEqual(await wholeHistory(store, ref), ["one", "a", "b"]);
      assert.deepEqual((await step({ inputs: [] })).begun.inbox, ["c"]);
    },
  },
  {
    row: "E8",
    name: "a key that was enqueued is a duplicate or a mismatch, also when a step has consumed its inputs",
    async run({ store, ref, step, commit }) {
      const idempotency = { key: "evt_1", bodyHash: "h" };
      await queue(store, ref, { idempotency });
      const again = () => store.enqueue(request(ref, { idempotency, inputs: ["other"] }));
      assert.deepEqual(await again(), { type: "duplicate", version: 0 });
      await commit(await step({ inputs: [] }));
      assert.deepEqual(await again(), { type: "duplicate", version: 1 });
      const other = { key: "evt_1", bodyHash: "other" };
      assert.deepEqual(await store.enqueue(request(ref, { idempotency: other })), { type: "mismatch" });
      assert.equal((await store.read(ref))?.waiting, 0);
      assert.deepEqual(await wholeHistory(store, ref), ["a"]);
    },
  },
  {
    row: "E8",
    name:
      "an enqueue that arrives again is answered queued and queues once, also behind a begin and another input",
    async run({ store, ref, begin, step, commit }) {
      const sent = request(ref);
      assert.deepEqual(await store.enqueue(sent), created(1));
      assert.deepEqual(await store.enqueue(sent), created(1));
      const running = await step({ inputs: [] });
      await begin({ inputs: ["b"], busy: "queue" });
      assert.deepEqual(await store.enqueue(sent), { ...created(2), running: true });
      assert.deepEqual(await commit(running), { type: "committed", version: 1, waiting: 1 });
      assert.deepEqual(await store.enqueue(sent), { ...created(1), version: 1 });
      const second = request(ref, { inputs: ["c"] });
      const answer = { ...created(2), version: 1, created: false };
      assert.deepEqual([await store.enqueue(second), await store.enqueue(second)], [answer, answer]);
      assert.deepEqual((await step({ inputs: [] })).begun.inbox, ["b", "c"]);
    },
  },
  {
    row: "E8",
    name: "many enqueues of one key at once queue one input",
    async run({ store, ref }) {
      const idempotency = { key: "evt_1", bodyHash: "h" };
      const sent = texts(12).map((text) => request(ref, { idempotency, inputs: [text] }));
      const outcomes = await Promise.all(sent.map((one) => store.enqueue(one)));
      assert.equal(outcomes.filter(({ type }) => type === "queued").length, 1);
      assert.equal(outcomes.filter(({ type }) => type === "duplicate").length, 11);
      assert.equal((await store.read(ref))?.waiting, 1);
    },
  },
  {
    row: "E8",
    name: "a begin with the key of an enqueue takes its inputs once, and replays when it has committed",
    async run({ store, ref, begin, step, commit }) {
      const idempotency = { key: "evt_1", bodyHash: "h" };
      const running = await step({ inputs: ["first"] });
      await queue(store, ref, { idempotency });
      assert.deepEqual(await begin({ inputs: ["a"], idempotency }), { type: "queued", waiting: 2 });
      const other = { key: "evt_1", bodyHash: "other" };
      assert.deepEqual(await begin({ inputs: ["a"], idempotency: other }), { type: "mismatch" });
      await commit(running);
      const begun = await step({ inputs: ["a"], idempotency });
      assert.deepEqual([begun.begun.inbox, begun.begun.resumed], [["a"], true]);
      assert.deepEqual(await store.enqueue(request(ref, { idempotency })), { type: "duplicate", version: 1 });
      await commit(begun, { receipt: { ...idempotency, outcome: "done", text: '"r"' } });
      const replayed = await begin({ inputs: ["a"], idempotency });
      assert(replayed.type === "replayed");
      assert.deepEqual(replayed.receipt, { text: '"r"', entries: ["a"] });
      assert.deepEqual(await store.enqueue(request(ref, { idempotency })), { type: "duplicate", version: 2 });
    },
  },
  {
    row: "E8",
    name:
      "an enqueue remembers its key for as long as it says, and a begin with the key does not shorten that",
    lifetimes: { receiptMs: DAY_MS },
    async run({ store, ref, step, commit, passLong }) {
      const [asked, usual, begun] = ["asked", "usual", "begun"].map((key) => ({ key, bodyHash: "h" }));
      assert(asked && usual && begun);
      await queue(store, ref, { idempotency: asked, receiptMs: 2 * DAY_MS });
      await queue(store, ref, { idempotency: usual, receiptMs: 1 });
      await queue(store, ref, { idempotency: begun, receiptMs: 2 * DAY_MS });
      const running = await step({ inputs: ["a"], idempotency: begun });
      await commit(running, { receipt: { ...begun, outcome: "done", text: '"r"' } });
      const type = async (idempotency: EnqueueRequest["idempotency"]) => {
        return (await store.enqueue(request(ref, { idempotency }))).type;
      };
      await passLong(DAY_MS - 60_000);
      assert.equal(await type(usual), "duplicate");
      await passLong(DAY_MS / 2);
      assert.equal(await type(usual), "queued");
      assert.deepEqual([await type(asked), await type(begun)], ["duplicate", "duplicate"]);
      await passLong(DAY_MS / 2 + 120_000);
      assert.deepEqual([await type(asked), await type(begun)], ["queued", "queued"]);
    },
  },
  {
    row: "E8",
    name: "an enqueue that is refused changes nothing but the due index",
    async run({ store, ref, append, sibling }) {
      assert.deepEqual(await store.enqueue(request(ref, { create: undefined, due: 1000 })), {
        type: "missing",
      });
      assert.equal(await store.read(ref), undefined);
      assert.deepEqual((await dueOf(store, ref.tenant, 1000)).map(([name]) => name), ["t1"]);
      const newer = sibling("newer");
      await append(["a"], { ref: newer, schema: 2 });
      const idempotency = { key: "evt_1", bodyHash: "h" };
      await queue(store, newer, { schema: 2, idempotency });
      const before = await store.read(newer);
      for (const key of ["evt_1", "evt_2"]) {
        assert.deepEqual(
          await store.enqueue(request(newer, { schema: 1, idempotency: { key, bodyHash: "h" }, due: 2000 })),
          { type: "unsupported", schema: 2 },
        );
      }
      assert.deepEqual(await store.read(newer), before);
      assert.deepEqual((await dueOf(store, ref.tenant, 2000)).map(([name]) => name), ["t1", "newer"]);
    },
  },
  {
    row: "E8",
    name: "an enqueue and a begin that are repeated move a row of the due index to no later time",
    async run({ store, ref, begin }) {
      const idempotency = { key: "evt_1", bodyHash: "h" };
      await queue(store, ref, { idempotency, due: 2000 });
      const isBetween = async (low: number, high: number) => {
        const [[name, at] = assert.fail("no row"), ...others] = await dueOf(store, ref.tenant);
        assert.deepEqual([name, others, at >= low && at <= high], [ref.thread, [], true], `${at}`);
        return at;
      };
      for (const [due, low, high] of [[3000, 1900, 1999], [1000, 1000, 1000], [1500, 900, 999]] as const) {
        assert.equal((await store.enqueue(request(ref, { idempotency, due }))).type, "duplicate");
        await isBetween(low, high);
      }
      for (const [due, low, high] of [[1200, 800, 998], [500, 500, 500]] as const) {
        await begin({ due });
        await isBetween(low, high);
      }
      await store.enqueue(request(ref, { inputs: ["next"], due: 600 }));
      assert.equal(
        await store.moveDue(ref.tenant, ref.thread, { from: 500 }),
        false,
        "it is for the input now",
      );
      assert.equal(await store.moveDue(ref.tenant, ref.thread, { from: await isBetween(400, 499) }), true);
    },
  },
  {
    row: "E8",
    name: "a full inbox takes no enqueue, by its number and by its bytes, and knows its keys",
    async run({ store, ref, sibling }) {
      const idempotency = { key: "first", bodyHash: "h" };
      await queue(store, ref, { inputs: texts(INBOX_LIMIT - 1), idempotency });
      const two = await store.enqueue(request(ref, { inputs: ["x", "y"], due: 5 }));
      assert(two.type === "full" && two.retryAfterMs > 0);
      await queue(store, ref, { inputs: ["x"] });
      assert.equal((await store.enqueue(request(ref, { inputs: ["y"] }))).type, "full");
      assert.equal((await store.enqueue(request(ref, { idempotency }))).type, "duplicate");
      assert.equal((await store.read(ref))?.waiting, INBOX_LIMIT);
      const large = sibling("large");
      await queue(store, large, { inputs: ["€".repeat(130_000)] });
      await queue(store, large, { inputs: ["€".repeat(130_000)] });
      const rest = "x".repeat(INBOX_BYTES - 2 * 390_000);
      assert.equal((await store.enqueue(request(large, { inputs: [`${rest}x`] }))).type, "full");
      assert.equal((await queue(store, large, { inputs: [rest] })).waiting, 3);
    },
  },
  {
    row: "E8",
    name: "an enqueue renews the lifetime of the thread, and a thread that has ended is new",
    lifetimes: { threadMs: 400 },
    async run({ store, ref, append, pass, step }) {
      await append(["old"]);
      await pass(250);
      await queue(store, ref, { inputs: ["a"] });
      await pass(250);
      assert.deepEqual((await store.read(ref))?.header.length, 1);
      await pass(500);
      const idempotency = { key: "k", bodyHash: "h" };
      assert.deepEqual(await store.enqueue(request(ref, { inputs: ["b"], idempotency, due: 9 })), created(1));
      assert.deepEqual(await dueOf(store, ref.tenant), [["t1", 9]]);
      const { begun } = await step({ inputs: [] });
      assert.deepEqual([begun.inbox, begun.header.length], [["b"], 0]);
    },
  },
  {
    row: "E8",
    name: "a removed thread knows no key of an enqueue, and a new one has nothing of it",
    async run({ store, ref, append, step }) {
      const idempotency = { key: "evt_1", bodyHash: "h" };
      await append(["old"]);
      await queue(store, ref, { idempotency, inputs: ["old input"] });
      assert.equal(await store.remove(ref), true);
      await store.create(ref, newThread());
      assert.deepEqual(await store.enqueue(request(ref, { idempotency, inputs: ["other"] })), {
        ...created(1),
        created: false,
      });
      assert.equal(await store.remove(ref), true);
      assert.deepEqual(await store.enqueue(request(ref, { idempotency, inputs: ["new"] })), created(1));
      const { begun } = await step({ inputs: [] });
      assert.deepEqual([begun.inbox, begun.window.entries, begun.header.epoch], [["new"], [], 1]);
    },
  },
  {
    row: "E8",
    name: "a begin that created the thread is given up without what was enqueued meanwhile",
    async run({ store, ref, step }) {
      const idempotency = { key: "k", bodyHash: "h" };
      const given = await step({ inputs: ["mine"], idempotency });
      await queue(store, ref, { inputs: ["enqueued"] });
      await store.abandon({ ref, owner: given.owner, epoch: 1, inputs: ["mine"], idempotency });
      assert.deepEqual((await step({ inputs: [] })).begun.inbox, ["enqueued"]);
    },
  },
  {
    row: "E8",
    name:
      "names and texts of an enqueue come back as they are, and an owner with any characters is known again",
    async run({ store, ref: { tenant }, begin }) {
      const ref = { tenant, thread: "a/b:{c} ü%" };
      const inputs = ['{"text":"ü \u{1F600} \\u0000 \\ud800"}', "", "2:x"];
      const sent = request(ref, {
        inputs,
        owner: 'o:1 2 "%',
        idempotency: { key: "k/{}:", bodyHash: "h h" },
      });
      assert.deepEqual([await store.enqueue(sent), await store.enqueue(sent)], [created(3), created(3)]);
      assert.deepEqual((await dueOf(store, tenant)).map(([name]) => name), [ref.thread]);
      const begun = await begin({ ref });
      assert(begun.type === "begun");
      assert.deepEqual(begun.inbox, inputs);
    },
  },
];
