// Tool-choice faults that users of other libraries reported in public, each driven through a real step against the simulated
// server of the provider: none of them happens here. The reference is the thread that reports the fault.
import assert from "node:assert/strict";
import { defineTool } from "../../src/agents/define_tool.ts";
import { isRecord, type ParsedRequest, type Reply } from "./openai/reply.ts";
import { editing } from "./endings/rewritten.ts";
import { bodyOf, caseOf, session, statuses } from "./reports/session.ts";

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

const call = (name: string, at = "sky") => ({ name, arguments: JSON.stringify({ at }) });

for (const name of ["openai chat", "openai responses", "anthropic", "gemini"]) {
  for (const choice of [{ type: "required" }, { type: "tool", name: "search" }] as const) {
    Deno.test(`vercel/ai#3944: ${name}: a forced ${choice.type} choice calls once and then ends, where it looped to the step limit`, async () => {
      const wire = caseOf(name);
      const ran: string[] = [];
      await using server = await wire.start({ reply: (request) => forcedOnly(request, "search") });
      const run = session(wire, server, { tools: [tool("search", ran), tool("listen", ran)] });
      const answer = await run("What is the capital of France?", choice);
      assert.deepEqual(ran, ["search"]);
      assert.equal(server.requests.length, 2);
      assert.equal(answer.thread.status, "done");
      assert.equal(answer.output, "It is blue.");
    });
  }
}

Deno.test("vercel/ai#12335: a tool forced after parallel calls is called once and the run ends, where the stream looped for ever", async () => {
  const wire = caseOf("gemini");
  const ran: string[] = [];
  const reply = (request: ParsedRequest): Reply => {
    if (isForced(request)) return { calls: [call("summarize")] };
    const answered = request.history.findLastIndex(({ kind }) => kind === "result");
    const asked = request.history.findLastIndex((entry) => entry.kind === "message" && entry.role === "user");
    return answered > asked ? { text: "It is blue." } : { calls: [call("look"), call("listen")] };
  };
  await using server = await wire.start({ reply });
  const tools = ["look", "listen", "summarize"].map((name) => tool(name, ran));
  const run = session(wire, server, { tools });
  assert.equal((await run("Look around.")).thread.status, "done");
  const answer = await run("Sum it up.", { type: "tool", name: "summarize" });
  assert.deepEqual(ran, ["look", "listen", "summarize"]);
  assert.equal(answer.thread.status, "done");
  assert.equal(server.requests.length, 4);
});

for (const name of ["openai chat", "anthropic"]) {
  Deno.test(`P9: ${name}: a stream that breaks in its words is tried again where nothing reads it`, async () => {
    const wire = caseOf(name);
    await using server = await wire.start({
      reply: ({ turn }) =>
        turn === 0 ? { text: "It is bl".repeat(20), fault: "reset" } : { text: "It is blue." },
    });
    const run = session(wire, server, { tools: [tool("look")] });
    const { output, warnings } = await run("What colour?", undefined, { isUnread: true });
    assert.deepEqual([output, server.requests.length], ["It is blue.", 2]);
    assert.deepEqual(warnings.map(({ code }) => code), ["model_retried"]);
  });
}

Deno.test("P5: gemini: calls behind CONTINUATION run, and the model goes on to its whole answer", async () => {
  const wire = caseOf("gemini");
  const ran: string[] = [];
  const continued = editing((part) => {
    const text = JSON.stringify(part).replace('"finishReason":"STOP"', '"finishReason":"CONTINUATION"');
    return JSON.parse(text);
  });
  const asked: string[][] = [];
  await using server = await wire.start({
    reply: ({ turn, history }) => {
      asked.push(history.map(({ kind }) => kind));
      return turn === 0 ? { text: "Let me look.", calls: [call("look")] } : { text: "It is blue." };
    },
  });
  const reach: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    return server.requests.length === 1 ? await continued(response) : response;
  };
  const run = session({ ...wire, fetch: () => reach }, server, { tools: [tool("look", ran)] });
  const { output, thread } = await run("What colour?");
  assert.deepEqual([output, thread.status, ran], ["It is blue.", "done", ["look"]]);
  assert.deepEqual(statuses(server), [200, 200]);
  assert.deepEqual(asked, [["message"], ["message", "message", "call", "result"]]);
});

for (const choice of [{ type: "required" }, { type: "tool", name: "look" }] as const) {
  Deno.test(`vercel/ai#21364: bedrock: Claude Opus 5.5 answers under a forced ${choice.type} choice, where the request was a 400`, async () => {
    const wire = caseOf("bedrock");
    await using server = await wire.start({ reply: callsOnce });
    const run = session(wire, server, {
      model: "bedrock/us.anthropic.claude-opus-5-5",
      tools: [tool("look"), tool("listen")],
    });
    const answer = await run("What colour?", choice, { until: "step" });
    assert.deepEqual(statuses(server), [200]);
    const { toolConfig } = bodyOf(server);
    assert.ok(isRecord(toolConfig) && Array.isArray(toolConfig.tools));
    assert.deepEqual(toolConfig.toolChoice, { auto: {} });
    assert.equal(toolConfig.tools.filter(({ toolSpec }) => toolSpec !== undefined).length, 2);
    assert.deepEqual(answer.outcome, { type: "satisfied" });
    assert.ok(answer.warnings.some(({ code }) => code === "choice_degraded"));
  });
}

Deno.test("can1357/oh-my-pi#12939: anthropic: Claude Opus 5.5 answers under a named choice and an effort, where the session fell to the next model", async () => {
  const wire = caseOf("anthropic");
  await using server = await wire.start({ reply: callsOnce });
  const run = session(wire, server, {
    model: "anthropic/claude-opus-5-5",
    fallbackModel: "anthropic/claude-sonnet-4-5",
    tools: [tool("look"), tool("listen")],
    settings: { reasoningEffort: "low" },
  });
  const answer = await run("Plan it.", { type: "tool", name: "look" }, { until: "step" });
  assert.deepEqual(statuses(server), [200]);
  assert.equal(answer.model, "anthropic/claude-opus-5-5");
  assert.deepEqual(bodyOf(server).output_config, { effort: "low" });
  assert.deepEqual(bodyOf(server).tool_choice, { type: "auto" });
});

Deno.test("pydantic-ai#3092: bedrock: Claude Sonnet 4.5 keeps its thinking under a forced choice, where the request was a ValidationException", async () => {
  const wire = caseOf("bedrock");
  await using server = await wire.start({ reply: callsOnce });
  const run = session(wire, server, {
    tools: [tool("look"), tool("listen")],
    settings: { reasoningEffort: "medium" },
  });
  const answer = await run("What colour?", { type: "required" }, { until: "step" });
  assert.deepEqual(statuses(server), [200]);
  const { additionalModelRequestFields: fields, toolConfig } = bodyOf(server);
  assert.ok(isRecord(fields) && isRecord(fields.thinking) && isRecord(toolConfig));
  assert.equal(fields.thinking.type, "enabled");
  assert.deepEqual(toolConfig.toolChoice, { auto: {} });
  assert.equal(answer.choice?.enforcement, "announced");
});

const TOOLLESS = {
  "litellm#34276": { what: "a tool choice", limits: {} },
  "litellm#34420": { what: "a tool choice and a limit of one call", limits: { parallelCalls: 1 } },
};

for (const [reference, { what, limits }] of Object.entries(TOOLLESS)) {
  for (const type of ["auto", "none"] as const) {
    Deno.test(`${reference}: bedrock: ${what} (${type}) without tools leaves nothing on the wire, where it leaked into a 400`, async () => {
      const wire = caseOf("bedrock");
      await using server = await wire.start({ reply: () => ({ text: "Hello." }) });
      const answer = await session(wire, server, { limits })("Hello", { type });
      assert.deepEqual(statuses(server), [200]);
      assert.equal(answer.output, "Hello.");
      const { toolConfig, additionalModelRequestFields } = bodyOf(server);
      assert.deepEqual([toolConfig, additionalModelRequestFields], [undefined, undefined]);
      assert.doesNotMatch(server.requests[0]?.text ?? "", /tool_?choice|parallel/i);
    });
  }
}

for (const type of ["auto", "required", "tool"] as const) {
  Deno.test(`litellm#22637, #36536: bedrock: a limit of one call stands once, with its type, beside choice ${type}, where it was a 400`, async () => {
    const wire = caseOf("bedrock");
    await using server = await wire.start({ reply: callsOnce });
    const run = session(wire, server, {
      tools: [tool("look"), tool("listen")],
      limits: { parallelCalls: 1 },
    });
    await run("What colour?", type === "tool" ? { type, name: "look" } : { type }, { until: "step" });
    assert.deepEqual(statuses(server), [200]);
    const { toolConfig, additionalModelRequestFields: fields } = bodyOf(server);
    assert.ok(isRecord(toolConfig) && isRecord(fields) && isRecord(fields.tool_choice));
    assert.equal(toolConfig.toolChoice, undefined);
    assert.equal(fields.tool_choice.type, type === "required" ? "any" : type);
    assert.equal(fields.tool_choice.disable_parallel_tool_use, true);
  });
}

Deno.test("litellm#27611: openai responses: a named choice is flat, where the nested form of chat was a 400", async () => {
  const wire = caseOf("openai responses");
  await using server = await wire.start({ reply: callsOnce });
  const run = session(wire, server, { tools: [tool("look"), tool("listen")] });
  await run("What colour?", { type: "tool", name: "look" }, { until: "step" });
  assert.deepEqual(statuses(server), [200]);
  assert.deepEqual(bodyOf(server).tool_choice, { type: "function", name: "look" });
});

Deno.test("vercel/ai#12786: a tool that the named choice does not permit is not run, where it was", async () => {
  const wire = caseOf("bedrock");
  const ran: string[] = [];
  await using server = await wire.start({
    reply: (request) =>
      request.turn === 0 ? { calls: [call("listen")], ignoresChoice: true } : forcedOnly(request, "look"),
  });
  const run = session(wire, server, { tools: [tool("look", ran), tool("listen", ran)] });
  const first = await run("What colour?", { type: "tool", name: "look" }, { until: "step" });
  assert.deepEqual(first.outcome, { type: "violated", how: "wrong_tool" });
  assert.equal((await run()).thread.status, "done");
  assert.deepEqual(ran, ["look"]);
});

Deno.test("openai-agents-js#512: a tool runs once and the model answers from it, where it was called again and again", async () => {
  const wire = caseOf("openai responses");
  const ran: string[] = [];
  // The model wants to fetch for as long as it may.
  await using server = await wire.start({
    reply: ({ choice }) => choice.kind === "none" ? { text: "null" } : { calls: [call("fetch")] },
  });
  const run = session(wire, server, { tools: [tool("fetch", ran)] });
  const answer = await run("Which page?", { type: "tool", name: "fetch" }, { execution: "generate" });
  assert.deepEqual(ran, ["fetch"]);
  assert.equal(answer.thread.status, "done");
  assert.equal(answer.output, "null");
  assert.equal(server.requests.length, 2);
});

for (const name of ["openai chat", "anthropic", "bedrock", "gemini"]) {
  Deno.test(`vercel/ai#13075: ${name}: the last step that a run may have ends with an answer, where it ended empty-handed`, async () => {
    const wire = caseOf(name);
    const ran: string[] = [];
    // The model looks again for as long as it may.
    let at = 0;
    const reply = ({ choice, tools }: ParsedRequest): Reply =>
      choice.kind === "none" || tools.length === 0
        ? { text: "It is blue." }
        : { calls: [call("look", `${at++}`)] };
    await using server = await wire.start({ reply });
    const run = session(wire, server, { tools: [tool("look", ran)], limits: { stepsPerRun: 3 } });
    const answer = await run("What colour?");
    assert.deepEqual(ran, ["look", "look"]);
    assert.equal(answer.output, "It is blue.");
    assert.deepEqual([answer.thread.status, answer.thread.counters.steps], ["done", 3]);
    assert.deepEqual([answer.choice?.requested.type, answer.choice?.source], ["none", "limit"]);
    assert.match(
      answer.choice?.because ?? "",
      /^it is the last step that limits\.stepsPerRun \(3\) permits; /,
    );
  });
}

/** A model that calls the tool where it must, and answers where it may. */
function forcedOnly(request: ParsedRequest, name: string): Reply {
  return isForced(request) ? { calls: [call(name)] } : { text: "It is blue." };
}

function isForced({ choice }: ParsedRequest): boolean {
  return choice.kind === "required" || choice.kind === "named" ||
    (choice.kind === "allowed" && choice.mode === "required");
}

function callsOnce({ tools: [first = ""] }: ParsedRequest): Reply {
  return { calls: [call(first)] };
}
