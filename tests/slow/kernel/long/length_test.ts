// E13: a step of a thread with 100,000 entries reads its window and nothing more, and sends what a thread of the window alone sends.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import type { Agent } from "../../../../src/core/agent.ts";
import type { Entry } from "../../../../src/core/entry.ts";
import type { Store } from "../../../../src/core/store.ts";
import { NEW_STATE, SCHEMA } from "../../../../src/core/state.ts";
import { ZERO_COUNTERS } from "../../../../src/core/usage.ts";
import { readEntry, writeEntry } from "../../../../src/kernel/history/codec.ts";
import { createOpenAIProvider } from "../../../../src/providers/openai/provider.ts";
import { createLab, type Lab } from "../../../support/lab.ts";
import { STORES } from "../../../kernel/long/_stores.ts";

const REF = { tenant: "acme", thread: "t1" };
const LENGTH = 100_000;
const AT_ONCE = 1_000;

const agent = defineAgent({
  name: "long",
  instructions: "Be brief.",
  limits: { historyTokens: 4_000, steps: 1_000_000 },
});

/** Questions and answers in turns; every text has about 100 characters. */
function entryAt(index: number): Entry {
  const base = {
    id: `entry_${index}`,
    at: 1_700_000_000_000 + index,
    version: Math.floor(index / AT_ONCE) + 1,
  };
  const text = `Entry ${index}: ${"words ".repeat(15)}`;
  return index % 2 === 0 ? { type: "user", ...base, text } : {
    type: "assistant",
    ...base,
    blocks: [{ type: "text", text }],
    finish: "stop",
    model: "openai/m",
    usage: { inputTokens: 100, outputTokens: 20 },
  };
}

async function fill(store: Store, entries: readonly Entry[]): Promise<void> {
  const meta = { agent: agent.name, agentHash: agent.hash, metadata: {}, createdAt: 1, noticeMark: "00ff" };
  const state = JSON.stringify({ ...NEW_STATE, updatedAt: 1 });
  await store.create(REF, { meta: JSON.stringify(meta), state, schema: SCHEMA, createdAt: 1 });
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    const owner = `filler${from}`;
    const input = writeEntry({ type: "user", id: "entry_in", at: 1, version: 0, text: "in" });
    const begun = await store.begin({
      ref: REF,
      owner,
      leaseMs: 30_000,
      schema: SCHEMA,
      inputs: [input],
      busy: "reject",
      window: { entries: 1, bytes: 1 },
    });
    assert(begun.type === "begun");
    const committed = await store.commit({
      ref: REF,
      owner,
      epoch: begun.header.epoch,
      version: begun.header.version,
      schema: SCHEMA,
      entries: entries.slice(from, from + AT_ONCE).map(writeEntry),
      status: "done",
      state,
      counters: ZERO_COUNTERS,
      pending: null,
      consumed: 1,
      blobs: [],
      events: [],
    });
    assert.equal(committed.type, "committed");
  }
}

/** An isolate that knows nothing of the thread, with a model that answers "Fine.". */
function isolate(store: Store): Lab {
  const reply = {
    id: "r",
    object: "chat.completion",
    model: "m",
    choices: [{ index: 0, message: { role: "assistant", content: "Fine." }, finish_reason: "stop" }],
    usage: { prompt_tokens: 4_000, completion_tokens: 2 },
  };
  const provider = createOpenAIProvider({ apiKey: "k".repeat(8), baseURL: "http://model.test/v1" });
  return createLab({
    agents: [agent satisfies Agent],
    store,
    unchecked: true,
    deps: {
      fetch: () => Promise.resolve(Response.json(reply)),
      model: () => ({ provider, model: "m", ref: "openai/m" }),
    },
  });
}

async function lastAnswer(store: Store, length: number): Promise<Entry | undefined> {
  const page = await store.history(REF, { after: length, limit: 10 });
  return page?.entries.map(readEntry).findLast(({ type }) => type === "assistant");
}

for (const kind of STORES) {
  kind.register(
    `E13: at 100,000 entries a step on ${kind.name} reads its window and sends what the window alone sends`,
    async () => {
      const entries = Array.from({ length: LENGTH }, (_, index) => entryAt(index));
      await using long = await kind.open();
      await fill(long.store, entries);
      await isolate(long.store).run({
        thread: "other",
        agent: agent.name,
        input: "Redis knows the scripts now.",
      });
      const lab = isolate(long.store);
      const before = long.traffic();
      await lab.run({ input: "What now?" });
      const after = long.traffic();
      const { watch: _whenItTakesLonger, ...requests } = Object.fromEntries(lab.counts);
      assert.deepEqual(requests, { begin: 1, commit: 1 }, "two requests of the store");
      const answer = await lastAnswer(long.store, LENGTH);
      assert(answer?.type === "assistant");
      const start = answer.record?.start ?? 0;
      assert.ok(start > LENGTH - 200 && start < LENGTH - 80, `the window begins at ${start}`);
      if (before !== undefined && after !== undefined) {
        assert.equal(after.requests - before.requests, 2, "two HTTP requests");
        assert.ok(after.bytes - before.bytes < 120_000, `${after.bytes - before.bytes} bytes were read`);
      }

      await using short = await kind.open();
      await fill(short.store, entries.slice(start));
      await isolate(short.store).run({ input: "What now?" });
      const same = await lastAnswer(short.store, LENGTH - start);
      assert(same?.type === "assistant");
      assert.equal(same.record?.start, 0);
      assert.equal(same.record?.request, answer.record?.request, "the same request, byte for byte");

      const warm = long.traffic();
      await lab.run({ input: "And now?" });
      const warmed = long.traffic();
      if (warm !== undefined && warmed !== undefined) {
        assert.ok(
          warmed.bytes - warm.bytes < 3_000,
          `${warmed.bytes - warm.bytes} bytes were read by a warm step`,
        );
      }
    },
  );
}
