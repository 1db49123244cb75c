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
    lacks: ["required", "tool"],
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
