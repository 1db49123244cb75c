// C4: a refusal teaches the same behind every gateway, in whatever form the gateway passes it on.
import assert from "node:assert/strict";
import type { Feature } from "../../../src/core/model/capability.ts";
import type { ModelRequest, Provider } from "../../../src/core/model/provider.ts";
import { createAnthropicProvider } from "../../../src/providers/anthropic/provider.ts";
import { createBedrockProvider } from "../../../src/providers/bedrock/provider.ts";
import { createCohereProvider } from "../../../src/providers/cohere/provider.ts";
import { createGeminiProvider } from "../../../src/providers/gemini/provider.ts";
import { createMistralProvider } from "../../../src/providers/mistral/provider.ts";
import { createCompatibleProvider, PROFILES } from "../../../src/providers/openai/compatible.ts";
import { WRAPPERS } from "../../wire/compatible/gateway.ts";
import { aRequest, ask, drainFailing, lacksIn, weatherTool } from "../_support.ts";

type Row = readonly [text: string, request: Partial<ModelRequest>, learned: readonly Feature[]];

const tools = [weatherTool];
const forced: Partial<ModelRequest> = { tools, choice: { type: "required" } };
const OUTPUT = { name: "report", schema: { type: "object", properties: {}, additionalProperties: false } };

/** What the models of each maker write. */
const REFUSALS: readonly Row[] = [
  ['tool_choice: type "tool" and "any" are not supported for this model.', forced, ["required", "tool"]],
  ["Thinking may not be enabled when tool_choice forces tool use.", forced, ["forced_thinking"]],
  [
    "This model doesn't support the toolConfig.toolChoice.any field. Remove toolConfig.toolChoice.any and try again.",
    forced,
    ["required"],
  ],
  [
    "This model doesn't support the outputConfig field. Remove outputConfig and try again.",
    { output: OUTPUT },
    ["json_schema"],
  ],
  ["`temperature` is deprecated for this model.", { settings: { temperature: 0.5 } }, ["temperature"]],
  [
    "`temperature` and `top_p` cannot both be specified for this model. Please use only one.",
    { settings: { temperature: 0.5, topP: 0.5 } },
    ["sampling_pair"],
  ],
  ["Unknown parameter: 'reasoning_effort'.", { settings: { reasoningEffort: "low" } }, ["effort"]],
  ["Function calling is not enabled for models/gemma-3-27b-it", { tools }, ["tools"]],
  [
    "The tool_choice parameter does not support being set to required or object in thinking mode",
    forced,
    ["forced_thinking"],
  ],
];

for (const [name, wrap] of Object.entries(WRAPPERS)) {
  for (const [text, request, learned] of REFUSALS) {
    Deno.test(`C4: ${name}: "${text}" teaches ${learned.join()}`, async () => {
      const { status, body } = wrap(text);
      assert.deepEqual(await taught(status, body, request), learned);
    });
  }
}

// Gateways have Anthropic's and Google's protocols as well, and wrap refusals there in the same ways.
const OTHERS: Readonly<Record<string, (baseURL: string) => Provider>> = {
  anthropic: (baseURL) => createAnthropicProvider({ baseURL, apiKey: "key-0123456789" }),
  gemini: (baseURL) => createGeminiProvider({ baseURL, apiKey: "key-0123456789" }),
  cohere: (baseURL) => createCohereProvider({ baseURL, apiKey: "key-0123456789" }),
  mistral: (baseURL) => createMistralProvider({ baseURL, apiKey: "key-0123456789" }),
  bedrock: (baseURL) =>
    createBedrockProvider({ baseURL, region: "us-east-1", credentials: { apiKey: "key-0123456789" } }),
};

for (const [provider, create] of Object.entries(OTHERS)) {
  for (const [name, wrap] of Object.entries(WRAPPERS)) {
    Deno.test(`C4: ${provider}: ${name}: what a model has no field for is learned`, async () => {
      const text =
        "The tool_choice parameter does not support being set to required or object in thinking mode";
      const { status, body } = wrap(text);
      assert.deepEqual(await taught(status, body, forced, create("http://server.test")), ["forced_thinking"]);
    });
  }
}

const LITELLM = "litellm.UnsupportedParamsError: ";
const DROP =
  " To drop these, set `litellm.drop_params=True` or for proxy:\n\n`litellm_settings:\n drop_params: true`\n";

/** What gateways and servers write themselves. */
const OWN: readonly Row[] = [
  // litellm#26257: also auto is refused, since the parameter is.
  [
    `${LITELLM}fireworks_ai does not support parameters: ['tool_choice'], for model=kimi-k2p6.${DROP}`,
    { tools, choice: { type: "auto" } },
    ["required", "tool", "none", "allowed"],
  ],
  [
    `${LITELLM}bedrock does not support parameters: ['tool_choice', 'parallel_tool_calls'], for model=x.${DROP}`,
    { tools, choice: { type: "none" }, parallel: false },
    ["required", "tool", "none", "allowed", "parallel"],
  ],
  // litellm#6456.
  [
    `${LITELLM}anthropic does not support parameters: {'parallel_tool_calls': False}, for model=claude.${DROP}`,
    { tools, parallel: false },
    ["parallel"],
  ],
  // litellm#38279.
  [
    `${LITELLM}bedrock does not support parameters: ['reasoning_effort'], for model=gpt-5.6-sol.${DROP}`,
    { settings: { reasoningEffort: "high" } },
    ["effort"],
  ],
  [
    `${LITELLM}gpt-5 models (including gpt-5-codex) don't support temperature=0.2. Only temperature=1 is supported.`,
    { settings: { temperature: 0.2 } },
    ["temperature"],
  ],
  // litellm#4655.
  [
    `litellm.BadRequestError: DeepinfraException - Deepinfra doesn't support tool_choice={'type': 'function'}.`,
    { tools, choice: { type: "tool", name: weatherTool.name } },
    ["tool"],
  ],
  // hindsight#1294: also auto; the field is left out from then on.
  [
    "deepseek-reasoner does not support this tool_choice",
    { tools, choice: { type: "auto" } },
    ["forced_thinking", "required", "tool", "none", "allowed"],
  ],
  ["deepseek-reasoner does not support this tool_choice", forced, ["forced_thinking"]],
  // litellm#24443.
  ["Incompatible tool choice param submitted - none", { tools, choice: { type: "none" } }, ["none"]],
  [
    "[{'type': 'extra_forbidden', 'loc': ('body', 'parallel_tool_calls'), 'msg': 'Extra inputs are not permitted'}]",
    { tools, parallel: false },
    ["parallel"],
  ],
  ["Argument not supported: parallel_tool_calls", { tools, parallel: false }, ["parallel"]],
  ["property 'reasoning_effort' is unsupported", { settings: { reasoningEffort: "low" } }, ["effort"]],
  [
    "create() got an unexpected keyword argument 'parallel_tool_calls'",
    { tools, parallel: false },
    ["parallel"],
  ],
  // Parts of a parameter are not the parameter.
  ["Unknown parameter: 'tools[0].strict'.", { tools }, []],
  ["tools.0.custom.strict: Extra inputs are not permitted", { tools }, []],
  // The user's words are no refusal.
  [
    `[{"type":"missing","loc":["body"],"input":"Unknown parameter: 'tools'. does not support tools"}]`,
    { tools },
    [],
  ],
];

for (const [text, request, learned] of OWN) {
  Deno.test(`C4: "${text.slice(0, 90)}" under ${request.choice?.type ?? "no"} choice teaches ${learned.join() || "nothing"}`, async () => {
    const body = { error: { message: text, type: "None", param: null, code: "400" } };
    assert.deepEqual(await taught(400, body, request), learned);
  });
}

Deno.test("C4: a server that takes no tool_choice gets its tools without the field", async () => {
  const lacks = Object.fromEntries(
    ["required", "tool", "none", "allowed"].map((feature) => [feature, "learned"]),
  );
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = (_, init) => {
    sent.push(String(init?.body));
    return Promise.resolve(Response.json({ error: { message: "Stop here." } }, { status: 400 }));
  };
  const provider = createCompatibleProvider(PROFILES.compatible, { baseURL: "http://server.test/v1" });
  for (const choice of [{ type: "auto" }, { type: "required" }] as const) {
    await drainFailing(ask(provider, aRequest({ model: "house-model", tools, choice, lacks }), { fetch }));
  }
  for (const body of sent) {
    assert.match(body, /"tools":/);
    assert.doesNotMatch(body, /"tool_choice"/);
  }
});

Deno.test("C4: a failure of the gateway itself teaches nothing, whatever it repeats", async () => {
  const body = {
    error: {
      message: 'Upstream timed out while sending tool_choice: type "tool" and "any" are not supported',
    },
  };
  const { error } = await drainFailing(asked(503, body, forced));
  assert.equal(error.code, "model_overloaded");
  assert.deepEqual(lacksIn(error), []);
});

async function taught(
  status: number,
  body: unknown,
  request: Partial<ModelRequest>,
  provider?: Provider,
): Promise<readonly Feature[]> {
  const { error } = await drainFailing(asked(status, body, request, provider));
  assert.equal(error.code, "model_invalid_request", error.message);
  return lacksIn(error);
}

function asked(
  status: number,
  body: unknown,
  request: Partial<ModelRequest>,
  provider = createCompatibleProvider(PROFILES.compatible, { baseURL: "http://server.test/v1" }),
) {
  const fetch = () => Promise.resolve(Response.json(body, { status }));
  return ask(provider, aRequest({ model: "house-model", ...request }), { fetch });
}
