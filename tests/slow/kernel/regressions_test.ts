// What a review of the first version broke, each as a sentence.

import assert from "node:assert/strict";
import { askUser } from "../../../src/agents/ask_user.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Driver } from "../../../src/core/driver.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { StepEvent } from "../../../src/core/event.ts";
import type { Store } from "../../../src/core/store.ts";
import { createToolCallingDriver } from "../../../src/kernel/drivers/tool_calling.ts";
import type { ScriptedPlan } from "../../../src/kernel/drivers/scripted.ts";
import { createScriptedProvider } from "../../../src/providers/scripted/provider.ts";
import { tailEvents } from "../../../src/kernel/threads/event_tail.ts";
import type { StartedRun } from "../../../src/kernel/result.ts";
import { startRun } from "../../../src/kernel/run.ts";
import { streamRun } from "../../../src/kernel/stream_run.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { sleep } from "../../../src/deps/ports.ts";
import { asSent } from "../../support/as_sent.ts";
import { createLab } from "../../support/lab.ts";
import { eventually } from "../../support/eventually.ts";

type RunningRun = Exclude<StartedRun, { type: "queued" }>;

const ref = { tenant: "acme", thread: "t1" };
const KEY = { key: "k1", bodyHash: "h1" };
const DONE: ScriptedPlan = { says: "Done." };
const tick = defineTool({
  name: "tick",
  description: "Ticks.",
  parameters: ["n"],
  effect: "pure",
  run: ({ n }) => n,
});
const TICK: ScriptedPlan = { calls: [{ tool: "tick", args: { n: "1" } }] };
const scripted = (tools: Parameters<typeof defineAgent>[0]["tools"], change = {}) =>
  defineAgent({ name: "a", instructions: "", driver: "scripted", tools, ...change });

/** The store with some methods replaced. */
function altered(store: Store, change: Partial<Store>): Store {
  return new Proxy(store, {
    get: (target, name) => Reflect.get(change, name) ?? Reflect.get(target, name).bind(target),
  });
}

async function texts(lab: ReturnType<typeof createLab>): Promise<string[]> {
  return (await lab.history()).flatMap((entry) => entry.type === "user" ? [entry.text] : []);
}

Deno.test("E3: a key whose step failed, was refused, and is sent once more takes its input once", async () => {
  let now = 1_000_000;
  let fail = true;
  const limited = new AgentError("model_rate_limit", "slow down", { retryAfterMs: 300 });
  const lab = createLab({
    agents: [scripted([])],
    store: createMemoryStore({ clock: () => now }),
    scenario: () => fail ? { fails: limited } : DONE,
    deps: { clock: () => now },
  });
  assert.equal((await lab.run({ input: "pay", idempotency: KEY })).answer.error?.code, "model_rate_limit");
  assert.equal((await lab.refused({ input: "pay", idempotency: KEY })).code, "not_yet");
  now += 400;
  fail = false;
  assert.equal((await lab.run({ input: "pay", idempotency: KEY })).answer.output, "Done.");
  assert.deepEqual(await texts(lab), ["pay"]);
});

Deno.test("E3: a key whose second step could not be committed may run again and takes its input once", async () => {
  const inner = createMemoryStore();
  let marks = 0;
  const store = altered(inner, {
    markStarted: (...args) =>
      marks++ < 4 // as often as the runtime asks
        ? Promise.reject(new AgentError("store_unavailable", "away"))
        : inner.markStarted(...args),
  });
  const once = defineTool({ name: "once", description: "Has an effect.", run: () => "ok" });
  const lab = createLab({
    agents: [scripted([once])],
    store,
    scenario: [{ calls: [{ tool: "once" }] }, DONE],
  });
  const first = await lab.run({ input: "pay", until: "done", idempotency: KEY });
  assert.equal(first.answer.error?.code, "store_unavailable");
  const second = await lab.run({ input: "pay", until: "done", idempotency: KEY });
  assert.equal(second.answer.output, "Done.");
  assert.deepEqual(await texts(lab), ["pay"]);
});

Deno.test("E3: the same request runs again with its tool results and expected version after a failure", async () => {
  let fail = true;
  const lab = createLab({
    agents: [scripted([tick])],
    scenario: ({ history: { entries } }) => {
      if (!entries.some((entry) => entry.type === "assistant")) return TICK;
      return fail ? { fails: new AgentError("model_overloaded", "busy") } : DONE;
    },
  });
  const [call] = (await lab.run({ input: "go", execution: "predict" })).answer.calls;
  assert.ok(call);
  const request = {
    toolResults: [{ callId: call.id, output: 1, failed: false }],
    expectedVersion: 1,
    idempotency: KEY,
  };
  assert.equal((await lab.run(request)).answer.error?.code, "model_overloaded");
  fail = false;
  assert.equal((await lab.run(request)).answer.output, "Done.");
});

Deno.test("E3: a replay tells the arguments of calls that an earlier request planned, and a cancel as a cancel", async () => {
  const lab = createLab({ agents: [scripted([tick])], scenario: [TICK, DONE] });
  await lab.run({ input: "go" });
  const first = await lab.run({ idempotency: KEY });
  const again = await lab.run({ idempotency: KEY });
  assert.ok(again.replayed);
  assert.deepEqual(again.answer.calls, first.answer.calls);
  assert.deepEqual(again.answer.thread.counters, first.answer.thread.counters);
  assert.ok(
    (again.events[0]?.seq ?? 0) > (first.events.at(-1)?.seq ?? 0),
    "replayed events have seqs of their own",
  );

  const slow = slowLab(30);
  const running = slow.run({ input: "hello there", idempotency: KEY, resumable: true });
  await eventually(async () => (await slow.logged()).length > 3);
  await slow.store.cancel(ref);
  assert.equal((await running).answer.error?.code, "step_cancelled");
  const replayed = await slow.run({ input: "hello there", idempotency: KEY });
  assert.equal(replayed.answer.error?.code, "step_cancelled");
  assert.equal((await slow.logged()).at(-1)?.type, "step.failed", "the log ends as the stream did");
});

Deno.test("E3: queue refuses what it would lose, and results are given once", async () => {
  const lab = createLab({ agents: [scripted([tick])], scenario: [DONE] });
  const results = [{ callId: "c", output: 1, failed: false }];
  assert.equal(
    (await lab.refused({ input: "x", busy: "steer", toolResults: results })).code,
    "invalid_request",
  );
  assert.equal(
    (await lab.refused({ input: "x", busy: "steer", execution: "predict" })).code,
    "invalid_request",
  );
  const twice = await lab.refused({ toolResults: [...results, ...results] });
  assert.deepEqual(twice.problems.map((problem) => problem.pointer), ["/toolResults/1/callId"]);
  assert.equal((await lab.refused({ input: "x".repeat(600_000) })).code, "body_too_large");
  assert.equal(lab.counts.get("begin"), undefined);
});

Deno.test("E11: a restart that is refused leaves the running step alone", async () => {
  const lab = slowLab(10);
  const running = lab.run({ input: "hello there" });
  await eventually(async () => (await lab.store.read(ref))?.running === true);
  const refused = await lab.refused({
    busy: "interrupt",
    toolResults: [{ callId: "call_x", output: 1, failed: false }],
  });
  assert.equal(refused.code, "call_unknown");
  assert.equal((await running).answer.thread.status, "done");
});

Deno.test("X4: a predicted call that some worker started is not called skipped", async () => {
  const once = defineTool({ name: "once", description: "Has an effect.", run: () => "ok" });
  const lab = createLab({ agents: [scripted([once])], scenario: [{ calls: [{ tool: "once" }] }, DONE] });
  const [call] = (await lab.run({ input: "go", execution: "predict" })).answer.calls;
  assert.ok(call);
  const epoch = (await lab.store.read(ref))?.header.epoch ?? 0;
  assert.equal(await lab.store.markStarted(ref, epoch, [call.id]), "marked");
  const { answer } = await lab.run({ input: "never mind" });
  assert.deepEqual(answer.calls.map(({ state }) => state), ["unknown"]);
});

Deno.test("E3: a run whose reader leaves goes on to its commit", async () => {
  const lab = slowLab(10);
  const started = await startRun({
    ref,
    agent: "slow",
    inputs: ["hello there"],
    until: "step",
    toolResults: [],
    busy: "reject",
    resumable: false,
  }, lab.deps);
  assert.ok(started.type === "running");
  for await (const _event of streamRun(started)) break;
  assert.equal((await lab.store.read(ref))?.running, true);
  await eventually(async () => (await lab.store.read(ref))?.running === false);
  assert.equal((await lab.store.read(ref))?.header.status, "done");
});

Deno.test("E12: a driver that ignores its signal is left behind a second after the deadline", async () => {
  const deaf: Driver = {
    name: "deaf",
    toolForm: "native",
    plan: (_turn, emit) => {
      emit({ type: "text.started", block: 0 });
      return new Promise(() => {});
    },
    summarize: () => new Promise(() => {}),
  };
  const agent = defineAgent({
    name: "a",
    instructions: "",
    driver: "deaf",
    tools: [],
    limits: { stepMs: 20 },
  });
  const lab = createLab({
    agents: [agent],
    drivers: [deaf],
    deps: { sleep: (ms, signal) => sleep(Math.min(ms, 50), signal) },
  });
  const started = await startRun({
    ref,
    agent: "a",
    inputs: ["go"],
    until: "step",
    toolResults: [],
    busy: "reject",
    resumable: false,
  }, lab.deps);
  assert.ok(started.type === "running");
  const events: StepEvent[] = [];
  await started.run((event) => events.push(event));
  assert.equal(events.at(-1)?.type, "step.failed");
});

Deno.test("E13: an agent's window holds whether the request names the agent or not, and counts blobs whole", async () => {
  const lengths: number[] = [];
  const small = scripted([], { limits: { historyEntries: 3 } });
  const large = { ...small, name: "b", limits: { ...small.limits, historyEntries: 100 } };
  const lab = createLab({
    agents: [small, large],
    scenario: ({ history: { entries } }) => {
      lengths.push(entries.length);
      return DONE;
    },
  });
  for (let round = 0; round < 5; round++) await lab.run({ input: "go" });
  await lab.run({ inputs: ["go"] });
  assert.deepEqual(lengths.slice(-2), [3, 3], "the larger half of three old entries, and the input");

  const heavy = createLab({
    agents: [scripted([], { limits: { historyBytes: 100_000 } })],
    scenario: ({ history: { entries } }) => ({ says: `${entries.length}` }),
  });
  await heavy.run({ input: "x".repeat(90_000) });
  await heavy.run({ input: "y".repeat(90_000) });
  // The second input, a reference of 100 characters in the list, is more than the half of the limit that a full window keeps.
  assert.equal((await heavy.run({ input: "z" })).answer.output, "2");
});

Deno.test("E13: a queued input replaces the pinned task", async () => {
  const firsts: string[] = [];
  const lab = createLab({
    agents: [scripted([tick], { limits: { historyEntries: 3, repeatedCalls: 50 } })],
    scenario: async ({ history: { entries } }) => {
      if (firsts.length === 5) await lab.run({ input: "second task", busy: "steer" }).catch(() => {});
      const [first] = entries;
      firsts.push(first?.type === "user" ? first.text : "lost");
      return firsts.length > 11 ? DONE : { calls: [{ tool: "tick", args: { n: String(firsts.length) } }] };
    },
  });
  await lab.run({ input: "first task", until: "done" });
  assert.ok(firsts.slice(0, 5).every((text) => text === "first task"), firsts.join());
  assert.equal(firsts.at(-1), "second task", firsts.join());
});

Deno.test("C11: generate answers under none also when a compaction came between", async () => {
  const lab = createLab({
    agents: [scripted([tick], { compaction: { afterEntries: 2, keepEntries: 1 } })],
    scenario: ({ history: { entries } }) => entries.some((entry) => entry.type === "tool") ? DONE : TICK,
  });
  const choice = { type: "required" } as const;
  await lab.run({ input: "go", execution: "generate", toolChoice: choice, until: "settled" });
  assert.equal((await lab.run()).answer.choice?.requested.type, "none");
});

Deno.test("E13: a blob that cannot be written at first does not lose the step", async () => {
  const inner = createMemoryStore();
  let away = 1;
  const store = altered(inner, {
    putBlob: (...args) =>
      away-- > 0 ? Promise.reject(new AgentError("store_unavailable", "away")) : inner.putBlob(...args),
  });
  let runs = 0;
  const big = defineTool({ name: "big", description: "Big.", run: () => `${++runs}`.repeat(200_000) });
  const lab = createLab({
    agents: [scripted([big])],
    store,
    scenario: [{ calls: [{ tool: "big" }] }, DONE],
    deps: { sleep: (ms, signal) => sleep(Math.min(ms, 5_000), signal) },
  });
  const { answer } = await lab.run({ input: "go", until: "done" });
  assert.deepEqual(answer.calls.map(({ state }) => state), ["completed"]);
  assert.equal(runs, 1);
});

Deno.test("C12: arguments too long to be kept twice are an observation, not a lost step", async () => {
  const lab = createLab({
    agents: [scripted([tick])],
    scenario: [{ calls: [{ tool: "tick", args: { n: "x".repeat(480_000) } }] }, DONE],
  });
  const { answer } = await lab.run({ input: "go", until: "done" });
  assert.deepEqual(answer.calls.map(({ state }) => state), ["failed"]);
  assert.equal(answer.output, "Done.");
});

Deno.test("E12: steps that fail do not use up the run's steps", async () => {
  let fails = 5;
  const lab = createLab({
    agents: [scripted([], { limits: { stepsPerRun: 2 } })],
    scenario: () => fails-- > 0 ? { fails: new AgentError("model_overloaded", "busy") } : DONE,
  });
  await lab.run({ input: "go" });
  while (fails > 0) await lab.run();
  assert.equal((await lab.run()).answer.output, "Done.");
});

Deno.test("C7: a request that runs again after a crash keeps its choice, and does not force it twice", async () => {
  const inner = createMemoryStore();
  let crashes = 1;
  const store = altered(inner, {
    commit: (request) => crashes-- > 0 ? Promise.reject(new Error("gone")) : inner.commit(request),
  });
  const lab = createLab({ agents: [scripted([tick])], store, scenario: [TICK, DONE] });
  const request = { input: "go", idempotency: KEY, toolChoice: { type: "required" as const } };
  assert.equal((await lab.run(request)).answer.error?.code, "internal");
  const again = await lab.run(request);
  assert.equal(again.answer.choice?.source, "request");
  assert.equal((await lab.run()).answer.choice?.source, "reset");
});

Deno.test("E13: a summary that fails or does not come is a warning, and the step is kept", async () => {
  const inner = createLab({ agents: [scripted([])], scenario: [DONE] }).deps.driver("scripted");
  const driver: Driver = {
    ...inner,
    name: "forgetful",
    summarize: () => Promise.reject(new AgentError("model_server", "no summary")),
  };
  const change = { driver: "forgetful", compaction: { afterEntries: 1, keepEntries: 0 } };
  const agent = { ...scripted([]), ...change };
  const lab = createLab({ agents: [agent], drivers: [driver] });
  const { answer } = await lab.run({ input: "go" });
  assert.equal(answer.output, "Done.");
  assert.equal((await lab.store.read(ref))?.header.base, 0);
});

Deno.test("E11: a restart that would have nothing to run leaves the running step alone", async () => {
  const lab = createLab({
    agents: [scripted([tick])],
    scenario: async ({ history: { entries } }) => {
      if (!entries.some((entry) => entry.type === "assistant")) return TICK;
      await sleep(40);
      return DONE;
    },
  });
  await lab.run({ input: "go" });
  const running = lab.run();
  await eventually(async () => (await lab.store.read(ref))?.running === true);
  assert.equal((await lab.refused({ busy: "interrupt" })).code, "nothing_to_do");
  assert.equal((await running).answer.output, "Done.");
});

Deno.test("E11: a restart with a known key is replayed, even while another step runs", async () => {
  const lab = createLab({
    agents: [scripted([tick])],
    scenario: async ({ history: { entries } }) => {
      if (!entries.some((entry) => entry.type === "assistant")) return TICK;
      await sleep(30);
      return DONE;
    },
  });
  const [call] = (await lab.run({ input: "go", execution: "predict" })).answer.calls;
  const request = {
    toolResults: [{ callId: call?.id ?? "", output: 1, failed: false }],
    busy: "interrupt" as const,
    idempotency: KEY,
  };
  await lab.run(request);
  const running = lab.run({ input: "more" });
  await eventually(async () => (await lab.store.read(ref))?.running === true);
  assert.ok((await lab.run(request)).replayed);
  assert.equal((await running).answer.output, "Done.");
});

Deno.test("E3: a replay of more than a page still ends with the answer, and with what the thread was then", async () => {
  let fail = false;
  const big = defineTool({ name: "big", description: "Big.", effect: "pure", run: () => "x".repeat(60_000) });
  const lab = createLab({
    agents: [scripted([big], { limits: { repeatedCalls: 100, historyBytes: 10_000_000 } })],
    scenario: ({ history: { entries } }) => {
      if (fail) return { fails: new AgentError("model_rate_limit", "slow", { retryAfterMs: 60_000 }) };
      const asked = entries.filter((entry) => entry.type === "assistant").length;
      return asked < 13 ? { says: `thinking ${asked}`, calls: [{ tool: "big" }] } : { says: "THE ANSWER" };
    },
  });
  const first = await lab.run({ input: "go", until: "done", idempotency: KEY });
  assert.equal(first.answer.output, "THE ANSWER");
  fail = true;
  await lab.run({ input: "more" });
  const again = await lab.run({ input: "go", until: "done", idempotency: KEY });
  assert.ok(again.replayed);
  assert.equal(again.answer.output, "THE ANSWER");
  assert.deepEqual(asSent(again.answer.thread), asSent(first.answer.thread));
  assert.deepEqual(again.answer.calls.map(({ id }) => id), first.answer.calls.map(({ id }) => id));
});

Deno.test("E3: a replay tells what the thread waited for then, whatever it waits for now", async () => {
  const guarded = defineTool({ name: "pay", description: "Pays.", needsApproval: true, run: () => "paid" });
  let asks = true;
  const lab = createLab({
    agents: [scripted([guarded])],
    scenario: () => asks ? { calls: [{ tool: "pay" }] } : DONE,
  });
  const waiting = await lab.run({ input: "pay", idempotency: KEY });
  assert.deepEqual([waiting.answer.thread.waitsFor, waiting.answer.thread.needs], ["approval", "approval"]);
  asks = false;
  await lab.store.decide(ref, waiting.answer.calls[0]?.id ?? "", { approved: true, at: 1 });
  const done = await lab.run({ until: "done", idempotency: { key: "k2", bodyHash: "h2" } });
  assert.equal(done.answer.thread.status, "done");
  asks = true;
  await lab.run({ input: "again" });

  const wasWaiting = await lab.run({ input: "pay", idempotency: KEY });
  assert.ok(wasWaiting.replayed);
  assert.deepEqual(asSent(wasWaiting.answer.thread), asSent(waiting.answer.thread));
  const wasDone = await lab.run({ until: "done", idempotency: { key: "k2", bodyHash: "h2" } });
  assert.deepEqual(asSent(wasDone.answer.thread), asSent(done.answer.thread));
});

Deno.test("E3: a replay tells what the thread waited for also where its receipt has no room for the calls", async () => {
  const question = askUser({ name: "ask" });
  let asks = true;
  const lab = createLab({
    agents: [scripted([question])],
    scenario: () => asks ? { calls: Array.from({ length: 60 }, () => ({ tool: "ask", args: {} })) } : DONE,
  });
  const waiting = await lab.run({ input: "ask", idempotency: KEY });
  assert.deepEqual([waiting.answer.thread.waitsFor, waiting.answer.thread.needs], ["approval", "answer"]);
  asks = false;
  await lab.run({ input: "leave it", until: "done" });
  const again = await lab.run({ input: "ask", idempotency: KEY });
  assert.ok(again.replayed);
  assert.deepEqual(asSent(again.answer.thread), asSent(waiting.answer.thread));
});

Deno.test("E3: a replay keeps the calls whose arguments do not fit its receipt", async () => {
  const lab = createLab({
    agents: [scripted([tick])],
    scenario: [{ calls: [{ tool: "tick", args: { n: "y".repeat(5_000) } }] }, DONE],
  });
  await lab.run({ input: "go" });
  const first = await lab.run({ idempotency: KEY });
  const again = await lab.run({ idempotency: KEY });
  assert.deepEqual(again.answer.calls.map(({ id, state, output }) => [id, state, output]), [
    [first.answer.calls[0]?.id, "completed", "y".repeat(5_000)],
  ]);
});

Deno.test("E4: the events of a cancelled step stay in the log, up to its last word", async () => {
  const lab = slowLab(30);
  const running = lab.run({ input: "hello there, tell me more", resumable: true });
  await eventually(async () => (await lab.logged()).length > 1);
  await lab.store.cancel(ref);
  const { events } = await running;
  assert.deepEqual((await lab.logged()).map(({ seq }) => seq), events.map(({ seq }) => seq));
});

Deno.test("E3: a reader who leaves or throws between two steps does not end the run", async () => {
  for (
    const leave of [
      async (started: RunningRun) => {
        for await (const event of streamRun(started)) if (event.type === "step.finished") break;
      },
      async (started: RunningRun) => {
        await started.run((event) => {
          if (event.type === "step.finished") throw new Error("The pipe is closed.");
        });
      },
      async (started: RunningRun) => {
        let seen = 0;
        await started.run(() => {
          seen++;
          // deno-lint-ignore no-throw-literal -- as a closed pipe on workerd does
          throw undefined;
        });
        assert.equal(seen, 1, "a reader that threw gets no further event");
      },
    ]
  ) {
    const lab = createLab({ agents: [scripted([tick])], scenario: [TICK, DONE] });
    const started = await startRun({
      ref,
      agent: "a",
      inputs: ["go"],
      until: "done",
      toolResults: [],
      busy: "reject",
      resumable: false,
    }, lab.deps);
    assert.ok(started.type === "running");
    await leave(started);
    await eventually(async () => (await lab.store.read(ref))?.header.status === "done");
    assert.equal((await lab.store.read(ref))?.running, false);
  }
});

Deno.test("E4: a resumed stream says where events are missing", async () => {
  const lab = createLab({ agents: [scripted([])], scenario: [DONE] });
  await lab.run({ input: "go", resumable: true });
  const page = await lab.store.readEvents(ref, 0, 100);
  const holed = altered(lab.store, {
    readEvents: (...args) =>
      lab.store.readEvents(...args).then((all) =>
        all && { ...all, events: all.events.filter((_event, index) => index < 1 || index > 2) }
      ),
  });
  const signal = new AbortController().signal;
  const tail = await tailEvents(ref, 0, { pollMs: 1, signal }, { store: holed, sleep });
  const seqs = [];
  const types = [];
  for await (const event of tail.events) {
    seqs.push(event.seq);
    types.push(event.type);
  }
  assert.deepEqual(types.slice(0, 3), ["step.started", "warning", "text.ended"]);
  assert.deepEqual(seqs.toSorted((a, b) => a - b), seqs);
  assert.equal(seqs.length, (page?.events.length ?? 0) - 1);
});

function slowLab(chunkMs: number) {
  const provider = createScriptedProvider({ sleep, chunkMs });
  return createLab({
    agents: [defineAgent({ name: "slow", instructions: "", tools: [] })],
    drivers: [createToolCallingDriver()],
    deps: { model: () => ({ provider, model: "demo", ref: "scripted/demo" }) },
  });
}
