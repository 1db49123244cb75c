// Faults behind gateways that users of other libraries reported in public, each driven through a real step against the
// simulated gateway: none of them happens here. The reference is the thread that reports the fault.
import assert from "node:assert/strict";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { HOUSE_OPUS } from "../compatible/gateway.ts";
import { isRecord, type ParsedRequest, type Reply } from "../openai/reply.ts";
import { bodyOf, caseOf, session, statuses } from "./session.ts";

const SCHEMA = {
  type: "object",
  properties: { colour: { type: "string" } },
  required: ["colour"],
  additionalProperties: false,
};

const tool = (name: string, ran: string[] = []) =>
  defineTool({
    name,
    description: "Looks.",
    parameters: ["at"],
    effect: "pure",
    run: () => {
      ran.push(name);
      return "blue";
    },
  });

const CALL = { name: "look", arguments: JSON.stringify({ at: "sky" }) };

/** Calls once for an input, then answers. */
function callsThenAnswers(text: string): (request: ParsedRequest) => Reply {
  return ({ history, tools, choice }) => {
    const answered = history.findLastIndex(({ kind }) => kind === "result");
    const asked = history.findLastIndex((entry) => entry.kind === "message" && entry.role === "user");
    const mayCall = tools.length > 0 && choice.kind !== "none";
    return mayCall && answered < asked ? { calls: [CALL] } : { text };
  };
}

for (const choice of [{ type: "required" }, { type: "tool", name: "look" }] as const) {
  Deno.test(`griptape#2351 behind LiteLLM: a forced ${choice.type} choice of Claude Opus 5.5 under a name of the gateway's own is refused once and answered in every step, where every run was an error`, async () => {
    const wire = caseOf("compatible");
    const ran: string[] = [];
    await using server = await wire.start({ reply: callsThenAnswers('{"colour":"blue"}') });
    const run = session(wire, server, {
      model: `compatible/${HOUSE_OPUS}`,
      tools: [tool("look", ran), tool("listen", ran)],
      output: SCHEMA,
    });
    const first = await run("Which colour?", choice);
    assert.equal(first.thread.status, "done");
    assert.deepEqual(JSON.parse(first.output ?? ""), { colour: "blue" });
    assert.deepEqual(statuses(server), [400, 200, 200]);
    assert.equal((await run("And now?", choice)).thread.status, "done");
    assert.deepEqual(statuses(server), [400, 200, 200, 200, 200]);
    assert.deepEqual(ran, ["look", "look"]);
  });
}

const NAMES = [
  "anthropic/claude-opus-5.5",
  "bedrock/us.anthropic.claude-opus-5-5-v1:0",
  "vertex_ai/claude-opus-5-5",
];

for (const name of NAMES) {
  for (const provider of ["compatible", "openrouter"]) {
    Deno.test(`griptape#2351 behind ${provider}: ${name} is not forced at all, where the request was a 400`, async () => {
      const wire = caseOf(provider);
      await using server = await wire.start({ reply: callsThenAnswers("Blue.") });
      const run = session(wire, server, { model: `${provider}/${name}`, tools: [tool("look")] });
      const answer = await run("Which colour?", { type: "required" });
      assert.equal(answer.thread.status, "done");
      assert.deepEqual(statuses(server), [200, 200]);
    });
  }
}

for (const type of ["auto", "required"] as const) {
  Deno.test(`litellm#27184: Claude 4.6 at Bedrock behind LiteLLM answers under a limit of one call and choice ${type}, where the request was "tool_choice.type: Field required"`, async () => {
    const wire = caseOf("compatible");
    const ran: string[] = [];
    await using server = await wire.start({ reply: callsThenAnswers("Blue.") });
    const run = session(wire, server, {
      model: "compatible/bedrock/global.anthropic.claude-sonnet-4-6",
      tools: [tool("look", ran)],
      limits: { parallelCalls: 1 },
    });
    assert.equal((await run("Which colour?", { type })).thread.status, "done");
    assert.deepEqual(statuses(server), [400, 200, 200]);
    assert.equal(bodyOf(server).parallel_tool_calls, undefined);
    await run("And now?", { type });
    assert.deepEqual(statuses(server), [400, 200, 200, 200, 200]);
    assert.deepEqual(ran, ["look", "look"]);
  });
}

Deno.test("litellm#27184: bedrock: the limit of one call has its type for Claude 4.6, where it was a 400", async () => {
  const wire = caseOf("bedrock");
  await using server = await wire.start({ reply: callsThenAnswers("Blue.") });
  const run = session(wire, server, {
    model: "bedrock/global.anthropic.claude-sonnet-4-6",
    tools: [tool("look")],
    limits: { parallelCalls: 1 },
  });
  assert.equal((await run("Which colour?")).thread.status, "done");
  assert.deepEqual(statuses(server), [200, 200]);
  const { additionalModelRequestFields: fields } = bodyOf(server);
  assert.ok(isRecord(fields) && isRecord(fields.tool_choice));
  assert.deepEqual(fields.tool_choice, { type: "auto", disable_parallel_tool_use: true });
});

// The name of a model decides neither whether tools are sent nor whether the choice is.
const NAMES_OF_AN_OWNER = [
  "claude-haiku-4-5",
  "house-haiku",
  "arn:aws:bedrock:eu-west-1:123456789012:application-inference-profile/a1b2c3d4e5f6",
];

for (const name of NAMES_OF_AN_OWNER) {
  Deno.test(`litellm#29618: bedrock/${name} gets its tools and a forced choice, where both were left out in silence`, async () => {
    const wire = caseOf("bedrock");
    const ran: string[] = [];
    await using server = await wire.start({ reply: callsThenAnswers("Blue.") });
    const run = session(wire, server, { model: `bedrock/${name}`, tools: [tool("look", ran)] });
    const answer = await run("Which colour?", { type: "tool", name: "look" });
    assert.deepEqual([answer.thread.status, ran], ["done", ["look"]]);
    const configs = server.requests.map(({ body }) => isRecord(body) ? body.toolConfig : undefined);
    const [forced, free] = configs.map((config) => isRecord(config) ? config : assert.fail("no toolConfig"));
    assert.deepEqual(forced?.toolChoice, { tool: { name: "look" } });
    for (const config of [forced, free]) {
      assert.ok(Array.isArray(config?.tools));
      assert.deepEqual(config.tools.flatMap(({ toolSpec }) => toolSpec?.name ?? []), ["look"]);
    }
  });
}

Deno.test("litellm#29618: a gateway that drops the tools and the choice in silence is found out: each step reports the choice as violated, where the answer counted", async () => {
  const wire = caseOf("compatible");
  await using server = await wire.start({ reply: () => ({ text: "Blue.", ignoresChoice: true }) });
  const run = session(wire, server, { model: "compatible/claude-haiku-4-5", tools: [tool("look")] });
  for (const choice of [{ type: "required" }, { type: "tool", name: "look" }] as const) {
    const answer = await run("Which colour?", choice);
    assert.deepEqual(answer.outcome, { type: "violated", how: "missing" });
    assert.ok(answer.warnings.some(({ code }) => code === "choice_violated"));
  }
});

Deno.test("OpenRouterTeam/ai-sdk-provider#411: a model at OpenRouter calls its tool although the answer has a form, where it wrote the arguments as text", async () => {
  const wire = caseOf("openrouter");
  const ran: string[] = [];
  const script = callsThenAnswers('{"colour":"blue"}');
  await using server = await wire.start({
    // Under both, the model fits the arguments into the format.
    reply: (request) =>
      request.body.response_format !== undefined && request.tools.length > 0
        ? { text: CALL.arguments }
        : script(request),
  });
  const run = session(wire, server, {
    model: "openrouter/openai/gpt-4o-mini",
    tools: [tool("look", ran)],
    output: SCHEMA,
  });
  const answer = await run("Which colour?");
  assert.deepEqual(ran, ["look"]);
  assert.equal(answer.thread.status, "done");
  assert.deepEqual(JSON.parse(answer.output ?? ""), { colour: "blue" });
});

Deno.test("AionUi#912: Claude Sonnet 4.6 behind a gateway answers under temperature and topP, where the request was a 400", async () => {
  const wire = caseOf("compatible");
  await using server = await wire.start({ reply: () => ({ text: "Blue." }) });
  const run = session(wire, server, {
    model: "compatible/claude-sonnet-4-6",
    settings: { temperature: 0.2, topP: 0.9 },
  });
  const answer = await run("Which colour?");
  assert.deepEqual(statuses(server), [200]);
  assert.deepEqual([bodyOf(server).temperature, bodyOf(server).top_p], [0.2, undefined]);
  assert.ok(answer.warnings.some(({ code }) => code === "setting_dropped"));
});
