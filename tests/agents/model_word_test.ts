/** What an agent says of its model and of weak choices (rows C4, C5, C6, P9, P10), in TypeScript, fluently, and in YAML. */
import assert from "node:assert/strict";
import { bindAgent } from "../../src/agents/agent_source.ts";
import { agent } from "../../src/agents/builder.ts";
import { type AgentDefinition, defineAgent } from "../../src/agents/define_agent.ts";
import { locateInYaml } from "../../src/agents/yaml/locate.ts";
import { type AgentYaml, formatYamlProblem, parseAgentYaml } from "../../src/agents/yaml/spec.ts";
import { AgentError } from "../../src/core/error.ts";

const SAID = {
  name: "careful",
  model: "openai/gpt-5",
  models: ["openai/gpt-5-mini", "scripted/demo"],
  fallbackModel: "scripted/demo",
  capabilities: { required: false, topP: true, forced_thinking: false },
  onUnsupported: "error",
  onViolation: "retry",
  tokenEfficient: true,
} as const;

const FILE = `metadata: {name: careful}
spec:
  planner:
    type: tool_calling
    config:
      on_unsupported: error
      on_violation: retry
      token_efficient: true
      inference_gateway: main
resources:
  inference_gateways:
    - name: main
      type: openai
      config:
        model: gpt-5
        capabilities: {required: false, top_p: true, forced_thinking: false}
        fallback: spare
        models: [openai/gpt-5-mini, scripted/demo]
    - {name: spare, type: scripted, config: {model: demo}}
`;

function parse(text: string): AgentYaml {
  return parseAgentYaml(text, { file: "a.yaml", providers: ["openai", "scripted"] });
}

function problemsOf(text: string): string[] {
  const result = parse(text);
  return result.type === "problems" ? result.problems.map(formatYamlProblem) : [];
}

Deno.test("D1, D2, C4, C5, C6, P9, P10: the file, the builder and the definition say the same", () => {
  const defined = defineAgent(SAID);
  for (const [key, value] of Object.entries(SAID)) assert.deepEqual(Reflect.get(defined, key), value);
  const built = agent("careful").model("openai/gpt-5").models("openai/gpt-5-mini", "scripted/demo")
    .fallbackModel("scripted/demo")
    .capabilities({ required: false, topP: true }).capabilities({ forced_thinking: false })
    .onUnsupported("error").onViolation("retry").tokenEfficient().build();
  assert.deepEqual(built, defined);
  const read = parse(FILE);
  assert(read.type === "source", JSON.stringify(read));
  assert.deepEqual(bindAgent(read.source, []), defined);
});

Deno.test("P9: a fallback may be a model outright; without one there is none", () => {
  const outright = parse(FILE.replace("fallback: spare", "fallback: openai/gpt-5-mini"));
  assert(outright.type === "source", JSON.stringify(outright));
  assert.equal(outright.source.fallbackModel, "openai/gpt-5-mini");
  const without = parse(FILE.replace("        fallback: spare\n", ""));
  assert(without.type === "source" && !("fallbackModel" in without.source));
});

Deno.test("P9: a fallback gateway that says the same, or names its own fallback, is one", () => {
  const text = FILE.replace(
    "model: demo",
    "capabilities: {forced_thinking: false, required: false, top_p: true}, model: demo",
  )
    .replace("model: demo}", "model: demo, fallback: main}");
  const result = parse(text);
  assert(result.type === "source", JSON.stringify(result));
  assert.equal(result.source.fallbackModel, "scripted/demo");
});

const G = "resources.inference_gateways[0].config";
const P = "spec.planner.config";
const WRONG: readonly [string, string, string, string][] = [
  [
    "C4: a feature that there is none of",
    "{required: false",
    "{requird: false",
    `a.yaml:16:24 ${G}.capabilities.requird: unknown key. Fix: remove it. Did you mean "required"?`,
  ],
  [
    "C4: a feature as TypeScript spells it",
    "top_p: true",
    "topP: true",
    `a.yaml:16:41 ${G}.capabilities.topP: unknown key. Fix: remove it. Did you mean "top_p"?`,
  ],
  [
    "C4: a feature with a word",
    "required: false",
    "required: sometimes",
    `a.yaml:16:34 ${G}.capabilities.required: has the wrong type. Fix: write true or false.`,
  ],
  [
    "C4: capabilities as a list",
    "{required: false, top_p: true, forced_thinking: false}",
    "[required]",
    `a.yaml:16:23 ${G}.capabilities: has the wrong type. Fix: write an object.`,
  ],
  [
    "C4: capabilities of the planner",
    "on_unsupported: error",
    "capabilities: {required: false}",
    `a.yaml:6:7 ${P}.capabilities: unknown key. Fix: write "capabilities" in resources.inference_gateways[].config.`,
  ],
  [
    "C5: an unknown word",
    "on_unsupported: error",
    "on_unsupported: fail",
    `a.yaml:6:23 ${P}.on_unsupported: unknown value. Fix: write degrade or error.`,
  ],
  [
    "C5: a key of the planner at the gateway",
    "fallback: spare",
    "on_unsupported: error",
    `a.yaml:17:9 ${G}.on_unsupported: unknown key. Fix: move it under spec.planner.config.`,
  ],
  [
    "C6: another word for it",
    "on_violation: retry",
    "on_violation: error",
    `a.yaml:7:21 ${P}.on_violation: unknown value. Fix: write report or retry.`,
  ],
  [
    "P10: a word instead of true",
    "token_efficient: true",
    'token_efficient: "yes"',
    `a.yaml:8:24 ${P}.token_efficient: has the wrong type. Fix: write true or false.`,
  ],
  [
    "P10: the key as TypeScript spells it",
    "token_efficient: true",
    "tokenEfficient: true",
    `a.yaml:8:7 ${P}.tokenEfficient: unknown key. Fix: remove it. Did you mean "token_efficient"?`,
  ],
  [
    "P9: a gateway that there is none of",
    "fallback: spare",
    "fallback: spair",
    `a.yaml:17:19 ${G}.fallback: There is no gateway "spair". Fix: define it in resources.inference_gateways, or write provider/model, such as openai/gpt-5. Did you mean "spare"?`,
  ],
  [
    "P9: a provider that there is none of",
    "fallback: spare",
    "fallback: opnai/gpt-5",
    `a.yaml:17:19 ${G}.fallback: There is no provider "opnai". Fix: write openai or scripted before the slash. Did you mean "openai"?`,
  ],
  [
    "P9: the gateway itself",
    "fallback: spare",
    "fallback: main",
    `a.yaml:17:19 ${G}.fallback: is the gateway's own model, which has failed by then. Fix: name another, or remove it.`,
  ],
  [
    "P9: a gateway with settings of its own",
    "model: demo",
    "model: demo, temperature: 1, tool_choice: auto",
    `a.yaml:17:19 ${G}.fallback: "spare" has its own tool_choice, temperature, but a fallback is asked as "main" is. Fix: write the same in "main", or only the model here: scripted/demo.`,
  ],
  [
    "P9: the key as TypeScript has it",
    "fallback: spare",
    "fallback_model: scripted/demo",
    `a.yaml:17:9 ${G}.fallback_model: unknown key. Fix: write "fallback" in resources.inference_gateways[].config.`,
  ],
  [
    "P9: a fallback of the planner",
    "on_unsupported: error",
    "fallback: spare",
    `a.yaml:6:7 ${P}.fallback: unknown key. Fix: write "fallback" in resources.inference_gateways[].config.`,
  ],
];
for (const [what, part, wrong, expected] of WRONG) {
  Deno.test(`${what} is refused with its place and the fix`, () => {
    assert(FILE.includes(part));
    assert.deepEqual(problemsOf(FILE.replace(part, wrong)), [expected]);
  });
}

Deno.test("P7: a list of models in a file is checked, model by model", () => {
  const at = (list: string) => problemsOf(FILE.replace("[openai/gpt-5-mini, scripted/demo]", list));
  assert.match(
    at("[openai/gpt-5, gpt-5]").join(),
    /models\[1\]: "gpt-5" is no model\. Fix: write provider\/model/,
  );
  assert.match(at("[openia/gpt-5]").join(), /models\[0\]: There is no provider "openia"\..*Did you mean/);
  assert.notDeepEqual(at("[]"), []);
});

const REFUSED: readonly [string, Partial<AgentDefinition>, RegExp][] = [
  [
    "P9: a fallback that is the model itself",
    { fallbackModel: SAID.model },
    /\/fallbackModel is the agent's own model/,
  ],
  [
    "P9: a fallback without provider",
    { fallbackModel: "gpt-5" },
    /\/fallbackModel "gpt-5" is no model; write provider\/model/,
  ],
  ["P7: models without a model", { model: undefined, models: ["openai/gpt-5"] }, /\/models goes with model/],
  ["P7: an empty list of models", { models: [] }, /\/models/],
  [
    "P7: models without providers",
    { models: ["gpt-5"] },
    /\/models\/0 "gpt-5" is no model; write provider\/model/,
  ],
  [
    "C4: a feature that there is none of",
    JSON.parse('{"capabilities":{"requird":true}}'),
    /\/capabilities\/requird .*Did you mean "required"\?/,
  ],
];
for (const [what, wrong, message] of REFUSED) {
  Deno.test(`${what} is refused in TypeScript`, () => {
    assert.throws(() => defineAgent({ ...SAID, ...wrong }), (error) => {
      assert(error instanceof AgentError && error.code === "agent_invalid");
      assert.match(error.message, message);
      return true;
    });
  });
}

Deno.test("D1: what is found when the agent is put together is located in the file", () => {
  assert.equal(locateInYaml(FILE, "/onUnsupported").path, "spec.planner.config.on_unsupported");
  assert.equal(locateInYaml(FILE, "/onViolation").line, 7);
  assert.equal(locateInYaml(FILE, "/tokenEfficient").line, 8);
  assert.equal(locateInYaml(FILE, "/fallbackModel").path, "resources.inference_gateways");
  assert.equal(locateInYaml(FILE, "/capabilities/required").path, "resources.inference_gateways");
});

Deno.test("D1: every key that an agent may say in TypeScript has a place in the file", () => {
  const places = [
    "model",
    "fallbackModel",
    "capabilities",
    "settings",
    "toolChoice",
    "onUnsupported",
    "onViolation",
  ];
  for (const key of [...places, "tokenEfficient", "execution", "driver", "limits", "compaction", "plan"]) {
    assert.notEqual(locateInYaml(FILE, `/${key}`).path, "", key);
  }
});
