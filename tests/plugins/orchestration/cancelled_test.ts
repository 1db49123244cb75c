// Row D10: what the plan and the phases of a cancelled thread are shown as, and that a new plan may leave them out.

import assert from "node:assert/strict";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { createTestApp } from "../../http/_app.ts";
import { crew, phase, runs, script, writes } from "./_crew.ts";

const sign = defineTool({
  name: "sign",
  description: "Signs.",
  effect: "once",
  needsApproval: true,
  run: () => "signed",
});
const TWO = [phase("facts", "research"), phase("figures", "research")];

function app() {
  const scenario = script(
    [writes(TWO), runs("facts", "figures"), { says: "Stopped." }],
    (_turn, place) => place === 0 ? { calls: [{ tool: "sign" }] } : { says: "Found." },
  );
  const { send } = createTestApp({
    agents: crew({ tools: [sign] }),
    driver: createScriptedDriver(scenario),
  });
  return async (method: string, path: string, body?: object) => {
    const response = await send(method, `/v1/threads/t1${path}`, body);
    return { status: response.status, body: await response.json() };
  };
}

async function shown(ask: ReturnType<typeof app>) {
  const plan = (await ask("GET", "/plan")).body;
  const { children } = (await ask("GET", "/children")).body;
  return {
    running: plan.running,
    cancelled: plan.cancelled,
    states: children.map(({ phase, state }: { phase: string; state: string }) => `${phase} ${state}`),
    threads: children.map(({ thread }: { thread: { status: string } }) => thread.status),
  };
}

Deno.test("D10: the phases of a cancelled thread are cancelled, in its plan and in the list of its children", async () => {
  const ask = app();
  await ask("POST", "/steps", { agent: "lead", input: "Go.", until: "done" });
  assert.deepEqual(await shown(ask), {
    running: ["facts", "figures"],
    cancelled: undefined,
    states: ["facts running", "figures running"],
    threads: ["waiting", "waiting"],
  });
  await ask("POST", "/cancel", {});
  assert.deepEqual(await shown(ask), {
    running: [],
    cancelled: ["facts", "figures"],
    states: ["facts cancelled", "figures cancelled"],
    threads: ["cancelled", "cancelled"],
  });
  const goesOn = (await ask("POST", "/steps", { input: "What now?", until: "done" })).body;
  assert.equal(goesOn.output, "Stopped.");
  assert.deepEqual((await shown(ask)).running, []);
});

Deno.test("D10: a plan behind a cancel may leave out the phases that ran, one before it may not", async () => {
  const ask = app();
  await ask("POST", "/steps", { agent: "lead", input: "Go.", until: "done" });
  const plan = { plan: { phases: [phase("other", "write")] } };
  assert.equal((await ask("PUT", "/plan", plan)).body.code, "plan_invalid");
  await ask("POST", "/cancel", {});
  const put = await ask("PUT", "/plan", plan);
  assert.equal(put.status, 200, JSON.stringify(put.body));
  assert.deepEqual(put.body.plan.phases.map(({ id }: { id: string }) => id), ["other"]);
});
