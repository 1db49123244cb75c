import assert from "node:assert/strict";
import { AgentError, createMemoryStore, defineAgent } from "@treadle/treadle";
import { createRecordingStore } from "@treadle/treadle/testing";
import { createLab } from "../support/lab.ts";
import { SCHEMA } from "../../src/core/state.ts";

const ref = { tenant: "acme", thread: "t1" };
const lost = new AgentError("store_unavailable", "No answer.");
const agents = [defineAgent({ name: "a", driver: "scripted" })];

Deno.test("testing: a recording store has the calls of a step, in order, with arguments and results", async () => {
  const { store, calls, counts } = createRecordingStore(createMemoryStore());
  const lab = createLab({ agents, scenario: [{ says: "Hi." }], store, unchecked: true });
  await lab.run({ input: "go" });
  const own = calls.filter(({ method }) => method !== "watch");
  assert.deepEqual(own.map(({ method }) => method), ["begin", "commit"]);
  assert.deepEqual([...counts.entries()].filter(([method]) => method !== "watch"), [["begin", 1], [
    "commit",
    1,
  ]]);
  const [begin, commit] = own;
  assert.deepEqual(Object(begin?.args[0]).ref, ref);
  assert(begin?.end?.type === "returned" && commit?.end?.type === "returned");
  assert.equal(Object(begin.end.result).type, "begun");
  assert.equal(Object(commit.end.result).type, "committed");
});

Deno.test("testing: the n-th call fails before the store gets it, or after it, when its answer is lost", async () => {
  for (const answerLost of [false, true]) {
    const inner = createMemoryStore();
    const { store, calls, fail } = createRecordingStore(inner);
    const create = () => store.create(ref, { meta: "{}", state: "{}", schema: SCHEMA, createdAt: 1 });
    fail({ method: "create", call: 2, error: lost, answerLost });
    assert.equal(await create(), true);
    await store.remove(ref);
    await assert.rejects(create, lost);
    assert.equal(await inner.read(ref) !== undefined, answerLost);
    assert.equal(await create(), !answerLost);
    assert.deepEqual(calls.map(({ method, end }) => [method, end?.type]), [
      ["create", "returned"],
      ["remove", "returned"],
      ["create", "threw"],
      ["create", "returned"],
    ]);
  }
});

Deno.test("testing: a fault without a method counts every call, and faults are counted side by side", async () => {
  const { store, calls, fail } = createRecordingStore(createMemoryStore());
  const later = new AgentError("store_full", "No room.");
  fail({ call: 3, error: lost });
  fail({ method: "read", error: later });
  await store.ping();
  await assert.rejects(() => store.read(ref), later);
  await assert.rejects(() => store.ping(), lost);
  assert.equal(await store.read(ref), undefined);
  assert.equal(store.name, "memory");
  assert.deepEqual(calls.map(({ end }) => end?.type), ["returned", "threw", "threw", "returned"]);
});

Deno.test("testing: a step whose commit is lost is tried again and commits once", async () => {
  const { store, counts, fail } = createRecordingStore(createMemoryStore());
  const lab = createLab({ agents, scenario: [{ says: "Hi." }], store });
  fail({ method: "commit", error: lost, answerLost: true });
  const { answer } = await lab.run({ input: "go" });
  assert.deepEqual([answer.error, answer.output, answer.thread.version], [undefined, "Hi.", 1]);
  assert.equal(counts.get("commit"), 2);
});

Deno.test("testing: a fault that no call can meet is refused", () => {
  const { fail } = createRecordingStore(createMemoryStore());
  for (const call of [0, -1, 1.5, NaN]) assert.throws(() => fail({ call, error: lost }), RangeError);
});

Deno.test("testing: an error of the store itself is recorded and passed on", async () => {
  const broken = { ...createMemoryStore(), ping: () => Promise.reject(lost) };
  const { store, calls } = createRecordingStore(broken);
  await assert.rejects(() => store.ping(), lost);
  assert.deepEqual(calls[0]?.end, { type: "threw", error: lost });
});
