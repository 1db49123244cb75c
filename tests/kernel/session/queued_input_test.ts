// E3: an input that steers begins a run of its own with the next step of the request that runs, or behind its last one.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { readState } from "../../../src/kernel/stored.ts";
import type { Store } from "../../../src/core/store.ts";
import { threadView } from "../../../src/kernel/views.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createSqliteStore } from "../../../src/stores/embedded/sqlite/store.ts";
import { overridden } from "../../chaos/overridden.ts";
import { eventually } from "../../support/eventually.ts";
import { createLab } from "../../support/lab.ts";
import { openUpstashStore } from "../../support/redis/upstash_store.ts";
import { needsRedis } from "../../support/requires.ts";
import { sqliteFile } from "../../support/sqlite_file.ts";
import { SCHEMA } from "../../../src/core/state.ts";

const ref = { tenant: "acme", thread: "t1" };

const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });
const agent = defineAgent({ name: "looker", instructions: "", driver: "scripted", tools: [look] });

Deno.test("E3: an advance that finds a queued input begins its run, with the agent's own choice", async () => {
  const store = createMemoryStore();
  const entry = { type: "user", id: "entry_queued", at: 1, version: 0, text: "and this?" };
  let queued = false;
  const queueing = overridden(store, {
    async advance(request) {
      if (!queued) {
        const window = { entries: 10, bytes: 100_000 };
        const other = {
          ref,
          owner: "other",
          leaseMs: 30_000,
          schema: SCHEMA,
          busy: "queue",
          window,
        } as const;
        const outcome = await store.begin({ ...other, inputs: [JSON.stringify(entry)] });
        assert.equal(outcome.type, "queued");
      }
      queued = true;
      return await store.advance(request);
    },
  });
  const lab = createLab({
    agents: [agent],
    store: queueing,
    scenario: [
      { says: "Let me see.", calls: [{ tool: "look" }] },
      { says: "Once more.", calls: [{ tool: "look" }] },
      { says: "Both are seen." },
    ],
  });
  const toolChoice = { type: "required", times: "always" } as const;
  const { events, answer } = await lab.run({ input: "look", until: "done", toolChoice });
  assert.equal(answer.output, "Both are seen.");
  const asked = events.flatMap((event) =>
    event.type === "step.started" ? [event.choice?.requested.type] : []
  );
  assert.deepEqual(asked, ["required", "auto", "auto"]);
  const entries = await lab.history();
  const header = (await store.read(ref))?.header ?? assert.fail();
  const { run } = readState(ref, header);
  assert.deepEqual([run.steps, run.choice], [2, undefined], "of this run alone");
  const first = entries[run.input ?? -1];
  assert.equal(first?.type === "user" && first.text, "and this?");
});

type OpenIsolates = () => Promise<AsyncDisposable & { readonly isolates: readonly [Store, Store] }>;

/** Two isolates of each store. */
const STORES: Readonly<Record<string, OpenIsolates>> = {
  async memory() {
    const store = createMemoryStore();
    return { isolates: [store, store], [Symbol.asyncDispose]: () => store.close() };
  },
  async sqlite() {
    const file = await sqliteFile();
    const [one, other] = [createSqliteStore({ path: file.path }), createSqliteStore({ path: file.path })];
    return {
      isolates: [one, other],
      async [Symbol.asyncDispose]() {
        await one.close();
        await other.close();
        await file[Symbol.asyncDispose]();
      },
    };
  },
  async upstash() {
    const keyPrefix = `queue-${crypto.randomUUID()}`;
    const [one, other] = [await openUpstashStore({ keyPrefix }), await openUpstashStore({ keyPrefix })];
    return {
      isolates: [one.store, other.store],
      async [Symbol.asyncDispose]() {
        await one.close();
        await other.close();
      },
    };
  },
};

/** What each plan read: its inputs and, by tool, what was observed. The script queues inputs through the other isolate. */
async function reads(
  store: Store,
  queue: (lab: ReturnType<typeof createLab>, plan: number) => Promise<void>,
  other: Store,
  toolQueues = false,
) {
  const asker = createLab({ agents: [agent], store: other });
  const seen: string[][] = [];
  const tool = defineTool({
    name: "look",
    description: "Looks.",
    effect: "pure",
    run: async () => {
      if (toolQueues) await queue(asker, seen.length);
      return "seen";
    },
  });
  const lab = createLab({
    agents: [defineAgent({ name: "looker", instructions: "", driver: "scripted", tools: [tool] })],
    store,
    scenario: async ({ history: { entries } }) => {
      seen.push(entries.flatMap((entry) => {
        if (entry.type === "user") return [entry.text];
        return entry.type === "tool" ? [entry.name] : [];
      }));
      if (!toolQueues) await queue(asker, seen.length);
      return seen.length === 1 ? { says: "Let me see.", calls: [{ tool: "look" }] } : { says: "Seen." };
    },
  });
  return { lab, seen };
}

async function enqueue(lab: ReturnType<typeof createLab>, input: string): Promise<void> {
  await assert.rejects(lab.run({ input, busy: "steer" }), /The request was queued/);
}

for (const [name, openIsolates] of Object.entries(STORES)) {
  const register = name === "upstash" ? needsRedis : Deno.test;

  register(`E3: ${name} an input that is queued while a step plans is read by the next plan`, async () => {
    await using opened = await openIsolates();
    const [store, other] = opened.isolates;
    const { lab, seen } = await reads(store, async (asker, plan) => {
      if (plan !== 1) return;
      await enqueue(asker, "and this?");
      await enqueue(asker, "and that?");
    }, other);
    const { answer } = await lab.run({ input: "look", until: "done" });
    assert.deepEqual(seen, [["look"], ["look", "look", "and this?", "and that?"]]);
    assert.deepEqual([answer.output, answer.thread.status], ["Seen.", "done"]);
    assert.equal((await other.read(ref))?.waiting, 0);
    assert.equal((await lab.refused()).code, "nothing_to_do");
  });

  register(
    `E3: ${name} an input that comes while the last tool runs is read by the plan of a step after it`,
    async () => {
      await using opened = await openIsolates();
      const [store, other] = opened.isolates;
      const { lab, seen } = await reads(store, (asker) => enqueue(asker, "and this?"), other, true);
      await lab.run({ input: "look", until: "done" });
      await eventually(async () => (await other.read(ref))?.waiting === 0);
      assert.deepEqual(seen, [["look"], ["look", "look"], ["look", "look", "and this?"]]);
      assert.equal((await lab.refused()).code, "nothing_to_do");
    },
  );

  register(
    `E3: ${name} an input that comes while the last step plans leaves the thread open`,
    async () => {
      await using opened = await openIsolates();
      const [store, other] = opened.isolates;
      const { lab, seen } = await reads(store, async (asker, plan) => {
        if (plan === 2) await enqueue(asker, "and this?");
      }, other);
      await lab.run({ input: "look" });
      const { answer } = await lab.run();
      assert.deepEqual(
        [answer.output, answer.thread.status],
        ["Seen.", "done"],
        "of the step that committed",
      );
      const snapshot = await other.read(ref) ?? assert.fail();
      assert.equal(threadView(ref, snapshot.header, snapshot.waiting).status, "open");
      const next = await lab.run({ until: "done" });
      assert.deepEqual(seen.at(-1), ["look", "look", "and this?"]);
      assert.equal(next.answer.output, "Seen.");
    },
  );

  register(
    `V5: ${name} a request with until: done goes on with it, and its response is that of its own run`,
    async () => {
      await using opened = await openIsolates();
      const [store, other] = opened.isolates;
      const { lab, seen } = await reads(store, async (asker, plan) => {
        if (plan === 2) await enqueue(asker, "and this?");
      }, other);
      const idempotency = { key: "k", bodyHash: "h" };
      const { answer } = await lab.run({ input: "look", until: "done", idempotency });
      assert.deepEqual([answer.step, answer.thread.status], [2, "done"]);
      await eventually(async () => (await other.read(ref))?.header.counters.steps === 3);
      assert.deepEqual(seen.at(-1), ["look", "look", "and this?"]);
      const again = await lab.run({ input: "look", until: "done", idempotency });
      assert.deepEqual([again.replayed, again.answer.step], [true, 2]);
    },
  );

  register(`E11: ${name} a cancel keeps the input that waits, and a step behind it reads it`, async () => {
    await using opened = await openIsolates();
    const [store, other] = opened.isolates;
    const { lab, seen } = await reads(store, async (asker, plan) => {
      if (plan !== 1) return;
      await enqueue(asker, "and this?");
      await other.cancel(ref);
    }, other);
    const { answer } = await lab.run({ input: "look", until: "done" });
    assert.equal(answer.error?.code, "step_cancelled");
    await eventually(async () => (await other.read(ref))?.header.status === "done");
    assert.deepEqual(seen.at(-1), ["look", "and this?"]);
  });
}
