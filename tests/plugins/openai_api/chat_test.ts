// POST /v1/chat/completions: what a chat becomes, what the model is sent, and what comes back.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { definePolicy } from "../../../src/agents/define_policy.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { scenario } from "../../../src/providers/scripted/scenario.ts";
import { joinText as textOfBlocks } from "../../../src/core/entry.ts";
import type { Message } from "../../../src/core/model/provider.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { policies } from "../../../src/plugins/policies/mod.ts";
import { testModel } from "../../support/model.ts";
import { needsShared, sharedPath } from "../../support/shared.ts";
import { ASKS, assertPublished, demo, KEY, readFrames, serveDoor, STARS, WEATHER } from "./_door.ts";

const CHAT = "/v1/chat/completions";
const HI = [{ role: "user", content: "Hi" }];

Deno.test("E6: a chat is answered as the published schema has it", async () => {
  await using door = serveDoor();
  const response = await door.post(CHAT, { model: "agent-demo", messages: HI });
  assert.equal(response.status, 200);
  const body = await response.json();
  await assertPublished("openai.chat.response", [body]);
  assert.equal(body.id, response.headers.get("treadle-thread"));
  assert.match(body.id, /^chatcmpl-[0-9a-z]{20}$/);
  assert.equal(body.model, "agent-demo");
  assert.deepEqual(body.choices[0].message, {
    role: "assistant",
    content: "Hi.",
    refusal: null,
    annotations: [],
  });
  assert.equal(body.choices[0].finish_reason, "stop");
  assert.ok(body.usage.prompt_tokens > 0 && body.usage.completion_tokens > 0);
  assert.equal(body.usage.total_tokens, body.usage.prompt_tokens + body.usage.completion_tokens);
});

needsShared("E6: bodies and chunks have the keys of recorded traffic", "fixtures/openai-chat", async () => {
  const fixtures = sharedPath("fixtures", "openai-chat");
  const recorded = JSON.parse(await Deno.readTextFile(`${fixtures}/openai-text.json`));
  const chunks = (await Deno.readTextFile(`${fixtures}/openai-text.chunks.txt`)).trim().split("\n");
  await using door = serveDoor();
  const body = await (await door.post(CHAT, { model: "demo", messages: HI })).json();
  assert.deepEqual(keysOf(body), keysOf(recorded));
  const request = { model: "demo", messages: HI, stream: true, stream_options: { include_usage: true } };
  const { bodies } = readFrames(await (await door.post(CHAT, request)).text());
  const wanted = chunks.map((chunk) => {
    const { obfuscation: _, ...rest } = JSON.parse(chunk); // padding of a real server
    return keysOf(rest);
  });
  for (const [index, chunk] of bodies.entries()) {
    const keys = keysOf(chunk);
    assert.ok(
      wanted.some((each) => JSON.stringify(each) === JSON.stringify(keys)),
      `chunk ${index}: ${keys}`,
    );
  }
});

/** Every path of a value, sorted. */
function keysOf(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.slice(0, 1).flatMap((each) => keysOf(each, `${path}[]`));
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, each]) => keysOf(each, `${path}.${key}`)).sort();
}

Deno.test("E6: a stream has the role first, the reason last, the usage on request and [DONE]", async () => {
  await using door = serveDoor();
  const plain = readFrames(
    await (await door.post(CHAT, { model: "demo", messages: HI, stream: true })).text(),
  );
  assert.equal(plain.isDone, true);
  await assertPublished("openai.chat.chunk", plain.bodies);
  assert.ok(plain.bodies.every((chunk) => !("usage" in Object(chunk))));
  const request = { model: "demo", messages: HI, stream: true, stream_options: { include_usage: true } };
  const { bodies, isDone } = readFrames(await (await door.post(CHAT, request)).text());
  assert.equal(isDone, true);
  await assertPublished("openai.chat.chunk", bodies);
  const [first, ...rest] = bodies.map((chunk) => Object(chunk));
  assert.deepEqual(first.choices[0].delta, { role: "assistant", content: "", refusal: null });
  const [last, usage] = rest.slice(-2);
  assert.equal(last.choices[0].finish_reason, "stop");
  assert.equal(last.usage, null);
  assert.deepEqual(usage.choices, []);
  assert.ok(usage.usage.total_tokens > 0);
  assert.equal(new Set(bodies.map((chunk) => Object(chunk).id)).size, 1);
});

Deno.test("E6: the model is sent the whole chat: instructions, earlier turns, and what the caller's tools gave", async () => {
  await using door = serveDoor(scenario().next().next().says("Both are mild."));
  const messages = [
    { role: "system", content: "Answer in English." },
    { role: "user", content: [{ type: "text", text: "Weather " }, { type: "text", text: "in Paris?" }] },
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: "call_a", type: "function", function: { name: "get_weather", arguments: '{"city": "Paris"}' } },
        { id: "call_b", type: "function", function: { name: "GitHub_SetStarred", arguments: "{}" } },
      ],
    },
    { role: "tool", tool_call_id: "call_b", content: "starred" },
    { role: "tool", tool_call_id: "call_a", content: '{"tempC":18}' },
    { role: "assistant", content: "18 degrees." },
    { role: "developer", content: "Be polite." },
    { role: "user", content: "And in Rome?" },
  ];
  const response = await door.post(CHAT, { model: "demo", messages, tools: [WEATHER] });
  assert.equal((await response.json()).choices[0].message.content, "Both are mild.");
  const [request] = door.requests;
  assert.equal(request?.system, "Be brief.\n\nAnswer in English.\n\nBe polite.");
  assert.deepEqual(request?.tools.map(({ name }) => name), ["get_weather"]);
  assert.deepEqual(request?.messages.map(shape), [
    { role: "user", text: "Weather in Paris?" },
    { role: "assistant", calls: ['call_a get_weather {"city": "Paris"}', "call_b GitHub.SetStarred {}"] },
    { role: "tool", callId: "call_a", text: '{"tempC":18}' },
    { role: "tool", callId: "call_b", text: "starred" },
    { role: "assistant", text: "18 degrees." },
    { role: "user", text: "And in Rome?" },
  ]);
});

Deno.test("E6: calls of two turns may have the same id, as some servers number them", async () => {
  await using door = serveDoor(scenario().next().next().says("Ok."));
  const turn = (city: string) => [
    { role: "user", content: city },
    {
      role: "assistant",
      tool_calls: [{
        id: "call_1",
        type: "function",
        function: { name: "get_weather", arguments: `{"city":"${city}"}` },
      }],
    },
    { role: "tool", tool_call_id: "call_1", content: `mild in ${city}` },
  ];
  const response = await door.post(CHAT, { model: "demo", messages: [...turn("Paris"), ...turn("Rome")] });
  assert.equal(response.status, 200);
  const texts = door.requests[0]?.messages.flatMap((each) => each.role === "tool" ? [each.text] : []);
  assert.deepEqual(texts, ["mild in Paris", "mild in Rome"]);
});

function shape(message: Message): unknown {
  if (message.role === "tool") return { role: message.role, callId: message.callId, text: message.text };
  if (message.role === "user" || message.role === "notice") return { role: message.role, text: message.text };
  const calls = message.blocks.filter((block) => block.type === "call");
  if (calls.length > 0) {
    return {
      role: message.role,
      calls: calls.map(({ id, name, args }) => `${id} ${name} ${args}`),
    };
  }
  return { role: message.role, text: textOfBlocks(message.blocks) };
}

Deno.test("E6: a chat that ends with results of tools is answered from them", async () => {
  await using door = serveDoor(ASKS);
  const first = await (await door.post(CHAT, { model: "demo", messages: HI, tools: [WEATHER] })).json();
  await assertPublished("openai.chat.response", [first]);
  const { message, finish_reason } = first.choices[0];
  assert.equal(finish_reason, "tool_calls");
  assert.equal(message.content, "Let me ask.");
  assert.equal(message.tool_calls.length, 1);
  assert.deepEqual(message.tool_calls[0].function, { name: "get_weather", arguments: '{"city":"Paris"}' });
  const messages = [...HI, message, { role: "tool", tool_call_id: message.tool_calls[0].id, content: "18" }];
  const second = await (await door.post(CHAT, { model: "demo", messages, tools: [WEATHER] })).json();
  assert.equal(second.choices[0].message.content, "18 degrees.");
  assert.equal(second.choices[0].finish_reason, "stop");
});

Deno.test("C11: auto, required and a named tool only predict, also for tools of the agent", async () => {
  for (
    const tool_choice of [undefined, "auto", "required", {
      type: "function",
      function: { name: "GitHub_SetStarred" },
    }]
  ) {
    await using door = serveDoor(STARS);
    const tools = ["GitHub.SetStarred@1.0"];
    const { choices } = await (await door.post(CHAT, { model: "demo", messages: HI, tools, tool_choice }))
      .json();
    assert.equal(choices[0].finish_reason, "tool_calls", JSON.stringify(tool_choice));
    assert.equal(choices[0].message.tool_calls[0].function.name, "GitHub.SetStarred@1.0");
    assert.equal("tool_messages" in choices[0], false);
    assert.equal(door.requests.length, 1);
    assert.deepEqual(door.requests[0]?.tools.map(({ name }) => name), ["GitHub.SetStarred"]);
  }
});

Deno.test("C11: a function whose name the agent has is the agent's, and is called back as it was spelled", async () => {
  await using door = serveDoor(STARS);
  const tools = [{
    type: "function",
    function: { name: "GitHub_SetStarred", parameters: { type: "object" } },
  }];
  const { choices } = await (await door.post(CHAT, { model: "demo", messages: HI, tools })).json();
  assert.equal(choices[0].message.tool_calls[0].function.name, "GitHub_SetStarred");
  assert.deepEqual(door.requests[0]?.tools.map(({ description }) => description), ["Stars a repository."]);
});

Deno.test("C11: execute runs the tool and its output is the answer; the trace has the call and its result", async () => {
  await using door = serveDoor(STARS);
  const request = { model: "demo", messages: HI, tools: ["GitHub.SetStarred"], tool_choice: "execute" };
  const { choices: [choice] } = await (await door.post(CHAT, request)).json();
  assert.equal(choice.message.content, '{"starred":"treadle"}');
  assert.equal(choice.finish_reason, "stop");
  assert.equal("tool_calls" in choice.message, false);
  const [asked, got] = choice.tool_messages;
  assert.equal(asked.role, "assistant");
  assert.equal(asked.tool_calls[0].function.name, "GitHub.SetStarred");
  assert.deepEqual(got, {
    role: "tool",
    tool_call_id: asked.tool_calls[0].id,
    content: '{"starred":"treadle"}',
  });
  const { bodies, isDone } = readFrames(await (await door.post(CHAT, { ...request, stream: true })).text());
  assert.equal(isDone, true);
  assert.equal(Object(bodies.at(-1)).choices[0].tool_messages.length, 2);
  assert.equal(textOf(bodies), '{"starred":"treadle"}');
});

Deno.test("C11: generate runs the tool and the model answers; the text before the call is in the trace", async () => {
  for (const stream of [false, true]) {
    await using door = serveDoor(STARS);
    const request = {
      model: "demo",
      messages: HI,
      tools: ["GitHub.SetStarred"],
      tool_choice: "generate",
      stream,
    };
    const response = await door.post(CHAT, request);
    if (stream) {
      const { bodies } = readFrames(await response.text());
      assert.equal(textOf(bodies), "It is starred.");
      assert.equal(Object(bodies.at(-1)).choices[0].tool_messages[0].content, "One moment.");
    } else {
      const { choices: [choice] } = await response.json();
      assert.equal(choice.message.content, "It is starred.");
      assert.equal(choice.tool_messages.length, 2);
    }
  }
});

function textOf(bodies: readonly unknown[]): string {
  return bodies.map((chunk) => Object(chunk).choices[0]?.delta.content ?? "").join("");
}

Deno.test("C11: without tools the agent runs as it is defined, and its calls are not the client's", async () => {
  for (const stream of [false, true]) {
    await using door = serveDoor(STARS);
    const response = await door.post(CHAT, { model: "demo", messages: HI, stream });
    const text = await response.text();
    assert.ok(!text.includes("tool_calls"), text);
    const content = stream ? textOf(readFrames(text).bodies) : JSON.parse(text).choices[0].message.content;
    assert.equal(content, "One moment.\n\nIt is starred.");
  }
});

Deno.test("C11: none offers no call, and parallel_tool_calls: false allows one", async () => {
  const two = scenario().calls("get_weather", { city: "Paris" }).calls("get_weather", { city: "Rome" });
  await using none = serveDoor(two);
  const answer =
    await (await none.post(CHAT, { model: "demo", messages: HI, tools: [WEATHER], tool_choice: "none" }))
      .json();
  assert.equal(answer.choices[0].finish_reason, "stop");
  await using door = serveDoor(two);
  const both = await (await door.post(CHAT, { model: "demo", messages: HI, tools: [WEATHER] })).json();
  assert.equal(both.choices[0].message.tool_calls.length, 2);
  assert.equal(both.choices[0].message.content, null);
  const request = { model: "demo", messages: HI, tools: [WEATHER], parallel_tool_calls: false };
  const { choices } = await (await door.post(CHAT, request)).json();
  assert.equal(choices[0].message.tool_calls.length, 1);
});

Deno.test("E6: the thread of a chat is removed behind the answer; store keeps it, and so does a wait for people", async () => {
  const store = createMemoryStore();
  const script = scenario().calls("remove", { id: "r1" }).next().says("Gone.");
  await using door = serveDoor(script, { store });
  const listed = async () => (await store.list("acme", { limit: 10 })).threads.map(({ thread }) => thread);
  const predicted = { model: "demo", messages: HI, tools: ["remove"] };
  for (const stream of [false, true]) {
    await (await door.post(CHAT, { ...predicted, stream })).text();
    await door.test.idle();
    assert.deepEqual(await listed(), []);
  }
  const kept = await (await door.post(CHAT, { ...predicted, store: true, metadata: { a: "b" } })).json();
  await door.test.idle();
  assert.deepEqual(await listed(), [kept.id]);
  const waiting = await (await door.post(CHAT, { model: "demo", messages: HI })).json();
  await door.test.idle();
  assert.match(waiting.choices[0].message.content, /^The call call_\w+ of remove waits for approval\.$/);
  assert.equal(waiting.choices[0].finish_reason, "stop");
  assert.deepEqual((await listed()).sort(), [kept.id, waiting.id].sort());
  const thread = await (await door.test.send("GET", `/v1/threads/${kept.id}`)).json();
  assert.deepEqual(thread.metadata, { a: "b" });
});

Deno.test("E6: an Idempotency-Key answers the same chat once, and its earlier turns are no part of the replay", async () => {
  await using door = serveDoor(scenario().next().says("Second."));
  const messages = [...HI, { role: "assistant", content: "First." }, { role: "user", content: "More" }];
  const headers = { "idempotency-key": "k1" };
  const first = await door.post(CHAT, { model: "demo", messages }, headers);
  const again = await door.post(CHAT, { model: "demo", messages }, headers);
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  const [a, b] = [await first.json(), await again.json()];
  assert.deepEqual({ ...b, created: 0 }, { ...a, created: 0 });
  assert.equal(b.choices[0].message.content, "Second.");
  assert.equal(door.requests.length, 1);
  const other = await door.post(CHAT, { model: "demo", messages: HI }, headers);
  assert.equal(other.status, 400);
  assert.equal((await other.json()).error.code, "idempotency_mismatch");
});

Deno.test("E6: user selects the tenant's user, and a caller with a user takes no other", async () => {
  const store = createMemoryStore();
  await using door = serveDoor(undefined, { store });
  const { id } = await (await door.post(CHAT, { model: "demo", messages: HI, user: "ann", store: true }))
    .json();
  assert.equal((await (await door.test.send("GET", `/v1/threads/${id}`)).json()).user, "ann");
  await using own = serveDoor(undefined, { authenticate: () => ({ tenant: "acme", user: "bob" }) });
  assert.equal((await own.post(CHAT, { model: "demo", messages: HI, user: "bob" })).status, 200);
  const refused = await own.post(CHAT, { model: "demo", messages: HI, user: "ann" });
  assert.equal(refused.status, 403);
  assert.equal((await refused.json()).error.param, "user");
});

Deno.test("E6: max tokens lower those of the agent; what tunes a model is left to the agent", async () => {
  const agent = defineAgent({
    name: "small",
    model: "recorded/m",
    settings: { maxOutputTokens: 100, temperature: 0 },
  });
  await using door = serveDoor(undefined, { agents: [agent, demo] });
  const tuned = {
    temperature: 1.5,
    top_p: 0.1,
    presence_penalty: 1,
    frequency_penalty: 1,
    seed: 1,
    logit_bias: {},
    n: 1,
  };
  for (
    const [given, most] of [[{}, 100], [{ max_tokens: 20 }, 20], [
      { max_completion_tokens: 500 },
      100,
    ]] as const
  ) {
    const response = await door.post(CHAT, {
      model: "small",
      messages: HI,
      ...tuned,
      ...given,
      unknown_key: true,
    });
    assert.equal(response.status, 200);
    assert.deepEqual(door.requests.at(-1)?.settings, { maxOutputTokens: most, temperature: 0 });
  }
});

Deno.test("C11: a call of an agent's own client tool is given to the caller, whose result the next chat brings", async () => {
  const agent = defineAgent({
    name: "local",
    model: "recorded/m",
    tools: [
      ...demo.tools,
      defineTool({ name: "get_weather", description: "The weather.", parameters: ["city"] }),
    ],
  });
  const script = scenario().calls("GitHub.SetStarred", { name: "x" }).next().says("Now the weather.")
    .calls("get_weather", { city: "Paris" }).next().says("18 degrees.");
  await using door = serveDoor(script, { agents: [agent] });
  const { choices: [{ message, finish_reason }] } =
    await (await door.post(CHAT, { model: "local", messages: HI })).json();
  assert.equal(finish_reason, "tool_calls");
  assert.deepEqual(message.tool_calls.map((call: { function: unknown }) => call.function), [
    { name: "get_weather", arguments: '{"city":"Paris"}' },
  ]);
  const result = { role: "tool", tool_call_id: message.tool_calls[0].id, content: "18" };
  const earlier = { role: "assistant", content: "Starred." };
  const next = await door.post(CHAT, { model: "local", messages: [...HI, earlier, message, result] });
  assert.equal((await next.json()).choices[0].message.content, "18 degrees.");
});

Deno.test("C11: an agent with a policy keeps its tools, and the choice says which may be called", async () => {
  const policy = definePolicy({
    name: "one",
    rules: [{ type: "after", tool: "remove", after: ["GitHub.SetStarred"] }],
  });
  const agent = defineAgent({ name: "ruled", model: "recorded/m", tools: demo.tools, policy });
  await using door = serveDoor(STARS, { agents: [agent], plugins: [policies()] });
  const request = { model: "ruled", messages: HI, tools: ["GitHub.SetStarred"], tool_choice: "generate" };
  const response = await door.post(CHAT, request);
  const body = await response.json();
  assert.equal(response.status, 200, JSON.stringify(body));
  assert.equal(body.choices[0].message.content, "It is starred.");
});

/** Calls these tools, plan by plan, whether they are offered or not; then it answers. */
const calling = (plans: readonly (readonly string[])[]) =>
  testModel((_, index) => ({ says: `Plan ${index}.`, calls: plans[index] ?? [] }), { name: "recorded" });

Deno.test("C11: a call of a tool that the request does not offer is told to the model, which calls another or answers", async () => {
  const functions = [{ type: "function", ...WEATHER.function }];
  // A tool of no agent; one of the agent that the request leaves out.
  for (const name of ["look_up", "remove"]) {
    for (const plans of [[[name], ["get_weather"]], [[name], []], [[name, "get_weather"]]]) {
      const called = plans.flat().includes("get_weather") ? ["get_weather"] : [];
      const words = plans.map((_, index) => `Plan ${index}.`).join("\n\n");
      for (const stream of [false, true]) {
        const model = calling(plans);
        await using door = serveDoor(undefined, { providers: [model.provider] });
        const chat = await door.post(CHAT, { model: "demo", messages: HI, tools: [WEATHER], stream });
        const read = stream ? chunksOf(await chat.text()) : choiceOf(await chat.json());
        assert.deepEqual(read, { words, called, finish: called.length > 0 ? "tool_calls" : "stop" });
        assert.equal(model.requests.length, plans.length);
        const told = model.requests.at(-1)?.messages.at(-1);
        if (plans.length > 1) {
          assert.ok(told?.role === "tool" && told.text.includes(`There is no tool named "${name}"`));
          assert.match(told.text, /Available tools: get_weather\./);
        }
        const again = calling(plans);
        await using other = serveDoor(undefined, { providers: [again.provider] });
        const reply = await other.post("/v1/responses", {
          model: "demo",
          input: "Hi",
          tools: functions,
          stream,
        });
        const response = stream ? completedOf(await reply.text()) : await reply.json();
        await assertPublished("openai.responses.response", [response]);
        const given = response.output.filter(({ type }: { type: string }) => type === "function_call");
        assert.deepEqual(given.map(({ name }: { name: string }) => name), called);
        assert.equal(response.status, "completed");
        assert.equal(again.requests.length, plans.length);
      }
    }
  }
});

Deno.test("C11: a model that calls nothing but tools that are not offered ends in an error, and not in silence", async () => {
  const endless = Array<string[]>(9).fill(["look_up"]);
  for (
    const body of [{ messages: HI, tools: [WEATHER] }, {
      input: "Hi",
      tools: [{ type: "function", ...WEATHER.function }],
    }]
  ) {
    const model = calling(endless);
    await using door = serveDoor(undefined, { providers: [model.provider] });
    const path = "messages" in body ? CHAT : "/v1/responses";
    const response = await door.post(path, { model: "demo", ...body });
    const { error } = await response.json();
    assert.deepEqual([response.status, model.requests.length], [400, 3]);
    assert.match(error.message, /look_up/);
    const streamed = await (await door.post(path, { model: "demo", ...body, stream: true })).text();
    assert.match(streamed, /look_up/);
    assert.match(streamed, /"error":\{/);
  }
});

interface ChatRead {
  readonly words: string;
  readonly called: readonly string[];
  readonly finish: string | null;
}

type Calls = readonly { readonly function: { readonly name: string } }[];

interface ChatBody {
  readonly choices: readonly {
    readonly message: { readonly content: string; readonly tool_calls?: Calls };
    readonly finish_reason: string;
  }[];
}

function choiceOf({ choices: [choice] }: ChatBody): ChatRead {
  assert.ok(choice);
  const { message, finish_reason } = choice;
  return { words: message.content, called: namesOf(message.tool_calls), finish: finish_reason };
}

interface ChatChunk {
  readonly choices: readonly {
    readonly delta: { readonly content?: string; readonly tool_calls?: Calls };
    readonly finish_reason: string | null;
  }[];
}

function chunksOf(text: string): ChatRead {
  const { bodies, isDone } = readFrames(text);
  assert.ok(isDone);
  const chunks: ChatChunk[] = JSON.parse(JSON.stringify(bodies));
  const choices = chunks.flatMap(({ choices }) => choices);
  return {
    words: choices.map(({ delta }) => delta.content ?? "").join(""),
    called: namesOf(choices.flatMap(({ delta }) => delta.tool_calls ?? [])),
    finish: choices.at(-1)?.finish_reason ?? null,
  };
}

function namesOf(calls: Calls = []): string[] {
  return calls.map((call) => call.function.name);
}

function completedOf(text: string) {
  const line = text.split("\n").findLast((line) => line.startsWith("data: ")) ?? assert.fail();
  const { type, response } = JSON.parse(line.slice("data: ".length));
  assert.equal(type, "response.completed");
  return response;
}

Deno.test("E6: below a base path the same holds, errors included", async () => {
  await using door = serveDoor(undefined, { basePath: "/agents" });
  const answer = await door.post(`/agents${CHAT}`, { model: "demo", messages: HI });
  assert.equal((await answer.json()).choices[0].message.content, "Hi.");
  const missing = await door.post(`/agents${CHAT}`, { model: "nope", messages: HI });
  assert.equal((await missing.json()).error.code, "model_not_found");
});

Deno.test("E6: a client that leaves its stream does not end the run, and the thread is removed", async () => {
  const store = createMemoryStore();
  let finish = () => {};
  const finished = new Promise<void>((resolve) => finish = resolve);
  const slow = defineTool({
    name: "slow",
    description: "Waits until the client is gone.",
    run: async () => {
      await finished;
      return "late";
    },
  });
  const agent = defineAgent({ name: "slow", model: "recorded/m", tools: [slow] });
  const script = scenario().says("Wait.").calls("slow").next().says("Done.");
  await using door = serveDoor(script, { agents: [agent], store });
  const leaving = new AbortController();
  const response = await fetch(door.url + CHAT, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${KEY}` },
    body: JSON.stringify({ model: "slow", messages: HI, stream: true }),
    signal: leaving.signal,
  });
  await response.body?.getReader().read();
  leaving.abort();
  finish();
  await door.test.idle();
  assert.equal(door.requests.length, 2);
  assert.deepEqual((await store.list("acme", { limit: 10 })).threads, []);
});
