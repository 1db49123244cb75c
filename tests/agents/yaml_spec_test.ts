import assert from "node:assert/strict";
import * as z from "zod";
import { bindAgent } from "../../src/agents/agent_source.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { type AgentYaml, formatYamlProblem, parseAgentYaml } from "../../src/agents/yaml/spec.ts";
import { AgentError } from "../../src/core/error.ts";
import { asSent } from "../support/as_sent.ts";

const weather = defineTool({
  name: "get_weather",
  description: "Weather.",
  parameters: z.object({ city: z.string().min(1), days: z.number().int().optional() }),
  effect: "pure",
  run: ({ city }) => ({ city }),
});
const note = defineTool({ name: "note", description: "Notes.", run: (args) => args });
const tools = [weather, note];

function parse(text: string): AgentYaml {
  return parseAgentYaml(text, {
    file: "a.yaml",
    tools,
    drivers: ["tool_calling", "scripted"],
    providers: ["openai", "scripted"],
  });
}

/** The problems of a text, as a person reads them. */
function problemsOf(text: string): string[] {
  const result = parse(text);
  return result.type === "problems" ? result.problems.map(formatYamlProblem) : [];
}

const FULL = `
apiVersion: treadle/v1
kind: Agent
metadata:
  name: travel
  description: Travels.
  examples: [Where is it warm?]
spec:
  planner:
    type: react
    config:
      system_prompt: Look it up.
      tool_descriptions:
        - name: get_weather
          description: One city's weather.
          args: [{name: city, description: In English}]
        - name: note
          args: [text]
          prompt_chars: 700
      use_function_calling: true
      max_parallel_tool_calls: 2
      tool_choice: {type: function, function: {name: get_weather}}
      history_form: text
      inference_gateway: fast
  plan: {phases: [look, answer]}
  limits: {steps_per_run: 5, tokens: 1000, step_ms: 9000, history_tokens: 9000, output_chars: 2000}
  compaction: {after_entries: 40, keep_entries: 10, after_tokens: 8000, keep_tokens: 4000, model: openai/gpt-5-nano, instructions: Only names.}
  clear_tool_results: {after_tokens: 9000, keep_calls: 4, at_least_tokens: 500, except_tools: [note]}
  reminder: {text: Keep to the job., every_steps: 5}
  plugins: {at-most: {times: 2, perTool: {get_weather: 1}}}
  throw_on_tool_failure: true
  stop_on_tool_block: true
  on_context_required: ask
resources:
  inference_gateways:
    - {name: slow, type: openai, config: {model: gpt-5}}
    - name: fast
      type: openai
      config: {model: gpt-5-mini, tool_choice: any, temperature: 0, top_p: 0.5, max_output_tokens: 100, reasoning_effort: low, api: chat}
`;

Deno.test("D1: every part of an agent file arrives in the agent", () => {
  const result = parse(FULL);
  assert(result.type === "source", JSON.stringify(result));
  assert.deepEqual(result.source, {
    name: "travel",
    description: "Travels.",
    examples: ["Where is it warm?"],
    model: "openai/gpt-5-mini",
    settings: { maxOutputTokens: 100, temperature: 0, topP: 0.5, reasoningEffort: "low", api: "chat" },
    gatewayToolChoice: { type: "required" },
    instructions: "Look it up.",
    tools: [
      {
        name: "get_weather",
        description: "One city's weather.",
        args: [{ name: "city", description: "In English" }],
      },
      { name: "note", args: ["text"], promptChars: 700 },
    ],
    toolChoice: { type: "tool", name: "get_weather" },
    driver: "tool_calling",
    historyForm: "text",
    plan: { phases: ["look", "answer"] },
    limits: {
      stepsPerRun: 5,
      tokens: 1000,
      stepMs: 9000,
      parallelCalls: 2,
      historyTokens: 9000,
      outputChars: 2000,
    },
    compaction: {
      afterEntries: 40,
      keepEntries: 10,
      afterTokens: 8000,
      keepTokens: 4000,
      model: "openai/gpt-5-nano",
      instructions: "Only names.",
    },
    clearToolResults: { afterTokens: 9000, keepCalls: 4, atLeastTokens: 500, exceptTools: ["note"] },
    reminder: { text: "Keep to the job.", everySteps: 5 },
    plugins: { "at-most": { times: 2, perTool: { get_weather: 1 } } },
    throwOnToolFailure: true,
    stopOnToolBlock: true,
    onContextRequired: "ask",
  });
  const agent = bindAgent(result.source, tools);
  assert.equal(agent.limits.stepsPerRun, 5);
  assert.equal(agent.tools[0]?.description, "One city's weather.");
  assert.deepEqual(agent.tools.map(({ name, promptChars }) => [name, promptChars]), [
    ["get_weather", undefined],
    ["note", 700],
    ["read_output", undefined],
  ]);
});

Deno.test("D3: a listed argument keeps its real type; without a real schema it is a required string", () => {
  const result = parse(FULL);
  assert(result.type === "source");
  const [bound, noted] = bindAgent(result.source, tools).tools;
  assert.deepEqual(bound?.parameters, {
    type: "object",
    properties: { city: { type: "string", minLength: 1, description: "In English" } },
    required: ["city"],
    additionalProperties: false,
  });
  assert.deepEqual(noted?.parameters, {
    type: "object",
    properties: { text: { type: "string" } },
    required: ["text"],
    additionalProperties: false,
  });
});

Deno.test("D3: a JSON Schema in the file narrows the implementation's", () => {
  const result = parse(
    config("tool_descriptions: [{name: get_weather, args: {properties: {city: {enum: [Paris, Oslo]}}}}]"),
  );
  assert(result.type === "source", JSON.stringify(result));
  assert.deepEqual(bindAgent(result.source, tools).tools[0]?.parameters, {
    type: "object",
    properties: { city: { type: "string", minLength: 1, enum: ["Paris", "Oslo"] } },
    required: ["city"],
    additionalProperties: false,
  });
});

function config(line: string): string {
  return `metadata: {name: a}\nspec:\n  planner:\n    type: tool_calling\n    config:\n      ${line}\n`;
}

const minimal = "metadata: {name: a}\nspec: {planner: {type: tool_calling}}\n";

Deno.test("D1: the smallest agent file", () => {
  assert.deepEqual(asSent(parse(minimal)), {
    type: "source",
    source: { name: "a", tools: [], driver: "tool_calling", limits: {} },
  });
});

const T = "spec.planner.config.tool_descriptions[0]";
const WRONG: readonly [string, string, string][] = [
  ["nothing", "", "a.yaml:1:1 The file is empty. Fix: write an agent: metadata and spec."],
  ["a list", "- a", "a.yaml:1:1 has the wrong type. Fix: write an object."],
  [
    "no name",
    "metadata: {}\nspec: {planner: {type: tool_calling}}",
    "a.yaml:1:11 metadata.name: is missing. Fix: add a string.",
  ],
  [
    "a bad name",
    minimal.replace("name: a", "name: my agent"),
    'a.yaml:1:18 metadata.name: "my agent" is no name for an agent. Fix: use up to 64',
  ],
  [
    "an empty example",
    minimal.replace("name: a", 'name: a, examples: [""]'),
    "a.yaml:1:32 metadata.examples[0]: is empty. Fix: write some text",
  ],
  [
    "a mistyped key",
    config("max_paralel_tool_calls: 2"),
    'a.yaml:6:7 spec.planner.config.max_paralel_tool_calls: unknown key. Fix: remove it. Did you mean "max_parallel_tool_calls"?',
  ],
  [
    "a wrong type",
    config("max_parallel_tool_calls: two"),
    "a.yaml:6:32 spec.planner.config.max_parallel_tool_calls: has the wrong type. Fix: write a number.",
  ],
  [
    "a number too small",
    config("max_parallel_tool_calls: 0"),
    "a.yaml:6:32 spec.planner.config.max_parallel_tool_calls: 0 is too small. Fix: write a whole number from 1.",
  ],
  [
    "a reminder too often",
    minimal.replace("spec: {", "spec: {reminder: {text: Go on., every_steps: 0}, "),
    "a.yaml:2:46 spec.reminder.every_steps: 0 is too small. Fix: write a whole number from 1.",
  ],
  [
    "a word that is none of several",
    config("history_form: verse"),
    "a.yaml:6:21 spec.planner.config.history_form: unknown value. Fix: write native or text.",
  ],
  [
    "an unknown driver",
    minimal.replace("tool_calling", "tool_caling"),
    'a.yaml:2:24 spec.planner.type: There is no driver "tool_caling". Fix: write tool_calling or scripted. Did you mean "tool_calling"?',
  ],
  [
    "react, which does not exist yet",
    minimal.replace("tool_calling", "react"),
    'a.yaml:2:24 spec.planner.type: There is no driver "react". Fix: write tool_calling or scripted. Or set use_function_calling: true in config.',
  ],
  [
    "the planner of another format",
    minimal.replace("tool_calling", "ReActPlanner"),
    'a.yaml:2:24 spec.planner.type: There is no driver "ReActPlanner". Fix: write tool_calling or scripted. Or set use_function_calling: true in config.',
  ],
  [
    "the gateway of no provider",
    `${minimal}resources: {inference_gateways: [{name: x, type: OpenSkyGateway, config: {model: m}}]}`,
    'a.yaml:3:50 resources.inference_gateways[0].type: There is no provider "OpenSkyGateway". Fix: write',
  ],
  [
    "tool calling without function calling",
    config("use_function_calling: false"),
    "a.yaml:6:29 spec.planner.config.use_function_calling: tool_calling always uses function calling.",
  ],
  [
    "a tool without implementation",
    config("tool_descriptions: [{name: get_wether}]"),
    `a.yaml:6:34 ${T}.name: "get_wether" has no implementation. Fix: export a tool of that name from tools.ts. Did you mean "get_weather"?`,
  ],
  [
    "a tool described twice",
    config("tool_descriptions: [{name: note}, {name: note}]"),
    'a.yaml:6:48 spec.planner.config.tool_descriptions[1].name: "note" is described twice.',
  ],
  [
    "an argument the implementation lacks",
    config("tool_descriptions: [{name: get_weather, args: [city, town]}]"),
    `a.yaml:6:60 ${T}.args[1]: "town" is no argument of the implementation, which takes city, days.`,
  ],
  [
    "a required argument left out",
    config("tool_descriptions: [{name: get_weather, args: [days]}]"),
    `a.yaml:6:53 ${T}.args: leaves out city, which the implementation requires. Fix: add city.`,
  ],
  [
    "another type than the implementation's",
    config("tool_descriptions: [{name: get_weather, args: {properties: {city: {type: number}}}}]"),
    `a.yaml:6:80 ${T}.args.properties.city.type: is another than the implementation's "string". Fix: remove it here or change tools.ts.`,
  ],
  [
    "arguments that are neither",
    config("tool_descriptions: [{name: note, args: {city: string}}]"),
    `a.yaml:6:46 ${T}.args: is neither a list nor a JSON Schema of an object. Fix: list the arguments: [city], with types: [{name: city, type: string}], or write a JSON Schema: {properties: {city: {type: string}}}.`,
  ],
  [
    "an argument that is none",
    config("tool_descriptions: [{name: note, args: [7]}]"),
    `a.yaml:6:47 ${T}.args[0]: is no argument. Fix: write its name`,
  ],
  [
    "a broken schema",
    config("tool_descriptions: [{name: note, args: {properties: {a: {type: strng}}}}]"),
    `a.yaml:6:70 ${T}.args.properties.a.type: is "strng". Fix: write one of array`,
  ],
  [
    "a tool choice that is none",
    config("tool_choice: {type: maybe}"),
    "a.yaml:6:20 spec.planner.config.tool_choice: is no tool choice. Fix: write auto, none",
  ],
  [
    "a tool choice of no tool",
    config("tool_choice: get_weather"),
    'a.yaml:6:20 spec.planner.config.tool_choice: there is no tool named "get_weather".',
  ],
  [
    "two prompts",
    `${minimal}`.replace("spec: {", "spec: {instructions: x, ").replace(
      "tool_calling}",
      "tool_calling, config: {system_prompt: y}}",
    ),
    "a.yaml:2:79 spec.planner.config.system_prompt: spec.instructions says the same. Fix: keep one",
  ],
  [
    "two executions",
    config("tool_choice: predict\n      execution: loop"),
    "a.yaml:7:18 spec.planner.config.execution: tool_choice says predict.",
  ],
  [
    "an unknown provider",
    `${minimal}resources: {inference_gateways: [{name: x, type: opnai, config: {model: m}}]}`,
    'a.yaml:3:50 resources.inference_gateways[0].type: There is no provider "opnai". Fix: write openai or scripted. Did you mean "openai"?',
  ],
  [
    "an unknown gateway",
    config("inference_gateway: fast"),
    'a.yaml:6:26 spec.planner.config.inference_gateway: There is no gateway "fast". Fix: define it',
  ],
  [
    "two gateways and no choice",
    `${minimal}resources: {inference_gateways: [{name: x, type: openai, config: {model: m}}, {name: y, type: openai, config: {model: m}}]}`,
    "a.yaml:3:33 resources.inference_gateways: has several gateways and none is chosen. Fix: add inference_gateway: x or y",
  ],
  [
    "a gateway without model",
    `${minimal}resources: {inference_gateways: [{name: x, type: openai, config: {}}]}`,
    "a.yaml:3:66 resources.inference_gateways[0].config.model: is missing.",
  ],
  [
    "compaction that is never due",
    minimal.replace("spec: {", "spec: {compaction: {keep_tokens: 5}, "),
    "a.yaml:2:20 spec.compaction.after_entries: is missing, and after_tokens is too.",
  ],
  [
    "compaction by tokens that the window does not hold",
    minimal.replace("spec: {", "spec: {limits: {history_tokens: 900}, compaction: {after_tokens: 900}, "),
    "a.yaml:2:66 spec.compaction.after_tokens: is not reached in a window of 900 tokens. Fix: write a number below 900, or raise spec.limits.history_tokens.",
  ],
  [
    "compaction that keeps all",
    minimal.replace("spec: {", "spec: {compaction: {after_entries: 5, keep_entries: 5}, "),
    "a.yaml:2:53 spec.compaction.keep_entries: keeps as much as there is.",
  ],
  [
    "a summary by the provider that keeps entries",
    minimal.replace("spec: {", "spec: {compaction: {after_entries: 5, keep_entries: 2, by: provider}, "),
    "a.yaml:2:53 spec.compaction.keep_entries: is there, but by says that the provider makes the summary, of all but the newest answer.",
  ],
  [
    "a duplicate key",
    `${minimal}metadata: {name: b}\n`,
    "a.yaml:3:1 Map keys must be unique. Fix: remove one of the two, or merge them.",
  ],
  [
    "planner beside spec",
    "metadata: {name: a}\nspec: {}\nplanner: {type: tool_calling}\n",
    "a.yaml:3:1 planner: unknown key. Fix: move it under spec.",
  ],
  [
    "a tool choice of another tool",
    config("tool_choice: get_time\n      tool_descriptions: [{name: get_weather}, {name: note}]"),
    'a.yaml:6:20 spec.planner.config.tool_choice: there is no tool named "get_time". Fix: choose one of the agent\'s tools: get_weather, note.',
  ],
  [
    "a plan with a number that is none",
    `${minimal.replace("spec: {", "spec: {plan: {n: .nan}, ")}`,
    "a.yaml:2:18 spec.plan.n: is NaN, a number that JSON does not have. Fix: write a finite number",
  ],
  [
    "a plan that contains itself",
    minimal.replace("spec: {", "spec: {plan: &p {x: *p}, "),
    "a.yaml:2:21 The alias *p stands inside its own anchor &p, so the value would contain itself. Fix: write the value out",
  ],
  [
    "a model with spaces",
    `${minimal}resources: {inference_gateways: [{name: x, type: openai, config: {model: gpt 5 x}}]}`,
    'a.yaml:3:74 resources.inference_gateways[0].config.model: "gpt 5 x" holds a space. Fix: write',
  ],
  [
    "a time that no timer knows",
    minimal.replace("spec: {", "spec: {limits: {step_ms: 2147483648}, "),
    "a.yaml:2:26 spec.limits.step_ms: 2147483648 is too big. Fix: write a number up to 2147483647.",
  ],
  [
    "compaction that is never reached",
    minimal.replace(
      "spec: {",
      "spec: {limits: {history_entries: 9}, compaction: {after_entries: 9, keep_entries: 5}, ",
    ),
    "a.yaml:2:66 spec.compaction.after_entries: is not reached in a window of 9 entries. Fix: write a number below 9",
  ],
  [
    "half a call",
    config("max_parallel_tool_calls: 1.5"),
    "a.yaml:6:32 spec.planner.config.max_parallel_tool_calls: has the wrong type. Fix: write a whole number.",
  ],
  [
    "a list that is an object",
    config("tool_descriptions: {name: note}"),
    "a.yaml:6:26 spec.planner.config.tool_descriptions: has the wrong type. Fix: write a list, with `-` before each item.",
  ],
  [
    "a tool that is only named",
    config("tool_descriptions: [note]"),
    `a.yaml:6:27 ${T}: has the wrong type. Fix: write an object: {name: note}.`,
  ],
  [
    "a prompt that begins with @",
    config("system_prompt: @you"),
    "a.yaml:6:22 Plain value cannot start with reserved character @. Fix: put the whole value in quotes",
  ],
  [
    "a prompt that begins with a backtick",
    config("system_prompt: `x`"),
    "a.yaml:6:22 Plain value cannot start with reserved character `. Fix: put the whole value in quotes",
  ],
  [
    "a template",
    config("system_prompt: {{ x }}"),
    'a.yaml:6:23 A key is no text. `{` begins an object in YAML, so `{{ x }}` is an object as a key. Fix: put the whole value in quotes: "{{ x }}".',
  ],
  [
    "two colons",
    config("system_prompt: You are: helpful"),
    "a.yaml:6:22 A second `: ` on one line begins an object inside the value. Fix: put the whole value in quotes",
  ],
  [
    "an open bracket",
    "metadata: {name: a\nspec: x\n",
    "a.yaml:2:1 Flow map in block collection must be sufficiently indented and end with a }. Fix: close the bracket",
  ],
  ["a tab", "metadata:\n\tname: a", "a.yaml:2:1 Tabs are not allowed as indentation"],
  ["two documents", `${minimal}---\n${minimal}`, "a.yaml:3:1 A file holds one agent"],
  ["an unknown tag", minimal.replace("name: a", "name: !!js/function a"), "a.yaml:1:18 Unresolved tag"],
  [
    "an alias that leads nowhere",
    minimal.replace("name: a", "name: *a"),
    "a.yaml:1:18 No anchor &a stands before this alias",
  ],
  [
    "settings of a driver",
    config("driver_config: {retries: 2}"),
    "a.yaml:6:7 spec.planner.config.driver_config: unknown key. Fix: remove it; drivers take no settings of their own.",
  ],
  [
    "a number that is none",
    minimal.replace("spec: {", "spec: {plan: {n: .nan}, "),
    "a.yaml:2:18 spec.plan.n:",
  ],
];
for (const [what, text, expected] of WRONG) {
  Deno.test(`D1: an agent file with ${what} is refused with its place and the fix`, () => {
    const problems = problemsOf(text);
    assert(problems.some((problem) => problem.startsWith(expected)), `${problems.join("\n")}\n${expected}`);
    for (const problem of problems) {
      assert.match(problem, / Fix: \S/);
      assert.doesNotMatch(problem, /correct the YAML|\ba (object|int|array)\b/);
    }
  });
}

const NARROWED: readonly [string, string, RegExp][] = [
  [
    "an argument the implementation lacks",
    "{properties: {city: {}, town: {}}}",
    /\.town: "town" is no argument/,
  ],
  [
    "too few arguments",
    "{properties: {days: {}}}",
    /\.properties: lacks city, which is required\. Fix: add city\./,
  ],
  [
    "a required argument it does not list",
    "{properties: {city: {}}, required: [days]}",
    /lacks days, which is required/,
  ],
  ["an argument listed twice", "[city, city]", /names city a second time/],
  [
    "an argument with another key",
    "[{name: city, format: date}]",
    /\[0\]\.format: is not a part of a listed argument/,
  ],
  [
    "another type",
    "[{name: city, type: number}]",
    /args\[0\]\.type: is another than the implementation's "string"/,
  ],
  [
    "a type that is none",
    "[{name: city, type: str}]",
    /\[0\]\.type: is no type\. Fix: .* Did you mean "string"\?/,
  ],
  [
    "a required argument as optional",
    "[{name: city, required: false}]",
    /\.required: the implementation requires city/,
  ],
  ["values that are no list", "[{name: city, enum: Oslo}]", /\.enum: is no list of values/],
  [
    "a required that is text",
    "[{name: city, required: yes}]",
    /\.required: has the wrong type\. Fix: write true or false/,
  ],
  [
    "a map of one key",
    "[{city: string}]",
    /is no argument\. Fix: write its name, or \{name: city, type: string\}/,
  ],
  [
    "names that every object has",
    "[city, toString]",
    /args\[1\]: "toString" is no argument of the implementation/,
  ],
  [
    "a schema's names that every object has",
    "{properties: {city: {}, constructor: {}}}",
    /"constructor" is no argument/,
  ],
  ["text instead of a list", "city", /is neither a list nor a JSON Schema/],
];
for (const [what, args, says] of NARROWED) {
  Deno.test(`D3: arguments that are not the implementation's are refused: ${what}`, () => {
    const problems = problemsOf(config(`tool_descriptions: [{name: get_weather, args: ${args}}]`));
    assert(problems.some((problem) => says.test(problem)), problems.join("\n"));
  });
}

Deno.test("D3: a listed argument may have a type, values and be optional", () => {
  const args =
    "[{name: n, type: integer}, {name: unit, enum: [C, F], required: false}, {name: on, type: boolean, description: d}]";
  const result = parse(config(`tool_descriptions: [{name: note, args: ${args}}]`));
  assert(result.type === "source", JSON.stringify(result));
  assert.deepEqual(bindAgent(result.source, tools).tools[0]?.parameters, {
    type: "object",
    properties: {
      n: { type: "integer" },
      unit: { type: "string", enum: ["C", "F"] },
      on: { type: "boolean", description: "d" },
    },
    required: ["n", "on"],
    additionalProperties: false,
  });
});

Deno.test("D3: a listed argument may say again, and more narrowly, what the implementation says", () => {
  const args = "[{name: city, type: string, enum: [Oslo]}, {name: days, type: integer, required: true}]";
  const result = parse(config(`tool_descriptions: [{name: get_weather, args: ${args}}]`));
  assert(result.type === "source", JSON.stringify(result));
  const parameters = bindAgent(result.source, tools).tools[0]?.parameters;
  assert.deepEqual(parameters?.required, ["city", "days"]);
  assert.deepEqual(parameters?.properties, {
    city: { type: "string", minLength: 1, enum: ["Oslo"] },
    days: { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  });
});

Deno.test("D3: fewer values than the implementation's narrow it, others do not", () => {
  const pick = defineTool({
    name: "pick",
    description: "",
    parameters: z.object({ unit: z.enum(["C", "F"]) }),
    run: () => null,
  });
  const yaml = (values: string) =>
    parseAgentYaml(config(`tool_descriptions: [{name: pick, args: [{name: unit, enum: ${values}}]}]`), {
      file: "a.yaml",
      tools: [pick],
    });
  assert.equal(yaml("[C]").type, "source");
  assert.equal(yaml("[C, K]").type, "problems");
});

Deno.test("D1: the efforts xhigh and max arrive in the agent", () => {
  for (const effort of ["xhigh", "max"]) {
    const result = parse(FULL.replace("reasoning_effort: low", `reasoning_effort: ${effort}`));
    assert(result.type === "source");
    assert.equal(result.source.settings?.reasoningEffort, effort);
  }
});

Deno.test("D1: without the list of tools only the shape of their arguments is checked", () => {
  const text = config("tool_descriptions: [{name: elsewhere, args: {properties: {a: {type: strng}}}}]");
  const result = parseAgentYaml(text, { file: "a.yaml" });
  assert(result.type === "problems" && result.problems.length === 1);
  assert.match(result.problems[0]?.message ?? "", /"strng"/);
});

Deno.test("D1: an alias bomb is refused, a shared setting is not", () => {
  const bomb = ["a: &a [1,1,1,1,1,1,1,1,1]"];
  for (let letter = 0; letter < 8; letter++) {
    const [from, to] = ["abcdefghi"[letter], "abcdefghi"[letter + 1]];
    bomb.push(`${to}: &${to} [${Array(9).fill(`*${from}`).join(",")}]`);
  }
  const [problem] = problemsOf(`${minimal}x:\n  ${bomb.join("\n  ")}\n`);
  assert.match(problem ?? "", /Aliases repeat more than 100 values/);

  const shared = `metadata: {name: &n a, description: *n}\nspec: {planner: {type: tool_calling}}`;
  assert.equal(parse(shared).type, "source");
});

Deno.test("D1: problems point through an alias to what is written", () => {
  const text = config("execution: &c 7\n      history_form: *c");
  assert.match(problemsOf(text)[1] ?? "", /^a\.yaml:7:21 spec\.planner\.config\.history_form:/);
});

Deno.test("D1: all problems of a file are told at once", () => {
  const text = config(
    "tool_choice: gone\n      tool_descriptions: [{name: nowhere}]\n      inference_gateway: none",
  );
  assert.equal(problemsOf(text).length, 3);
});

Deno.test("D1: a tool that is gone since the file was compiled is an invalid agent", () => {
  const result = parse(FULL);
  assert(result.type === "source");
  const { source } = result;
  assert.throws(
    () => bindAgent(source, [note]),
    (error) =>
      error instanceof AgentError && error.code === "agent_invalid" && /get_weather/.test(error.message),
  );
});

/** The smallest file with a gateway, and lines of the planner's config. */
function withGateway(gateway: string, planner = ""): string {
  return `metadata: {name: a}
spec: {planner: {type: tool_calling, config: {tool_descriptions: [{name: note}]${planner}}}}
resources: {inference_gateways: [{name: g, type: scripted, config: {model: demo, tool_choice: ${gateway}}}]}
`;
}

for (const execution of ["predict", "execute", "generate"]) {
  Deno.test(`D1: a gateway's tool choice ${execution} sets the execution of the agent`, () => {
    const result = parse(withGateway(execution));
    assert(result.type === "source", JSON.stringify(result));
    assert.equal(bindAgent(result.source, tools).execution, execution);
  });
}

Deno.test("D1: disable_parallel_tool_use in a file limits the plans of the agent to one call", () => {
  const one = "{type: auto, disable_parallel_tool_use: true}";
  const callsOf = (text: string) => {
    const result = parse(text);
    assert(result.type === "source", JSON.stringify(result));
    return bindAgent(result.source, tools).limits.parallelCalls;
  };
  assert.equal(callsOf(config(`tool_choice: ${one}`)), 1);
  assert.equal(callsOf(withGateway(one)), 1);
  assert.equal(callsOf(withGateway(one, ", max_parallel_tool_calls: 3")), 3);
  const [problem] = problemsOf(config(`tool_choice: ${one}\n      max_parallel_tool_calls: 3`));
  assert.match(
    problem ?? "",
    /^a\.yaml:7:32 spec\..*_tool_calls: tool_choice allows one call\. Fix: keep one/,
  );
});

Deno.test("D1: what the planner says about tools ranks above a gateway's execution", () => {
  const executionOf = (text: string) => {
    const result = parse(text);
    assert(result.type === "source", JSON.stringify(result));
    return bindAgent(result.source, tools).execution;
  };
  assert.equal(executionOf(withGateway("generate", ", tool_choice: note")), "loop");
  assert.equal(executionOf(withGateway("generate", ", execution: loop")), "loop");
  assert.equal(executionOf(withGateway("generate", ", tool_choice: predict")), "predict");
  assert.equal(executionOf(withGateway("any")), "loop");
});

Deno.test("D1: an agent in the spellings of the format that this one follows is read as it is written", () => {
  const text = `
metadata: {name: planner}
spec:
  planner:
    type: ReActPlanner
    config:
      system_prompt: Plan trips.
      inference_gateway: main
      use_function_calling: true
      max_parallel_tool_calls: 2
      tool_descriptions:
        - name: get_weather
          description: The weather in one city.
          args: [city]
resources:
  inference_gateways:
    - name: main
      type: OpenAIGateway
      config: {model: gpt-5.1, tool_choice: required, fallback: other}
    - name: other
      type: AnthropicGateway
      config: {model: claude-opus-4-5}
`;
  for (const providers of [["openai", "anthropic"], undefined]) {
    const result = parseAgentYaml(text.slice(1), { file: "a.yaml", tools, ...providers && { providers } });
    assert(result.type === "source", JSON.stringify(result));
    const agent = bindAgent(result.source, tools);
    assert.deepEqual(
      [agent.driver, agent.model, agent.fallbackModel, agent.gatewayToolChoice, agent.limits.parallelCalls],
      ["tool_calling", "openai/gpt-5.1", "anthropic/claude-opus-4-5", { type: "required" }, 2],
    );
  }
});

const PLANNERS: readonly [planner: string, driver: string][] = [
  ["{type: ReActPlanner}", "react"],
  ["{type: react}", "react"],
  ["{type: ReActPlanner, config: {use_function_calling: false}}", "react"],
  ["{type: ReActPlanner, config: {use_function_calling: true}}", "tool_calling"],
  ["{type: react, config: {use_function_calling: true}}", "tool_calling"],
  ["{type: tool_calling, config: {use_function_calling: true}}", "tool_calling"],
];
for (const [planner, driver] of PLANNERS) {
  Deno.test(`D1, D7: the planner ${planner} is the driver ${driver}`, () => {
    const text = `metadata: {name: a}\nspec: {planner: ${planner}}\n`;
    const result = parseAgentYaml(text, { file: "a.yaml", drivers: ["react", "tool_calling"] });
    assert(result.type === "source", JSON.stringify(result));
    assert.equal(result.source.driver, driver);
  });
}

Deno.test("D1, D7: a ReActPlanner has tool_descriptions, retries and an output schema", () => {
  const text = `
metadata: {name: travel}
spec:
  planner:
    type: ReActPlanner
    config:
      system_prompt: Plan trips.
      tool_descriptions:
        - name: note
          description: Keeps a note.
      max_retries: 3
      final_via_inference: true
  output:
    type: object
    properties: {city: {type: string}}
    required: [city]
`;
  const result = parseAgentYaml(text.slice(1), { file: "a.yaml", tools, drivers: ["react"] });
  assert(result.type === "source", JSON.stringify(result));
  const agent = bindAgent(result.source, tools);
  assert.equal(agent.driver, "react");
  assert.deepEqual(agent.tools.map(({ name, description }) => [name, description]), [[
    "note",
    "Keeps a note.",
  ]]);
  assert.deepEqual([agent.maxRetries, agent.finalViaInference], [3, true]);
  assert.deepEqual(agent.output?.schema.required, ["city"]);
});

Deno.test("D1: an output schema that is none is refused at its line", () => {
  const text = "metadata: {name: a}\nspec:\n  planner: {type: react}\n  output: {type: string}\n";
  const result = parseAgentYaml(text, { file: "a.yaml", drivers: ["react"] });
  assert(result.type === "problems");
  assert.equal(
    result.problems.map(formatYamlProblem)[0],
    'a.yaml:4:18 spec.output.type: is "string". Fix: write "object", because arguments are an object.',
  );
});

Deno.test("D1: spec.model is the short form of a gateway without settings, and wrong ones are told with the right place", () => {
  const file = (spec: string, resources = "") =>
    `metadata: {name: a}\nspec:\n  ${spec}\n  planner: {type: tool_calling}\n${resources}`;
  const short = parse(file("model: openai/gpt-5"));
  const long = parse(
    file("", "resources: {inference_gateways: [{name: main, type: openai, config: {model: gpt-5}}]}"),
  );
  assert(short.type === "source" && long.type === "source");
  assert.deepEqual(bindAgent(short.source, []), bindAgent(long.source, []));
  const gateway = "resources: {inference_gateways: [{name: main, type: openai, config: {model: gpt-5}}]}";
  const cases: readonly (readonly [text: string, ...problems: string[]])[] = [
    [
      file("model: gpt-5"),
      'a.yaml:3:10 spec.model: "gpt-5" is no model. Fix: write provider/model, such as openai/gpt-6.1-terra.',
    ],
    [
      file("model: opena/gpt-5"),
      'a.yaml:3:10 spec.model: There is no provider "opena". Fix: write openai or scripted before the slash. Did you mean "openai"?',
    ],
    [
      file("model: openai/gpt-5", gateway),
      'a.yaml:3:10 spec.model: The gateway "main" has a model. Fix: keep one of the two.',
    ],
    [
      "metadata: {name: a}\nmodel: openai/gpt-5\nspec:\n  planner: {type: tool_calling, model: openai/gpt-5}\n",
      "a.yaml:4:33 spec.planner.model: unknown key. Fix: move it under spec.",
      "a.yaml:2:1 model: unknown key. Fix: move it under spec.",
    ],
  ];
  for (const [text, ...problems] of cases) assert.deepEqual(problemsOf(text), problems, text);
});
