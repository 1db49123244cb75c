// S8: no tool has an effect in an evaluation that nobody asked for, wherever the agent has it from: counters of real effects.

import assert from "node:assert/strict";
import { askUser } from "../../src/agents/ask_user.ts";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import type { Agent } from "../../src/core/agent.ts";
import { AgentError } from "../../src/core/error.ts";
import { type Effect, READ_OUTPUT, type Tool } from "../../src/core/tool.ts";
import { CALL_TOOL, SEARCH_TOOLS } from "../../src/core/tool/tool_selection.ts";
import type { CallBridge } from "../../src/core/tool/thread_tools.ts";
import type { RemoteToolSource } from "../../src/core/tool/tool_source.ts";
import { type AgentEvaluationDefinition, defineEvaluation } from "../../src/evaluation/define.ts";
import { StubPlayer, withStubs } from "../../src/evaluation/agents/stubs.ts";
import { createDeployment } from "../../src/evaluation/deployment.ts";
import { ToolError } from "../../src/core/tool/tool_error.ts";
import { createToolContext } from "../../src/testing/tool_context.ts";
import type { ToolParts } from "../../src/core/tool/change_tools.ts";
import { definePlugin } from "../../src/http/define_plugin.ts";
import type { StepPlugin } from "../../src/kernel/hooks/plugin.ts";
import { toolSelection } from "../../src/plugins/selection/mod.ts";
import type { Provider } from "../../src/core/model/provider.ts";
import { createScriptedProvider } from "../../src/providers/scripted/provider.ts";
import { scenario } from "../../src/providers/scripted/scenario.ts";
import { modelByInput } from "./_models.ts";
import { runEvaluation } from "./_run.ts";

const EFFECTS: readonly Effect[] = ["pure", "keyed", "once"];

/** What a plugin may decide about the calls. */
const holds = definePlugin({
  name: "holds",
  compile: () => ({
    judge: (calls, when) =>
      when === "planned"
        ? new Map(calls.map(({ id }) => [id, { hold: {}, because: "Everything is asked." }]))
        : undefined,
  }),
});

/** A tool that counts what it does. */
function counted(effect: Effect, more: Partial<Tool> = {}) {
  const effects = { count: 0 };
  const tool: Tool = {
    ...defineTool({ name: "act", description: "Acts.", effect, run: () => ++effects.count }),
    ...more,
  };
  return { effects, tool };
}

function agentWith(parts: Partial<Parameters<typeof defineAgent>[0]>): Agent {
  return defineAgent({ name: "a", model: "scripted/m", instructions: "Work.", ...parts });
}

function serverWith(tool: Tool): RemoteToolSource {
  return {
    name: "crm",
    prefix: "ac",
    settings: {},
    env: [],
    tools: () => ({ tools: [tool], appTools: [{ ...tool, name: "act_in_app" }], warnings: [] }),
  };
}

/** An agent that has a tool, and the plugins of its deployment. */
interface Made {
  readonly agent: Agent;
  readonly plugins?: readonly StepPlugin[];
}

/** Where an agent has the tool `act` from. */
const SOURCES: Readonly<Record<string, (tool: Tool) => Made>> = {
  "its own": (tool) => ({ agent: agentWith({ tools: [tool] }) }),
  "a server": (tool) => ({ agent: agentWith({ toolSources: [serverWith(tool)] }) }),
  "a catalogue": (tool) => ({ agent: agentWith({ selection: toolSelection({ tools: [tool] }) }) }),
  "a catalogue in shadow": (tool) => ({
    agent: agentWith({ selection: toolSelection({ tools: [tool], mode: "shadow" }) }),
  }),
  "a catalogue that is searched": (tool) => ({
    agent: agentWith({ selection: toolSelection({ tools: [tool], offer: 0 }) }),
  }),
  "a catalogue behind servers": (tool) => ({
    agent: agentWith({
      toolSources: [serverWith({ ...tool, name: "ac_other" })],
      selection: toolSelection({ tools: [tool], reselect: "step" }),
    }),
  }),
  "the caller": (tool) => ({ agent: agentWith({ tools: [{ ...tool, client: true }] }) }),
  "a plugin": (tool) => ({
    agent: agentWith({}),
    plugins: [definePlugin({ name: "brings", compile: () => ({ tools: [tool] }) })],
  }),
  "threads, of a plugin": (tool) => ({
    agent: agentWith({}),
    plugins: [
      definePlugin({
        name: "opens",
        compile: () => ({ threadTools: { open: (own) => ({ tools: [...own, tool] }) } }),
      }),
    ],
  }),
  "a catalogue of a plugin": (tool) => ({
    agent: agentWith({}),
    plugins: [
      definePlugin({ name: "selects", compile: () => ({ threadTools: toolSelection({ tools: [tool] }) }) }),
    ],
  }),
};

/** How a model calls it. */
const CALLS = {
  "by its name": scenario().calls("act", {}).next().says("Done."),
  "through the bridge": scenario().calls(CALL_TOOL, { name: "act", arguments: {} }).next().says("Done."),
  "behind a search": scenario().calls(SEARCH_TOOLS, { query: "acts" }).next()
    .calls(CALL_TOOL, { name: "act", arguments: {} }).next().calls("act", {}).next().says("Done."),
};

async function effectsOf(
  effects: { readonly count: number },
  { agent, plugins = [] }: Made,
  more: Partial<AgentEvaluationDefinition> = {},
): Promise<number | string> {
  try {
    await runEvaluation(defineEvaluation({
      name: "effects",
      agent,
      deployment: { providers: [modelByInput(CALLS)], plugins },
      cases: Object.keys(CALLS).map((input) => ({ id: input, input })),
      ...more,
    }));
  } catch (thrown) {
    if (thrown instanceof AgentError) return thrown.code;
    throw thrown;
  }
  return effects.count;
}

for (const [source, made] of Object.entries(SOURCES)) {
  Deno.test(`S8: a tool of ${source} has no effect in an evaluation that does not name it, a pure one of a plugin apart`, async () => {
    for (const effect of EFFECTS) {
      for (const needsApproval of [false, true]) {
        const { effects, tool } = counted(effect, { needsApproval });
        const count = await effectsOf(effects, made(tool));
        const mayRun = source === "a plugin" && effect === "pure" && !needsApproval;
        assert.equal(Number(count) > 0, mayRun, `${effect}, approval ${needsApproval}: ${count}`);
      }
    }
  });

  Deno.test(`S8: of ${source} no tool runs for real that is once or that people approve`, async () => {
    for (const effect of EFFECTS) {
      for (const asks of ["nobody", "the tool", "a plugin"]) {
        const { effects, tool } = counted(effect, { needsApproval: asks === "the tool" });
        const { plugins = [], ...rest } = made(tool);
        const all = asks === "a plugin" ? [...plugins, holds] : plugins;
        const count = await effectsOf(effects, { ...rest, plugins: all }, { real: ["act"] });
        const mayRun = effect !== "once" && asks === "nobody" && source !== "the caller";
        assert.equal(Number(count) > 0, mayRun, `${effect}, ${asks} asks: ${count}`);
      }
    }
  });
}

/** A plugin that opens the tool for threads, with a bridge or without one. */
function opening(tool: Tool, bridge: CallBridge | undefined): StepPlugin {
  return definePlugin({
    name: "opens",
    compile: () => ({ threadTools: { open: (own) => ({ tools: [...own, tool], bridge }) } }),
  });
}

for (const name of [SEARCH_TOOLS, CALL_TOOL]) {
  Deno.test(`S8: a tool with effects that a plugin opens for threads has none by the name ${name}, with a bridge or without one`, async () => {
    const bridge: CallBridge = { read: (blocks) => blocks, listen: (emit) => emit };
    for (const effect of EFFECTS) {
      for (const given of effect === "pure" ? [undefined] : [undefined, bridge]) {
        const { effects, tool } = counted(effect, { name });
        const made = { agent: agentWith({}), plugins: [opening(tool, given)] };
        assert.equal(await effectsOf(effects, made), 0, `${effect}, ${given}`);
      }
    }
  });

  Deno.test(`S8: a tool of the agent with the name ${name} is refused where a plugin opens tools, and is a stub where none does`, async () => {
    const { effects, tool } = counted("once", { name });
    const agent = agentWith({ tools: [tool] });
    const source = opening(
      defineTool({ name: "other", description: "Is another.", run: () => 1 }),
      undefined,
    );
    assert.equal(await effectsOf(effects, { agent, plugins: [source] }), "agent_invalid");
    assert.equal(await effectsOf(effects, { agent }), 0);
  });
}

Deno.test("S8: a tool that apps alone call is a stub as well, of the agent and of its servers, also where all are to run for real", async () => {
  const idle = defineEvaluation({
    name: "apps",
    agent: agentWith({}),
    deployment: { providers: [modelByInput({})] },
    cases: [{ input: "go" }],
  });
  const { sources } = await createDeployment(idle, {});
  for (const wanted of [false, true]) {
    const { effects, tool } = counted("once");
    const made: Agent = { ...agentWith({ toolSources: [serverWith(tool)] }), appTools: [tool] };
    const player = new StubPlayer([]);
    const { appTools = [], toolSources = [] } = withStubs(made, player, () => wanted);
    const lists = await Promise.all(
      toolSources.map((source) => source.tools({ tenant: "acme", user: undefined }, sources)),
    );
    const all = [...appTools, ...lists.flatMap(({ appTools = [] }) => appTools)];
    for (const each of all) {
      await assert.rejects(async () => await each.run({}, createToolContext()), ToolError);
    }
    assert.deepEqual([all.length, player.unstubbed.length, effects.count], [2, 2, 0]);
  }
});

/** An agent of tomorrow, with tools that the rows of `changeTools` do not name, and one with words alone. */
type WithGadgets = Agent & {
  readonly gadgets?: readonly { readonly make: () => Promise<Tool> }[] | undefined;
};
type WithWords = Agent & { readonly words?: readonly { readonly say: () => Promise<string> }[] | undefined };

Deno.test("S8: a further source of tools does not compile before changeTools has its row, wherever an agent has it", () => {
  const gadgets: keyof ToolParts<WithGadgets> = "gadgets";
  // @ts-expect-error: words run no tool
  const words: keyof ToolParts<WithWords> = "words";
  const rows = { ...agentWith({}), appTools: [], toolSources: [], threadTools: undefined, approvalTtlMs: 1 };
  const { onContextRequired, ...others } = { ...rows, onContextRequired: "ask" as const };
  const whole: Pick<ToolParts<Agent>, keyof ToolParts<Agent>> = { ...others, onContextRequired };
  // @ts-expect-error: the rows have no gadgets
  const further: Pick<ToolParts<WithGadgets>, keyof ToolParts<WithGadgets>> = {
    ...others,
    onContextRequired,
  };
  assert.deepEqual([gadgets, words, whole], ["gadgets", "words", further]);
});

Deno.test("S8: what is to run for real is looked at in every agent, and not in the first that has it", () => {
  const [keyed, once] = (["keyed", "once"] as const).map((effect) => counted(effect).tool);
  assert.ok(keyed && once);
  const cases = [{ input: "by its name" }];
  const evaluation = (first: Tool, second: Tool) =>
    defineEvaluation({
      name: "two",
      agent: agentWith({ tools: [first] }),
      agents: [defineAgent({ name: "b", model: "scripted/m", instructions: "Work.", tools: [second] })],
      real: ["act"],
      cases,
    });
  assert.throws(() => evaluation(keyed, once), /act is to run for real, and its effect is once/);
  assert.throws(() => evaluation(once, keyed), /act is to run for real, and its effect is once/);
  assert.throws(
    () => evaluation(keyed, { ...keyed, needsApproval: true }),
    /act is to run for real, and people have to approve it/,
  );
});

Deno.test("S8: a tool with the name of one of Treadle's own is a stub like any other", async () => {
  for (const name of [READ_OUTPUT, "write_plan", "run_phase", SEARCH_TOOLS, CALL_TOOL]) {
    const { effects, tool } = counted("pure", { name });
    const script = scenario().calls(name, {}).next().says("Done.");
    await runEvaluation(defineEvaluation({
      name: "names",
      agent: agentWith({ tools: [tool] }),
      deployment: { providers: [modelByInput({ go: script })] },
      cases: [{ input: "go" }],
    }));
    assert.equal(effects.count, 0, name);
  }
});

Deno.test("S8: a judge with tools has its answer, and none of them runs", async () => {
  const { effects, tool } = counted("pure");
  const judge = agentWith({ tools: [tool] });
  const says = scenario().says("Fine.");
  const report = await runEvaluation(defineEvaluation({
    name: "judged",
    agent: defineAgent({ name: "worker", model: "scripted/m", instructions: "Work." }),
    judge: async (_question, { ask }) => ({ score: 1, reason: await ask(judge, "by its name") }),
    deployment: { providers: [modelByInput({ ...CALLS, go: says })] },
    cases: [{ input: "go", scores: [{ type: "judge", criteria: "It is fine." }] }],
  }));
  assert.deepEqual([effects.count, report.results.length], [0, 1]);
});

Deno.test("S8: a stub, a choice and a question take the place of tools of a catalogue", async () => {
  const { effects, tool } = counted("once", { needsApproval: true });
  const ask = askUser({ name: "act_ask" });
  const agent = agentWith({ selection: toolSelection({ tools: [tool, ask] }) });
  const script = scenario().calls("act", {}).calls("act_ask", { question: "Now?" }).next().says("Done.");
  const report = await runEvaluation(defineEvaluation({
    name: "stubbed",
    agent,
    deployment: { providers: [modelByInput({ "acts, asks": script })] },
    stubs: ["act", "act_ask"].map((name) => ({ tool: name, outcomes: [{ output: "yes" }] })),
    cases: [{ input: "acts, asks", gates: [{ type: "status", is: "done" }] }],
  }));
  assert.deepEqual([effects.count, report.passed, report.warnings], [0, true, []]);
});

/** Leads by a plan of one phase, which the other agent works on by a call of `act`. */
function leadAndWorker(tool: Tool): { agents: readonly [Agent, Agent]; provider: Provider } {
  const payer = defineAgent({ name: "payer", model: "scripted/m", instructions: "Pay.", tools: [tool] });
  const lead = agentWith({ orchestrate: { workers: { pay: { agent: "payer" } } } });
  const phases = [{ id: "one", worker: "pay", goal: "Pay.", done_when: "It is paid." }];
  const leads = createScriptedProvider({
    script: scenario().calls("write_plan", { phases }).next().calls("run_phase", { phase: "one" }).next()
      .says("Paid."),
  });
  const pays = createScriptedProvider({ script: scenario().calls("act", {}).next().says("Paid.") });
  const provider: Provider = {
    ...leads,
    stream: (request, io) =>
      (request.tools.some(({ name }) => name === "run_phase") ? leads : pays).stream(request, io),
  };
  return { agents: [lead, payer], provider };
}

Deno.test("S8: a tool of a worker that needs no approval has no effect, and runs for real where it is named and no once", async () => {
  for (const effect of EFFECTS) {
    for (const real of [[], ["act"]]) {
      const { effects, tool } = counted(effect);
      const { agents: [agent, payer], provider } = leadAndWorker(tool);
      const refused = real.length > 0 && effect === "once";
      const count = await effectsOf(effects, { agent }, {
        agents: [payer],
        deployment: { providers: [provider] },
        cases: [{ input: "go" }],
        real,
      });
      assert.deepEqual(count, refused ? "invalid_request" : real.length, `${effect}, real: ${real.join()}`);
    }
  }
});

Deno.test("S8: a call that a worker holds leaves its case waiting, and the case fails unless it says so", async () => {
  const { effects, tool } = counted("keyed", { needsApproval: true });
  const { agents: [lead, payer], provider } = leadAndWorker(tool);
  const run = (more: Partial<AgentEvaluationDefinition>) =>
    runEvaluation(defineEvaluation({
      name: "held",
      agent: lead,
      agents: [payer],
      deployment: { providers: [provider] },
      stubs: [{ tool: "act", outcomes: [{ output: "paid" }] }],
      cases: [{ input: "go" }],
      ...more,
    }));
  const { passed, results } = await run({});
  assert.deepEqual([passed, results[0]?.problems], [false, ["run: the thread still waits"]]);
  assert.equal((await run({ gates: [{ type: "status", is: "waiting" }] })).passed, true);
  assert.equal(effects.count, 0);
});
