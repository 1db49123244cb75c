// A model that goes on with calls which are refused: the run ends, and says why.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { ScriptedPlan } from "../../../src/kernel/drivers/scripted.ts";
import { createLab } from "../../support/lab.ts";
import { resolver, testModel } from "../../support/model.ts";
import { createWakeLab } from "../../plugins/wakes/_runtime.ts";
import { createTestApp, json } from "../../http/_app.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";

const echo = defineTool({ name: "echo", description: "Echoes.", effect: "pure", run: (args) => args });
const agent = defineAgent({ name: "a", driver: "scripted", tools: [echo] });
const SAME: ScriptedPlan = { calls: [{ tool: "echo", args: { text: "hi" } }] };
const ALWAYS = { type: "required", times: "always" } as const;

Deno.test("C7: a choice forced always ends the run with loop_detected at the first refused repeat", async () => {
  let asked = 0;
  const lab = createLab({
    agents: [agent],
    scenario: () => {
      asked++;
      return SAME;
    },
  });
  const { answer, events } = await lab.run({ input: "go", until: "done", toolChoice: ALWAYS });
  assert.equal(answer.error?.code, "loop_detected");
  assert.match(answer.error?.message ?? "", /echo.*3 times in a row/);
  assert.equal(asked, 4, "three plans ran, the fourth was the refused repeat");
  assert.equal(answer.thread.status, "failed");
  assert.equal(answer.thread.error?.code, "loop_detected");
  assert.equal(events.at(-1)?.type, "step.failed");
  assert.equal(answer.usage.inputTokens, 0);
});

Deno.test("C7: after loop_detected a new input goes on, and the history stays legal", async () => {
  const lab = createLab({
    agents: [agent],
    scenario: ({ history: { entries } }) =>
      entries.findLast((entry) => entry.type === "user")?.text === "go" ? SAME : { says: "Done." },
  });
  await lab.run({ input: "go", until: "done", toolChoice: { type: "tool", name: "echo", times: "always" } });
  const { answer } = await lab.run({ input: "stop it" });
  assert.equal(answer.output, "Done.");
  assert.deepEqual(answer.calls.map(({ state }) => state), ["failed"]);
});

Deno.test("C7: a new call beside the refused repeat goes on, and so does a repeat under auto", async () => {
  let plans = 0;
  const lab = createLab({
    agents: [agent],
    scenario: (): ScriptedPlan => ({
      calls: [{ tool: "echo", args: { text: "hi" } }, { tool: "echo", args: { n: ++plans } }],
    }),
  });
  const { answer } = await lab.run({ input: "go", until: "done", toolChoice: ALWAYS });
  // The last plan is asked for twice: its first answer ignores that no call is permitted any more.
  assert.deepEqual([plans, answer.error?.code, answer.thread.status], [26, undefined, "open"]);
  let auto = 0;
  const other = createLab({ agents: [agent], scenario: () => ++auto <= 5 ? SAME : { says: "Done." } });
  assert.equal((await other.run({ input: "go", until: "done" })).answer.output, "Done.");
});

Deno.test("C7: over HTTP a loop is a problem with its own code", async () => {
  const { send } = createTestApp({ driver: createScriptedDriver(() => SAME), agents: [agent] });
  const body = { agent: "a", input: "go", until: "done", toolChoice: ALWAYS };
  const response = await send("POST", "/v1/threads/t1/steps", body);
  assert.deepEqual([response.status, (await json(response)).code], [422, "loop_detected"]);
});

Deno.test("C7: a run without its client ends as failed by refused plans, and no wake-up follows", async () => {
  let plans = 0;
  const scenario = () => {
    plans++;
    return SAME;
  };
  const lab = createWakeLab({ agents: [agent], scenario });
  await lab.run({ input: "go", wake: true });
  await lab.drain();
  const header = (await lab.store.read({ tenant: "acme", thread: "t1" }))?.header;
  assert.deepEqual([plans, header?.status], [6, "failed"]);
  assert.match(header?.state ?? "", /"code":"loop_detected"/);
  assert.deepEqual(await lab.due(), []);
  assert.equal((await lab.run({ input: "again", wake: true })).answer.thread.status, "open", "a new run");
});

Deno.test("C7: a plan with a call that may run, and one without calls, end the row of refused plans", async () => {
  const plans: ScriptedPlan[] = [
    ...[0, 1].map((at): ScriptedPlan => ({ calls: [{ tool: "lost", args: { at } }] })),
    { calls: [{ tool: "lost" }, { tool: "echo" }] },
    ...[2, 3].map((at): ScriptedPlan => ({ calls: [{ tool: "echo", args: `{"at":${at}` }] })),
    { says: "Done." },
  ];
  const { answer } = await createLab({ agents: [agent], scenario: plans }).run({
    input: "go",
    until: "done",
  });
  assert.equal(answer.output, "Done.");
  const three = createLab({
    agents: [agent],
    scenario: [plans[0], plans[3], plans[1], { says: "Late." }].flatMap((plan) => plan ?? []),
  });
  const failed = (await three.run({ input: "go", until: "done" })).answer;
  assert.deepEqual([failed.error?.code, failed.step], ["loop_detected", 3], "of any reason");
});

const trusted = { lacks: {}, models: [], holdsNone: true, thinks: () => false } as const;

Deno.test("C7: in the last step a vendor that breaks its word about none is asked once more, without tools", async () => {
  for (const onViolation of ["report", "retry"] as const) {
    const model = testModel(({ tools }) => tools.length > 0 ? { calls: ["echo"] } : { says: "Done." }, {
      table: trusted,
    });
    const native = defineAgent({
      name: "n",
      model: "first/m",
      tools: [echo],
      limits: { stepsPerRun: 2 },
      onViolation,
    });
    const lab = createLab({ agents: [native], deps: { model: resolver(model) } });
    const { answer, events } = await lab.run({ input: "go", until: "done" });
    assert.equal(answer.output, "Done.");
    assert.deepEqual(model.requests.map(({ tools, choice }) => [tools.length, choice.type]), [
      [1, "auto"],
      [1, "none"],
      [0, "auto"],
    ]);
    assert.equal(answer.choice?.enforcement, "withheld");
    assert.equal(answer.usage.inputTokens, 30, "both answers of the last step are paid for");
    assert.equal(events.filter(({ type }) => type === "plan.restarted").length, 1);
  }
});

Deno.test("C7: a vendor that keeps to none gets its tools in the last step too, so that its prefix stays", async () => {
  const model = testModel(({ choice }) => choice.type === "none" ? { says: "Done." } : { calls: ["echo"] }, {
    table: trusted,
  });
  const native = defineAgent({ name: "n", model: "first/m", tools: [echo], limits: { stepsPerRun: 2 } });
  const lab = createLab({ agents: [native], deps: { model: resolver(model) } });
  const { answer } = await lab.run({ input: "go", until: "done" });
  assert.equal(answer.output, "Done.");
  assert.deepEqual(model.requests.map(({ tools }) => tools.length), [1, 1]);
});

Deno.test("C7: before the last step calls under none are reported and cost no second request", async () => {
  const model = testModel(({ tools }) => tools.length > 0 ? { calls: ["echo"] } : { says: "Done." }, {
    table: trusted,
  });
  const native = defineAgent({ name: "n", model: "first/m", tools: [echo] });
  const lab = createLab({ agents: [native], deps: { model: resolver(model) } });
  const { answer } = await lab.run({ input: "go", toolChoice: { type: "none" } });
  assert.deepEqual([answer.outcome, model.requests.length], [{ type: "violated", how: "forbidden" }, 1]);
  assert.equal((await lab.run()).answer.output, "Done.");
});

Deno.test("C7: a run that goes on under a new tool choice has its refused plans counted anew", async () => {
  let plans = 0;
  const scenario = () => {
    plans++;
    return SAME;
  };
  const lab = createLab({ agents: [agent], scenario });
  await lab.run({ input: "go", until: "done" });
  assert.equal(plans, 6);
  await lab.run({ until: "done", toolChoice: { type: "auto" } });
  assert.equal(plans, 9);
});

Deno.test("C7: a model that goes round in a cycle of the same calls is refused after three rounds, and the run ends", async () => {
  for (const [cycle, plans] of [[2, 9], [3, 12], [4, 15]] as const) {
    let asked = 0;
    const lab = createLab({
      agents: [agent],
      scenario: (): ScriptedPlan => ({ calls: [{ tool: "echo", args: { n: asked++ % cycle } }] }),
    });
    const { answer } = await lab.run({ input: "go", until: "done" });
    assert.deepEqual([asked, answer.error?.code], [plans, "loop_detected"]);
    assert.match(
      answer.error?.message ?? "",
      new RegExp(`goes on with ${cycle} plans that were made 3 times`),
    );
  }
});
