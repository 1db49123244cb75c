// C4, P9: what the servers that imitate OpenAI refuse and how they fail: their true bodies, what each teaches and what it is.
import { mediaOf } from "../../wire/media/request.ts";
import assert from "node:assert/strict";
import type { Feature } from "../../../src/core/model/capability.ts";
import type { ModelRequest } from "../../../src/core/model/provider.ts";
import { createCompatibleProvider, PROFILES } from "../../../src/providers/openai/compatible.ts";
import type { Script } from "../../wire/openai/reply.ts";
import { definitionOf, providerOf, send } from "../../wire/ask.ts";
import { azureChat } from "../../wire/azure/case.ts";
import type { RefusedFeature, WireCase } from "../../wire/case.ts";
import { compatibleCases } from "../../wire/compatible/case.ts";
import { lmstudio } from "../../wire/lmstudio/case.ts";
import {
  aRequest,
  ask,
  drain,
  drainFailing,
  enforced,
  fetchText,
  lacksIn,
  streamed,
  timeTool,
  weatherTool,
} from "../_support.ts";

const FAMILY = [...compatibleCases, lmstudio];
const tools = [weatherTool, timeTool];

for (const wire of [...FAMILY, azureChat]) {
  // Forms of answers: tests/wire/capabilities_test.ts.
  for (const refused of wire.refuses.filter(({ feature, output }) => feature !== "chat" && !output)) {
    Deno.test(`C4: ${wire.name}: ${refused.model} refuses what it lacks, and that teaches ${refused.feature}`, async () => {
      await using server = await wire.start({ reply: obedient });
      const provider = providerOf(wire, server);
      const { error } = await drainFailing(send(wire, server, provider, toRefused(wire, refused)));
      assert.equal(error.code, "model_invalid_request");
      const learned = lacksIn(error);
      // OpenAI refuses sampling one setting at a time.
      const expected = refused.teaches ?? refused.feature;
      assert.ok(learned.includes(expected), `${learned} of: ${error.message}`);

      const lacks = Object.fromEntries(learned.map((feature) => [feature, "learned"]));
      await drain(
        send(wire, server, provider, enforced(provider, { ...toRefused(wire, refused), lacks }).request),
      );
      assert.equal(server.requests.at(-1)?.status, 200);
    });
  }
}

Deno.test("C3: every row that a server refuses is tested with the row's example", () => {
  const known = new Set(
    FAMILY.flatMap(({ refuses }) => refuses.map(({ model, feature }) => `${model} ${feature}`)),
  );
  const untested = FAMILY.flatMap((wire) =>
    definitionOf(wire).capabilities.models.flatMap(({ example, lacks }) =>
      lacks.map((feature) => `${example} ${feature}`)
    )
  ).filter((row) => !known.has(row));
  // OpenRouter does not refuse: it drops the thinking.
  assert.deepEqual(untested, ["anthropic/claude-sonnet-4.5 forced_thinking"]);
});

function toRefused({ settings = {} }: WireCase, refused: RefusedFeature): ModelRequest {
  return aRequest({
    model: refused.model,
    tools,
    choice: refused.choice ?? { type: "auto" },
    parallel: refused.parallel,
    settings: { ...settings, ...refused.settings },
    ...mediaOf(refused),
  });
}

const obedient: Script = ({ choice, tools: [first = ""] }) =>
  choice.kind === "none" || first === "" ? { text: "No." } : { calls: [{ name: first, arguments: "{}" }] };

const teaching: Readonly<
  Record<string, { status?: number; body: unknown; lacks: Feature[]; request?: Partial<ModelRequest> }>
> = {
  // BerriAI/litellm#21242.
  "Groq on a call under none": {
    body: { error: { message: "Tool choice is none, but model called a tool", code: "tool_use_failed" } },
    lacks: ["none"],
    request: { choice: { type: "none" } },
  },
  "Groq on a call without tools, which nothing can be learned from": {
    body: { error: { message: "Tool choice is none, but model called a tool", code: "tool_use_failed" } },
    lacks: [],
    request: { tools: [] },
  },
  // instructor#1766.
  "Cerebras on a named choice of 2025": {
    body: {
      message: "Unsupported tool_choice: type='function' function=ChoiceObjectFunction(name='get_time'). " +
        "Expected 'auto' or 'none'.",
      type: "invalid_request_error",
      param: "tool_choice",
      code: "wrong_api_format",
    },
    lacks: ["required", "tool", "allowed"],
    request: { choice: { type: "tool", name: "get_time" } },
  },
  // zed#36094.
  "OpenRouter without a route for the choice": {
    status: 404,
    body: {
      error: { message: "No endpoints found that support the provided 'tool_choice' value.", code: 404 },
    },
    lacks: ["required", "tool"],
  },
  // mastra#2839.
  "OpenRouter without a route for tools": {
    status: 404,
    body: { error: { message: "No endpoints found that support tool use. To learn more", code: 404 } },
    lacks: ["tools"],
  },
  "OpenRouter without a route for a parameter: only what was sent": {
    status: 404,
    body: { error: { message: "No endpoints found that can handle the requested parameters.", code: 404 } },
    lacks: ["temperature"],
    request: { settings: { temperature: 0 } },
  },
  // vercel/ai#21364, behind OpenRouter.
  "OpenRouter with Anthropic's refusal inside": {
    body: {
      error: {
        message: "Provider returned error",
        code: 400,
        metadata: {
          provider_name: "Anthropic",
          raw: JSON.stringify({
            type: "error",
            error: { message: 'tool_choice: type "tool" and "any" are not supported for this model.' },
          }),
        },
      },
    },
    lacks: ["required", "tool"],
  },
  // smart-connections#942.
  "Groq on an object": {
    body: { error: { message: "Only allowed string values for 'tool_choice' are none, auto, and required" } },
    lacks: ["tool", "allowed"],
  },
  "DeepSeek's older words": {
    body: {
      error: {
        message: "deepseek-reasoner does not support this tool_choice",
        code: "invalid_request_error",
      },
    },
    lacks: ["forced_thinking"],
    request: { settings: { reasoningEffort: "low" } },
  },
  // AstrBot#7805, inspect_ai#5152: some models of Kimi take the one choice and not the other.
  "Kimi of required while it thinks": {
    body: { error: { message: "tool_choice 'required' is incompatible with thinking enabled" } },
    lacks: ["required"],
  },
  "Kimi K3 of a named choice": {
    body: { error: { message: "tool_choice 'specified' is incompatible with thinking enabled" } },
    lacks: ["tool"],
    request: { choice: { type: "tool", name: "get_time" } },
  },
  "Kimi K3 of a temperature": {
    body: { error: { message: "invalid temperature: only 1 is allowed for this model" } },
    lacks: ["temperature"],
    request: { settings: { temperature: 0.2 } },
  },
  "a temperature out of range, which nothing can be learned from": {
    body: {
      error: { message: "The parameter `temperature` specified in the request are not valid: at most 2" },
    },
    lacks: [],
    request: { settings: { temperature: 3 } },
  },
  "a list of auto alone": {
    body: { error: { message: "Only a tool_choice of 'auto' is supported" } },
    lacks: ["required", "tool", "allowed"],
  },
  "a list with function and any": {
    body: { message: "tool_choice: value must be one of the expected: auto, any, none, function" },
    lacks: ["allowed"],
  },
  // vllm#53626.
  "vLLM with Harmony, by a status of the server": {
    status: 501,
    body: {
      error: {
        message: "Only 'auto' or 'none' tool_choice is supported in response API with Harmony",
        type: "NotImplementedError",
        code: 501,
      },
    },
    lacks: ["required", "tool", "allowed"],
  },
  // mlx-openai-server#49.
  "MLX, with a refusal in a failure": {
    status: 500,
    body: {
      error: {
        message:
          "Failed to process request: 400: {'error': {'message': \"Tool choice must be 'auto' when tools are " +
          "provided.\", 'type': 'bad_request', 'param': None, 'code': '400'}}",
      },
    },
    lacks: ["required", "tool", "allowed"],
  },
  "vLLM without a parser of calls, which nothing can be learned from": {
    body: {
      message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      code: 400,
    },
    lacks: [],
    request: { choice: { type: "auto" } },
  },
  // CLIProxyAPI#1143.
  "DeepInfra and Cerebras of an effort": {
    status: 422,
    body: { message: "body.reasoning_effort: Input should be 'low', 'medium' or 'high'" },
    lacks: ["effort"],
    request: { settings: { reasoningEffort: "minimal" } },
  },
  // CLIProxyAPI#1572.
  "SGLang of an effort": {
    body: {
      message:
        "1 validation error:\n  {'type': 'literal_error', 'loc': ('body', 'reasoning_effort'), 'msg': \"Input " +
        "should be 'low', 'medium' or 'high'\", 'input': 'xhigh'}",
      code: 400,
    },
    lacks: ["effort"],
    request: { settings: { reasoningEffort: "xhigh" } },
  },
  // opencode#4451, and without the parameter.
  "an effort whose parameter is not named": {
    body: {
      error: {
        message:
          "Unsupported value: 'minimal' is not supported with the 'gpt-5.1' model. Supported values are: 'none', " +
          "'low', 'medium', and 'high'.",
      },
    },
    lacks: ["effort"],
    request: { settings: { reasoningEffort: "minimal" } },
  },
  "Volcengine of an effort": {
    body: {
      error: {
        code: "InvalidParameter",
        message:
          "The parameter `reasoning_effort` specified in the request are not valid: not supported by this model.",
      },
    },
    lacks: ["effort"],
    request: { settings: { reasoningEffort: "low" } },
  },
  "Volcengine of a choice": {
    body: {
      error: {
        code: "InvalidParameter",
        message:
          "The parameter `tool_choice` specified in the request are not valid: `required` is not supported.",
      },
    },
    lacks: ["required"],
  },
  // copilot-api#208.
  "Copilot of another API": {
    body: {
      error: {
        message: 'model "gpt-5.4" is not accessible via the /chat/completions endpoint',
        code: "unsupported_api_for_model",
      },
    },
    lacks: ["chat"],
  },
  "Copilot by its code alone": {
    body: { error: { message: "Not here.", code: "unsupported_api_for_model" } },
    lacks: ["chat"],
  },
  // The runtime makes `required` and `tool` of it for a model that is not known to think.
  "a model that is not known to think": {
    body: {
      error: { message: "Thinking mode does not support this tool_choice", code: "invalid_request_error" },
    },
    lacks: ["forced_thinking"],
    request: { model: "somebody/model" },
  },
};
for (const [name, { status = 400, body, lacks, request = {} }] of Object.entries(teaching)) {
  Deno.test(`C4: ${name} teaches ${lacks.join(", ") || "nothing"}`, async () => {
    const provider = createCompatibleProvider(PROFILES.openrouter, { apiKey: "k" });
    const asked = aRequest({ tools, choice: { type: "required" }, ...request });
    const { error } = await drainFailing(
      streamed(provider, asked, {
        fetch: fetchText(JSON.stringify(body), { status }),
        signal: new AbortController().signal,
      }),
    );
    assert.deepEqual([...lacksIn(error)].sort(), [...lacks].sort(), error.message);
  });
}

const failures: Readonly<Record<string, { status: number; body: unknown; code: string; says?: RegExp }>> = {
  // huggingface/smolagents#1119.
  "Groq's failed call": {
    status: 400,
    body: {
      error: {
        message:
          "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
        type: "invalid_request_error",
        code: "tool_use_failed",
        failed_generation: '<function=get_weather={"city":',
      },
    },
    code: "model_protocol",
    says: /it wrote: <function=get_weather/,
  },
  // HunorLaczko/ha-groq-cloud-api#20.
  "Groq's check of arguments": {
    status: 400,
    body: {
      error: {
        message: "tool call validation failed: parameters for tool HassTurnOff did not match schema",
        code: "tool_use_failed",
      },
    },
    code: "model_protocol",
  },
  // OpenCRE#1102, litellm#14144.
  "LiteLLM's budget": {
    status: 429,
    body: {
      error: {
        message: "LiteLLM User: engineer-1, exceeded budget for model=claude-opus-4-8",
        type: "budget_exceeded",
        param: null,
        code: "429",
      },
    },
    code: "model_quota",
  },
  "LiteLLM's budget in words": {
    status: 400,
    body: {
      error: {
        message: "Budget has been exceeded! Current cost: 14, Max budget: 10",
        type: "auth_error",
        code: 400,
      },
    },
    code: "model_quota",
  },
  "OpenRouter without credits": {
    status: 402,
    body: {
      error: { message: "Insufficient credits. Add more using https://openrouter.ai/credits", code: 402 },
    },
    code: "model_quota",
  },
  "DeepSeek without balance": {
    status: 402,
    body: {
      error: { message: "Insufficient Balance", type: "unknown_error", code: "invalid_request_error" },
    },
    code: "model_quota",
  },
  "xAI without credits": {
    status: 403,
    body: {
      code: "The caller does not have permission to execute the specified operation",
      error: "Your newly created team doesn't have any credits yet.",
    },
    code: "model_quota",
  },
  "xAI with a wrong key": {
    status: 400,
    body: { code: "Client specified an invalid argument", error: "Incorrect API key provided: xa***yz." },
    code: "model_auth",
  },
};
for (const [name, { status, body, code, says = /./ }] of Object.entries(failures)) {
  Deno.test(`P9: ${name} is ${code}`, async () => {
    const provider = createCompatibleProvider(PROFILES.groq, { apiKey: "k" });
    const fetch = fetchText(JSON.stringify(body), { status });
    const { error } = await drainFailing(ask(provider, aRequest({ tools }), { fetch }));
    assert.equal(error.code, code);
    assert.match(error.message, says);
    assert.deepEqual(lacksIn(error), []);
  });
}

Deno.test("P9: an answer that Groq refuses since it has no call is an answer: it is paid, and not tried again", async () => {
  for (const failed_generation of ["It is blue.", undefined]) {
    const provider = createCompatibleProvider(PROFILES.groq, { apiKey: "k" });
    const message = "Tool choice is required, but model did not call a tool";
    const body = JSON.stringify({ error: { message, code: "tool_use_failed", failed_generation } });
    const asked = aRequest({ tools, choice: { type: "required" } });
    const { result } = await drain(ask(provider, asked, { fetch: fetchText(body, { status: 400 }) }));
    assert.deepEqual(result.blocks.map((block) => block.type === "text" && block.text), [
      failed_generation ?? "",
    ]);
    assert.ok(result.usage.estimated && result.usage.inputTokens > 0);
  }
});

Deno.test("P9: Groq's failed call in the middle of a stream may be tried again, unless something was told", async () => {
  const event = {
    error: { message: "Failed to call a function.", code: "tool_use_failed", status_code: 400 },
  };
  const said = 'data: {"choices":[{"index":0,"delta":{"content":"Hm"}}]}\n\n';
  for (const before of ["", said]) {
    const provider = createCompatibleProvider(PROFILES.groq, { apiKey: "k" });
    const fetch = fetchText(`${before}event: error\ndata: ${JSON.stringify(event)}\n\n`);
    const { error } = await drainFailing(ask(provider, aRequest({ tools }), { fetch }));
    assert.deepEqual([error.code, error.details.afterOutput], ["model_protocol", before !== ""]);
  }
});
