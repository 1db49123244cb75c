// Row E8: `wake` over HTTP and as calls: a run goes on behind the response, a parked thread shows why and is woken.

import assert from "node:assert/strict";
import {
  createScriptedProvider,
  createTreadle,
  defineAgent,
  defineTool,
  scenario,
  type Treadle,
} from "../../src/mod.ts";
import { threadDetailSchema, threadSchema } from "../../src/http/schemas/responses/threads.ts";
import { eventually } from "../support/eventually.ts";

const look = defineTool({ name: "look", description: "Looks.", run: () => "seen" });
const pay = defineTool({ name: "pay", description: "Pays.", needsApproval: true, run: () => "paid" });

function treadleOf(
  script: ReturnType<typeof scenario>,
  deferred: Promise<unknown>[] = [],
  env = {},
): Treadle {
  return createTreadle({
    agents: [defineAgent({ name: "a", model: "scripted/any", instructions: "", tools: [look, pay] })],
    store: "memory",
    env: { TREADLE_OPEN: "1", ...env },
    log: () => {},
    providers: [createScriptedProvider({ script })],
    defer: (promise) => void deferred.push(promise),
  });
}

const twoLooks = () => scenario().calls("look").next().calls("look").next().says("Done.");

async function send({ fetch }: Treadle, method: string, path: string, body?: object) {
  const response = await fetch(
    new Request(`http://x${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  return { status: response.status, body: await response.json() };
}

Deno.test("E8: a run with wake goes on when its caller has its first step", async () => {
  const treadle = treadleOf(twoLooks());
  const { thread } = await treadle.run("t1", "Go.", { wake: true, until: "step" });
  assert.deepEqual([thread.status, thread.wake], ["open", true]);
  await eventually(async () => (await treadle.thread("t1")).status === "done");
  await treadle.close();
});

Deno.test("E8: a run of until done with wake is run by its request, and nothing more is sent", async () => {
  const deferred: Promise<unknown>[] = [];
  const treadle = treadleOf(twoLooks(), deferred);
  const { thread, steps } = await treadle.run("t1", "Go.", { wake: true });
  assert.deepEqual([thread.status, steps.length], ["done", 3]);
  await Promise.all(deferred);
  assert.equal((await treadle.thread("t1")).version, 3);
  assert.deepEqual(await treadle.pump(), { woken: 0, stale: 0 });
  await treadle.close();
});

Deno.test("E8: POST wake has a thread go on that its client left; the page of the thread says so", async () => {
  const treadle = treadleOf(twoLooks());
  const own = treadle.as({ tenant: "public" });
  await send(treadle, "POST", "/v1/threads/t1/steps", { agent: "a", input: "Go." });
  const woken = await send(treadle, "POST", "/v1/threads/t1/wake", {});
  assert.equal(woken.status, 202);
  assert.equal(threadSchema.parse(woken.body).wake, true);
  await eventually(async () => (await own.thread("t1")).status === "done");
  const refused = await send(treadle, "POST", "/v1/threads/t1/wake");
  assert.deepEqual([refused.status, refused.body.code], [409, "nothing_to_do"]);
  assert.equal((await send(treadle, "POST", "/v1/threads/none/wake", {})).body.code, "thread_unknown");
  assert.equal((await send(treadle, "POST", "/v1/threads/t1/wake", { now: 1 })).status, 422);
  await treadle.close();
});

Deno.test("E8: wake takes true and nothing else", async () => {
  const treadle = treadleOf(twoLooks());
  const { status, body } = await send(treadle, "POST", "/v1/threads/t1/steps", {
    agent: "a",
    input: "x",
    wake: "yes",
  });
  assert.deepEqual([status, body.errors[0].pointer], [422, "/wake"]);
  await treadle.close();
});

Deno.test("E8: a decision over HTTP has the run go on behind its response", async () => {
  const treadle = treadleOf(scenario().calls("pay").next().says("Paid."));
  const own = treadle.as({ tenant: "public" });
  const { calls } = await own.run("t1", "Pay.", { wake: true });
  const path = `/v1/threads/t1/approvals/${calls[0]?.id}`;
  assert.equal((await send(treadle, "POST", path, { approved: true })).status, 200);
  await eventually(async () => (await own.thread("t1")).status === "done");
  await treadle.close();
});

Deno.test("E8: a parked thread shows why, in the list as well, and a user has its own threads woken alone", async () => {
  // Every try of the model fails, those of the step itself included.
  const broken = scenario().calls("look").next().fails("model_server");
  const treadle = treadleOf(broken, [], { TREADLE_WAKE_FAILURES: "1" });
  const ann = treadle.as({ tenant: "public", user: "ann" });
  await ann.run("t1", "Go.", { wake: true, until: "step" });
  await eventually(async () => (await ann.thread("t1")).parked !== undefined);
  const { body } = await send(treadle, "GET", "/v1/threads/t1");
  const { status, parked } = threadDetailSchema.parse(body);
  assert.deepEqual([status, parked?.code, parked?.failures], ["failed", "model_server", 1]);
  const { threads } = (await send(treadle, "GET", "/v1/threads")).body;
  assert.equal(threads[0].parked.code, "model_server");
  const bob = treadle.as({ tenant: "public", user: "bob" });
  await assert.rejects(bob.wake("t1"), { code: "thread_unknown" });
  assert.equal((await ann.wake("t1")).parked, undefined);
  await treadle.close();
});
