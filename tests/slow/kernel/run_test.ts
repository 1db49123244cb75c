import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { joinText } from "../../../src/core/entry.ts";
import { AgentError } from "../../../src/core/error.ts";
import { SCHEMA } from "../../../src/core/state.ts";
import type { Store } from "../../../src/core/store.ts";
import { createToolCallingDriver } from "../../../src/kernel/drivers/tool_calling.ts";
import type { ScriptedPlan } from "../../../src/kernel/drivers/scripted.ts";
import { createScriptedProvider } from "../../../src/providers/scripted/provider.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { sleep } from "../../../src/deps/ports.ts";
import { asSent } from "../../support/as_sent.ts";
import { createLab } from "../../support/lab.ts";
import { eventually } from "../../support/eventually.ts";

const ref = { tenant: "acme", thread: "t1" };
const DONE: ScriptedPlan = { says: "Done." };
const scripted = (tools: Parameters<typeof defineAgent>[0]["tools"], change = {}) =>
  defineAgent({ name: "a", instructions: "", driver: "scripted", tools, ...change });

/** An agent whose model speaks slowly enough to be interrupted. */
function slowLab(chunkMs: number, store?: Store) {
  const provider = createScriptedProvider({ sleep, chunkMs });
  return createLab({
    agents: [defineAgent({ name: "slow", instructions: "", tools: [] })],
    drivers: [createToolCallingDriver()],
    ...(store ? { store } : {}),
    deps: { model: () => ({ provider, model: "demo", ref: "scripted/demo" }) },
  });
}

Deno.test("E3: the same key and body replay the stored answer, and nothing runs again", async () => {
  let runs = 0;
  const tool = defineTool({ name: "count", description: "Counts.", effect: "pure", run: () => ++runs });
  const lab = createLab({
    agents: [scripted([tool])],
    scenario: [{ says: "x", calls: [{ tool: "count" }] }, DONE],
  });
  const idempotency = { key: "k1", bodyHash: "h1" };
  const first = await lab.run({ input: "go", until: "done", idempotency });
  const again = await lab.run({ input: "go", until: "done", idempotency });
  assert.ok(again.replayed);
  assert.equal(runs, 1);
  const { choice: _a, ...one } = asSent(first.answer);
  const { choice: _b, ...two } = asSent(again.answer);
  assert.deepEqual({ ...two, thread: { ...two.thread, updatedAt: "" } }, {
    ...one,
    thread: { ...one.thread, updatedAt: "" },
  });
  assert.equal(
    (await lab.refused({ input: "other", idempotency: { key: "k1", bodyHash: "h2" } })).code,
    "idempotency_mismatch",
  );
  assert.equal((await lab.history()).length, 4);
});

Deno.test("E3: a failed step with a key may run again without taking its input twice", async () => {
  let fail = true;
  const error = new AgentError("model_server", "broken");
  const lab = createLab({ agents: [scripted([])], scenario: () => fail ? { fails: error } : DONE });
  const idempotency = { key: "k1", bodyHash: "h1" };
  assert.equal((await lab.run({ input: "go", idempotency })).answer.error?.code, "model_server");
  fail = false;
  const second = await lab.run({ input: "go", idempotency });
  assert.equal(second.answer.output, "Done.");
  assert.deepEqual((await lab.history()).map((entry) => entry.type), ["user", "assistant"]);
  assert.ok((await lab.run({ input: "go", idempotency })).replayed);
});

Deno.test("E3: a busy thread rejects, queues, or restarts; queued input is consumed by the next plan", async () => {
  const lab = slowLab(5);
  const running = lab.run({ input: "hello there" });
  await eventually(async () => (await lab.store.read(ref))?.running === true);
  const busy = await lab.refused({ input: "now" });
  assert.equal(busy.code, "thread_busy");
  assert.ok((busy.retryAfterMs ?? 0) > 0);
  await assert.rejects(lab.run({ input: "later", busy: "steer" }), /queued/);
  await running;
  assert.equal((await lab.store.read(ref))?.waiting, 1);
  await lab.run();
  const texts = (await lab.history()).flatMap((entry) => entry.type === "user" ? [entry.text] : []);
  assert.deepEqual(texts, ["hello there", "later"]);
});

Deno.test("E11: cancel stops a running step; its words so far and its place are kept", async () => {
  const lab = slowLab(30);
  const running = lab.run({ input: "hello there", resumable: true });
  await eventually(async () => (await lab.logged()).length > 4);
  await lab.store.cancel(ref);
  const { answer, events } = await running;
  assert.equal(answer.error?.code, "step_cancelled");
  assert.equal(events.at(-1)?.type, "step.failed");
  const entries = await lab.history();
  const last = entries.at(-1);
  assert.equal(last?.type, "assistant");
  assert.ok(last?.type === "assistant" && last.interrupted && joinText(last.blocks).length > 0);
  const snapshot = await lab.store.read(ref);
  assert.equal(snapshot?.header.status, "cancelled");
  assert.equal((await lab.refused()).code, "nothing_to_do");
  assert.equal((await lab.run({ input: "go on" })).answer.thread.status, "done");
});

Deno.test("V5: E11: interrupt cancels the running step, which keeps what it has said, and runs", async () => {
  const lab = slowLab(20);
  const first = lab.run({ input: "one", resumable: true });
  await eventually(async () => (await lab.logged()).some(({ type }) => type === "text.delta"));
  const { version } = (await lab.store.read(ref))?.header ?? assert.fail();
  const stale = await lab.refused({ input: "no", busy: "interrupt", expectedVersion: version + 1 });
  assert.equal(stale.code, "version_conflict");
  const second = lab.run({ input: "two", busy: "interrupt", expectedVersion: version });
  assert.equal((await second).answer.thread.status, "done");
  assert.equal((await first).answer.error?.code, "step_cancelled");
  const entries = await lab.history();
  assert.deepEqual(entries.map((entry) => entry.type), ["user", "assistant", "user", "assistant"]);
  const [, said] = entries;
  assert.ok(said?.type === "assistant" && said.interrupted && joinText(said.blocks).length > 0);
});

Deno.test("V5: E11: interrupt begins without a step whose worker has vanished", async () => {
  const lab = slowLab(0);
  await lab.run({ input: "one" });
  const text = JSON.stringify({ type: "user", id: "entry_lost", at: 1, version: 0, text: "two" });
  const window = { entries: 1, bytes: 1 };
  const dead = { ref, owner: "dead", leaseMs: 30_000, schema: SCHEMA, window, inputs: [text] };
  assert.equal((await lab.store.begin({ ...dead, busy: "reject" })).type, "begun");
  assert.equal((await lab.run({ input: "three", busy: "interrupt" })).answer.thread.status, "done");
  const texts = (await lab.history()).flatMap((entry) => entry.type === "user" ? [entry.text] : []);
  assert.deepEqual(texts, ["one", "two", "three"]);
});

Deno.test("X4: calls planned before a cancel do not run afterwards", async () => {
  let runs = 0;
  const tool = defineTool({ name: "count", description: "Counts.", effect: "pure", run: () => ++runs });
  const lab = createLab({
    agents: [scripted([tool])],
    scenario: [{ says: "x", calls: [{ tool: "count" }] }, DONE],
  });
  await lab.run({ input: "go" });
  await lab.store.cancel(ref);
  const { answer } = await lab.run({ input: "something else" });
  assert.deepEqual(answer.calls.map((call) => call.state), ["skipped"]);
  assert.equal(runs, 0);
  await lab.history();
});

Deno.test("X4: a worker that vanishes after starting a once tool leaves unknown; keyed runs again with its key", async () => {
  const keys: string[] = [];
  let crash = true;
  const tools = (["once", "keyed", "pure"] as const).map((effect) =>
    defineTool({
      name: effect,
      description: "Has an effect.",
      effect,
      run: (_args, context) => {
        keys.push(`${effect} ${context.idempotencyKey} ${context.attempt}`);
        return crash ? new Promise(() => {}) : "ok";
      },
    })
  );
  const lab = createLab({
    agents: [scripted(tools)],
    scenario: [{ calls: [{ tool: "once" }, { tool: "keyed" }, { tool: "pure" }] }, DONE],
    store: createMemoryStore({ clock: () => now }),
  });
  let now = 1_000_000;
  const planned = await lab.run({ input: "go" });
  void lab.run().catch(() => {}); // this worker hangs in its tools and is never heard of again
  await eventually(() => keys.length === 3);
  crash = false;
  now += 60_000;
  const { answer } = await lab.run();
  assert.deepEqual(answer.calls.map((call) => call.state), ["unknown", "completed", "completed"]);
  const ids = planned.answer.calls.map((call) => call.id);
  assert.deepEqual(keys.toSorted(), [
    `keyed ${ids[1]} 1`,
    `keyed ${ids[1]} 2`,
    `once ${ids[0]} 1`,
    `pure ${ids[2]} 1`,
    `pure ${ids[2]} 2`,
  ]);
  await lab.history();
});

Deno.test("E12: a step that takes too long ends by its deadline and keeps its input", async () => {
  const lab = slowLab(50);
  const [agent] = lab.deps.agents.values();
  assert.ok(agent);
  const hurried = { ...agent, limits: { ...agent.limits, stepMs: 60 } };
  const strict = createLab({
    agents: [hurried],
    drivers: [createToolCallingDriver()],
    deps: { model: lab.deps.model },
  });
  const { answer, events } = await strict.run({ input: "hello" });
  assert.equal(answer.error?.code, "step_deadline");
  assert.equal(answer.thread.status, "open");
  assert.equal(events.at(-1)?.type, "step.failed");
  const kept = (await strict.history()).map((entry) => entry.type === "failure" ? entry.code : entry.type);
  assert.deepEqual(kept, ["user", "step_deadline"], "the request that was sent is named");
});

Deno.test("E13: entries over 64 KB travel as blobs and come back whole, 12 MB and NULs too", async () => {
  const big = '\u0000"\\😀'.repeat(1_700_000).slice(0, 12_000_000);
  const tool = defineTool({
    name: "big",
    description: "Says much.",
    effect: "pure",
    maxOutputBytes: 100_000_000,
    run: () => big,
  });
  let read: unknown;
  const lab = createLab({
    agents: [scripted([tool], { limits: { historyBytes: 100_000_000 } })],
    scenario: ({ history: { entries } }) => {
      const last = entries.at(-1);
      if (last?.type !== "tool") return { says: "x", calls: [{ tool: "big" }] };
      read = last.output;
      return DONE;
    },
  });
  const text = "ü".repeat(200_000);
  await lab.run({ input: text, until: "done" });
  assert.ok(read === big, "the plan reads the whole observation");
  const page = await lab.store.history(ref, { after: 0, limit: 10 });
  assert.deepEqual(page?.entries.map((text) => text.startsWith('{"type":"blob"')), [
    true,
    false,
    true,
    false,
  ]);
  assert.ok((page?.entries ?? []).every((entry) => entry.length < 1000));
});

Deno.test("E13: old entries give way to a summary, and the prompt begins behind it", async () => {
  const seen: { summary: string | null; entries: string[] }[] = [];
  const lab = createLab({
    agents: [scripted([], { compaction: { afterEntries: 6, keepEntries: 2 } })],
    scenario: ({ summary, history: { entries } }) => {
      seen.push({
        summary,
        entries: entries.map((entry) =>
          entry.type === "assistant"
            ? joinText(entry.blocks)
            : entry.type === "user"
            ? entry.text
            : entry.type
        ),
      });
      return DONE;
    },
  });
  for (let index = 0; index < 5; index++) await lab.run({ input: `question ${index}` });
  const header = (await lab.store.read(ref))?.header;
  assert.equal(header?.summary, "6 earlier entries.");
  assert.equal(header?.base, 6);
  assert.deepEqual(seen.at(-1), {
    summary: "6 earlier entries.",
    entries: [
      "## EARLIER IN THIS CONVERSATION\n6 earlier entries.",
      "[The conversation goes on.]",
      "question 3",
      "Done.",
      "summary",
      "question 4",
    ],
  });
  assert.equal((await lab.history()).filter((entry) => entry.type === "summary").length, 1);
});

Deno.test("E13: the run's task stays in sight when it has left the window", async () => {
  const tool = defineTool({
    name: "tick",
    description: "Ticks.",
    parameters: ["n"],
    effect: "pure",
    run: () => "tock",
  });
  const firsts: string[] = [];
  const lab = createLab({
    agents: [scripted([tool], { limits: { historyEntries: 4, stepsPerRun: 20 } })],
    scenario: ({ history: { entries } }) => {
      const [first] = entries;
      firsts.push(first?.type === "user" ? first.text : "lost");
      return firsts.length > 8 ? DONE : { calls: [{ tool: "tick", args: { n: String(firsts.length) } }] };
    },
  });
  await lab.run({ input: "the task", until: "done" });
  assert.deepEqual(new Set(firsts), new Set(["the task"]));
  firsts.length = 0;
  await lab.run({ input: "another task" });
  while ((await lab.store.read(ref))?.header.status === "open") await lab.run();
  assert.deepEqual(new Set(firsts.slice(3)), new Set(["another task"]), "also across requests");
});

Deno.test("E4: a resumable step leaves its events in the log, once each, the last with the commit", async () => {
  const lab = slowLab(15);
  const { events } = await lab.run({ input: "hello there", resumable: true });
  assert.deepEqual(await lab.logged(), asSent(events));
  assert.ok((lab.counts.get("flush") ?? 0) >= 1);
  const quiet = slowLab(0);
  await quiet.run({ input: "hello there" });
  assert.deepEqual(Object.fromEntries([...quiet.counts]), { begin: 1, commit: 1 });
});

Deno.test("E3: a commit whose store is away is tried again; when it stays away the step fails and is not lost", async () => {
  const inner = createMemoryStore();
  let away = 2;
  const commit: Store["commit"] = (request) =>
    away-- > 0 ? Promise.reject(new AgentError("store_unavailable", "away")) : inner.commit(request);
  const store = new Proxy(inner, {
    get: (target, name) => name === "commit" ? commit : Reflect.get(target, name).bind(target),
  });
  const lab = createLab({
    agents: [scripted([])],
    scenario: [DONE, DONE],
    store,
    deps: { sleep: (_ms, signal) => sleep(1, signal) },
  });
  assert.equal((await lab.run({ input: "go" })).answer.output, "Done.");
  away = 100;
  const failed = await lab.run({ input: "again" });
  assert.equal(failed.answer.error?.code, "store_unavailable");
  const snapshot = await inner.read(ref);
  assert.equal(snapshot?.waiting, 0, "the failed request took its input back");
  assert.equal(snapshot?.running, false, "and its lease");
});

Deno.test("E4: events of megabytes do not stop a resumable step; the log says what it left out", async () => {
  const tool = defineTool({
    name: "big",
    description: "Says much.",
    effect: "pure",
    maxOutputBytes: 10_000_000,
    run: () => "x".repeat(5_000_000),
  });
  const calls = Array.from(
    { length: 4 },
    () => ({ tool: "big", args: JSON.stringify({ pad: "y".repeat(60_000) }) }),
  );
  const lab = createLab({
    agents: [scripted([tool])],
    scenario: [{ says: "z".repeat(200_000), calls }, DONE],
  });
  const { answer } = await lab.run({ input: "go", until: "done", resumable: true });
  assert.equal(answer.output, "Done.");
  const events = (await lab.store.readEvents(ref, 0, 1000))?.events ?? [];
  assert.ok(events.every((event) => event.text.length <= 64 * 1024));
  assert.match(events.map((event) => event.text).join(""), /left out of the event log/);
  assert.equal(JSON.parse(events.at(-1)?.text ?? "{}").type, "step.finished");
});
