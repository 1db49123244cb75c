// What tools cost: the usage of the model calls that read their results, shared among them without a rest.

import assert from "node:assert/strict";
import * as fc from "fast-check";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { shareUsage, TOOL_SUMS } from "../../../src/plugins/analytics/counts/tool_cost.ts";
import { countStep } from "../../../src/plugins/analytics/counts/count_step.ts";
import { readChoices } from "../../../src/plugins/analytics/read_analytics.ts";
import { analytics } from "../../../src/plugins/analytics/mod.ts";
import { createTestApp } from "../../http/_app.ts";
import { stepOfDay, TOOLS } from "./_steps.ts";

const CALL = { outcome: "completed", ms: 1, notRun: undefined } as const;

Deno.test("C9: the shares of calls are whole numbers that together are the usage of the step", () => {
  fc.assert(fc.property(
    fc.array(fc.nat(50_000), { minLength: 1, maxLength: 30 }),
    fc.record({ inputTokens: fc.nat(200_000), outputTokens: fc.nat(9_000), microDollars: fc.nat(900_000) }),
    (sizes, usage) => {
      const shares = shareUsage(
        sizes.map((resultTokens) => ({ ...CALL, name: "search", resultTokens })),
        usage,
      );
      const sum = (of: typeof TOOL_SUMS[number]) => shares.reduce((sum, { sums }) => sum + sums[of], 0);
      assert.equal(sum("readTokens"), usage.inputTokens + usage.outputTokens);
      assert.equal(sum("microDollars"), usage.microDollars);
      assert.equal(sum("resultTokens"), sizes.reduce((a, b) => a + b, 0));
      assert.ok(
        shares.every(({ sums }) => TOOL_SUMS.every((of) => Number.isInteger(sums[of]) && sums[of] >= 0)),
      );
    },
  ));
});

Deno.test("C9: a step that has read no result, or made no plan, costs no tool anything", () => {
  fc.assert(fc.property(stepOfDay, ({ step }) => {
    const names = (calls: typeof step.calls, plan: typeof step.plan) =>
      Object.keys(countStep({ ...step, calls, plan })).filter((name) => /^[RIB]/.test(name));
    assert.deepEqual(names([], step.plan), []);
    assert.deepEqual(names(step.calls, undefined), []);
  }));
});

Deno.test("C9: a tool of large results costs more than one that is called as often, in rows and in CSV", async () => {
  const tool = (name: string, characters: number) =>
    defineTool({ name, description: "Reads.", effect: "pure", run: () => "x".repeat(characters) });
  const driver = createScriptedDriver([
    { calls: [{ tool: "search", args: {} }, { tool: "add", args: {} }] },
    { says: "Done." },
  ]);
  const usage = { inputTokens: 990, outputTokens: 10, microDollars: 5_000 };
  const app = createTestApp({
    plugins: [analytics()],
    agents: [
      defineAgent({ name: "reader", driver: "scripted", tools: [tool("search", 3_598), tool("add", 398)] }),
    ],
    driver: {
      ...driver,
      plan: async (turn, emit) => ({ ...await driver.plan(turn, emit), usage }),
    },
  });
  await (await app.send("POST", "/v1/threads/t1/steps", { agent: "reader", input: "Go.", until: "done" }))
    .text();
  const { rows } = await (await app.send("GET", "/v1/analytics/choices?by=tool")).json();
  assert.deepEqual(
    rows.map((
      { tool, resultTokens, readTokens, microDollars }: Record<string, unknown>,
    ) => [tool, resultTokens, readTokens, microDollars]),
    [["add", 100, 100, 500], ["search", 900, 900, 4_500]],
  );
  const [{ inputTokens, microDollars }] =
    (await (await app.send("GET", "/v1/analytics/choices?by=")).json()).rows;
  assert.deepEqual([inputTokens, microDollars], [1_980, 10_000], "the first plan has read no result");
  const csv = await (await app.send("GET", "/v1/analytics/choices?by=tool&format=csv")).text();
  assert.match(csv, /,resultTokens,readTokens,microDollars,latencyMs,[^]*\r\nsearch,[^\r]*,900,900,4500,/);
});

Deno.test("C9: counts of before have no cost of tools, and are read", async () => {
  const counts = new Map([["Qc70", 3], ["m0", 60], ["Pans11", 3]]);
  const group = { of: `weather,openai/gpt-5,,d,${TOOLS.join(",")}`, counts };
  const { rows: [row] } = await readChoices("acme", { by: ["tool"], from: "2026-11-20", to: "2026-11-22" }, {
    clock: () => Date.parse("2026-11-22T12:00:00Z"),
    agents: new Map(),
    model: () => Promise.reject(new Error("not resolved here")),
    counts: () => Promise.resolve([{ day: "2026-11-21", groups: [group] }]),
  });
  assert.deepEqual([row?.by.tool, row?.counts.calls, row?.counts.microDollars], ["search", 3, 0]);
});
