// Row E8: a thread whose steps fail or vanish again and again is parked with the reason, and goes on when it is asked for.

import assert from "node:assert/strict";
import * as z from "zod/mini";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { accountsBy } from "../../../src/core/budget/accounts.ts";
import { toDay } from "../../../src/core/store/ledger.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { Store } from "../../../src/core/store.ts";
import type { PlanScript } from "../../../src/kernel/drivers/scripted.ts";
import { definePlugin } from "../../../src/http/define_plugin.ts";
import { PluginHost } from "../../../src/kernel/hooks/plugin_host.ts";
import { readThread } from "../../../src/kernel/threads/threads.ts";
import { startRun } from "../../../src/kernel/run.ts";
import { enqueueInput } from "../../../src/plugins/wakes/enqueue_input.ts";
import { wakeThread } from "../../../src/plugins/wakes/wake_on_request.ts";
import { createWakeLab, type WakeLab } from "./_runtime.ts";

const look = defineTool({ name: "look", description: "Looks.", run: () => "seen" });
const agent = defineAgent({ name: "worker", instructions: "", driver: "scripted", tools: [look] });
const ref = { tenant: "acme", thread: "t1" };

/** A model that fails until it is healed. */
function failing(): { readonly scenario: PlanScript; heal(): void } {
  let isHealed = false;
  return {
    scenario: () => isHealed ? { says: "Done." } : { fails: new AgentError("model_server", "It is broken.") },
    heal: () => isHealed = true,
  };
}

const read = (lab: WakeLab) => readThread(ref, lab.deps);

async function refused(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AgentError) return error.code;
    throw error;
  }
  return "taken";
}

Deno.test("E8: five failures in a row park a thread, each try later than the one before", async () => {
  const { scenario, heal } = failing();
  const lab = createWakeLab({ agents: [agent], scenario });
  await lab.run({ input: "go", wake: true });
  const waits: number[] = [];
  // One more than the failures that park it: a count that never grows fails the test.
  while (lab.sent.length > 0 && waits.length < 6) {
    waits.push(Math.round(((lab.sent[0]?.notBefore ?? 0) - lab.now()) / 1_000));
    await lab.next();
  }
  assert.deepEqual(waits, [1, 2, 4, 8]);
  const parked = await read(lab);
  assert.deepEqual([parked.status, parked.parked?.code, parked.parked?.failures], [
    "failed",
    "model_server",
    5,
  ]);
  assert.equal(parked.parked?.message, "It is broken.");
  assert.deepEqual(await lab.due(), [], "the pump leaves it alone");
  assert.ok(
    lab.logs.some(({ message, fields }) =>
      message.startsWith("a thread is parked") && fields?.failures === 5
    ),
  );
  heal();
  const woken = await wakeThread(ref, lab.io, lab.deps);
  assert.deepEqual([woken.status, woken.parked], ["open", undefined]);
  await lab.settled();
  await lab.drain();
  assert.equal((await read(lab)).status, "done");
});

Deno.test("E8: a step that succeeds in between begins the count again", async () => {
  let step = 0;
  const lab = createWakeLab({
    agents: [agent],
    scenario: () => {
      step += 1;
      if (step > 8) return { says: "Done." };
      return step === 4 ? { calls: [{ tool: "look" }] } : { fails: new AgentError("model_timeout", "Late.") };
    },
  });
  await lab.run({ input: "go", wake: true });
  await lab.drain();
  assert.equal((await read(lab)).status, "done");
});

Deno.test("E8: a new input makes a parked thread go on", async () => {
  for (const by of ["a client", "an event"] as const) {
    const { scenario, heal } = failing();
    const lab = createWakeLab({ agents: [agent], scenario });
    await lab.run({ input: "go", wake: true });
    await lab.drain();
    assert.ok((await read(lab)).parked);
    heal();
    if (by === "a client") await lab.run({ input: "again" });
    else {
      const input = { ref, agent: "worker", input: "again", receiptMs: 1_000 };
      await enqueueInput({ ...input, idempotency: { key: "k", bodyHash: "k" } }, lab.io, lab.deps);
    }
    await lab.settled();
    await lab.drain();
    const { status, parked } = await read(lab);
    assert.deepEqual([status, parked], ["done", undefined]);
  }
});

Deno.test("E8: steps that begin and never commit park the thread; the count needs no write until half of them", async () => {
  const lab = createWakeLab({
    agents: [agent],
    scenario: [{ calls: [{ tool: "look" }] }, { says: "Done." }],
  });
  await lab.run({ input: "go", wake: true });
  lab.sent.length = 0;
  const versions: number[] = [];
  let tries = 0;
  for (; !(await read(lab)).parked; tries++) {
    assert.ok(tries < 8, "it is parked");
    await lab.pump(61_000);
    assert.equal(lab.sent.length, 1);
    const { due, ...wake } = lab.sent.shift() ?? assert.fail();
    assert.ok(due !== undefined);
    // The worker looks at the thread, begins the step, and is gone.
    await vanishing(lab, () => lab.deps.wakes.handle({ ...wake, due }, lab.io));
    versions.push((await read(lab)).version);
  }
  assert.ok(tries >= 5, `${tries} tries`);
  assert.deepEqual(versions.slice(0, 3), [1, 1, 1], "nothing is written");
  const { parked, status } = await read(lab);
  assert.deepEqual([status, parked?.code, parked?.failures], ["failed", "step_vanished", 5]);
  await lab.pump(61_000);
  await lab.drain();
  assert.deepEqual(await lab.due(), []);
  await wakeThread(ref, lab.io, lab.deps);
  await lab.settled();
  await lab.drain();
  assert.equal((await read(lab)).status, "done");
});

/** Does the work with a worker that vanishes behind the begin of a step: nothing of it reaches the store any more. */
async function vanishing(lab: WakeLab, work: () => Promise<unknown>): Promise<void> {
  const { store, sleep } = lab.deps;
  let isGone = false;
  const dying: Store = new Proxy(store, {
    get(target, key) {
      const method: unknown = Reflect.get(target, key);
      if (typeof method !== "function") return method;
      return async (...args: unknown[]) => {
        if (isGone) throw new AgentError("store_unavailable", "The worker has vanished.");
        // The begin of an amendment reads one entry, that of a step a window of them.
        isGone = key === "begin" && !JSON.stringify(args).includes('"entries":1,');
        return await Reflect.apply(method, target, args);
      };
    },
  });
  const wait = (ms: number, signal?: AbortSignal) => isGone ? Promise.resolve() : sleep(ms, signal);
  Object.assign(lab.deps, { store: dying, sleep: wait });
  await work();
  Object.assign(lab.deps, { store, sleep });
}

Deno.test("E8: a run whose budget is used up is parked at once", async () => {
  const lab = createWakeLab({
    agents: [
      defineAgent({
        name: "worker",
        instructions: "",
        driver: "scripted",
        tools: [look],
        limits: { stepsPerRun: 2 },
      }),
    ],
    scenario: () => ({ calls: [{ tool: "look" }] }),
  });
  await lab.run({ input: "go", wake: true });
  await lab.drain();
  const { status, parked } = await read(lab);
  assert.deepEqual([status, parked?.code], ["failed", "budget_exhausted"]);
});

Deno.test("E8, K1: a run whose next step a plugin refuses is parked at once, with the words of the plugin", async () => {
  const twice = definePlugin({
    name: "twice",
    slices: { run: { schema: z.object({ plans: z.number() }), initial: { plans: 0 } } },
    compile: () => ({
      mayStep: ({ run: { plans } }) => plans < 2 ? undefined : { refuse: "Two plans are enough." },
      planned: (_plan, { run: { plans } }) => ({ run: { plans: plans + 1 } }),
    }),
  });
  let plans = 0;
  const lab = createWakeLab({
    agents: [agent],
    scenario: () => (plans++, { calls: [{ tool: "look" }] }),
    deps: { plugins: new PluginHost([twice]) },
  });
  await lab.run({ input: "go", wake: true });
  await lab.drain();
  const { status, parked } = await read(lab);
  assert.deepEqual([status, parked?.code, parked?.message], [
    "failed",
    "step_refused",
    "Two plans are enough.",
  ]);
  assert.equal(plans, 2);
});

Deno.test("E8, K1: the log of a wake-up whose plugin throws names the plugin and the place", async () => {
  const broken = definePlugin({
    name: "broken",
    compile: () => ({
      observed: () => {
        throw new TypeError("fell");
      },
    }),
  });
  const lab = createWakeLab({
    agents: [agent],
    scenario: [{ calls: [{ tool: "look" }] }, { says: "Done." }],
    deps: { plugins: new PluginHost([broken]) },
  });
  await lab.run({ input: "go", wake: true });
  await lab.drain();
  const { fields } = lab.logs.find(({ message }) => message.includes("tried again")) ?? assert.fail();
  assert.deepEqual([fields?.code, fields?.detail, fields?.cause], [
    "plugin_failed",
    "The plugin broken threw in observed.",
    "TypeError",
  ]);
});

Deno.test("E8: a run whose tenant has used up its day goes on with the next one", async () => {
  const lab = createWakeLab({
    agents: [agent],
    scenario: [{ calls: [{ tool: "look" }] }, { says: "Done." }],
    deps: { accounts: accountsBy({ tenant: { steps: 1 } }) },
  });
  await lab.run({ input: "go", wake: true });
  await lab.drain();
  const { status, parked } = await read(lab);
  assert.deepEqual([status, parked], ["open", undefined]);
  const { fields } = lab.logs.find(({ message }) => message.startsWith("a run waits")) ?? assert.fail();
  assert.deepEqual([fields?.thread, fields?.code], ["t1", "budget_exhausted"]);
  const midnight = Date.parse(`${toDay(lab.now())}T00:00:00Z`) + 86_400_000;
  assert.deepEqual((await lab.due()).map(({ at }) => at), [midnight]);
  await lab.pump(86_400_000);
  await lab.drain();
  assert.equal((await read(lab)).status, "done");
});

Deno.test("E8: a thread that has ended, or waits for its first input, is not woken; one that its client left is", async () => {
  const lab = createWakeLab({
    agents: [agent],
    scenario: [{ calls: [{ tool: "look" }] }, { says: "Done." }],
  });
  assert.equal(await refused(wakeThread(ref, lab.io, lab.deps)), "thread_unknown");
  await lab.run({ input: "go" });
  assert.equal((await wakeThread(ref, lab.io, lab.deps)).wake, true);
  await lab.settled();
  assert.equal(await lab.drain(), 1);
  assert.equal((await read(lab)).status, "done");
  assert.equal(await refused(wakeThread(ref, lab.io, lab.deps)), "nothing_to_do");
});

Deno.test("E8: of a thread that its client runs a wake-up is refused, of one that goes on by itself it is repeated", async () => {
  for (const wake of [true, false]) {
    const lab = createWakeLab({
      agents: [agent],
      scenario: [{ calls: [{ tool: "look" }] }, { says: "Done." }],
    });
    await lab.run({ input: "go", ...(wake ? { wake } : {}) });
    lab.sent.length = 0;
    const started = await startRun({
      ref,
      inputs: [],
      until: "step",
      toolResults: [],
      busy: "reject",
      resumable: false,
    }, lab.deps);
    assert.ok(started.type === "running");
    assert.equal(await refused(wakeThread(ref, lab.io, lab.deps)), wake ? "taken" : "thread_busy");
    await lab.settled();
    assert.equal(lab.sent.length, wake ? 1 : 0);
    await started.run(() => {});
  }
});

Deno.test("E8: a client whose requests are refused again and again parks nothing", async () => {
  const lab = createWakeLab({
    agents: [agent],
    scenario: [{ calls: [{ tool: "look" }] }, { says: "Done." }],
  });
  await lab.run({ input: "go", wake: true });
  lab.sent.length = 0;
  // Each raises the epoch, as a step that vanishes does.
  for (let index = 0; index < 20; index++) {
    assert.equal(
      (await lab.refused({ toolResults: [{ callId: "none", output: 1, failed: false }] })).code,
      "call_unknown",
    );
  }
  await lab.pump(61_000);
  await lab.drain();
  assert.equal((await read(lab)).status, "done");
});

Deno.test("E8: the last try of a thread parks it for no refusal that passes", async () => {
  let isReached = true;
  const lab = createWakeLab({
    agents: [agent],
    scenario: [{ calls: [{ tool: "look" }] }, { says: "Done." }],
    deps: { wakeLimits: { budgetMs: 0, failures: 1 } },
  });
  const { model } = lab.deps;
  Object.assign(lab.deps, {
    model: (ref: string | undefined) => {
      if (isReached) return model(ref);
      throw new AgentError("tools_unavailable", "The server of tools does not answer.");
    },
  });
  await lab.run({ input: "go", wake: true });
  lab.sent.length = 0;
  isReached = false;
  await lab.pump(61_000);
  await lab.next();
  assert.deepEqual([(await read(lab)).status, lab.sent.length], ["open", 0]);
});
