// An imported history: the entries that a new thread begins with, from the inbox to the first commit.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import type { Entry } from "../../../src/core/entry.ts";
import { AgentError } from "../../../src/core/error.ts";
import { CALLER, newImportedId, readInbox } from "../../../src/kernel/session/imported_history.ts";
import { startRun } from "../../../src/kernel/run.ts";
import { copyHistory } from "../../../src/plugins/openai_api/copy_history.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createLab } from "../../support/lab.ts";
import { SCHEMA } from "../../../src/core/state.ts";

const agent = defineAgent({ name: "tester", instructions: "Test.", driver: "scripted" });
const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));

/** A chat of two turns whose last message is that of a tool. */
function history(): Entry[] {
  const base = () => ({ id: newImportedId(random), at: 1, version: 0 });
  const usage = { inputTokens: 0, outputTokens: 0 };
  return [
    { type: "user", ...base(), text: "Weather?", door: "test" },
    {
      type: "assistant",
      ...base(),
      finish: "calls",
      model: CALLER,
      usage,
      blocks: [{ type: "call", id: "call_1", name: "get_weather", args: "{}" }],
    },
    {
      type: "tool",
      ...base(),
      callId: "call_1",
      name: "get_weather",
      outcome: "completed",
      output: "18",
      ms: 0,
    },
  ];
}

Deno.test("E6: a thread begins with a history, and its run goes on from it without an input", async () => {
  const lab = createLab({
    agents: [agent],
    scenario: [{ says: "" }, { says: "18 degrees." }, { says: "Cold." }],
  });
  const { answer } = await lab.run({ agent: "tester", history: history() });
  assert.equal(answer.output, "18 degrees.");
  assert.deepEqual((await lab.history()).map(({ type, version }) => [type, version]), [
    ["user", 1],
    ["assistant", 1],
    ["tool", 1],
    ["assistant", 1],
  ]);
  const next = await lab.run({ input: "And now?" });
  assert.equal(next.answer.thread.version, 2);
});

Deno.test("E6: a history costs no request of the store, and stands before the inputs", async () => {
  const plain = createLab({ agents: [agent], scenario: [{ says: "Hi." }] });
  await plain.run({ agent: "tester", input: "Hi" });
  const lab = createLab({ agents: [agent], scenario: [{ says: "" }, { says: "Hi." }] });
  await lab.run({ agent: "tester", history: history(), input: "Hi" });
  assert.deepEqual([...lab.counts], [...plain.counts]);
  assert.deepEqual((await lab.history()).map(({ type }) => type), [
    "user",
    "assistant",
    "tool",
    "user",
    "assistant",
  ]);
});

Deno.test("E6: a thread that exists takes no history and stays as it is", async () => {
  const lab = createLab({ agents: [agent], scenario: [{ says: "Hi." }, { says: "Again." }] });
  await lab.run({ agent: "tester", input: "Hi" });
  const refusal = await lab.refused({ agent: "tester", history: history() });
  assert.equal(refusal.code, "thread_exists");
  const { answer } = await lab.run({ input: "Once more" });
  assert.equal(answer.output, "Again.");
  assert.equal(answer.thread.length, 4);
});

Deno.test("E6: a step that vanishes leaves the history in the inbox, and the next one takes it", async () => {
  const store = createMemoryStore();
  const lab = createLab({
    agents: [agent],
    scenario: [{ says: "" }, { says: "18 degrees." }, { says: "Cold." }],
    store,
  });
  const ref = { tenant: "acme", thread: "t9" };
  await store.begin({
    ref,
    owner: "run_x",
    leaseMs: 1,
    schema: SCHEMA,
    busy: "reject",
    window: { entries: 1, bytes: 1 },
    inputs: [JSON.stringify({ type: "history", entries: history() })],
    create: {
      meta: JSON.stringify({ agent: "tester", agentHash: agent.hash, metadata: {}, createdAt: 1 }),
      schema: SCHEMA,
      state: '{"run":{"execution":"loop","steps":0},"recent":[],"updatedAt":0}',
      createdAt: 1,
    },
  });
  const started = await retried(() =>
    startRun({ ref, inputs: [], until: "done", toolResults: [], busy: "reject", resumable: false }, lab.deps)
  );
  assert.ok(started.type === "running");
  assert.equal((await started.run(() => {})).output, "18 degrees.");
  const { entries } = await copyHistory(ref, { user: undefined, owned: false }, lab.deps);
  assert.deepEqual(entries.map(({ type }) => type), ["user", "assistant", "tool", "assistant"]);
});

/** Until the lease of the vanished step, one millisecond, is over. */
async function retried<T>(start: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await start();
    } catch (thrown) {
      if (!(thrown instanceof AgentError) || thrown.code !== "thread_busy") throw thrown;
    }
  }
}

Deno.test("E6: a history that is too large is refused before anything is stored", async () => {
  const lab = createLab({ agents: [agent] });
  const large: Entry = {
    type: "user",
    id: newImportedId(random),
    at: 1,
    version: 0,
    text: "x".repeat(600_000),
  };
  assert.equal((await lab.refused({ agent: "tester", history: [large] })).code, "body_too_large");
  assert.deepEqual((await lab.store.list("acme", { limit: 1 })).threads, []);
});

Deno.test("E6: an inbox text that is neither an input nor a history is a failure of the store", () => {
  const text = JSON.stringify({ type: "assistant", id: "a", at: 1, version: 0, blocks: [], finish: "stop" });
  assert.throws(() => readInbox([text], { tenant: "acme", thread: "t1" }), { code: "store_failed" });
});
