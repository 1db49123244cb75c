// P6, C3: the servers that imitate OpenAI, each with its own strictness: tool runs, bodies, what goes back, configuration.
import assert from "node:assert/strict";
import type { Block, Entry } from "../../../src/core/entry.ts";
import type { Message, ModelBlock, ModelRequest, Provider } from "../../../src/core/model/provider.ts";
import { writeEntry } from "../../../src/kernel/history/codec.ts";
import { openEntry } from "../../../src/kernel/history/lazy_entry.ts";
import { toMessages } from "../../../src/kernel/history/messages.ts";
import {
  createCompatibleProvider,
  defineCompatible,
  PROFILES,
} from "../../../src/providers/openai/compatible.ts";
import { createLMStudioProvider } from "../../../src/providers/openai/lmstudio.ts";
import { PROVIDERS } from "../../../src/provider_registry.ts";
import type { Script } from "../../wire/openai/reply.ts";
import { providerOf, send } from "../../wire/ask.ts";
import type { WireCase } from "../../wire/case.ts";
import { compatibleCases } from "../../wire/compatible/case.ts";
import { lmstudio } from "../../wire/lmstudio/case.ts";
import type { Simulator } from "../../wire/simulator.ts";
import {
  aRequest,
  ask,
  bodyOf,
  callsOf,
  drain,
  drainFailing,
  enforced,
  fetchText,
  reasoningOf,
  textOf,
  timeTool,
  weatherTool,
} from "../_support.ts";

const FAMILY = [...compatibleCases, lmstudio];

function caseOf(name: string): WireCase {
  return FAMILY.find((wire) => wire.name === name) ?? assert.fail(`There is no case ${name}.`);
}

Deno.test("P6: every profile is in the registry under its name", () => {
  for (const name of Object.keys(PROFILES)) assert.ok(name in PROVIDERS, name);
  assert.deepEqual(
    FAMILY.map(({ provider }) => provider).sort(),
    [...Object.keys(PROFILES), "lmstudio"].sort(),
  );
});

// Tool runs --------------------------------------------------------------------------------------------------------------

/** The blocks as the driver would store them, their calls answered. */
function followUp(blocks: readonly ModelBlock[]): Message[] {
  const stored = blocks.map((block, index): Block =>
    block.type === "call" ? { type: "call", id: `call_${index}`, name: block.name, args: block.args } : block
  );
  const results = stored.flatMap((block): Message[] =>
    block.type === "call"
      ? [{ role: "tool", callId: block.id, name: block.name, text: "18", failed: false }]
      : []
  );
  return [{ role: "user", text: "Weather?" }, { role: "assistant", blocks: stored }, ...results];
}

/** What another model said, and a message as a store keeps it. */
const answer = { at: 1, version: 1, model: "openai/m", usage: { inputTokens: 1, outputTokens: 1 } };
const stored: readonly Entry[] = [
  {
    ...answer,
    type: "assistant",
    id: "e1",
    finish: "calls",
    blocks: [{ type: "call", id: "call_b", name: "get_time", args: "{}" }],
  },
  {
    type: "tool",
    id: "e2",
    at: 1,
    version: 1,
    callId: "call_b",
    name: "get_time",
    ms: 1,
    outcome: "completed",
    output: "noon",
  },
  {
    ...answer,
    type: "assistant",
    id: "e3",
    finish: "stop",
    blocks: [{ type: "text", text: "It is noon." }],
  },
];

const foreign: readonly Message[] = [
  { role: "user", text: "Before." },
  {
    role: "assistant",
    blocks: [
      {
        type: "reasoning",
        text: "Hm.",
        meta: { provider: "anthropic", model: "m", data: { signature: "s" } },
      },
      { type: "call", id: "call_a", name: "get_weather", args: "{broken" },
    ],
  },
  { role: "tool", callId: "call_a", name: "get_weather", text: "no such city", failed: true },
  ...toMessages(stored.map(writeEntry).map(openEntry), "continues"),
];

const tools = [weatherTool, timeTool];

for (const wire of FAMILY) {
  Deno.test(`P6: ${wire.name}: a tool run on a history of its own and of others is legal to the end`, async () => {
    await using server = await wire.start({ reply: toolRun });
    const provider = providerOf(wire, server);
    const run = (messages: readonly Message[]) =>
      drain(send(
        wire,
        server,
        provider,
        enforced(
          provider,
          aRequest({ model: wire.model, tools, settings: { maxOutputTokens: 100 }, messages }),
        ).request,
      ));

    const first = await run([...foreign, { role: "user", text: "Weather?" }]);
    assert.deepEqual(callsOf(first.result).map(({ name, args }) => [name, args]), [
      ["get_weather", '{"city":"Zürich"}'],
      ["get_time", "{}"],
      ["get_weather", '{"city":"Oslo"}'],
    ]);
    assert.ok(first.result.usage.inputTokens > 0, "the usage is reported, wherever it is");
    const second = await run([...foreign, ...followUp(first.result.blocks)]);
    assert.equal(textOf(second.result), "Done.");
    assert.deepEqual([server.complaints, server.requests.map(({ status }) => status)], [[], [200, 200]]);
  });

  Deno.test(`P6: ${wire.name}: what passes may be tried again before the answer, and not in the middle of it`, async () => {
    await using server = await wire.start({
      reply: [
        { status: 503, error: { message: "Overloaded" } },
        { status: 429, error: { message: "Slow down", code: "rate_limit_exceeded" } },
        { text: "one two three four", fault: { errorAfter: 1, error: { message: "Broke" } } },
      ],
    });
    const provider = providerOf(wire, server);
    const fail = async () =>
      (await drainFailing(send(wire, server, provider, aRequest({ model: wire.model })))).error;
    assert.ok((await fail()).retryable);
    const limited = await fail();
    assert.deepEqual([limited.code, limited.retryAfterMs], ["model_rate_limit", 1000]);
    const broken = await fail();
    assert.deepEqual([broken.code, broken.details.afterOutput], ["model_server", true]);
    assert.match(broken.message, /Broke/);
  });
}

const toolRun: Script = ({ turn, model }) =>
  turn === 0
    ? {
      ...(/grok|gpt-oss|claude/.test(model) && { reasoning: "Zürich, é🙂." }),
      calls: [
        { name: "get_weather", arguments: '{"city":"Zürich"}' },
        { name: "get_time", arguments: "{}" },
        { name: "get_weather", arguments: '{"city":"Oslo"}' },
      ],
    }
    : { text: "Done." };

// Bodies -----------------------------------------------------------------------------------------------------------------

async function bodyFor(name: keyof typeof PROFILES, parts: Partial<ModelRequest>) {
  let body = "";
  const fetch: typeof globalThis.fetch = (_, init) => {
    body = String(init?.body);
    return fetchText('data: {"choices":[{"index":0,"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\n')(
      "",
    );
  };
  const provider = createCompatibleProvider(PROFILES[name], {
    apiKey: "k",
    baseURL: "http://server.test/v1",
  });
  await drain(ask(provider, aRequest(parts), { fetch }));
  return bodyOf(body);
}

Deno.test("P6: an effort is said in the words of the server", async () => {
  const said = async (
    name: keyof typeof PROFILES,
    model: string,
    effort: "none" | "minimal" | "high" | "xhigh" | "max",
  ) => {
    const { reasoning_effort, reasoning, thinking } = await bodyFor(name, {
      model,
      settings: { reasoningEffort: effort },
    });
    return { reasoning_effort, reasoning, thinking };
  };
  const nothing = { reasoning_effort: undefined, reasoning: undefined, thinking: undefined };
  assert.deepEqual(await said("deepseek", "deepseek-v4-pro", "none"), {
    ...nothing,
    thinking: { type: "disabled" },
  });
  assert.deepEqual(await said("deepseek", "deepseek-chat", "minimal"), {
    ...nothing,
    thinking: { type: "enabled" },
    reasoning_effort: "low",
  });
  assert.deepEqual(await said("openrouter", "anthropic/claude-opus-5.5", "max"), {
    ...nothing,
    reasoning: { effort: "max" },
  });
  assert.deepEqual(await said("groq", "openai/gpt-oss-20b", "xhigh"), {
    ...nothing,
    reasoning_effort: "high",
  });
  assert.deepEqual(await said("xai", "grok-4.3", "none"), { ...nothing, reasoning_effort: "none" });
  assert.deepEqual(await said("groq", "qwen/qwen3-32b", "none"), { ...nothing, reasoning_effort: "none" });
  assert.deepEqual(await said("groq", "llama-3.3-70b-versatile", "high"), nothing);
});

Deno.test("P6: the limit of an answer has the name that the server knows", async () => {
  const settings = { maxOutputTokens: 7 };
  const limits = await Promise.all(
    (["groq", "deepseek", "openrouter", "cerebras", "vllm"] as const).map(async (name) => {
      const { max_tokens, max_completion_tokens } = await bodyFor(name, { settings });
      return [max_tokens, max_completion_tokens];
    }),
  );
  assert.deepEqual(limits, [[undefined, 7], [7, undefined], [7, undefined], [undefined, 7], [7, undefined]]);
});

Deno.test("P6: OpenRouter is told to keep to the parameters along with tools only", async () => {
  assert.equal((await bodyFor("openrouter", {})).provider, undefined);
  assert.deepEqual((await bodyFor("openrouter", { tools })).provider, { require_parameters: true });
});

Deno.test("P6: OpenRouter: the thinking of Claude is kept, and the forced choice asked for in words", () => {
  const provider = createCompatibleProvider(PROFILES.openrouter, { apiKey: "k" });
  const model = "anthropic/claude-sonnet-4.5";
  const request = aRequest({
    model,
    tools,
    choice: { type: "required" },
    settings: { reasoningEffort: "high" },
  });
  assert.deepEqual([enforced(provider, request).sent, enforced(provider, request).choice.enforcement], [
    "auto",
    "announced",
  ]);
  const calm = { ...request, settings: {} };
  assert.deepEqual([enforced(provider, calm).sent, enforced(provider, calm).choice.enforcement], [
    "required",
    "native",
  ]);
});

const replays: readonly [name: keyof typeof PROFILES, model: string, field: string | undefined][] = [
  ["groq", "openai/gpt-oss-120b", "reasoning"],
  ["cerebras", "zai-glm-4.7", "reasoning"],
  ["vllm", "Qwen/Qwen3-8B", "reasoning"],
  ["deepseek", "deepseek-v4-pro", "reasoning_content"],
  ["fireworks", "accounts/fireworks/models/kimi-k2-thinking", "reasoning_content"],
  ["openrouter", "anthropic/claude-sonnet-4.5", "reasoning_details"],
  ["xai", "grok-4.3", "reasoning_content"],
];
for (const [name, model, field] of replays) {
  Deno.test(`P6: ${name}: reasoning goes back as ${field ?? "nothing"}, and to no other provider`, async () => {
    const wire = caseOf(name);
    await using server = await wire.start({
      reply: [{ reasoning: "Oslo.", text: "Cold." }, { text: "Yes." }],
    });
    const provider = providerOf(wire, server);
    const settings = name === "openrouter" ? { reasoningEffort: "high" as const } : {};
    const first = await drain(send(wire, server, provider, aRequest({ model, settings })));
    assert.equal(reasoningOf(first.result), "Oslo.");
    const messages: Message[] = [...followUp(first.result.blocks), { role: "user", text: "Sure?" }];
    await drain(send(wire, server, provider, aRequest({ model, messages })));
    const keys = reasoningKeys(server);
    assert.deepEqual(keys, field === undefined ? [] : [field]);

    const other = createCompatibleProvider(PROFILES.compatible, {
      baseURL: `${server.url}/v1`,
      name: "other",
    });
    const text = other.historyWriter(aRequest({ model }))?.write(messages) ?? "";
    assert.doesNotMatch(text, /reasoning(?!_content":"")/); // Kimi needs the field, and gets nothing in it
  });
}

function reasoningKeys({ requests }: Simulator): string[] {
  const { messages } = bodyOf(requests.at(-1)?.text ?? "");
  const list = Array.isArray(messages) ? messages : [];
  return list.flatMap((message) =>
    typeof message === "object" && message !== null ? Object.keys(message) : []
  ).filter((key) => key.startsWith("reasoning"));
}

Deno.test("P6: DeepSeek gets its field in every message of an assistant, also in those that were stored as text", () => {
  const provider = createCompatibleProvider(PROFILES.deepseek, { apiKey: "k" });
  const write = (model: string, messages: readonly Message[]) =>
    provider.historyWriter(aRequest({ model }))?.write(messages) ?? "";
  const text = write("deepseek-v4-flash", foreign);
  assert.equal(text.match(/"reasoning_content":""/g)?.length, 3);
  assert.equal(write("deepseek-chat", foreign).includes("reasoning_content"), false);
  // Written in parts it is the same.
  assert.equal(
    [foreign.slice(0, 3), foreign.slice(3, 5), foreign.slice(5)].map((part) =>
      write("deepseek-v4-flash", part)
    )
      .join(","),
    text,
  );
  for (const message of JSON.parse(`[${text}]`)) assert.ok(typeof message.role === "string");
});

Deno.test("P6: LM Studio's chat templates get a text for a message that only calls, also for a stored one", () => {
  const provider = createLMStudioProvider();
  const text = provider.historyWriter(aRequest())?.write(foreign) ?? "";
  const messages: { role: string; content: unknown }[] = JSON.parse(`[${text}]`);
  assert.deepEqual(messages.filter(({ role }) => role === "assistant").map(({ content }) => content), [
    "",
    "",
    "It is noon.",
  ]);
});

// Configuration ----------------------------------------------------------------------------------------------------------

function setup(env: Record<string, string>) {
  return { env, clock: Date.now, sleep: () => Promise.resolve(), bindings: {} };
}

for (const [name, profile] of Object.entries(PROFILES)) {
  const definition = defineCompatible(profile);
  Deno.test(`P6: ${name}: a configuration that lacks what it needs names the variable`, async () => {
    const prefix = name.toUpperCase();
    assert.deepEqual([...definition.variables].sort(), [`${prefix}_API_KEY`, `${prefix}_BASE_URL`]);
    if (profile.needsKey) {
      assert.throws(() => definition.create(setup({})), {
        code: "config_invalid",
        message: new RegExp(`${prefix}_API_KEY`),
      });
    }
    if (profile.baseURL === undefined) {
      assert.throws(() => definition.create(setup({})), {
        code: "config_invalid",
        message: /COMPATIBLE_BASE_URL/,
      });
    }
    // A server of one's own often wants no key.
    const own = definition.create(setup({ [`${prefix}_BASE_URL`]: "http://own.test/v9/" }));
    assert.deepEqual(await reached(own), ["http://own.test/v9/chat/completions", null]);
    const keyed = definition.create(
      setup({ [`${prefix}_BASE_URL`]: "http://own.test", [`${prefix}_API_KEY`]: "k" }),
    );
    assert.deepEqual(await reached(keyed), ["http://own.test/chat/completions", "Bearer k"]);
    assert.throws(
      () => definition.create(setup({ [`${prefix}_BASE_URL`]: "nowhere", [`${prefix}_API_KEY`]: "k" })),
      { code: "config_invalid" },
    );
  });
}

async function reached(provider: Provider): Promise<(string | null)[]> {
  const seen: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    seen.push(String(input), new Headers(init?.headers).get("authorization"));
    return fetchText('data: {"choices":[{"index":0,"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\n')(
      "",
    );
  };
  await drain(ask(provider, aRequest(), { fetch }));
  return seen;
}
