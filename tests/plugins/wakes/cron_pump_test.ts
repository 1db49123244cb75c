// Row E8: the cron pump wakes what is due once, each tenant in its turn, and an empty index costs one store request.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import type { Store } from "../../../src/core/store.ts";
import { AgentError } from "../../../src/core/error.ts";
import { createWakes } from "../../../src/plugins/wakes/dispatch_wakes.ts";
import { REPAIR_MS } from "../../../src/kernel/due_times.ts";
import { startRun } from "../../../src/kernel/run.ts";
import { wakeName } from "../../../src/core/wake.ts";
import { createWakeLab, type WakeLab, type WakeLabOptions } from "./_runtime.ts";
import { SCHEMA } from "../../../src/core/state.ts";

const agent = defineAgent({ name: "worker", instructions: "", driver: "scripted" });

const labOf = (more: Partial<WakeLabOptions> = {}) =>
  createWakeLab({ agents: [agent], scenario: [{ says: "Done." }], ...more });

/** Threads whose first step was begun by a worker that vanished. */
async function stranded(lab: WakeLab, tenant: string, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    await startRun({
      ref: { tenant, thread: `t${index}` },
      agent: "worker",
      inputs: ["go"],
      toolResults: [],
      until: "step",
      busy: "reject",
      resumable: false,
      wake: true,
    }, lab.deps);
  }
}

Deno.test("E8: an empty index costs one store request", async () => {
  const lab = labOf();
  await lab.pump();
  assert.deepEqual(Object.fromEntries(lab.counts), { listDue: 1 });
});

Deno.test("E8: of two pumps that run at once one wakes a row", async () => {
  const lab = labOf();
  await stranded(lab, "acme", 20);
  lab.ahead += 61_000;
  const { wakes } = lab.deps;
  const reports = await Promise.all([wakes.pump(lab.io), wakes.pump(lab.io)]);
  assert.equal(lab.sent.length, 20);
  assert.equal(reports.reduce((sum, { woken }) => sum + woken, 0), 20);
  assert.equal(await lab.drain(), 20);
  assert.deepEqual(await lab.due(), []);
});

Deno.test("E8: a tenant with many rows does not keep the others", async () => {
  const lab = labOf();
  await stranded(lab, "big", 30);
  lab.ahead += 1_000;
  await stranded(lab, "small", 2);
  await lab.pump(61_000);
  const places = lab.sent.flatMap(({ tenant }, place) => tenant === "small" ? [place] : []);
  assert.ok(Math.max(...places) < 20, `the other tenant is at ${places.join()}`);
  assert.equal(lab.sent.length, 32);
});

Deno.test("E8: one run of the pump wakes a thousand rows at most, and the next one the others", async () => {
  const lab = labOf();
  for (let index = 0; index < 1_100; index++) {
    await lab.store.moveDue("acme", `t${index}`, { to: lab.now() - 1 });
  }
  await lab.pump();
  assert.equal(lab.sent.length, 1_000);
  await lab.pump();
  assert.equal(lab.sent.length, 1_100);
  assert.equal(new Set(lab.sent.map(({ name }) => name)).size, 1_100);
});

Deno.test("E8: a pump that vanishes between a row and its wake-up loses nothing", async () => {
  const lab = labOf();
  await stranded(lab, "acme", 3);
  lab.ahead += 61_000;
  const wakes = createWakes(lab.deps, {
    handlers: new Map(),
    ticks: [],
    waker: () => ({
      name: "gone",
      schedule: () => Promise.reject(new AgentError("internal", "It is gone.")),
    }),
  });
  await wakes.pump(lab.io);
  assert.deepEqual(lab.sent, []);
  await lab.pump();
  assert.deepEqual(lab.sent, [], "the rows were moved ahead");
  await lab.pump(61_000);
  assert.equal(await lab.drain(), 3);
  assert.deepEqual(await lab.due(), []);
});

Deno.test("E8: work of a wake-up that throws is tried again, after the wait that it names or a minute", async () => {
  const thrown: Error[] = [
    new AgentError("store_unavailable", "The store is away.", { retryAfterMs: 5_000 }),
    new Error("It broke."),
  ];
  const lab = labOf({
    parts: {
      handlers: new Map([["mail", () => Promise.reject(thrown.shift())]]),
    },
  });
  const wake = { tenant: "acme", name: "@mail/1" };
  const outcomes = [await lab.deps.wakes.handle(wake, lab.io), await lab.deps.wakes.handle(wake, lab.io)];
  assert.deepEqual(outcomes, [
    { type: "again", afterMs: 5_000, because: "store_unavailable" },
    { type: "again", afterMs: REPAIR_MS, because: "internal" },
  ]);
  assert.equal(lab.logs.filter(({ message }) => message === "the work of a wake-up failed").length, 2);
});

Deno.test("E8: rows of threads that are gone, have ended, or wait for their client leave the index", async () => {
  const lab = labOf();
  await lab.run({ thread: "ended", input: "go" });
  await lab.store.create({ tenant: "acme", thread: "empty" }, {
    meta: '{"agent":"worker","agentHash":"","metadata":{},"createdAt":1}',
    schema: SCHEMA,
    createdAt: 1,
    state: '{"run":{"execution":"loop","steps":0},"recent":[],"updatedAt":0}',
  });
  for (const name of ["ended", "empty", "gone"]) await lab.store.moveDue("acme", name, { to: lab.now() });
  lab.counts.clear();
  await lab.pump(1);
  assert.equal(await lab.drain(), 3);
  assert.deepEqual(await lab.due(), []);
  assert.equal(lab.counts.get("begin"), undefined, "one read finds out");
});

Deno.test("E8: work of a door goes to its handler; of a door that is not here it stays for later", async () => {
  const handled: string[] = [];
  const lab = labOf({
    parts: {
      handlers: new Map([["delivery", async ({ name }) => {
        handled.push(name);
        return { type: "handled" };
      }]]),
    },
  });
  await lab.store.moveDue("acme", wakeName("delivery", "d1"), { to: lab.now() });
  await lab.store.moveDue("acme", wakeName("other", "o1"), { to: lab.now() });
  await lab.pump(1);
  await lab.drain();
  assert.deepEqual(handled, ["@delivery/d1"]);
  const rest = (await lab.due()).find(({ name }) => name === "@other/o1");
  assert.ok((rest?.at ?? 0) > lab.now() + 3_000_000);
});

Deno.test("E8: a tick that fails, of whatever kind, keeps neither the others nor the index from their turn", async () => {
  const ticked: string[] = [];
  const lab = labOf({
    parts: {
      ticks: [
        () => Promise.reject(new TypeError("a bug")),
        async () => void ticked.push("second"),
      ],
    },
  });
  await stranded(lab, "acme", 1);
  await lab.pump(61_000);
  assert.deepEqual([ticked, lab.sent.length], [["second"], 1]);
  assert.ok(lab.logs.some(({ message }) => message === "a tick of the cron pump failed"));
});

Deno.test("E8: a pump whose index cannot be read says so, and one whose row cannot be moved goes on with the others", async () => {
  const lab = labOf();
  await stranded(lab, "acme", 3);
  lab.ahead += 61_000;
  const { store } = lab.deps;
  const broken = (method: keyof Store): Store =>
    new Proxy(store, {
      get: (target, key) =>
        key === method
          ? (_tenant: unknown, name?: unknown) =>
            name === "t0" || method === "listDue"
              ? Promise.reject(new AgentError("store_unavailable", "No."))
              : Reflect.apply(target.moveDue, target, ["acme", name, { to: lab.now() + 60_000 }])
          : Reflect.get(target, key),
    });
  Object.assign(lab.deps, { store: broken("listDue") });
  await assert.rejects(lab.deps.wakes.pump(lab.io), { code: "store_unavailable" });
  Object.assign(lab.deps, { store: broken("moveDue") });
  await lab.deps.wakes.pump(lab.io);
  Object.assign(lab.deps, { store });
  assert.deepEqual(lab.sent.map(({ name }) => name).sort(), ["t1", "t2"]);
});
