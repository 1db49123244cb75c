// What a step does about a store that is full for a while, and about an entry that cannot be read.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { EMPTY_CONVERSATION, fold } from "../../../src/react/client/mod.ts";
import { AgentError } from "../../../src/core/error.ts";
import { toEpoch } from "../../../src/core/event.ts";
import { SCHEMA } from "../../../src/core/state.ts";
import type { Store } from "../../../src/core/store.ts";
import type { PendingCalls } from "../../../src/core/store/thread.ts";
import { ZERO_COUNTERS } from "../../../src/core/usage.ts";
import { sleep } from "../../../src/deps/ports.ts";
import { createToolCallingDriver } from "../../../src/kernel/drivers/tool_calling.ts";
import { createScriptedProvider } from "../../../src/providers/scripted/provider.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { overridden } from "../../chaos/overridden.ts";
import { createLab } from "../../support/lab.ts";

const ref = { tenant: "acme", thread: "t1" };
const DELAYS_MS = [100, 400, 1500];
const full = () => Promise.reject(new AgentError("store_full", "The database is full."));

for (const method of ["commit", "advance"] as const) {
  Deno.test(`E3: ${method} behind a once tool is sent again while the store is full, and the tool runs once`, async () => {
    let runs = 0;
    const tool = defineTool({ name: "pay", description: "Pays.", effect: "once", run: () => ++runs });
    const inner = createMemoryStore();
    let refusals = 0;
    const waits: number[] = [];
    const refuses = (name: string) => name === method && runs > 0 && refusals++ < 3;
    const store = overridden(inner, {
      commit: (request) => refuses("commit") ? full() : inner.commit(request),
      advance: (request) => refuses("advance") ? full() : inner.advance(request),
    });
    const lab = createLab({
      agents: [defineAgent({ name: "a", instructions: "", driver: "scripted", tools: [tool] })],
      scenario: [{ says: "x", calls: [{ tool: "pay" }] }, { says: "y", calls: [{ tool: "pay" }] }, {
        says: "Done.",
      }],
      store,
      deps: { sleep: noting(waits) },
    });
    const { answer } = await lab.run({ input: "go", until: "done" });
    assert.deepEqual([answer.output, answer.error, runs], ["Done.", undefined, 2]);
    assert.deepEqual(waits, DELAYS_MS);
    assert.equal(refusals > 3, true);
  });
}

Deno.test("E3: a begin is not sent again while the store is full: the request has not run anything", async () => {
  const waits: number[] = [];
  let begins = 0;
  const store = overridden(createMemoryStore(), { begin: () => (begins++, full()) });
  const lab = createLab({
    agents: [defineAgent({ name: "a", instructions: "", driver: "scripted", tools: [] })],
    store,
    deps: { sleep: noting(waits) },
  });
  assert.equal((await lab.refused({ input: "go" })).code, "store_full");
  assert.deepEqual([begins, waits], [1, []]);
});

Deno.test("E3: a first step that is given back behind its events leaves its epoch, and a page shows the next", async () => {
  const inner = createMemoryStore();
  let refused = false;
  const store = overridden(inner, {
    commit: (request) => {
      if (refused) return inner.commit(request);
      refused = true;
      return Promise.reject(new AgentError("store_failed", "The database refuses."));
    },
  });
  const lab = createLab({
    agents: [defineAgent({ name: "a", instructions: "", driver: "scripted", tools: [] })],
    scenario: [{ says: "All of it." }],
    store,
  });
  const request = { input: "go", idempotency: { key: "k", bodyHash: "h" }, metadata: { of: "its creator" } };
  const first = await lab.run(request);
  assert.deepEqual([first.answer.error?.code, await inner.read(ref)], ["store_failed", undefined]);
  const second = await lab.run(request);
  assert.deepEqual([second.answer.output, second.answer.warnings], ["All of it.", []]);
  const epochs = [first, second].map(({ events }) => new Set(events.map(({ seq }) => toEpoch(seq))));
  assert.deepEqual(epochs, [new Set([1]), new Set([2])]);
  const shown = [...first.events, ...second.events].reduce(fold, EMPTY_CONVERSATION);
  assert.match(JSON.stringify(shown.messages), /All of it\./);
});

/** A sleep that is over at once between two tries, and is as long as it should be elsewhere. */
function noting(waits: number[]): typeof sleep {
  return (ms, signal) => DELAYS_MS.includes(ms) ? Promise.resolve(void waits.push(ms)) : sleep(ms, signal);
}

const ILLEGAL = {
  "one line": '{"type":"user",',
  "a two-line user entry": 'u["entry_1",\n{"role":"user","content":"hello"}',
  "a two-line tool entry": 't["entry_1",1,\n{"role":"tool","tool_call_id":"c1","content":"{}"}',
  "a JSON text that is no entry": "null",
};

for (const [form, text] of Object.entries(ILLEGAL)) {
  for (const driver of ["scripted", "tool_calling"]) {
    Deno.test(`E14: a step of ${driver} over ${form} that cannot be read fails with store_corrupt`, async () => {
      const store = createMemoryStore();
      const provider = createScriptedProvider({ sleep });
      const lab = createLab({
        agents: [defineAgent({ name: "a", instructions: "", driver, tools: [] })],
        ...(driver === "scripted"
          ? { scenario: [{ says: "Hello." }] }
          : { drivers: [createToolCallingDriver()] }),
        store,
        unchecked: true,
        deps: { model: () => ({ provider, model: "demo", ref: "scripted/demo" }) },
      });
      await lab.run({ input: "hello" });
      await appendEntry(store, text);
      const { answer } = await lab.run({ input: "again" });
      assert.equal(answer.error?.code, "store_corrupt");
    });
  }
}

/** Appends a text to the history, as another Treadle with a defect could. */
async function appendEntry(store: Store, text: string): Promise<void> {
  const snapshot = await store.read(ref);
  assert(snapshot !== undefined);
  const inputs = ['{"type":"user"}'];
  const window = { entries: 1, bytes: 1 };
  const begun = await store.begin({
    ref,
    owner: "o",
    leaseMs: 1_000,
    schema: SCHEMA,
    inputs,
    busy: "reject",
    window,
  });
  assert(begun.type === "begun");
  const { epoch, version, state } = begun.header;
  const outcome = await store.commit({
    ref,
    owner: "o",
    epoch,
    version,
    schema: SCHEMA,
    entries: [text],
    status: "done",
    state,
    counters: ZERO_COUNTERS,
    pending: null,
    consumed: 1,
    blobs: [],
    events: [],
  });
  assert.equal(outcome.type, "committed");
}

Deno.test("E3: calls and inputs that no step has written are store_corrupt, for each way that reads them", async () => {
  const tool = defineTool({ name: "pay", description: "Pays.", run: () => "paid" });
  const agent = defineAgent({ name: "a", instructions: "", driver: "scripted", tools: [tool] });
  const inner = createMemoryStore();
  let odd: "inbox" | "calls" | undefined;
  const damaged = <Found extends { readonly pending: PendingCalls | null }>(found: Found): Found =>
    odd !== "calls" || found.pending === null ? found : {
      ...found,
      pending: { ...found.pending, calls: found.pending.calls.replace('"type":"run"', '"type":"odd"') },
    };
  const store = overridden(inner, {
    begin: async (request) => {
      const begun = await inner.begin(request);
      if (begun.type !== "begun") return begun;
      return { ...damaged(begun), inbox: odd === "inbox" ? ["no JSON"] : begun.inbox };
    },
    read: async (of) => {
      const snapshot = await inner.read(of);
      return snapshot && damaged(snapshot);
    },
  });
  const lab = createLab({
    agents: [agent],
    scenario: [{ calls: [{ tool: "pay" }] }, { says: "Done." }],
    store,
  });
  await lab.run({ input: "go" });
  odd = "inbox";
  assert.equal((await lab.refused({ input: "on" })).code, "store_corrupt");
  odd = "calls";
  const refusal = await lab.refused({});
  assert.equal(refusal.code, "store_corrupt");
  assert.match(refusal.message, /Thread t1 cannot be read: its list of outstanding calls is illegal/);
});

Deno.test("E3, X5: a cancel before the mark of a once call keeps the input that the step has taken, and runs no tool", async () => {
  let runs = 0;
  const tool = defineTool({ name: "pay", description: "Pays.", effect: "once", run: () => ++runs });
  const inner = createMemoryStore();
  const store = overridden(inner, {
    markStarted: async (...mark) => {
      await inner.cancel(ref);
      return await inner.markStarted(...mark);
    },
  });
  const lab = createLab({
    agents: [defineAgent({ name: "a", instructions: "", driver: "scripted", tools: [tool] })],
    scenario: [{ says: "x", calls: [{ tool: "pay" }] }, { says: "Done." }],
    store,
  });
  await lab.run({ input: "go" });
  const { answer } = await lab.run({ input: "more" });
  assert.deepEqual([answer.error?.code, runs], ["step_cancelled", 0]);
  const inputs = (await lab.history()).flatMap((entry) => entry.type === "user" ? [entry.text] : []);
  assert.deepEqual(inputs, ["go", "more"]);
});
