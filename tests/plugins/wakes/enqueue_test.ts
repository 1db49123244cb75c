// Row E8: inputs that no client waits for are accepted by one write and run by wake-ups, under the terms that they bring.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { PlanScript } from "../../../src/kernel/drivers/scripted.ts";
import type { EnqueueInput } from "../../../src/http/ports/waking.ts";
import { enqueueInput } from "../../../src/plugins/wakes/enqueue_input.ts";
import type { StepRequest } from "../../../src/kernel/request.ts";
import { startRun } from "../../../src/kernel/run.ts";
import { createWakeLab, type WakeLab } from "./_runtime.ts";
import { asSent } from "../../support/as_sent.ts";

const look = defineTool({ name: "look", description: "Looks.", run: () => "seen" });
const tell = defineTool({ name: "tell", description: "Tells.", run: () => "told" });
const agent = defineAgent({ name: "worker", instructions: "", driver: "scripted", tools: [look, tell] });
const other = defineAgent({ name: "other", instructions: "", driver: "scripted", tools: [look] });
const ref = { tenant: "acme", thread: "t1" };

/** Calls the tool of the choice once, then answers. */
const chosen: PlanScript = ({ history: { entries }, choice }) => {
  const forced = choice.requested.type === "tool" ? choice.requested.name : undefined;
  const last = entries.at(-1);
  return last?.type === "user" && forced !== undefined ? { calls: [{ tool: forced }] } : { says: "Done." };
};

function event(key: string, more: Partial<EnqueueInput> = {}): EnqueueInput {
  return {
    ref,
    agent: "worker",
    input: `event ${key}`,
    receiptMs: 172_800_000,
    idempotency: { key, bodyHash: key },
    ...more,
  };
}

async function refused(lab: WakeLab, asked: EnqueueInput): Promise<string> {
  try {
    await enqueueInput(asked, lab.io, lab.deps);
  } catch (error) {
    if (error instanceof AgentError) return error.code;
    throw error;
  }
  return "taken";
}

Deno.test("E8: an input without a client makes its thread, is taken once, and its run completes by wake-ups", async () => {
  const lab = createWakeLab({ agents: [agent], scenario: chosen });
  const asked = event("e1", {
    toolChoice: { type: "tool", name: "look" },
    metadata: { from: "test" },
    user: "ann",
    origin: { door: "webhook" },
  });
  assert.deepEqual(await enqueueInput(asked, lab.io, lab.deps), {
    type: "queued",
    version: 0,
    created: true,
  });
  assert.deepEqual(await enqueueInput(asked, lab.io, lab.deps), { type: "duplicate", version: 0 });
  await lab.settled();
  assert.deepEqual(asSent(lab.sent), [{ tenant: "acme", name: "t1", version: 0 }]);
  assert.equal(await lab.drain(), 2);
  const entries = await lab.history();
  assert.deepEqual(entries.map(({ type }) => type), ["user", "assistant", "tool", "assistant"]);
  const [input] = entries;
  assert.ok(input?.type === "user");
  assert.deepEqual([input.text, input.door, "run" in input], ["event e1", "webhook", false]);
  const { header } = await lab.store.read(ref) ?? assert.fail();
  const { metadata, user } = JSON.parse(header.meta);
  assert.deepEqual([header.status, metadata, user], ["done", { from: "test" }, "ann"]);
  assert.deepEqual(await lab.due(), []);
});

Deno.test("E8: what does not fit the agent or the thread is refused before anything is stored", async () => {
  const lab = createWakeLab({ agents: [agent, other], scenario: chosen });
  assert.equal(await refused(lab, event("a", { agent: "none" })), "agent_unknown");
  assert.equal(
    await refused(lab, event("b", { toolChoice: { type: "tool", name: "none" } })),
    "tool_unknown",
  );
  assert.equal(await refused(lab, event("c", { input: "x".repeat(600_000) })), "body_too_large");
  assert.equal(await lab.store.read(ref), undefined);
  await lab.run({ input: "go", user: "ann" });
  assert.equal(await refused(lab, event("d", { agent: "other" })), "agent_mismatch");
  assert.equal(await refused(lab, event("e", { user: "bob" })), "user_mismatch");
  await enqueueInput(event("f"), lab.io, lab.deps);
  assert.equal(
    await refused(lab, event("f", { idempotency: { key: "f", bodyHash: "other" } })),
    "idempotency_mismatch",
  );
});

Deno.test("E8: inputs with other tool choices begin runs of their own, those with the same are taken together", async () => {
  const lab = createWakeLab({ agents: [agent], scenario: chosen });
  const looks = { toolChoice: { type: "tool", name: "look" } } as const;
  const tells = { toolChoice: { type: "tool", name: "tell" } } as const;
  for (const [key, terms] of [["1", looks], ["2", looks], ["3", tells]] as const) {
    await enqueueInput(event(key, terms), lab.io, lab.deps);
  }
  await lab.drain();
  const names = (await lab.history()).map((entry) =>
    entry.type === "tool" ? entry.name : entry.type === "user" ? entry.text : entry.type
  );
  assert.deepEqual(names, [
    "event 1",
    "event 2",
    "assistant",
    "look",
    "event 3",
    "assistant",
    "tell",
    "assistant",
  ]);
  assert.deepEqual(await lab.due(), []);
});

Deno.test("E8: an input that comes while a step runs is taken behind it, also when its wake-up is lost", async () => {
  for (const isWake of [true, false]) {
    for (const isLost of [true, false]) {
      const lab = createWakeLab({ agents: [agent], scenario: [{ says: "One." }, { says: "Two." }] });
      const started = await startRun({
        ref,
        agent: "worker",
        inputs: ["go"],
        until: "step",
        toolResults: [],
        busy: "reject",
        resumable: false,
        ...(isWake ? { wake: true } : {}),
      }, lab.deps);
      await enqueueInput(event("late"), lab.io, lab.deps);
      await lab.settled();
      const [early] = lab.sent.splice(0);
      assert.ok(early?.version === undefined && (early?.notBefore ?? 0) > lab.now() - 100);
      assert.ok(started.type === "running");
      await started.run(() => {}, lab.io.defer);
      await lab.settled();
      assert.equal(
        lab.sent.length,
        isWake ? 1 : 0,
        "the commit of a run that goes on by itself finds the input",
      );
      lab.sent.length = 0;
      if (isLost) await lab.pump(61_000);
      else lab.sent.push(early ?? assert.fail());
      await lab.drain();
      const { header } = await lab.store.read(ref) ?? assert.fail();
      assert.deepEqual([header.status, header.length], ["done", 4]);
    }
  }
});

Deno.test("E8: a client's input takes what waits with it, and its own choice counts", async () => {
  const lab = createWakeLab({ agents: [agent], scenario: chosen });
  await enqueueInput(event("1", { toolChoice: { type: "tool", name: "look" } }), lab.io, lab.deps);
  await lab.run({ input: "mine", toolChoice: { type: "tool", name: "tell" } });
  await lab.drain();
  const names = (await lab.history()).map((entry) => entry.type === "tool" ? entry.name : entry.type);
  assert.deepEqual(names, ["user", "user", "assistant", "tell", "assistant"]);
});

Deno.test("E8: an input for later is woken at its time", async () => {
  const lab = createWakeLab({ agents: [agent], scenario: chosen });
  const notBefore = lab.now() + 3_600_000;
  await enqueueInput(event("1", { notBefore }), lab.io, lab.deps);
  await lab.settled();
  assert.deepEqual(lab.sent.map((wake) => wake.notBefore), [notBefore]);
  assert.deepEqual((await lab.due()).map(({ at }) => at), [notBefore + 60_000]);
});

Deno.test("E8: a client that queues an input with wake leaves its step to a wake-up", async () => {
  const lab = createWakeLab({ agents: [agent], scenario: [{ says: "One." }, { says: "Two." }] });
  const request: StepRequest = {
    ref,
    agent: "worker",
    inputs: ["one"],
    until: "step",
    toolResults: [],
    busy: "queue",
    resumable: false,
  };
  const first = await startRun(request, lab.deps);
  const second = await startRun({ ...request, inputs: ["two"], wake: true }, lab.deps);
  assert.ok(first.type === "running" && second.type === "queued");
  second.takeWaiting?.(lab.io.defer);
  await first.run(() => {});
  await lab.drain();
  const { header } = await lab.store.read(ref) ?? assert.fail();
  assert.deepEqual([header.status, header.length], ["done", 4]);
});
