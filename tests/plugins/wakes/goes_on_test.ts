// Row E8: a run that says `wake` goes on with no client attached, and the due index repairs what is lost.

import assert from "node:assert/strict";
import { agent as build } from "../../../src/agents/builder.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { PlanScript } from "../../../src/kernel/drivers/scripted.ts";
import { sleep } from "../../../src/deps/ports.ts";
import { createScriptedProvider } from "../../../src/providers/scripted/provider.ts";
import { startRun } from "../../../src/kernel/run.ts";
import { decideApproval } from "../../../src/kernel/threads/decide_approval.ts";
import { enqueueInput } from "../../../src/plugins/wakes/enqueue_input.ts";
import { Pauses } from "../../../src/plugins/pauses/pauses.ts";
import { putPlan } from "../../../src/plugins/orchestration/plan.ts";
import { cancelThread, readThread } from "../../../src/kernel/threads/threads.ts";
import { crew, FIVE, phase, runs, script, writes } from "../orchestration/_crew.ts";
import { createWakeLab, type WakeLab } from "./_runtime.ts";
import { asSent } from "../../support/as_sent.ts";

const look = defineTool({
  name: "look",
  description: "Looks.",
  parameters: ["at"],
  run: ({ at }) => ({ at }),
});
const pay = defineTool({ name: "pay", description: "Pays.", needsApproval: true, run: () => "paid" });
const agent = defineAgent({
  name: "worker",
  instructions: "Work.",
  driver: "scripted",
  tools: [look, pay],
  approvalTtlMs: 300_000,
});

const looks = (count: number): PlanScript => [
  ...Array.from({ length: count }, (_, at) => ({ calls: [{ tool: "look", args: { at: `${at}` } }] })),
  { says: "Done." },
];
const t1 = { tenant: "acme", name: "t1" };
const ref = { tenant: "acme", thread: "t1" };

async function headerOf(lab: WakeLab, thread = "t1") {
  return (await lab.store.read({ tenant: "acme", thread }) ?? assert.fail("no thread")).header;
}

Deno.test("E8: a run of five steps goes on with no client, one wake-up for each step", async () => {
  const lab = createWakeLab({ agents: [agent], scenario: looks(4) });
  const { answer } = await lab.run({ input: "go", wake: true });
  assert.deepEqual([answer.thread.status, answer.thread.wake], ["open", true]);
  assert.deepEqual(asSent(lab.sent), [{ ...t1, version: 1 }]);
  assert.equal((await lab.due()).length, 1);
  assert.equal(await lab.drain(), 4);
  const { status, version, counters } = await headerOf(lab);
  assert.deepEqual([status, version, counters.calls], ["done", 5, 4]);
  assert.deepEqual(await lab.due(), [], "a thread that has ended leaves the index");
  assert.equal((await lab.history()).length, 10);
});

Deno.test("E8: a run without wake enters no index and sends nothing", async () => {
  const lab = createWakeLab({ agents: [agent], scenario: looks(1) });
  await lab.run({ input: "go" });
  assert.deepEqual([lab.sent, await lab.due()], [[], []]);
  assert.doesNotMatch((await headerOf(lab)).state, /wake/);
});

Deno.test("E8: a wake-up steps no thread that has gone on, has ended, is gone, or whose client runs it", async () => {
  const lab = createWakeLab({ agents: [agent], scenario: looks(2) });
  await lab.run({ input: "go", wake: true });
  const wake = lab.sent.shift() ?? assert.fail();
  const { wakes } = lab.deps;
  assert.deepEqual(await wakes.handle(wake, lab.io), { type: "handled" });
  assert.deepEqual(await wakes.handle(wake, lab.io), { type: "stale" }, "the same once more");
  await lab.drain();
  assert.deepEqual(await wakes.handle({ ...t1 }, lab.io), { type: "stale" }, "done");
  assert.deepEqual(await wakes.handle({ tenant: "acme", name: "none" }, lab.io), { type: "stale" });
  await lab.run({ thread: "own", input: "go" });
  assert.deepEqual(await wakes.handle({ tenant: "acme", name: "own" }, lab.io), { type: "stale" });
  assert.equal((await headerOf(lab, "own")).version, 1);
  assert.deepEqual(await wakes.handle({ tenant: "acme", name: "@nothing/x" }, lab.io), { type: "stale" });
});

Deno.test("E8: a wake-up of a thread that runs is tried again, and one from the pump is left to the pump", async () => {
  const opened = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const slow = defineTool({
    name: "look",
    description: "Looks.",
    run: async () => {
      began.resolve();
      await opened.promise;
      return 1;
    },
  });
  const lab = createWakeLab({
    agents: [defineAgent({ name: "slow", instructions: "", driver: "scripted", tools: [slow] })],
    scenario: [{ calls: [{ tool: "look" }] }, { says: "Done." }],
  });
  await lab.run({ input: "go", wake: true });
  const wake = lab.sent.shift() ?? assert.fail();
  const running = lab.deps.wakes.handle(wake, lab.io);
  await began.promise;
  const second = await lab.deps.wakes.handle(wake, lab.io);
  assert.ok(second.type === "again" && second.because === "thread_busy" && second.afterMs <= 5_000);
  const [row] = await lab.due();
  assert.deepEqual(await lab.deps.wakes.handle({ ...t1, due: row?.at ?? 0 }, lab.io), { type: "stale" });
  assert.equal((await lab.due()).length, 1, "its row stays");
  opened.resolve();
  assert.deepEqual(await running, { type: "handled" });
});

Deno.test("E8: several steps fit into the time of one wake-up", async () => {
  const lab = createWakeLab({
    agents: [agent],
    scenario: looks(4),
    deps: { wakeLimits: { budgetMs: 60_000, failures: 5 } },
  });
  await lab.run({ input: "go", wake: true });
  assert.equal(await lab.drain(), 1);
  assert.equal((await headerOf(lab)).status, "done");
});

Deno.test("E8: the time of one wake-up ends between two steps, and the next one goes on", async () => {
  const lab = createWakeLab({
    agents: [agent],
    scenario: ({ history: { entries } }) => {
      lab.ahead += 600;
      const place = entries.filter(({ type }) => type === "assistant").length;
      return place < 4 ? { calls: [{ tool: "look", args: { at: `${place}` } }] } : { says: "Done." };
    },
    deps: { wakeLimits: { budgetMs: 1_000, failures: 5 } },
  });
  await lab.run({ input: "go", wake: true });
  assert.equal(await lab.drain(), 2, "two steps, then two");
  assert.equal((await headerOf(lab)).status, "done");
});

Deno.test("E8: a decision makes a run go on, a client's run waits for its client", async () => {
  const scenario: PlanScript = [{ calls: [{ tool: "pay" }] }, { says: "Paid." }];
  for (const wake of [true, false]) {
    const lab = createWakeLab({ agents: [agent], scenario });
    const { answer } = await lab.run({ input: "pay", ...(wake ? { wake: true } : {}) });
    const [row] = await lab.due();
    if (wake) {
      assert.ok(Math.abs((row?.at ?? 0) - lab.now() - 300_000) < 5_000, "due when the answer is late");
    }
    const id = answer.calls[0]?.id ?? "";
    const decision = { approved: true, by: "ann", via: "api" } as const;
    await decideApproval(ref, id, decision, lab.deps, lab.io);
    await lab.settled();
    assert.equal(lab.sent.length, wake ? 1 : 0);
    await lab.drain();
    assert.equal((await headerOf(lab)).status, wake ? "done" : "open");
  }
});

Deno.test("E8: when the time to answer is over the pump makes the run go on with the denial", async () => {
  const lab = createWakeLab({
    agents: [agent],
    scenario: [{ calls: [{ tool: "pay" }] }, { says: "Not paid." }],
  });
  await lab.run({ input: "pay", wake: true });
  await lab.pump(61_000);
  assert.deepEqual(lab.sent, [], "not yet");
  await lab.pump(300_000);
  assert.equal(await lab.drain(), 1);
  assert.equal((await headerOf(lab)).status, "done");
  const tool = (await lab.history()).find((entry) => entry.type === "tool");
  assert.equal(tool?.type === "tool" ? tool.outcome : "", "denied");
});

Deno.test("E8: results of the caller's own tools make the run go on by itself again", async () => {
  const lab = createWakeLab({
    agents: [agent],
    scenario: [{ calls: [{ tool: "show" }] }, { calls: [{ tool: "look", args: { at: "1" } }] }, {
      says: "Done.",
    }],
  });
  const show = { name: "show", description: "Shows.", parameters: { type: "object" } };
  const { answer } = await lab.run({ input: "go", wake: true, clientTools: [show] });
  assert.deepEqual([answer.thread.status, lab.sent.length], ["waiting", 0]);
  assert.deepEqual(await lab.due(), [], "nothing but the client makes it go on");
  await lab.run({ toolResults: [{ callId: answer.calls[0]?.id ?? "", output: 1, failed: false }] });
  assert.equal(await lab.drain(), 1);
  assert.equal((await headerOf(lab)).status, "done");
});

Deno.test("E8: the rest that a limited model asks for is the delay of the next wake-up, and no failure", async () => {
  let limited = 8;
  const lab = createWakeLab({
    agents: [agent],
    scenario: () =>
      limited-- > 0
        ? { fails: new AgentError("model_rate_limit", "Wait.", { retryAfterMs: 90_000 }) }
        : { says: "Done." },
  });
  await lab.run({ input: "go", wake: true });
  for (let waits = 0; waits < 8; waits++) {
    const [wake, ...more] = lab.sent;
    assert.deepEqual(more, []);
    assert.ok(Math.abs((wake?.notBefore ?? 0) - lab.now() - 90_000) < 5_000, "the wake-up waits as long");
    const early = await lab.deps.wakes.handle(wake ?? assert.fail(), lab.io);
    assert.ok(early.type === "again" && early.because === "not_yet", "one that comes early is tried again");
    lab.ahead += 91_000;
    await lab.next();
  }
  assert.equal((await headerOf(lab)).status, "done");
});

Deno.test("E8: a run keeps its model, its tool choice and its user in the steps that wake-ups run", async () => {
  const provider = createScriptedProvider({ sleep });
  const asked: (string | undefined)[] = [];
  const chooser = defineAgent({
    name: "chooser",
    instructions: "",
    driver: "scripted",
    tools: [look],
    model: "scripted/small",
    models: ["scripted/big"],
  });
  const lab = createWakeLab({
    agents: [chooser],
    scenario: looks(2),
    deps: {
      model(name) {
        asked.push(name);
        return { provider, model: "demo", ref: name ?? "" };
      },
    },
  });
  const choice = { type: "tool", name: "look" } as const;
  await lab.run({ input: "go", wake: true, model: "scripted/big", user: "ann", toolChoice: choice });
  await lab.drain();
  assert.deepEqual(asked, ["scripted/big", "scripted/big", "scripted/big"]);
  const { run } = JSON.parse((await headerOf(lab)).state);
  assert.deepEqual([run.wake, run.choice], [{ model: "scripted/big", user: "ann" }, choice]);
});

Deno.test("E8: a worker that vanishes in its first step leaves what its request asked for to the pump", async () => {
  const lab = createWakeLab({ agents: [agent], scenario: looks(1) });
  const request = {
    ref,
    agent: "worker",
    inputs: ["go"],
    until: "step",
    toolResults: [],
    busy: "reject",
  } as const;
  const choice = { type: "tool", name: "look" } as const;
  // Begun, and never run.
  await startRun({ ...request, resumable: false, wake: true, toolChoice: choice, user: "ann" }, lab.deps);
  await lab.pump(30_000);
  assert.deepEqual(lab.sent, [], "the lease may still be renewed");
  await lab.pump(31_000);
  await lab.drain();
  const { status, state } = await headerOf(lab);
  const { run } = JSON.parse(state);
  assert.deepEqual([status, run.choice, run.wake], ["done", choice, { user: "ann" }]);
  const [input] = await lab.history();
  assert.ok(input?.type === "user" && !("run" in input), "the terms of the run are not part of the entry");
});

Deno.test("E8: phases go on with their orchestrator, whose wake-ups run one step of each", async () => {
  const lab = createWakeLab({
    agents: crew(),
    scenario: script([writes(FIVE.slice(0, 2)), runs("facts", "figures"), { says: "All done." }]),
  });
  await lab.run({ input: "Go.", wake: true });
  const steps = await lab.drain();
  assert.ok(steps >= 2 && steps < 10, `${steps} wake-ups`);
  assert.equal((await headerOf(lab)).status, "done");
  assert.deepEqual(await lab.due(), [], "phases are in no index of their own");
});

/** An orchestrator with one phase, whose worker signs as often as this; people approve each signature. */
function signing(terms: { readonly approvalTtlMs?: number } = {}, times = 1): WakeLab {
  const sign = defineTool({
    name: "sign",
    description: "Signs.",
    needsApproval: true,
    run: () => "signed",
    ...terms,
  });
  const signs = { calls: Array.from({ length: times }, () => ({ tool: "sign" })) };
  return createWakeLab({
    agents: crew({ tools: [sign] }),
    scenario: script(
      [writes(FIVE.slice(0, 1)), runs("facts"), { says: "All done." }],
      (_turn, place) => place > 0 ? { says: "Signed." } : signs,
    ),
  });
}

/** A person approves the first call that waits for one, and what follows from it is scheduled. */
async function approveFirst(lab: WakeLab): Promise<void> {
  const { calls } = await readThread(ref, lab.deps);
  const call = calls.find(({ state }) => state === "approval") ?? assert.fail();
  await decideApproval(ref, call.id, { approved: true, by: "ann", via: "api" }, lab.deps, lab.io);
  await lab.settled();
}

Deno.test("E8: a decision in a phase makes the root go on", async () => {
  const lab = signing();
  await lab.run({ input: "Go.", wake: true });
  await lab.drain();
  assert.equal((await headerOf(lab)).status, "waiting");
  await approveFirst(lab);
  assert.equal(lab.sent.length, 1);
  await lab.drain();
  assert.equal((await headerOf(lab)).status, "done");
});

Deno.test("E8: an input that waits for phases, which wait for people, wakes the thread once", async () => {
  const lab = signing();
  await lab.run({ input: "Go.", wake: true });
  await lab.drain();
  await lab.run({ input: "Hurry.", wake: true });
  assert.equal(await lab.drain(), 0);
  await approveFirst(lab);
  await lab.drain();
  assert.equal((await headerOf(lab)).status, "done");
});

Deno.test("E8: a phase with two calls for people waits for the second one, and until its time is over", async () => {
  const lab = signing({ approvalTtlMs: 300_000 }, 2);
  await lab.run({ input: "Go.", wake: true });
  await lab.drain();
  await approveFirst(lab);
  await lab.drain();
  assert.equal((await headerOf(lab)).status, "waiting");
  await lab.pump(300_001);
  await lab.drain();
  assert.equal((await headerOf(lab)).status, "done");
});

Deno.test("E8: a phase of a phase waits beside a call whose time to answer is over, and begins no step after step", async () => {
  const signs = (name: string, more: object) =>
    defineTool({ name, description: "Signs.", needsApproval: true, run: () => "signed", ...more });
  const [soon, sign] = [signs("soon", { approvalTtlMs: 60_000 }), signs("sign", {})];
  const leads = (name: string, worker: string) =>
    build(name).driver("scripted").tool(soon).orchestrate({ workers: { research: { agent: worker } } })
      .build();
  const begins = { calls: [{ tool: "run_phase", args: { phase: "facts" } }, { tool: "soon" }] };
  const plans = (name: string) => {
    if (name === "signer") return [{ calls: [{ tool: "sign" }] }];
    return [writes(FIVE.slice(0, 1)), name === "second" ? begins : runs("facts")];
  };
  const lab = createWakeLab({
    agents: [
      leads("first", "second"),
      leads("second", "signer"),
      build("signer").driver("scripted").tool(sign).build(),
    ],
    scenario: ({ agent: { name }, history: { entries } }) =>
      plans(name)[entries.filter(({ type }) => type === "assistant").length] ?? { says: "Done." },
  });
  await lab.run({ input: "Go.", wake: true });
  await lab.drain();
  await lab.pump(61_000);
  await lab.drain();
  assert.equal((await headerOf(lab)).status, "waiting");
  await approveFirst(lab);
  await lab.drain();
  assert.equal((await headerOf(lab)).status, "done");
});

Deno.test("E8: a plan that is put between two steps has the run woken at its new version", async () => {
  const lab = createWakeLab({ agents: [agent], scenario: looks(2) });
  await lab.run({ input: "go", wake: true });
  await putPlan(ref, { plan: "Look twice." }, lab.deps, lab.io);
  await lab.settled();
  assert.deepEqual(lab.sent.map(({ version }) => version), [1, 2]);
  assert.deepEqual(await lab.next(), { type: "stale" });
  await lab.drain();
  assert.equal((await headerOf(lab)).status, "done");
});

Deno.test("E8: a cancel ends a run that goes on by itself, and its row leaves the index", async () => {
  const lab = createWakeLab({ agents: [agent], scenario: looks(3) });
  await lab.run({ input: "go", wake: true });
  await cancelThread(ref, lab.deps);
  assert.deepEqual(await lab.next(), { type: "stale" });
  assert.equal((await headerOf(lab)).status, "cancelled");
  await lab.pump(61_000);
  await lab.drain();
  assert.deepEqual(await lab.due(), []);
});

Deno.test("E8: a client's new input without wake begins a run that waits for its client", async () => {
  const lab = createWakeLab({ agents: [agent], scenario: looks(3) });
  await lab.run({ input: "go", wake: true });
  const { answer } = await lab.run({ input: "my own" });
  assert.deepEqual([answer.thread.status, answer.thread.wake], ["open", undefined]);
  assert.deepEqual(await lab.next(), { type: "stale" });
  assert.deepEqual([lab.sent, await lab.due()], [[], []]);
});

/** A lab whose agents can be paused; `minutes` runs its pump once a minute, and the wake-ups whose time has come. */
function withPauses(options: Parameters<typeof createWakeLab>[0]) {
  const lab = createWakeLab(options);
  const pauses = new Pauses({ ...lab.deps, clock: lab.now });
  Object.assign(lab.deps, { pausing: pauses });
  return {
    lab,
    pause: async (agent: string) => void await pauses.put("acme", agent, { by: "ann", reason: undefined }),
    resume: async (agent: string) => void await pauses.remove("acme", agent),
    async minutes(count: number) {
      let sent = 0;
      for (let minute = 0; minute < count; minute++) {
        await lab.pump(60_000);
        for (let left = lab.sent.length; left > 0; left--) {
          const wake = lab.sent.shift();
          if (wake === undefined) break;
          if ((wake.notBefore ?? 0) > lab.now()) lab.sent.push(wake);
          else {
            lab.sent.unshift(wake);
            await lab.next();
            sent++;
          }
        }
      }
      return sent;
    },
  };
}

Deno.test("K1, E8: a run of a paused agent waits for hours, is looked at ever more rarely, is never parked, and goes on", async () => {
  const { lab, pause, resume, minutes } = withPauses({ agents: [agent], scenario: looks(4) });
  await lab.run({ input: "go", wake: true });
  await lab.next();
  await pause("worker");
  const { version } = await headerOf(lab);
  await lab.drain();
  const looked = await minutes(600);
  assert.ok(looked > 30 && looked < 60, `${looked} times in ten hours`);
  const waiting = await readThread(ref, lab.deps);
  assert.deepEqual([waiting.version, waiting.status, waiting.parked], [version, "open", undefined]);
  assert.equal(waiting.calls[0]?.name, "look", "the plan stays");
  await resume("worker");
  await minutes(16 + 4); // the longest wait of a look, and four more minutes for the steps and for what the queue repeats
  const { status, counters } = await headerOf(lab);
  assert.deepEqual([status, counters.calls, counters.steps], ["done", 4, 5], "each call once");
  assert.deepEqual(await lab.due(), []);
});

Deno.test("K1, E8: inputs of machines are accepted while their agent is paused, as many as come, and run once it is resumed", async () => {
  const { lab, pause, resume, minutes } = withPauses({
    agents: [agent],
    scenario: () => ({ says: "Done." }),
  });
  await pause("*");
  for (let index = 0; index < 30; index++) {
    const event = { ref, agent: "worker", input: `event ${index}`, receiptMs: 60_000 };
    const idempotency = { key: `${index}`, bodyHash: "same" };
    const { type } = await enqueueInput({ ...event, idempotency }, lab.io, lab.deps);
    assert.equal(type, "queued");
    await lab.settled();
    await lab.drain();
  }
  await minutes(120);
  assert.deepEqual(await lab.history(), []);
  await resume("*");
  await minutes(16);
  const { status, parked } = await readThread(ref, lab.deps);
  assert.deepEqual([status, parked], ["done", undefined]);
  assert.equal((await lab.history()).filter(({ type }) => type === "user").length, 30);
});

Deno.test("K1, O3: a decision about a call of a paused agent is recorded, and the call runs when the agent is resumed", async () => {
  const { lab, pause, resume, minutes } = withPauses({
    agents: [agent],
    scenario: [{ calls: [{ tool: "pay" }] }, { says: "Paid." }],
  });
  const { answer } = await lab.run({ input: "pay", wake: true });
  await pause("worker");
  const decision = { approved: true, by: "ann", via: "api" } as const;
  await decideApproval(ref, answer.calls[0]?.id ?? "", decision, lab.deps, lab.io);
  await lab.settled();
  await lab.drain();
  // Longer than the five minutes in which the call had to be answered.
  await minutes(10);
  assert.equal((await headerOf(lab)).counters.calls, 0);
  await resume("worker");
  await minutes(4);
  const tool = (await lab.history()).find((entry) => entry.type === "tool");
  assert.equal(tool?.type === "tool" ? tool.outcome : "", "completed");
  assert.equal((await headerOf(lab)).status, "done");
});

Deno.test("K1, D10: the phases of a paused worker wait, those of others go on, and none has failed", async () => {
  for (const wake of [true, false]) {
    const worked: string[] = [];
    const { lab, pause, resume, minutes } = withPauses({
      agents: crew(),
      scenario: script(
        [writes([phase("facts", "research"), phase("text", "write")]), runs("facts", "text"), {
          says: "Done.",
        }],
        ({ agent: { name } }) => {
          worked.push(name);
          return { says: "Fact." };
        },
      ),
    });
    await pause("researcher");
    const { answer } = await lab.run({ input: "Go.", until: "done", ...(wake ? { wake: true } : {}) });
    assert.equal(answer.error?.code, "agent_paused");
    const tries = await minutes(60);
    assert.ok(tries < 20, `${tries} steps in an hour`);
    const { status, parked } = await readThread(ref, lab.deps);
    assert.deepEqual([status, parked, worked], ["open", undefined, ["writer"]]);
    await resume("researcher");
    if (wake) await minutes(16);
    else await lab.run({ until: "done" });
    assert.deepEqual([(await headerOf(lab)).status, worked], ["done", ["writer", "researcher"]]);
  }
});
