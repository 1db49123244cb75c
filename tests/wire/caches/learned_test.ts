// C4, P10: a server that refuses breakpoints, as OpenAI's Codex backend does: the request is sent once more without them, nobody sends them
// again, and the prompt is the same, so that there is no cut and all of it is read from what the server caches by itself.
import assert from "node:assert/strict";
import { caseOf, openSession, tool } from "../thinking/_session.ts";
import { isRecord, type ParsedRequest, type Reply } from "../openai/reply.ts";
import { AnthropicCache } from "./anthropic.ts";
import { breakBetween, promptOf } from "../prefix/prompt_of.ts";

/** CLIProxyAPI#4951, claude-relay-service#1270, openai/codex. */
const REFUSALS = [
  { message: "prompt_cache_breakpoint is not supported on this model", code: "invalid_parameter" },
  { message: "prompt_cache_options is not supported on this model", code: "invalid_parameter" },
  { message: "Unsupported parameter: prompt_cache_options", code: null },
  {
    message: "Unknown parameter: 'input[0].content[0].prompt_cache_breakpoint'.",
    param: "input[0].content[0].prompt_cache_breakpoint",
    code: "unknown_parameter",
  },
];

for (const error of REFUSALS) {
  Deno.test(`C4, P10: breakpoints are left out after "${error.message}"`, async () => {
    const wire = caseOf("openai breakpoints");
    await using server = await wire.start({
      reply: (request) => hasBreakpoints(request) ? { status: 400, error } : answerTo(request),
    });
    const session = openSession(wire, server, { tools: [tool("look")] });
    const first = await session.run({ input: "Look." });
    assert.ok(first.warnings.some(({ code }) => code === "capability_learned"));
    await session.run({ input: "Look again." });
    assert.deepEqual(session.statuses(), [400, 200, 200, 200, 200]);
    assert.deepEqual(await session.cuts(), []);
    const prompts = server.requests.slice(1).map(({ body }) => promptOf(body, true));
    for (const [index, prompt] of prompts.slice(1).entries()) {
      assert.equal(breakBetween(prompts[index] ?? prompt, prompt), undefined);
    }
    assert.equal(await session.verdict(), "verified");
  });
}

/** earendil-works/pi#7938, gajae-code#3934, litellm#39210, zeroclaw#7315, earendil-works/pi#2053. */
const REFUSED_MARKS = [
  ["anthropic", 400, "tools.0.cache_control: Extra inputs are not permitted"],
  ["anthropic", 400, "A maximum of 4 blocks with cache_control may be provided. Found 5."],
  [
    "bedrock",
    403,
    "You invoked an unsupported model or your request did not allow prompt caching. See the docs.",
  ],
  [
    "bedrock",
    400,
    "Malformed input request: #/messages/6/content/0: extraneous key [cachePoint] is not permitted",
  ],
] as const;

for (const [name, status, message] of REFUSED_MARKS) {
  Deno.test(`C4, P10: ${name}: an agent's marks are left out after "${message}"`, async () => {
    const wire = caseOf(name);
    await using server = await wire.start({
      reply: (request) =>
        /"(?:cache_control|cachePoint)"/.test(JSON.stringify(request.body))
          ? { status, error: { message, type: "invalid_request_error" } }
          : answerTo(request),
    });
    const session = openSession(wire, server, { tools: [tool("look")] });
    const { warnings } = await session.run({ input: "Look." });
    assert.ok(warnings.some(({ code }) => code === "capability_learned"));
    assert.ok(!warnings.some(({ code }) => code === "tool_left_out"));
    await session.run({ input: "Look again." });
    assert.deepEqual(session.statuses(), [status, 200, 200, 200, 200]);
    assert.equal(await session.verdict(), "verified");
  });
}

/** Prices of reads and writes of claude-opus-5-5, where a token that is neither costs 1: src/providers/_prices/anthropic.ts. */
const RATES = { read: 0.05, write: 1.25 };

Deno.test("P10: 50 steps of an agent that sets nothing are billed for less than a tenth of their prompts", async () => {
  const wire = { ...caseOf("anthropic"), model: "claude-opus-5-5" };
  await using server = await wire.start({
    reply: ({ turn }) =>
      turn < 49 ? { calls: [{ name: "look", arguments: `{"at":"sky ${turn}"}` }] } : { text: "It is blue." },
  });
  const session = openSession(wire, server, {
    instructions: "Tell colours. ".repeat(300),
    tools: [tool("look")],
    limits: { stepsPerRun: 60 },
  });
  const { output } = await session.run({ input: "Look 49 times." });
  assert.deepEqual([output, server.requests.length], ["It is blue.", 50]);
  const cache = new AnthropicCache(wire.model);
  let [sum, billed] = [0, 0];
  for (const { body, headers } of server.requests) {
    assert.ok(isRecord(body));
    const { tokens, read, written } = cache.ask({ body, headers });
    sum += tokens;
    billed += read * RATES.read + written * RATES.write + tokens - read - written;
  }
  assert.ok(billed < sum / 10, `${billed} of ${sum}`);
});

/** Models whose vendor bills reads lower, beside those of REFUSED_MARKS, and the marks of its dialect. */
const MARKED = [
  ["bedrock", "us.amazon.nova-2-lite-v1:0", /"cachePoint":\{"type":"default"/],
  ["bedrock", "amazon.nova-pro-v1:0", /"cachePoint":\{"type":"default"/],
  ["openrouter", "anthropic/claude-opus-5.5", /"cache_control":\{"type":"ephemeral"/],
] as const;

for (const [name, model, marks] of MARKED) {
  Deno.test(`P10: ${model} at ${name} is asked to cache its prompt by an agent that sets nothing`, async () => {
    const wire = { ...caseOf(name), model };
    await using server = await wire.start({ reply: answerTo });
    const session = openSession(wire, server, { instructions: "Look up.", tools: [tool("look")] });
    await session.run({ input: "Look." });
    assert.deepEqual(session.statuses(), [200, 200]);
    for (const { text } of server.requests) assert.match(text, marks);
  });
}

Deno.test("P10: an agent turns breakpoints off for its model", async () => {
  const wire = caseOf("openai breakpoints");
  await using server = await wire.start({ reply: answerTo });
  const capabilities = { cache_breakpoints: false };
  await openSession(wire, server, { tools: [tool("look")], capabilities }).run({ input: "Look." });
  assert.ok(
    server.requests.every(({ body }) => isRecord(body) && !JSON.stringify(body).includes("prompt_cache_b")),
  );
});

function hasBreakpoints({ body }: ParsedRequest): boolean {
  return /"prompt_cache_(?:breakpoint|options)"/.test(JSON.stringify(body));
}

function answerTo({ history, tools: [name] }: ParsedRequest): Reply {
  if (name === undefined || history.at(-1)?.kind === "result") return { text: "It is blue." };
  return { calls: [{ name, arguments: '{"at":"sky"}' }] };
}
