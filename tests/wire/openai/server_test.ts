// The simulated OpenAI server held against the official client and the official schema.
import assert from "node:assert/strict";
import OpenAI from "openai";
import { validator } from "../../support/conformance.ts";
import { allowed, chatTool, client, flatTool, named, post, send, user } from "./requests.ts";
import { type OpenAIServer, type Reply, serveOpenAI, toolRun } from "./server.ts";

const threeSteps = toolRun([
  { name: "search", arguments: '{"q":"Oslo å🌍"}' },
  { name: "fetch", arguments: ([first]) => JSON.stringify({ q: first }) },
  { name: "save", arguments: (results) => JSON.stringify({ q: results.join("+") }) },
], { final: (results) => `Saved ${results.length}. 🌍`, reasoning: "One tool at a time." });

const expectedRun = [
  ["search", '{"q":"Oslo å🌍"}'],
  ["fetch", '{"q":"r-search"}'],
  ["save", '{"q":"r-search+r-fetch"}'],
];

for (const stream of [false, true]) {
  const how = stream ? "streamed" : "not streamed";

  Deno.test(`chat: the official client completes a three-step tool run, ${how}`, async () => {
    await using server = await serveOpenAI({ reply: threeSteps });
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Go" }];
    const tools = ["search", "fetch", "save"].map(chatTool);
    const made: string[][] = [];
    for (;;) {
      const params = { model: "gpt-4.1", messages, tools };
      const completion = stream
        ? await client(server).chat.completions.stream({ ...params, stream_options: { include_usage: true } })
          .finalChatCompletion()
        : await client(server).chat.completions.create(params);
      const choice = completion.choices[0];
      assert.ok(choice);
      assert.ok((completion.usage?.prompt_tokens ?? 0) > 0);
      messages.push({ ...choice.message, role: "assistant" });
      if (!choice.message.tool_calls) {
        assert.equal(choice.finish_reason, "stop");
        assert.equal(choice.message.content, "Saved 3. 🌍");
        break;
      }
      assert.equal(choice.finish_reason, "tool_calls");
      assert.equal(choice.message.content, null);
      for (const call of choice.message.tool_calls) {
        assert.ok(call.type === "function");
        made.push([call.function.name, call.function.arguments]);
        messages.push({ role: "tool", tool_call_id: call.id, content: `r-${call.function.name}` });
      }
      // The accumulator adds `parsed` fields that the API does not know.
      for (const message of messages) if ("parsed" in message) delete message.parsed;
      stripParsed(messages);
    }
    assert.deepEqual(made, expectedRun);
    assert.deepEqual(server.complaints, []);
  });

  Deno.test(`responses: the official client completes a three-step tool run with sealed reasoning, ${how}`, async () => {
    await using server = await serveOpenAI({ reply: threeSteps });
    const input: OpenAI.Responses.ResponseInputItem[] = [{ role: "user", content: "Go" }];
    const made: string[][] = [];
    for (;;) {
      const params = {
        model: "gpt-5.6-sol",
        input,
        tools: ["search", "fetch", "save"].map(flatTool),
        store: false,
        include: ["reasoning.encrypted_content" as const],
        reasoning: { summary: "auto" as const },
      };
      const response = stream
        ? await client(server).responses.stream(params).finalResponse()
        : await client(server).responses.create(params);
      assert.equal(response.status, "completed");
      const [thought] = response.output;
      assert.ok(thought?.type === "reasoning" && thought.encrypted_content);
      assert.equal(thought.summary[0]?.text, "One tool at a time.");
      assert.ok((response.usage?.output_tokens_details.reasoning_tokens ?? 0) > 0);
      const calls = response.output.flatMap((item) => item.type === "function_call" ? [item] : []);
      for (const item of response.output) {
        if (item.type === "reasoning") input.push(item);
        if (item.type === "function_call") {
          const { type, id, call_id, name, arguments: text } = item;
          input.push({ type, ...(id !== undefined && { id }), call_id, name, arguments: text });
          made.push([name, text]);
        }
      }
      for (const call of calls) {
        input.push({ type: "function_call_output", call_id: call.call_id, output: `r-${call.name}` });
      }
      if (calls.length === 0) {
        assert.equal(response.output_text, "Saved 3. 🌍");
        break;
      }
    }
    assert.deepEqual(made, expectedRun);
    assert.deepEqual(server.complaints, []);
  });
}

function stripParsed(messages: OpenAI.ChatCompletionMessageParam[]): void {
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    for (const call of message.tool_calls ?? []) {
      if (call.type === "function" && "parsed_arguments" in call.function) {
        delete call.function.parsed_arguments;
      }
    }
  }
}

Deno.test("toolRun: a parallel step comes one by one when parallel_tool_calls is false", async () => {
  const reply = toolRun([[{ name: "a", arguments: "{}" }, { name: "b", arguments: "{}" }]]);
  await using server = await serveOpenAI({ reply });
  for (const [parallel, expected] of [[true, ["a", "b"]], [false, ["a"]]] as const) {
    const names = await callNames(server, { tools: ["a", "b"].map(chatTool), parallel_tool_calls: parallel });
    assert.deepEqual(names, expected);
  }
});

Deno.test("tool choice: none, named and allowed_tools are obeyed; a named choice finishes with stop", async () => {
  const reply = toolRun([{ name: "a", arguments: "{}" }, { name: "b", arguments: "{}" }]);
  await using server = await serveOpenAI({ reply });
  const tools = ["a", "b"].map(chatTool);
  assert.deepEqual(await callNames(server, { tools, tool_choice: "none" }), []);
  const named = { type: "function" as const, function: { name: "b" } };
  assert.deepEqual(await callNames(server, { tools, tool_choice: named }), ["b"]);
  const allowed = { mode: "required" as const, tools: [{ type: "function", function: { name: "b" } }] };
  const choice = { type: "allowed_tools" as const, allowed_tools: allowed };
  assert.deepEqual(await callNames(server, { tools, tool_choice: choice }), ["b"]);

  const completion = await client(server).chat.completions.create({
    model: "gpt-4.1",
    messages: [{ role: "user", content: "hi" }],
    tools,
    tool_choice: named,
  });
  assert.equal(completion.choices[0]?.finish_reason, "stop");
  assert.deepEqual(server.complaints, []);
});

async function callNames(
  server: OpenAIServer,
  params: Partial<OpenAI.ChatCompletionCreateParamsNonStreaming>,
): Promise<string[]> {
  const completion = await client(server).chat.completions.create({
    model: "gpt-4.1",
    messages: [{ role: "user", content: "hi" }],
    ...params,
  });
  const calls = completion.choices[0]?.message.tool_calls ?? [];
  return calls.flatMap((call) => call.type === "function" ? [call.function.name] : []);
}

// --- mistakes of the script ---------------------------------------------------------------------------------------

const call = (name: string) => ({ calls: [{ name, arguments: "{}" }] });
const contradictions: [string, Reply, Record<string, unknown>, RegExp][] = [
  ["required without a call", { text: "no" }, { tool_choice: "required" }, /tool_choice is 'required'/],
  ["another tool than the named one", call("b"), { tool_choice: named("a") }, /tool_choice names 'a'/],
  ["a tool that is not offered", call("c"), {}, /'c' is not among the offered tools/],
  ["a tool outside allowed_tools", call("b"), { tool_choice: allowed("a") }, /allowed_tools is \[a\]/],
  [
    "two calls without parallel",
    { calls: [...call("a").calls, ...call("b").calls] },
    { parallel_tool_calls: false },
    /parallel_tool_calls is false/,
  ],
];

for (const [name, reply, extra, text] of contradictions) {
  Deno.test(`harness: ${name} is a 500 that is not retried, unless the reply ignores the choice`, async () => {
    await using server = await serveOpenAI({ reply: [reply, { ...reply, ignoresChoice: true }] });
    const body = { model: "gpt-4.1", messages: [user], tools: ["a", "b"].map(chatTool), ...extra };
    const refused = await post(server, "/chat/completions", body);
    assert.equal(refused.status, 500);
    assert.equal(refused.headers.get("x-should-retry"), "false");
    assert.match(String(refused.error.message), text);
    assert.equal(server.complaints.length, 1);
    assert.equal((await post(server, "/chat/completions", body)).status, 200);
  });
}

Deno.test("harness: one request more than the script has replies is reported", async () => {
  await using server = await serveOpenAI({ reply: [{ text: "one" }] });
  const body = { model: "gpt-4.1", messages: [user] };
  assert.equal((await post(server, "/chat/completions", body)).status, 200);
  assert.match(
    String((await post(server, "/chat/completions", body)).error.message),
    /1 replies, but request 2 came/,
  );
});

Deno.test("reasoning: chat hides it unless reasoningContent, and counts its tokens", async () => {
  for (const reasoningContent of [false, true]) {
    await using server = await serveOpenAI({
      reasoningContent,
      reply: [{ text: "ok", reasoning: "Let me think." }],
    });
    const stream = await client(server).chat.completions.create({
      model: "gpt-5.1",
      messages: [{ role: "user", content: "hi" }],
      stream: true,
      stream_options: { include_usage: true },
    });
    let thought = "";
    let reasoningTokens = 0;
    for await (const chunk of stream) {
      const delta = chunk.choices[0]?.delta;
      if (delta && "reasoning_content" in delta) thought += String(delta.reasoning_content);
      reasoningTokens = chunk.usage?.completion_tokens_details?.reasoning_tokens ?? reasoningTokens;
    }
    assert.equal(thought, reasoningContent ? "Let me think." : "");
    assert.ok(reasoningTokens > 0);
  }
});

Deno.test("usage: a chat stream has it only when include_usage asks for it", async () => {
  await using server = await serveOpenAI({
    reply: () => ({ text: "ok", usage: { input: 9, cached: 8, output: 2 } }),
  });
  const body = { model: "gpt-4.1", messages: [user], stream: true };
  const without = await (await send(server, "/chat/completions", body)).text();
  assert.ok(!without.includes("usage"));
  const options = { stream_options: { include_usage: true } };
  const asked = await (await send(server, "/chat/completions", { ...body, ...options })).text();
  assert.match(asked, /"choices":\[\],"usage":\{"prompt_tokens":9,.*"cached_tokens":8/);
});

Deno.test("store: kept items and responses can be referred to, others not", async () => {
  await using server = await serveOpenAI();
  const first = await client(server).responses.create({ model: "gpt-5.1", input: "hi" });
  const params = { model: "gpt-5.1", input: "and?", previous_response_id: first.id };
  assert.equal((await client(server).responses.create(params)).status, "completed");
  const lost = await post(server, "/responses", { ...params, previous_response_id: "resp_lost" });
  assert.equal(lost.error.code, "previous_response_not_found");
});

Deno.test("models: the list and one model", async () => {
  await using server = await serveOpenAI({ models: ["gpt-4.1"] });
  const models = await Array.fromAsync(client(server).models.list());
  assert.deepEqual(models.map((model) => model.id), ["gpt-4.1"]);
  await assert.rejects(client(server).models.retrieve("gpt-9"), OpenAI.NotFoundError);
});

// --- conformance ----------------------------------------------------------------------------------------------------

// Recorded traffic breaks its own schema in these places, and so does this server: openai-responses/*.chunks.txt.
const recordedToo = /^\$(\.response)?\.(user|usage): must be (string|object), got null$/;

Deno.test("conformance: bodies and events fit the official schema, and the sample requests fit it strictly", async (t) => {
  const validate = await validator();
  await using server = await serveOpenAI({ reply: threeSteps });
  const chat = { model: "gpt-4.1", messages: [user], tools: ["search", "fetch", "save"].map(chatTool) };
  const responses = {
    model: "gpt-5.1",
    input: [user],
    tools: ["search", "fetch", "save"].map(flatTool),
    reasoning: { summary: "auto" },
    include: ["reasoning.encrypted_content"],
    store: false,
  };
  const usage = { stream: true, stream_options: { include_usage: true } };
  const cases: [string, string, Record<string, unknown>][] = [
    ["openai.chat.response", "/chat/completions", chat],
    ["openai.chat.response", "/chat/completions", { ...chat, tool_choice: "none" }],
    ["openai.chat.response", "/chat/completions", { ...chat, tool_choice: allowed("fetch") }],
    ["openai.chat.chunk", "/chat/completions", { ...chat, ...usage }],
    ["openai.chat.chunk", "/chat/completions", { ...chat, ...usage, tool_choice: "none" }],
    ["openai.responses.response", "/responses", responses],
    ["openai.responses.response", "/responses", { ...responses, tool_choice: "none" }],
    ["openai.responses.event", "/responses", { ...responses, stream: true }],
    ["openai.responses.event", "/responses", { ...responses, stream: true, tool_choice: "none" }],
  ];
  for (const [kind, path, body] of cases) {
    const name = `${kind} ${JSON.stringify(body.tool_choice ?? "auto")}`;
    await t.step({
      name,
      ignore: validate === undefined,
      fn: async () => {
        assert.ok(validate);
        const text = await (await send(server, path, body)).text();
        const bodies = body.stream ? events(text) : [JSON.parse(text)];
        assert.ok(bodies.length > 0);
        for (const each of bodies) {
          const errors: string[] = validate(kind, each).errors.filter((error) => !recordedToo.test(error));
          assert.deepEqual(errors, [], JSON.stringify(each));
        }
        const request = kind.startsWith("openai.chat") ? "openai.chat.request" : "openai.responses.request";
        const sent = validate(request, body, { strict: true });
        assert.ok(sent.ok, sent.errors.join("\n"));
      },
    });
  }
});

// --- helpers --------------------------------------------------------------------------------------------------------

function events(text: string): unknown[] {
  const data = text.split("\n").filter((line) => line.startsWith("data: ")).map((line) => line.slice(6));
  return data.filter((line) => line !== "[DONE]").map((line) => JSON.parse(line));
}
