// Row D10: a cancel reaches the threads below, and a removal takes them along.

import assert from "node:assert/strict";
import { agent } from "../../../src/agents/builder.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { cancelThread, createThread, removeThread } from "../../../src/kernel/threads/threads.ts";
import type { Store } from "../../../src/core/store.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createLab } from "../../support/lab.ts";
import { crew, FIVE, outputsOf, phase, runs, script, writes } from "../../plugins/orchestration/_crew.ts";
import { eventually } from "../../support/eventually.ts";

const ROOT = { tenant: "acme", thread: "t1" };

/** A tool that waits until its step is stopped. */
function createWait() {
  const started = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const wait = defineTool({
    name: "wait",
    description: "Waits.",
    effect: "pure",
    parameters: [],
    run: (_args, { signal }) => {
      started.resolve();
      return new Promise((_, reject) =>
        signal.addEventListener("abort", () => {
          stopped.resolve();
          reject(signal.reason);
        })
      );
    },
  });
  return { wait, started, stopped };
}

Deno.test("D10: a cancel of the root stops the phases that run, and a new input goes on without them", async () => {
  const { wait, started, stopped } = createWait();
  const lab = createLab({
    agents: crew({ tools: [wait] }),
    scenario: script(
      [writes(FIVE), runs("facts", "figures"), { says: "Then I answer without them." }],
      () => ({ calls: [{ tool: "wait" }] }),
    ),
  });
  const running = lab.run({ input: "Go.", until: "done", resumable: true });
  await started.promise;
  const cancelled = await cancelThread(ROOT, lab.deps);
  assert.equal(cancelled.running, true);
  await stopped.promise;
  const { answer } = await running;
  assert.equal(answer.error?.code, "step_cancelled");
  const list = await lab.store.list("acme", { limit: 10 });
  assert.deepEqual(
    list.threads.map(({ header }) => header?.status),
    ["cancelled", "cancelled", "cancelled"],
  );
  const next = await lab.run({ input: "And now?" });
  assert.equal(next.answer.output, "Then I answer without them.");
  const ended = (await lab.history()).flatMap((entry) =>
    entry.type === "tool" && entry.name === "run_phase" ? [`${entry.outcome} ${entry.error?.kind}`] : []
  );
  assert.deepEqual(ended, ["failed cancelled", "failed cancelled"]);
});

Deno.test("D10: a cancel reaches the phases of phases", async () => {
  const { wait, started } = createWait();
  const named = (name: string) => agent(name).driver("scripted");
  const lab = createLab({
    agents: [
      named("lead").orchestrate({ workers: { middle: { agent: "middle" } } }).build(),
      named("middle").orchestrate({ workers: { hand: { agent: "hand" } } }).build(),
      named("hand").tool(wait).build(),
    ],
    scenario: ({ agent: { name }, history: { entries } }) => {
      const place = entries.filter(({ type }) => type === "assistant").length;
      if (name === "hand") return { calls: [{ tool: "wait" }] };
      const only = phase("one", name === "lead" ? "middle" : "hand");
      return place === 0 ? writes([only]) : runs("one");
    },
  });
  const running = lab.run({ input: "Go.", until: "done", resumable: true });
  await started.promise;
  await cancelThread(ROOT, lab.deps);
  await running;
  await eventually(async () => {
    const { threads } = await lab.store.list("acme", { limit: 10 });
    return threads.length === 3 && threads.every(({ header }) => header?.status === "cancelled");
  });
});

Deno.test("D10: a phase below the allowed depth is refused, and the orchestrator reads why", async () => {
  const named = (name: string) => agent(name).driver("scripted");
  const lab = createLab({
    agents: [
      named("lead").orchestrate({ workers: { middle: { agent: "middle" } }, depth: 1 }).build(),
      named("middle").orchestrate({ workers: { hand: { agent: "hand" } }, depth: 5 }).build(),
      named("hand").build(),
    ],
    scenario: ({ agent: { name }, history: { entries } }) => {
      const place = entries.filter(({ type }) => type === "assistant").length;
      const only = phase("one", name === "lead" ? "middle" : "hand");
      if (place === 0) return writes([only]);
      return place === 1 ? runs("one") : { says: `${name} is done.` };
    },
  });
  const { answer } = await lab.run({ input: "Go.", until: "done" });
  assert.equal(answer.output, "lead is done.");
  const [ran] = outputsOf(await lab.history(), "run_phase");
  const entries = await lab.history(String(ran?.thread));
  const refused = entries.findLast((entry) => entry.type === "tool");
  assert.match(refused?.type === "tool" ? refused.error?.message ?? "" : "", /^depth_exceeded: /);
  assert.equal((await lab.store.list("acme", { limit: 10 })).threads.length, 2);
});

Deno.test("D10: the removal of a thread removes the threads of its phases", async () => {
  const plans = [writes(FIVE), runs("facts", "figures"), { says: "Enough." }];
  const lab = createLab({ agents: crew(), scenario: script(plans) });
  await lab.run({ input: "Go.", until: "done" });
  assert.equal((await lab.store.list("acme", { limit: 10 })).threads.length, 3);
  await removeThread(ROOT, lab.deps);
  assert.deepEqual((await lab.store.list("acme", { limit: 10 })).threads, []);
});

Deno.test("D10: a removal that no watch finds leaves no thread of a phase, and no phase begins again", async () => {
  const started = Promise.withResolvers<void>();
  const removed = Promise.withResolvers<void>();
  let begun = 0;
  const wait = defineTool({
    name: "wait",
    description: "Waits.",
    effect: "pure",
    parameters: [],
    run: async () => {
      begun++;
      started.resolve();
      await removed.promise;
      return null;
    },
  });
  // Where the watch is off, a step finds out when it renews its lease.
  const store: Store = Object.assign(createMemoryStore(), {
    watch: (_ref: unknown, _step: unknown, signal: AbortSignal) =>
      new Promise<"ended">((resolve) => signal.addEventListener("abort", () => resolve("ended"))),
  });
  const lab = createLab({
    store,
    agents: crew({ orchestrate: { parallel: 1 }, tools: [wait] }),
    unchecked: true,
    scenario: script(
      [writes(FIVE), runs("facts", "figures"), { says: "Done." }],
      (_turn, place) => place > 0 ? { says: "Done." } : { calls: [{ tool: "wait" }] },
    ),
  });
  const running = lab.run({ input: "Go.", until: "done" });
  await started.promise;
  await removeThread(ROOT, lab.deps);
  removed.resolve();
  const { answer } = await running;
  assert.equal(answer.error?.code, "step_fenced");
  assert.equal(begun, 1);
  assert.deepEqual((await lab.store.list("acme", { limit: 10 })).threads, []);
});

/** A thread whose phases `facts` and `figures` wait for people, as a deployment without agents that run phases finds it. */
async function leftWaiting() {
  const pay = defineTool({
    name: "pay",
    description: "Pays.",
    effect: "once",
    needsApproval: true,
    run: () => 1,
  });
  const plans = [writes(FIVE), runs("facts", "figures")];
  const store = createMemoryStore();
  const agents = crew({ tools: [pay] });
  const scenario = script(plans, () => ({ calls: [{ tool: "pay" }] }));
  const { answer } = await createLab({ store, agents, scenario }).run({ input: "Go.", until: "done" });
  assert.equal(answer.thread.status, "waiting");
  const later = createLab({ store, agents: agents.map(({ orchestrate: _, ...worker }) => worker) });
  const statuses = async () =>
    (await later.store.list("acme", { limit: 10 })).threads.map(({ header }) => header?.status);
  assert.deepEqual(await statuses(), ["waiting", "waiting", "waiting"]);
  return { lab: later, statuses };
}

Deno.test("D10: a cancel stops the phases that an earlier deployment has begun, where no agent runs phases any more", async () => {
  const { lab, statuses } = await leftWaiting();
  await cancelThread(ROOT, lab.deps);
  assert.deepEqual(await statuses(), ["cancelled", "cancelled", "cancelled"]);
});

Deno.test("D10: a removal takes the phases along that an earlier deployment has begun", async () => {
  const { lab, statuses } = await leftWaiting();
  await removeThread(ROOT, lab.deps, await lab.store.read(ROOT));
  assert.deepEqual(await statuses(), []);
});

Deno.test("D10: a cancel and a removal of a thread without phases are as many requests as ever", async () => {
  const lab = createLab({ agents: [agent("plain").driver("scripted").build()], scenario: [{ says: "Hi." }] });
  await lab.run({ input: "Go." });
  await createThread({ tenant: "acme", thread: "t2", agent: "plain" }, lab.deps);
  const found = await lab.store.read(ROOT);
  const since = (work: () => Promise<unknown>) => {
    lab.counts.clear();
    return work().then(() => Object.fromEntries(lab.counts));
  };
  assert.deepEqual(await since(() => cancelThread({ tenant: "acme", thread: "t2" }, lab.deps)), {
    read: 1,
    cancel: 1,
  });
  assert.deepEqual(await since(() => removeThread(ROOT, lab.deps, found)), { remove: 1 });
});
