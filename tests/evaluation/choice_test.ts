// S8: the evaluation of a choice with known mistakes has exactly the known numbers.

import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import type { RemoteToolSource } from "../../src/core/tool/tool_source.ts";
import { defineEvaluation } from "../../src/evaluation/define.ts";
import { definePlugin } from "../../src/http/define_plugin.ts";
import { toolSelection } from "../../src/plugins/selection/mod.ts";
import { scenario } from "../../src/providers/scripted/scenario.ts";
import { testModel } from "../support/model.ts";
import { modelByInput } from "./_models.ts";
import { runEvaluation } from "./_run.ts";

const tool = (name: string) =>
  defineTool({ name, description: name, parameters: ["q"], run: () => assert.fail("nothing runs") });

const agent = defineAgent({
  name: "chooser",
  model: "scripted/m",
  instructions: "Choose.",
  tools: ["a", "b", "c"].map(tool),
});

/** Ten cases: five right, one wrong tool, one wrong beside a right one, one missed, one incomplete, one called for nothing. */
const CASES = [
  { input: "a1", expected: ["a"], calls: [["a", { q: "x" }]], args: { q: "x" } },
  { input: "a2", expected: ["a"], calls: [["b", { q: "x" }]] },
  { input: "a3", expected: ["a"], calls: [["a", { q: "x" }], ["c", { q: "x" }]] },
  { input: "a4", expected: ["a"], calls: [] },
  { input: "b1", expected: ["b"], calls: [["b", { q: 7 }]], args: { q: "y" } },
  { input: "bc", expected: ["b", "c"], calls: [["c", { q: "x" }], ["b", { q: "x" }]] },
  { input: "bc2", expected: ["b", "c"], calls: [["b", {}]] },
  { input: "none1", expected: null, calls: [] },
  { input: "none2", expected: [], calls: [] },
  { input: "none3", expected: null, calls: [["c", "{"]] },
] as const;

const evaluation = defineEvaluation({
  name: "choice",
  kind: "choice",
  agent,
  deployment: {
    providers: [modelByInput(Object.fromEntries(CASES.map(({ input, calls }) => [
      input,
      calls.reduce(
        (script, [name, args]) => script.calls(name, args),
        calls.length === 0 ? scenario().says("No tool.") : scenario(),
      ),
    ])))],
  },
  cases: CASES.map((each) => ({
    input: each.input,
    category: each.expected === null || each.expected.length === 0 ? "no tool" : "tool",
    expected: each.expected === null ? null : [...each.expected],
    ...("args" in each ? { args: [{ name: each.expected[0], arguments: each.args }] } : {}),
  })),
  thresholds: { accuracy: { least: 0.5 }, "false positive rate": { most: 0.3 } },
});

Deno.test("S8: accuracy, false positives, wrong tools and arguments of a model with known mistakes are exact", async () => {
  const report = await runEvaluation(evaluation);
  const shown = Object.fromEntries(
    report.measures.filter(({ category }) => category === null)
      .map(({ name, value, n, low, high }) => [name, [value, n, low?.toFixed(4), high?.toFixed(4)]]),
  );
  // Wilson by hand with z = 1.95996: center (p + z²/2n)/(1 + z²/n), half z/(1 + z²/n) sqrt(p(1-p)/n + z²/4n²).
  assert.deepEqual(shown, {
    "accuracy": [0.5, 10, "0.2366", "0.7634"],
    "false positive rate": [1 / 3, 3, "0.0615", "0.7923"],
    "wrong tool rate": [2 / 7, 7, "0.0822", "0.6411"],
    "missed rate": [1 / 7, 7, "0.0257", "0.5131"],
    "incomplete rate": [1 / 7, 7, "0.0257", "0.5131"],
    // Nine calls in seven cases; the variance between the cases is that of 6.3 independent calls, and seven is the least.
    "argument validity": [6 / 9, 9, "0.3209", "0.8944"],
    "argument match": [0.5, 2, "0.0945", "0.9055"],
  });
});

Deno.test("S8: a choice that is refused counts as it was, and not as the model corrects it", async () => {
  const model = testModel(({ messages }, index) => {
    const [first] = messages;
    const isEndless = first?.role === "user" && first.text === "endless";
    return { calls: [index === 0 || isEndless ? "none_such" : "a"] };
  }, { name: "scripted" });
  for (const input of ["once", "endless"]) {
    model.requests.length = 0;
    const { measures, results } = await runEvaluation(defineEvaluation({
      name: "refused",
      kind: "choice",
      agent,
      deployment: { providers: [model.provider] },
      cases: [{ input, expected: ["a"] }],
    }));
    const values = Object.fromEntries(measures.map(({ name, value }) => [name, value]));
    assert.deepEqual([values.accuracy, values["wrong tool rate"], values["argument validity"]], [0, 1, 0]);
    assert.deepEqual(results.map(({ passed }) => passed), [0]);
  }
});

Deno.test("S8: the matrix has each expected and called tool once, and no tool as a row and a column", async () => {
  const { matrix } = await runEvaluation(evaluation);
  assert.deepEqual(matrix, {
    names: ["a", "b", "c", "(none)"],
    counts: [
      [2, 1, 0, 1], // a: called twice, b for it once, missed once
      [0, 3, 0, 0],
      [0, 0, 1, 1], // c: incomplete once
      [0, 0, 2, 2], // none: c beside a, c for nothing; twice right
    ],
  });
});

Deno.test("S8: measures by category, gates by thresholds and the problems of each case are in the report", async () => {
  const report = await runEvaluation(evaluation);
  const accuracy = report.measures.filter(({ name }) => name === "accuracy");
  assert.deepEqual(accuracy.map(({ category, value, n }) => [category, value, n]), [
    [null, 0.5, 10],
    ["no tool", 2 / 3, 3],
    ["tool", 3 / 7, 7],
  ]);
  assert.deepEqual(report.gates.map(({ name, held }) => [name, held]), [
    ["accuracy", true],
    ["false positive rate", false],
  ]);
  assert.equal(report.passed, false);
  assert.deepEqual(report.results.map(({ id, passed }) => [id, passed]), [
    ["1", 1],
    ["2", 0],
    ["3", 0],
    ["4", 0],
    ["5", 1],
    ["6", 1],
    ["7", 0],
    ["8", 1],
    ["9", 1],
    ["10", 0],
  ]);
  assert.deepEqual(report.results[1]?.problems, ['wrong_tool: expected a, called b; asked "a2"']);
  assert.match(report.results[4]?.problems[0] ?? "", /^b\/q: must be string/);
  assert.match(report.results[9]?.problems.join(" ") ?? "", /c: the arguments are no JSON object/);
});

Deno.test("S8: a case may offer tools of its own, and match any of the expected ones", async () => {
  const script = scenario().calls("d", { n: 1 });
  const report = await runEvaluation(defineEvaluation({
    name: "own",
    kind: "choice",
    agent,
    deployment: { providers: [modelByInput({ go: script })] },
    cases: [{
      input: "go",
      offered: ["a", { name: "d", parameters: { type: "object", properties: { n: { type: "integer" } } } }],
      expected: ["a", "d"],
      match: "any",
    }],
  }));
  assert.deepEqual(report.measures.slice(0, 1).map(({ value, n }) => [value, n]), [[1, 1]]);
  assert.deepEqual(report.matrix, { names: ["d", "(none)"], counts: [[1, 0], [0, 0]] });
});

Deno.test("S8: a choice is made among the tools of servers and catalogues too, which a case may offer and expect", async () => {
  const server: RemoteToolSource = {
    name: "crm",
    prefix: "crm_",
    settings: {},
    env: [],
    tools: () => ({ tools: [tool("crm_find")], warnings: [] }),
  };
  const beyond = defineAgent({
    name: "beyond",
    model: "scripted/m",
    instructions: "Choose.",
    tools: [tool("a")],
    toolSources: [server],
    selection: toolSelection({ tools: [tool("refund"), tool("ship")] }),
  });
  const asked: Record<string, readonly string[]> = {};
  const model = modelByInput({
    "crm": scenario().calls("crm_find", { q: "x" }),
    "refund": scenario().calls("refund", { q: "x" }),
    "bridge": scenario().calls("call_tool", { name: "refund", arguments: { q: "x" } }),
  });
  const report = await runEvaluation(defineEvaluation({
    name: "beyond",
    kind: "choice",
    agent: beyond,
    deployment: {
      providers: [{
        ...model,
        stream: (request, io) => {
          asked[JSON.stringify(request.messages.at(-1))] = request.tools.map(({ name }) => name);
          return model.stream(request, io);
        },
      }],
    },
    cases: [
      { input: "crm", expected: ["crm_find"] },
      { input: "bridge", expected: ["refund"] },
      { input: "refund", expected: ["refund"], offered: ["refund", "crm_find"] },
    ],
  }));
  assert.deepEqual(report.results.map(({ passed, problems }) => [passed, problems]), [[1, []], [1, []], [
    1,
    [],
  ]]);
  assert.deepEqual(Object.values(asked).at(-1), ["refund", "crm_find"]);
  const unknown = defineEvaluation({
    name: "unknown",
    kind: "choice",
    agent: beyond,
    deployment: { providers: [model] },
    cases: [{ input: "crm", expected: null, offered: ["nobody"] }],
  });
  const { failures, passed } = await runEvaluation(unknown);
  assert.deepEqual([passed, failures.map(({ code }) => code)], [false, ["tool_unknown"]]);
});

Deno.test("S8: a choice has the tools of plugins, and a search of the catalogue is none: the model goes on behind it", async () => {
  const brings = definePlugin({ name: "brings", compile: () => ({ tools: [tool("note")] }) });
  const searching = defineAgent({
    name: "searching",
    model: "scripted/m",
    instructions: "Choose.",
    tools: [tool("a")],
    selection: toolSelection({ tools: [tool("refund"), tool("ship")], offer: 0 }),
  });
  const search = scenario().calls("search_tools", { query: "refund" });
  const report = await runEvaluation(defineEvaluation({
    name: "beyond",
    kind: "choice",
    agent: searching,
    deployment: {
      plugins: [brings],
      providers: [modelByInput({
        plugin: scenario().calls("note", { q: "x" }),
        found: search.next().calls("call_tool", { name: "refund", arguments: { q: "x" } }),
        nothing: search.next().says("There is no such tool."),
        named: scenario().calls("note", { q: "x" }),
      })],
    },
    cases: [
      { input: "plugin", expected: ["note"] },
      { input: "found", expected: ["refund"] },
      { input: "nothing", expected: null },
      { input: "named", expected: ["note"], offered: ["a", "note"] },
    ],
  }));
  assert.deepEqual(report.results.map(({ passed, problems }) => [passed, problems]), [
    [1, []],
    [1, []],
    [1, []],
    [1, []],
  ]);
  assert.deepEqual(report.failures, []);
});
