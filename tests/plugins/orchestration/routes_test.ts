// Row D10 over HTTP: an orchestrator's run, its plan, its children, and what waits for people below it.

import assert from "node:assert/strict";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createRecordingStore } from "../../../src/testing/recording_store.ts";
import { openaiApi } from "../../../src/plugins/openai_api/mod.ts";
import { traceSvg } from "../../../src/plugins/trace_svg/mod.ts";
import { approvals } from "../../../src/plugins/approvals/mod.ts";
import { createApp } from "../../../src/app.ts";
import { createDeps } from "../../../src/deps/create_deps.ts";
import { scripted } from "../../../src/providers/scripted/provider.ts";
import { crew, FIVE, phase, runs, script, writes } from "./_crew.ts";
import { createTestApp, KEY, type TestApp, type TestAppOptions } from "../../http/_app.ts";

const sign = defineTool({
  name: "sign",
  description: "Signs.",
  effect: "once",
  parameters: ["what"],
  needsApproval: true,
  run: ({ what }) => ({ signed: what }),
});

const TWO = [phase("facts", "research"), phase("figures", "research")];

/** The phase `facts` signs something first. */
function app(options: TestAppOptions = {}): TestApp {
  const scenario = script(
    [writes(TWO), runs("facts", "figures"), { says: "Done." }],
    ({ history: { entries } }, place) => {
      const [input] = entries;
      if (place > 0 || input?.type !== "user" || input.text.includes("figures")) return { says: "Found." };
      return { calls: [{ tool: "sign", args: { what: "facts" } }] };
    },
  );
  return createTestApp({
    plugins: [traceSvg()],
    agents: crew({ tools: [sign] }),
    driver: createScriptedDriver(scenario),
    ...options,
  });
}

async function json(response: Response, status = 200) {
  const body = await response.json();
  assert.equal(response.status, status, JSON.stringify(body));
  return body;
}

Deno.test("D10: a client runs an orchestrator, answers its phase at the root and reads plan and children", async () => {
  const { send } = app();
  const body = { agent: "lead", input: "Write a report.", until: "done" };
  const first = await json(await send("POST", "/v1/threads/t1/steps?events=true", body));
  assert.equal(first.thread.status, "waiting");
  const told = first.events.filter(({ type }: { type: string }) => /^child|^approval/.test(type));
  assert.deepEqual(told.map(({ type }: { type: string }) => type).toSorted(), [
    "approval.requested",
    "child.finished",
    "child.started",
    "child.started",
    "child.step",
    "child.step",
  ]);

  const root = await json(await send("GET", "/v1/threads/t1"));
  const [waiting] = root.calls.filter(({ state }: { state: string }) => state === "approval");
  const { children } = await json(await send("GET", "/v1/threads/t1/children"));
  assert.deepEqual(
    children.map(({ phase, state, thread, calls }: Record<string, never>) => [
      phase,
      state,
      Object(thread).status,
      Object(calls).length,
    ]),
    [["facts", "running", "waiting", 1], ["figures", "running", "done", 0]],
  );
  const picture = await (await send("GET", "/v1/threads/t1/trace.svg")).text();
  assert.match(picture, /facts \(research\)[^]*waits for approval[^]*figures \(research\)/);
  const child = await json(await send("GET", `/v1/threads/${waiting.thread}`));
  assert.equal(child.parent.thread, "t1");
  const { items } = await json(await send("GET", "/v1/inbox"));
  assert.deepEqual(items.map(({ root }: { root: string }) => root), ["t1"]);

  const { open } = await json(await send("GET", "/v1/threads/t1/approvals"));
  assert.deepEqual(open.map(({ id, thread }: Record<string, string>) => [id, thread]), [
    [waiting.id, waiting.thread],
  ]);

  await json(await send("POST", `/v1/threads/t1/approvals/${waiting.id}`, { approved: true }));
  assert.equal((await json(await send("GET", "/v1/threads/t1"))).status, "open");
  const last = await json(await send("POST", "/v1/threads/t1/steps", { until: "done" }));
  assert.equal(last.output, "Done.");
  const { plan, source, running } = await json(await send("GET", "/v1/threads/t1/plan"));
  assert.equal(source, "changed");
  assert.deepEqual(running, []);
  assert.deepEqual(plan.phases.map(({ state }: { state: string }) => state), ["finished", "finished"]);
});

/** The deployment of {@link app} after its plugin and its orchestrator have gone: on the same store, without routes of plans. */
function withoutPlugin(
  { store }: TestApp,
): (method: string, path: string, body?: object) => Promise<Response> {
  const agents = crew({ tools: [sign] }).map((agent) => ({ ...agent, orchestrate: undefined }));
  const bare = createApp(createDeps({
    env: { TREADLE_STORE: "test", TREADLE_API_KEYS: `acme:${KEY}` },
    agents,
    providers: [scripted],
    stores: { test: () => store },
    drivers: [createScriptedDriver([{ says: "Unused." }, { says: "Unused." }, { says: "Without them." }])],
    log: () => {},
    plugins: [traceSvg(), approvals()],
  }));
  return async (method, path, body) =>
    await bare.request(path, {
      method,
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
      body: body && JSON.stringify(body),
    });
}

Deno.test("K4, D10: without the plugin what waits below a thread is shown, decided and drawn, and the thread goes on without its phases", async () => {
  const whole = app();
  await whole.send("POST", "/v1/threads/t1/steps", {
    agent: "lead",
    input: "Write a report.",
    until: "done",
  });
  const send = withoutPlugin(whole);
  for (const path of ["/plan", "/children"]) {
    assert.equal((await json(await send("GET", `/v1/threads/t1${path}`), 404)).code, "not_found");
  }
  const root = await json(await send("GET", "/v1/threads/t1"));
  const waiting = root.calls.find(({ state }: { state: string }) => state === "approval");
  assert.match(waiting.thread, /^t1\.facts\./);
  await json(await send("POST", `/v1/threads/t1/approvals/${waiting.id}`, { approved: true }));
  assert.equal((await json(await send("GET", "/v1/threads/t1"))).status, "open");
  const picture = await send("GET", "/v1/threads/t1/trace.svg");
  assert.equal(picture.status, 200);
  assert.doesNotMatch(await picture.text(), /facts \(research\)/);
  const last = await json(await send("POST", "/v1/threads/t1/steps", { until: "done" }));
  assert.equal(last.output, "Without them.");
  const { entries } = await json(await send("GET", "/v1/threads/t1/history"));
  const outcomes = entries.filter(({ name }: { name?: string }) => name === "run_phase");
  assert.deepEqual(outcomes.map(({ outcome }: { outcome: string }) => outcome), ["failed", "failed"]);
});

Deno.test("D10: PUT plan records who changed it, and refuses what cannot be a plan with every problem", async () => {
  const { send } = app();
  await json(await send("POST", "/v1/threads", { agent: "lead", id: "t1" }), 201);
  const wrong = { plan: { phases: [phase("a", "painter"), phase("a", "write", "b")] } };
  const problem = await json(await send("PUT", "/v1/threads/t1/plan", wrong), 422);
  assert.equal(problem.code, "plan_invalid");
  assert.deepEqual(problem.errors.map(({ pointer }: { pointer: string }) => pointer), [
    "/plan/phases/0/worker",
  ]);
  const put = await json(await send("PUT", "/v1/threads/t1/plan", { plan: { phases: FIVE } }));
  assert.equal(put.plan.phases.length, 5);
  const old = { plan: put.plan, expectedVersion: put.version - 1 };
  assert.equal((await json(await send("PUT", "/v1/threads/t1/plan", old), 409)).code, "version_conflict");
  const { entries } = await json(await send("GET", "/v1/threads/t1/history"));
  assert.deepEqual(entries.map(({ type, door }: Record<string, string>) => `${type} ${door}`), ["user plan"]);
  assert.match(entries[0].by, /^key_/);
  assert.equal((await json(await send("GET", "/v1/threads/none/plan"), 404)).code, "thread_unknown");
  assert.equal((await json(await send("GET", "/v1/threads/none/children"), 404)).code, "thread_unknown");
  assert.equal((await json(await send("PUT", "/v1/threads/t1/plan", {}), 422)).code, "invalid_request");
});

Deno.test("D10: a plan may be put before the first input, and its phases run", async () => {
  const { send } = createTestApp({
    agents: crew(),
    driver: createScriptedDriver(script([runs("facts"), { says: "Done." }])),
  });
  await json(await send("POST", "/v1/threads", { agent: "lead", id: "t1", plan: { phases: TWO } }), 201);
  const { output } = await json(
    await send("POST", "/v1/threads/t1/steps", { input: "Go.", until: "done" }),
  );
  assert.equal(output, "Done.");
  const { children } = await json(await send("GET", "/v1/threads/t1/children"));
  assert.deepEqual(children.map(({ phase, state }: Record<string, string>) => `${phase} ${state}`), [
    "facts finished",
  ]);
});

Deno.test("D10: DELETE removes the phases of a deployment that ran them, and is no request more for any other thread", async () => {
  const { store, counts } = createRecordingStore(createMemoryStore());
  const first = app({ store });
  for (const thread of ["t1", "t2"]) {
    const body = { agent: "lead", input: "Write a report.", until: "done" };
    await json(await first.send("POST", `/v1/threads/${thread}/steps`, body));
  }
  const later = app({ store, agents: [], scenario: [{ says: "Hi." }] });
  assert.equal((await json(await later.send("POST", "/v1/threads/t2/cancel"))).status, "cancelled");
  const { threads } = await store.list("acme", { limit: 10 });
  assert.deepEqual(
    threads.filter(({ header }) => header?.status === "cancelled").map(({ thread }) => thread.slice(0, 9))
      .sort(),
    ["t2", "t2.facts."],
  );
  for (const thread of ["t1", "t2"]) {
    assert.equal((await later.send("DELETE", `/v1/threads/${thread}`)).status, 204);
  }
  assert.deepEqual((await store.list("acme", { limit: 10 })).threads, []);

  await json(await later.send("POST", "/v1/threads", { id: "t3", agent: "tester" }), 201);
  counts.clear();
  assert.equal((await later.send("DELETE", "/v1/threads/t3")).status, 204);
  assert.deepEqual([counts.get("read"), counts.get("remove")], [2, 1]);
});

Deno.test("D10: the removal of a response takes the phases along that an earlier deployment has begun", async () => {
  const store = createMemoryStore();
  const plugins = [openaiApi()];
  const asked = await app({ store, plugins }).send("POST", "/v1/responses", {
    model: "lead",
    input: "Write a report.",
  });
  const { id } = await json(asked);
  assert.equal((await store.list("acme", { limit: 10 })).threads.length, 3);
  const later = app({ store, plugins, agents: [], scenario: [] });
  await json(await later.send("DELETE", `/v1/responses/${id}`));
  assert.deepEqual((await store.list("acme", { limit: 10 })).threads, []);
});
