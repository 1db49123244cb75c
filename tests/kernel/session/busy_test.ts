// Row V5: inputs that steer, wait and interrupt, beside everything else that a run may be doing.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { ThreadRef } from "../../../src/core/store/thread.ts";
import { joinText } from "../../../src/core/entry.ts";
import type { WakeIo } from "../../../src/core/wake.ts";
import type { Turn } from "../../../src/core/driver.ts";
import type { PlanScript, ScriptedPlan } from "../../../src/kernel/drivers/scripted.ts";
import type { Busy } from "../../../src/kernel/request.ts";
import { awaitCancelled } from "../../../src/kernel/session/interrupt.ts";
import { decideApproval } from "../../../src/kernel/threads/decide_approval.ts";
import { forkThread } from "../../../src/plugins/forks/fork.ts";
import { cancelThread } from "../../../src/kernel/threads/threads.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { overridden } from "../../chaos/overridden.ts";
import { eventually } from "../../support/eventually.ts";
import { createLab, type Lab } from "../../support/lab.ts";
import { createWakeLab } from "../../plugins/wakes/_runtime.ts";

const ref: ThreadRef = { tenant: "acme", thread: "t1" };

const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });
const pay = defineTool({ name: "pay", description: "Pays.", needsApproval: true, run: () => "paid" });
const agent = defineAgent({ name: "worker", driver: "scripted", tools: [look, pay] });

/** Calls the tools that an input names, one a plan, and then says what it has read. */
const obedient = ({ history: { entries } }: Turn): ScriptedPlan => {
  const from = entries.findLastIndex(({ type }) => type === "user");
  const input = entries[from];
  const asked = input?.type === "user" ? input.text : "";
  const made = entries.slice(from).filter(({ type }) => type === "assistant").length;
  const tool = asked.split(" ").filter((word) => word === "look" || word === "pay" || word === "pick")[made];
  return tool === undefined ? { says: `Done: ${asked}` } : { calls: [{ tool }] };
};

/** The inputs and the words of answers, in order; outcomes of calls by their tools. */
async function told(lab: Lab, thread = "t1"): Promise<string[]> {
  return (await lab.history(thread)).flatMap((entry) => {
    switch (entry.type) {
      case "user":
        return [`> ${entry.text}`];
      case "assistant":
        return joinText(entry.blocks) === "" ? [] : [joinText(entry.blocks)];
      case "tool":
        return [`${entry.name}: ${entry.outcome}`];
      default:
        return [];
    }
  });
}

async function waits(lab: Lab, input: string, busy: Busy, more: object = {}): Promise<void> {
  await assert.rejects(lab.run({ input, busy, ...more }), /The request was queued/);
}

async function waiting(lab: Lab): Promise<number | undefined> {
  return (await lab.store.read(ref))?.waiting;
}

async function approve(lab: Lab, approved: boolean, io?: WakeIo): Promise<void> {
  const { calls = "[]" } = (await lab.store.read(ref))?.pending ?? {};
  const [{ id }] = JSON.parse(calls);
  await decideApproval(ref, id, { approved, by: "ann", via: "api" }, lab.deps, io);
}

Deno.test("V5: approvals: a queued input waits behind the run that waits, and is taken when that has ended", async () => {
  const lab = createLab({ agents: [agent], scenario: obedient });
  await lab.run({ input: "pay", until: "done" });
  const idempotency = { key: "k", bodyHash: "h" };
  await waits(lab, "later", "queue", { idempotency });
  await waits(lab, "later", "queue", { idempotency });
  assert.equal(await waiting(lab), 1, "the same request is the same input");
  assert.equal((await lab.refused()).code, "approval_required", "the run waits as before");
  await approve(lab, true);
  const { answer } = await lab.run({ until: "done" });
  assert.equal(answer.output, "Done: pay");
  await eventually(async () => await waiting(lab) === 0);
  const all = ["> pay", "pay: completed", "Done: pay", "> later", "Done: later"];
  assert.deepEqual(await told(lab), all);
  const again = await lab.start({ input: "later", busy: "queue", until: "done", idempotency });
  assert.deepEqual([again.type, again.type === "queued" && again.waiting], ["queued", 0]);
  assert.deepEqual(await told(lab), all, "a request that is repeated behind the answer begins nothing");
});

Deno.test("V5: V7: a run that is made for its own input takes no other, and none begins it where others wait", async () => {
  const gate = Promise.withResolvers<void>();
  const slow = defineTool({
    name: "look",
    description: "Looks.",
    effect: "pure",
    run: async () => {
      await gate.promise;
      return "seen";
    },
  });
  const worker = defineAgent({ name: "worker", driver: "scripted", tools: [slow] });
  const lab = createLab({ agents: [worker], scenario: obedient });
  const run = lab.run({ input: "look", until: "done", isolated: true });
  await eventually(async () => (await lab.store.read(ref))?.running === true);
  await waits(lab, "later", "steer");
  gate.resolve();
  await run;
  assert.deepEqual(await told(lab), ["> look", "look: completed", "Done: look"]);
  assert.equal(await waiting(lab), 1);
  assert.equal((await lab.refused({ input: "look", isolated: true })).code, "thread_busy");
  await lab.run({ until: "done" });
  assert.deepEqual((await told(lab)).slice(3), ["> later", "Done: later"]);
});

Deno.test("V5: approvals: an input that steers a run that waits goes on without its calls, with what was queued before", async () => {
  const lab = createLab({ agents: [agent], scenario: obedient });
  await lab.run({ input: "pay", until: "done" });
  await waits(lab, "later", "queue");
  await lab.run({ input: "now", busy: "steer", until: "done" });
  assert.deepEqual(await told(lab), ["> pay", "pay: denied", "> later", "> now", "Done: now"]);
});

Deno.test("V5: client tools: a queued input waits for the results, and the run behind it has the tools of the caller", async () => {
  const lab = createLab({ agents: [agent], scenario: obedient });
  const clientTools = [{ name: "pick", description: "The user picks.", parameters: {} }];
  await lab.run({ input: "pick", until: "done", clientTools });
  await waits(lab, "pick again", "queue");
  const { calls = "[]" } = (await lab.store.read(ref))?.pending ?? {};
  const [{ id: callId }] = JSON.parse(calls);
  await lab.run({ toolResults: [{ callId, output: "one", failed: false }], until: "done" });
  await eventually(async () => await waiting(lab) === 0);
  assert.deepEqual(await told(lab), ["> pick", "pick: completed", "Done: pick", "> pick again"]);
  assert.equal((await lab.store.read(ref))?.header.status, "waiting", "the second call waits for the caller");
});

Deno.test("V5: budgets: an input that steers begins a run with a budget of its own, and so does one that was queued", async () => {
  const limited = defineAgent({
    name: "worker",
    driver: "scripted",
    tools: [look],
    limits: { stepsPerRun: 3 },
  });
  let plans = 0;
  const lab = createLab({
    agents: [limited],
    scenario: async (turn) => {
      if (++plans === 2) await waits(lab, "look look and more", "steer");
      if (plans === 3) await waits(lab, "look look and last", "queue");
      return obedient(turn);
    },
  });
  const { answer } = await lab.run({ input: "look look", until: "done" });
  assert.equal(answer.output, "Done: look look and more", "it has made five steps");
  await eventually(async () => await waiting(lab) === 0);
  const last = await told(lab);
  assert.deepEqual(last.slice(-4), [
    "> look look and last",
    "look: completed",
    "look: completed",
    "Done: look look and last",
  ]);
});

Deno.test("V5: fork: inputs that wait stay with their thread", async () => {
  const lab = createLab({ agents: [agent], scenario: obedient });
  await lab.run({ input: "pay", until: "done" });
  await waits(lab, "later", "queue");
  await forkThread(ref, { thread: "t2", calls: "skip" }, lab.deps);
  assert.equal((await lab.store.read({ tenant: "acme", thread: "t2" }))?.waiting, 0);
  await lab.run({ thread: "t2", input: "there", until: "done" });
  await approve(lab, false);
  await lab.run({ until: "done" });
  await eventually(async () => await waiting(lab) === 0);
  assert.deepEqual((await told(lab, "t2")).filter((text) => text.startsWith(">")), ["> pay", "> there"]);
  assert.deepEqual((await told(lab)).filter((text) => text.startsWith(">")), ["> pay", "> later"]);
});

Deno.test("V5: cancel: what waits is taken behind a cancelled run, whether it steers or was queued", async () => {
  for (const busy of ["steer", "queue"] as const) {
    let count = 0;
    const lab = createLab({
      agents: [agent],
      scenario: async (turn) => {
        if (++count === 1) {
          await waits(lab, "later", busy);
          await cancelThread(ref, lab.deps);
        }
        return obedient(turn);
      },
    });
    const { answer } = await lab.run({ input: "look", until: "done" });
    assert.equal(answer.error?.code, "step_cancelled");
    await eventually(async () => (await lab.store.read(ref))?.header.status === "done");
    assert.deepEqual(
      (await told(lab)).filter((text) => /^>|Done/.test(text)),
      ["> look", "> later", "Done: later"],
    );
  }
});

Deno.test("V5: wake-ups: a queued input waits for the end of a run that goes on by itself, which then goes on with it", async () => {
  const lab = createWakeLab({ agents: [agent], scenario: obedient });
  await lab.run({ input: "pay look", wake: true });
  await waits(lab, "later", "queue");
  await lab.settled();
  await lab.drain();
  assert.equal(await waiting(lab), 1);
  await approve(lab, true, lab.io);
  await lab.settled();
  await lab.drain();
  await lab.settled();
  assert.deepEqual(await told(lab), [
    "> pay look",
    "pay: completed",
    "look: completed",
    "Done: pay look",
    "> later",
    "Done: later",
  ]);
});

Deno.test("V5: E8: a queued input waits behind a run between two wake-ups", async () => {
  const lab = createWakeLab({ agents: [agent], scenario: obedient });
  await lab.run({ input: "look look", wake: true });
  await waits(lab, "later", "queue");
  await lab.drain();
  assert.deepEqual(await told(lab), [
    "> look look",
    "look: completed",
    "look: completed",
    "Done: look look",
    "> later",
    "Done: later",
  ]);
});

Deno.test("V5: E8: however many inputs are queued behind an approval, the run that waits for it is not parked", async () => {
  const lab = createWakeLab({
    agents: [agent],
    scenario: obedient,
    deps: { wakeLimits: { budgetMs: 0, failures: 3 } },
  });
  await lab.run({ input: "pay", wake: true });
  for (let count = 1; count <= 8; count++) {
    await waits(lab, `later ${count}`, "queue", { wake: true });
    await lab.pump(130_000 / 8);
    await lab.drain();
  }
  const { header } = await lab.store.read(ref) ?? assert.fail();
  assert.equal(header.status, "waiting", header.state);
  await approve(lab, true, lab.io);
  await lab.settled();
  await lab.drain();
  assert.ok((await told(lab)).includes("pay: completed"));
  assert.equal(await waiting(lab), 0);
});

Deno.test("V5: an input that steers while another one is queued behind an approval is not left alone", async () => {
  const store = createMemoryStore();
  let steers = async () => {};
  const between = overridden(store, {
    async abandon(request) {
      await steers();
      await store.abandon(request);
    },
  });
  const lab = createLab({ agents: [agent], scenario: obedient, store: between });
  await lab.run({ input: "pay", until: "done" });
  steers = async () => {
    steers = async () => {};
    await waits(lab, "now", "steer");
  };
  const started = await lab.start({ input: "later", busy: "queue", until: "done" });
  assert.ok(started.type === "queued");
  const deferred: Promise<unknown>[] = [];
  started.takeWaiting?.((promise) => void deferred.push(promise));
  assert.equal(deferred.length, 1);
  while (deferred.length > 0) await deferred.shift();
  assert.deepEqual(await told(lab), ["> pay", "pay: denied", "> later", "> now", "Done: now"]);
});

Deno.test("V5: a message behind an old cancel does not wait for it: what a step logged tells that it has committed", async () => {
  const gate = Promise.withResolvers<void>();
  const lab = createLab({
    agents: [agent],
    scenario: async ({ io: { signal } }) => {
      gate.resolve();
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      return { says: "never" };
    },
  });
  const run = lab.run({ input: "one", resumable: true });
  await gate.promise;
  await cancelThread(ref, lab.deps);
  assert.equal((await run).answer.error?.code, "step_cancelled");
  let sleeps = 0;
  const sleep = async () => void sleeps++;
  await awaitCancelled(ref, { ...lab.deps, sleep });
  assert.equal(sleeps, 0);

  // Of a step that logs nothing nothing is known: the wait ends by itself, also where the clock stands.
  const other: ThreadRef = { tenant: "acme", thread: "t2" };
  const silent = lab.run({ thread: "t2", input: "one" });
  await eventually(async () => (await lab.store.read(other))?.running === true);
  await cancelThread(other, lab.deps);
  await silent;
  await awaitCancelled(other, { ...lab.deps, sleep });
  assert.equal(sleeps, 60);
});

Deno.test("V5: two interruptions at once: each cancels what runs, and neither takes the words of the other away", async () => {
  let count = 0;
  const lab = createLab({
    agents: [agent],
    scenario: async ({ history: { entries }, io: { signal } }) => {
      const input = entries.findLast(({ type }) => type === "user");
      if (++count < 3) {
        await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      }
      return { says: `Done: ${input?.type === "user" ? input.text : ""}` };
    },
  });
  const first = lab.run({ input: "one", until: "done" });
  await eventually(() => count === 1);
  const others = ["two", "three"].map((input) => lab.run({ input, busy: "interrupt", until: "done" }));
  await eventually(() => count >= 3);
  const ends = (await Promise.all([first, ...others])).map(({ answer }) => answer.error?.code ?? "done");
  assert.equal(ends.filter((end) => end === "done").length, 1, ends.join());
  assert.ok(ends.every((end) => end === "done" || end === "step_cancelled"), ends.join());
  const inputs = (await told(lab)).filter((text) => text.startsWith(">"));
  assert.deepEqual(inputs.toSorted(), ["> one", "> three", "> two"]);
});

Deno.test("V5: an input that waits runs, also where a request that is refused has the thread for a moment", async () => {
  const bare = createMemoryStore();
  let isBusy = false;
  const store = overridden(bare, {
    async begin(request) {
      if (!isBusy || request.inputs.length > 0) return await bare.begin(request);
      isBusy = false;
      return { type: "busy", retryAfterMs: 1_000 };
    },
  });
  const gate = Promise.withResolvers<void>();
  const lab: Lab = createLab({
    agents: [agent],
    store,
    scenario: async (turn) => {
      await gate.promise;
      return await obedient(turn);
    },
  });
  const first = lab.run({ input: "first", until: "done" });
  await eventually(async () => (await store.read(ref))?.running === true);
  await waits(lab, "later", "queue");
  isBusy = true;
  gate.resolve();
  await first;
  await eventually(async () => await waiting(lab) === 0);
  assert.equal(isBusy, false);
  assert.deepEqual(await told(lab), ["> first", "Done: first", "> later", "Done: later"]);
});

/** A worker whose `look` takes a while, as far as the clock of the lab tells, and what comes meanwhile. */
function slowWorker(ms: number, meanwhile: (lab: Lab) => Promise<void>, steps = 2) {
  let now = 1_700_000_000_000;
  const slow = defineTool({
    name: "look",
    description: "Looks.",
    effect: "once",
    run: async () => {
      if (looks++ === 0) await meanwhile(lab);
      now += ms;
      return "seen";
    },
  });
  let looks = 0;
  const asked: string[] = [];
  const scenario: PlanScript = (turn) => {
    asked.push(turn.history.entries.map(({ type }) => type).join(" "));
    return obedient(turn);
  };
  const worker = defineAgent({ name: "worker", driver: "scripted", tools: [slow], limits: { steps } });
  const lab = createLab({ agents: [worker], scenario, deps: { clock: () => now } });
  return { lab, asked };
}

for (const until of ["done", "step"] as const) {
  Deno.test(`V5: an input that steers while a tool runs is read by the model call behind the tool, until ${until}`, async () => {
    const { lab, asked } = slowWorker(300, async (lab) => {
      await waits(lab, "first", "queue");
      await waits(lab, "second", "steer");
    });
    await lab.run({ input: "look", until: "step" });
    let { answer } = await lab.run({ until });
    if (until === "step") {
      assert.deepEqual([answer.thread.status, answer.output], ["open", null]);
      ({ answer } = await lab.run({ until }));
    }
    assert.equal(
      answer.output,
      "Done: second",
      "in two steps: one that ends for an input counts in no limit",
    );
    assert.deepEqual((await told(lab)).slice(0, 5), [
      "> look",
      "look: completed",
      "> first",
      "> second",
      "Done: second",
    ]);
    assert.deepEqual(asked.slice(0, 2), ["user", "user assistant tool user user"]);
  });
}

Deno.test("V5: an input that is queued while a tool runs changes nothing for the model call behind it", async () => {
  const { lab, asked } = slowWorker(300, (lab) => waits(lab, "later", "queue"));
  const { answer } = await lab.run({ input: "look", until: "done" });
  assert.equal(answer.output, "Done: look");
  assert.deepEqual(asked.slice(0, 2), ["user", "user assistant tool"]);
});

Deno.test("V5: an input that steers while a fast tool runs is read by the step behind, and not by the model call of this one", async () => {
  const { lab, asked } = slowWorker(100, (lab) => waits(lab, "steered", "steer"), 3);
  const { answer } = await lab.run({ input: "look", until: "done" });
  assert.equal(answer.output, "Done: look");
  await eventually(async () => await waiting(lab) === 0);
  assert.deepEqual(asked.slice(0, 3), [
    "user",
    "user assistant tool",
    "user assistant tool assistant user",
  ]);
  const all = ["> look", "look: completed", "Done: look", "> steered", "Done: steered"];
  await eventually(async () => (await told(lab)).length === all.length);
  assert.deepEqual(await told(lab), all);
});

Deno.test("V5: tools that were fast cost no request for inputs that steer", async () => {
  const { lab } = slowWorker(100, () => Promise.resolve());
  await lab.run({ input: "look", until: "done" });
  assert.equal(lab.counts.get("inbox"), undefined);
  const slow = slowWorker(300, () => Promise.resolve()).lab;
  await slow.run({ input: "look", until: "done" });
  assert.equal(slow.counts.get("inbox"), 1);
});
