// Row E8: the request of a store's alarm, at a Worker: what it runs, and who may send it.

import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { serve } from "../../src/cloudflare/serve.ts";
import type { Store } from "../../src/core/store.ts";
import { ALARM_HEADER, ALARM_URL } from "../../src/core/store/alarm.ts";
import type { DueItem } from "../../src/core/store/due.ts";
import type { WakeUp } from "../../src/core/wake.ts";
import { createScriptedDriver } from "../../src/kernel/drivers/scripted.ts";
import { wakes } from "../../src/plugins/wakes/mod.ts";
import { scripted } from "../../src/providers/scripted/provider.ts";
import { createMemoryStore } from "../../src/stores/embedded/memory.ts";

const ROW: DueItem = { tenant: "acme", name: "t", at: 0 };

/** A Worker whose store has these alarms. */
function workerWith(claimAlarm: Store["claimAlarm"]) {
  const sent: WakeUp[] = [];
  const kept: Promise<unknown>[] = [];
  let ticks = 0;
  const store: Store = Object.assign(createMemoryStore(), { claimAlarm });
  const worker = serve({
    agents: [defineAgent({ name: "a", driver: "scripted" })],
    drivers: [createScriptedDriver([])],
    providers: [scripted],
    plugins: [wakes(), {
      name: "waker",
      open: () => ({
        waker: { name: "test", schedule: (wake) => Promise.resolve(void sent.push(wake)) },
        tick: () => Promise.resolve(void ticks++),
      }),
    }],
    stores: { test: Object.assign(() => store, { isBound: () => true }) },
    log: () => {},
  });
  const bindings = {};
  const send = async (request: Request) => {
    const invocation = { waitUntil: (promise: Promise<unknown>) => void kept.push(promise) };
    const { status } = await worker.fetch(request, bindings, invocation);
    await Promise.all(kept);
    return status;
  };
  const alarm = (token: string, url = ALARM_URL) =>
    send(new Request(url, { method: "POST", headers: { [ALARM_HEADER]: token }, body: "acme" }));
  return { alarm, send, sent, ticks: () => ticks };
}

Deno.test("E8: an alarm is run for the token that the store has given, once for each row, and for no other", async () => {
  const claims: unknown[] = [];
  const { alarm, sent } = workerWith((tenant, token, to) => {
    claims.push([tenant, token, to > Date.now() + 50_000]);
    return Promise.resolve(token === "right" ? [{ ...ROW, at: to }] : undefined);
  });
  assert.equal(await alarm("wrong"), 403);
  assert.deepEqual(sent, []);
  assert.equal(await alarm("right"), 204);
  assert.deepEqual(sent.map(({ tenant, name, due = 0 }) => [tenant, name, due > Date.now()]), [[
    "acme",
    "t",
    true,
  ]]);
  assert.deepEqual(claims, [["acme", "wrong", true], ["acme", "right", true]]);
});

Deno.test("E8: a request of an alarm to another host is none, and a store without alarms says that it is gone", async () => {
  const { alarm, sent } = workerWith(() => Promise.resolve([ROW]));
  assert.notEqual(await alarm("right", "https://treadle.example/"), 204);
  assert.deepEqual(sent, []);
  assert.equal(await workerWith(undefined).alarm("right"), 410);
});

Deno.test("E9: where a store has alarms, the first request of an isolate and each alarm do what the cron pump does beside the due index", async () => {
  const health = () => new Request("https://treadle.example/healthz");
  const woken = workerWith(() => Promise.resolve([ROW]));
  for (const _ of [1, 2]) await woken.send(health());
  assert.equal(woken.ticks(), 1);
  await woken.alarm("right");
  assert.equal(woken.ticks(), 2);
  const pumped = workerWith(undefined);
  await pumped.send(health());
  assert.equal(pumped.ticks(), 0, "the cron trigger does it");
});
