// Row E8: what is queued, repeated, decided or refused at the wrong moment neither loses nor parks a run.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { Store } from "../../../src/core/store.ts";
import type { PlanScript } from "../../../src/kernel/drivers/scripted.ts";
import { decideApproval } from "../../../src/kernel/threads/decide_approval.ts";
import { cancelThread, readThread } from "../../../src/kernel/threads/threads.ts";
import { enqueueInput } from "../../../src/plugins/wakes/enqueue_input.ts";
import { startRun } from "../../../src/kernel/run.ts";
import { wakeThread } from "../../../src/plugins/wakes/wake_on_request.ts";
import { createWakeLab, type WakeLab } from "./_runtime.ts";

const pay = defineTool({ name: "pay", description: "Pays.", needsApproval: true, run: () => "paid" });
const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });
const agent = defineAgent({ name: "worker", instructions: "", driver: "scripted", tools: [pay] });
const ref = { tenant: "acme", thread: "t1" };

function enqueue(lab: WakeLab, key = "k") {
  const input = { ref, agent: "worker", input: "an event", receiptMs: 1_000 };
  return enqueueInput({ ...input, idempotency: { key, bodyHash: key } }, lab.io, lab.deps);
}

/** Nothing reaches the store behind a call of the method: the isolate has ended. */
function endsBehind(lab: WakeLab, method: keyof Store): () => void {
  const { store } = lab.deps;
  let isGone = false;
  const dying: Store = new Proxy(store, {
    get(target, key) {
      const found: unknown = Reflect.get(target, key);
      if (typeof found !== "function") return found;
      return async (...args: unknown[]) => {
        if (isGone) throw new AgentError("store_unavailable", "The isolate has ended.");
        isGone = key === method;
        return await Reflect.apply(found, target, args);
      };
    },
  });
  Object.assign(lab.deps, { store: dying });
  return () => Object.assign(lab.deps, { store });
}

Deno.test("E8: an input that is queued while the model is limited waits for it and parks nothing", async () => {
  let isLimited = true;
  const scenario: PlanScript = () =>
    isLimited
      ? { fails: new AgentError("model_rate_limit", "Slow down.", { retryAfterMs: 3_600_000 }) }
      : { says: "Done." };
  const lab = createWakeLab({ agents: [agent], scenario });
  await lab.run({ input: "go", wake: true });
  lab.sent.length = 0;
  await enqueue(lab);
  await lab.settled();
  for (let minute = 0; minute < 12; minute++) {
    for (let left = lab.sent.length; left > 0; left--) await lab.next();
    await lab.pump(61_000);
  }
  assert.equal((await readThread(ref, lab.deps)).parked, undefined);
  isLimited = false;
  await lab.pump(3_600_000);
  await lab.drain();
  assert.equal((await readThread(ref, lab.deps)).status, "done");
  await lab.pump(61_000);
  await lab.drain();
  assert.deepEqual(await lab.due(), []);
});

Deno.test("E8: an event that is repeated does not put off the repair of a lost wake-up", async () => {
  const lab = createWakeLab({ agents: [agent], scenario: [{ says: "Done." }] });
  await enqueue(lab);
  await lab.settled();
  lab.sent.length = 0;
  for (let repeats = 0; repeats < 3; repeats++) {
    lab.ahead += 30_000;
    assert.equal((await enqueue(lab)).type, "duplicate");
    await lab.pump();
  }
  assert.equal(lab.sent.length, 1);
  await lab.drain();
  assert.equal((await readThread(ref, lab.deps)).status, "done");
});

for (const method of ["decide", "moveDue"] as const) {
  Deno.test(`E8: a decision whose isolate ends behind ${method} is taken by the pump or can be repeated`, async () => {
    const lab = createWakeLab({
      agents: [agent],
      scenario: [{ calls: [{ tool: "pay" }] }, { says: "Paid." }],
    });
    const { answer } = await lab.run({ input: "pay", wake: true });
    const decision = { approved: true, by: "ann", via: "api" } as const;
    const id = answer.calls[0]?.id ?? "";
    const restore = endsBehind(lab, method);
    await decideApproval(ref, id, decision, lab.deps, lab.io).catch(() => {});
    await lab.settled();
    restore();
    lab.sent.length = 0;
    if (method === "moveDue") {
      await lab.pump(61_000);
      await lab.drain();
      assert.equal((await readThread(ref, lab.deps)).parked, undefined, "what is not decided waits");
      await decideApproval(ref, id, decision, lab.deps, lab.io);
      await lab.settled();
      lab.sent.length = 0;
    }
    await lab.pump(61_000);
    await lab.drain();
    assert.equal((await readThread(ref, lab.deps)).status, "done");
    assert.deepEqual(await lab.due(), []);
  });
}

Deno.test("E8: a thread that is woken by an isolate that ends at once goes on by the pump", async () => {
  const lab = createWakeLab({ agents: [agent], scenario: [{ calls: [{ tool: "pay" }] }, { says: "Done." }] });
  const { answer } = await lab.run({ input: "go" });
  await decideApproval(
    ref,
    answer.calls[0]?.id ?? "",
    { approved: true, by: "ann", via: "api" },
    lab.deps,
    lab.io,
  );
  const restore = endsBehind(lab, "commit");
  await wakeThread(ref, lab.io, lab.deps).catch(() => {});
  await lab.settled();
  restore();
  lab.sent.length = 0;
  await lab.pump(61_000);
  await lab.drain();
  assert.equal((await readThread(ref, lab.deps)).status, "done");
});

Deno.test("E8: a thread whose agent was removed is parked with that reason", async () => {
  const lab = createWakeLab({ agents: [agent], scenario: [{ says: "Done." }] });
  await enqueue(lab);
  await lab.settled();
  lab.sent.length = 0;
  const { agents } = lab.deps;
  Object.assign(lab.deps, { agents: new Map() });
  for (let minute = 0; minute < 8; minute++) {
    await lab.pump(61_000);
    for (let left = lab.sent.length; left > 0; left--) await lab.next();
  }
  const { parked } = await readThread(ref, lab.deps);
  assert.deepEqual([parked?.code, parked?.failures], ["agent_unknown", 5]);
  assert.deepEqual(await lab.due(), []);
  Object.assign(lab.deps, { agents });
  await wakeThread(ref, lab.io, lab.deps);
  await lab.settled();
  await lab.drain();
  assert.equal((await readThread(ref, lab.deps)).status, "done");
});

Deno.test("E8: a step that was taken over leaves the row that the repair of the other one needs", async () => {
  const began = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const opened = Promise.withResolvers<void>();
  let plans = 0;
  const lab = createWakeLab({
    agents: [defineAgent({ name: "worker", instructions: "", driver: "scripted", tools: [look] })],
    scenario: async () => {
      if (plans++ === 0) return { calls: [{ tool: "look" }] };
      began[plans - 2]?.resolve();
      await opened.promise;
      return { says: "Done." };
    },
  });
  await lab.run({ input: "go", wake: true });
  const wake = lab.sent.shift() ?? assert.fail();
  const first = lab.deps.wakes.handle(wake, lab.io);
  await began[0]?.promise;
  lab.ahead += 31_000;
  // The second one is of an isolate that vanishes with its step.
  const gone = createWakeLab({ agents: [...lab.deps.agents.values()], store: lab.store });
  gone.ahead = lab.ahead;
  await startRun({
    ref,
    inputs: [],
    toolResults: [],
    until: "step",
    busy: "reject",
    resumable: false,
    woken: true,
  }, gone.deps);
  opened.resolve();
  await first;
  await lab.settled();
  assert.equal((await lab.due()).length, 1);
});

Deno.test("E8: a thread that a newer deployment has written is left to it, with one wake-up a minute", async () => {
  const lab = createWakeLab({ agents: [agent], scenario: [{ says: "Done." }] });
  await enqueue(lab);
  await lab.settled();
  lab.sent.length = 0;
  const { store } = lab.deps;
  const older: Store = new Proxy(store, {
    get(target, key) {
      if (key === "begin") return () => Promise.resolve({ type: "unsupported", schema: 99 });
      const method: unknown = Reflect.get(target, key);
      return typeof method === "function" ? method.bind(target) : method;
    },
  });
  Object.assign(lab.deps, { store: older });
  for (let minute = 0; minute < 12; minute++) {
    await lab.pump(61_000);
    assert.equal(lab.sent.length, 1);
    assert.equal((await lab.next())?.type, "stale");
  }
  Object.assign(lab.deps, { store });
  assert.equal((await readThread(ref, lab.deps)).parked, undefined);
  await lab.pump(61_000);
  await lab.drain();
  assert.equal((await readThread(ref, lab.deps)).status, "done");
});

Deno.test("E8: a thread that is cancelled, or removed and made again, in the middle of a run is stepped by no late wake-up", async () => {
  for (const what of ["cancelled", "removed"] as const) {
    let plans = 0;
    const lab = createWakeLab({
      agents: [defineAgent({ name: "worker", instructions: "", driver: "scripted", tools: [look] })],
      scenario: () => (plans++, { calls: [{ tool: "look", args: { at: `${plans}` } }] }),
    });
    await lab.run({ input: "go", wake: true });
    await lab.next();
    const late = [...lab.sent];
    if (what === "cancelled") await cancelThread(ref, lab.deps);
    else {
      await lab.store.remove(ref);
      const agents = [...lab.deps.agents.values()];
      await createWakeLab({ agents, store: lab.store }).run({ input: "another" });
    }
    const before = plans;
    for (const wake of [...late, ...late, { tenant: "acme", name: "t1" }]) {
      assert.deepEqual(await lab.deps.wakes.handle(wake, lab.io), { type: "stale" }, what);
    }
    await lab.pump(121_000);
    await lab.drain();
    await lab.settled();
    assert.equal(plans, before);
    assert.deepEqual(await lab.due(), []);
  }
});
