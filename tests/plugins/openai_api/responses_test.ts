// POST /v1/responses: items, events in their order, and responses that continue others.

import assert from "node:assert/strict";
import { scenario } from "../../../src/providers/scripted/scenario.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { ASKS, assertPublished, readFrames, serveDoor, STARS, WEATHER } from "./_door.ts";

const PATH = "/v1/responses";
const { name, description, parameters } = WEATHER.function;
const FUNCTION = { type: "function", name, description, parameters };

/** The events of a stream, each checked against the published schema. */
async function eventsOf(response: Response) {
  const { bodies } = readFrames(await response.text());
  await assertPublished("openai.responses.event", bodies);
  const events = bodies.map((body) => Object(body));
  assert.deepEqual(events.map((event) => event.sequence_number), events.map((_, index) => index));
  return events;
}

Deno.test("E6: a response is answered as the published schema has it", async () => {
  await using door = serveDoor();
  const response = await door.post(PATH, { model: "agent-demo", input: "Hi", metadata: { a: "b" } });
  const body = await response.json();
  assert.equal(response.status, 200, JSON.stringify(body));
  await assertPublished("openai.responses.response", [body]);
  assert.match(body.id, /^resp_[0-9a-z]{20}$/);
  assert.equal(body.status, "completed");
  assert.deepEqual(body.output.map(({ type }: { type: string }) => type), ["message"]);
  assert.equal(body.output[0].content[0].text, "Hi.");
  assert.ok(body.usage.total_tokens > 0);
  assert.deepEqual(body.metadata, { a: "b" });
});

Deno.test("E6: calls that the server runs are mcp_call items, with their events in order", async () => {
  await using door = serveDoor(STARS);
  const events = await eventsOf(await door.post(PATH, { model: "demo", input: "Star it", stream: true }));
  const types = events.map(({ type }) => type.replace("response.", ""));
  assert.deepEqual(types.filter((type, index) => type !== types[index - 1]), [
    "created",
    "in_progress",
    "output_item.added",
    "content_part.added",
    "output_text.delta",
    "output_text.done",
    "content_part.done",
    "output_item.done",
    "output_item.added",
    "mcp_call.in_progress",
    "mcp_call_arguments.delta",
    "mcp_call_arguments.done",
    "mcp_call.completed",
    "output_item.done",
    "output_item.added",
    "content_part.added",
    "output_text.delta",
    "output_text.done",
    "content_part.done",
    "output_item.done",
    "completed",
  ]);
  const { response } = events.at(-1);
  await assertPublished("openai.responses.response", [response]);
  const [before, call, after] = response.output;
  assert.equal(before.content[0].text, "One moment.");
  assert.equal(after.content[0].text, "It is starred.");
  assert.deepEqual([call.type, call.server_label, call.name, call.status], [
    "mcp_call",
    "treadle",
    "GitHub.SetStarred",
    "completed",
  ]);
  assert.deepEqual([call.arguments, call.output], ['{"name":"treadle"}', '{"starred":"treadle"}']);
  const done = events.filter(({ type }) => type === "response.output_item.done").map(({ item }) => item);
  assert.deepEqual(done, response.output);
  const plain = await (await door.post(PATH, { model: "demo", input: "Star it" })).json();
  assert.deepEqual(plain.output.map(({ type }: { type: string }) => type), [
    "message",
    "mcp_call",
    "message",
  ]);
});

Deno.test("E6: a call of the caller's function is continued by its output", async () => {
  for (const stream of [false, true]) {
    await using door = serveDoor(ASKS);
    const first = await door.post(PATH, { model: "demo", input: "Weather?", tools: [FUNCTION], stream });
    const response = stream ? (await eventsOf(first)).at(-1).response : await first.json();
    await assertPublished("openai.responses.response", [response]);
    const [, call] = response.output;
    assert.deepEqual([call.type, call.name, call.arguments], [
      "function_call",
      "get_weather",
      '{"city":"Paris"}',
    ]);
    const input = [{ type: "function_call_output", call_id: call.call_id, output: "18" }];
    const second = await door.post(PATH, {
      model: "demo",
      previous_response_id: response.id,
      input,
      tools: [FUNCTION],
    });
    const body = await second.json();
    assert.equal(second.status, 200, JSON.stringify(body));
    assert.equal(body.output[0].content[0].text, "18 degrees.");
    assert.equal(body.previous_response_id, response.id);
    assert.deepEqual(door.requests[1]?.messages.map(({ role }) => role), ["user", "assistant", "tool"]);
    const missing = await door.post(PATH, { model: "demo", previous_response_id: response.id, input: "Hm" });
    assert.equal(missing.status, 400);
    assert.match((await missing.json()).error.message, new RegExp(call.call_id));
  }
});

Deno.test("E6: two responses continue the same one, and instructions are of one response alone", async () => {
  await using door = serveDoor(scenario().says("One.").next().says("Two.").next().says("Three."));
  const first = await (await door.post(PATH, { model: "demo", input: "1", instructions: "Rhyme." })).json();
  const ask = (previous: string, input: string) =>
    door.post(PATH, { model: "demo", input, previous_response_id: previous }).then((response) =>
      response.json()
    );
  const [a, b] = await Promise.all([ask(first.id, "2a"), ask(first.id, "2b")]);
  assert.deepEqual([a, b].map(({ output }) => output[0].content[0].text), ["Two.", "Two."]);
  const third = await ask(b.id, "3");
  assert.equal(third.output[0].content[0].text, "Three.");
  assert.deepEqual(door.requests.map(({ system }) => system), [
    "Be brief.\n\nRhyme.",
    ...Array(3).fill("Be brief."),
  ]);
  const said = door.requests.at(-1)?.messages.map((each) => each.role === "user" ? each.text : each.role);
  assert.deepEqual(said, ["1", "assistant", "2b", "assistant", "3"]);
});

Deno.test("E6: items of an earlier response may be sent whole or by reference", async () => {
  for (const byReference of [false, true]) {
    await using door = serveDoor(ASKS);
    const question = { role: "user", content: [{ type: "input_text", text: "Weather?" }] };
    const request = { model: "demo", tools: [FUNCTION] };
    const { output } = await (await door.post(PATH, { ...request, input: [question] })).json();
    const [, call] = output;
    const items = byReference
      ? output.map(({ id }: { id: string }) => ({ type: "item_reference", id }))
      : output;
    const result = { type: "function_call_output", call_id: call.call_id, output: "18" };
    const second = await (await door.post(PATH, { ...request, input: [question, ...items, result] })).json();
    assert.equal(second.output?.[0].content[0].text, "18 degrees.", JSON.stringify(second));
    const [user, assistant, tool] = door.requests[1]?.messages ?? [];
    assert.deepEqual([user, assistant, tool].map((message) => message?.role), ["user", "assistant", "tool"]);
    assert.equal(assistant?.role === "assistant" ? assistant.blocks.length : 0, 2);
  }
});

Deno.test("E6: what the response of previous_response_id has made is not taken a second time", async () => {
  await using door = serveDoor(ASKS);
  const request = { model: "demo", tools: [FUNCTION] };
  const { id, output } = await (await door.post(PATH, { ...request, input: "Weather?" })).json();
  const [message, call] = output;
  const result = { type: "function_call_output", call_id: call.call_id, output: "18" };
  const edited = { ...message, content: [{ type: "output_text", text: "Let me not ask." }] };
  for (const item of [message, edited, call]) {
    const input = [item, result];
    const refused = await door.post(PATH, { ...request, input, previous_response_id: id });
    const { error } = await refused.json();
    assert.deepEqual([refused.status, error.param, error.code], [400, "input[0].id", "invalid_value"]);
  }
  assert.equal(door.requests.length, 1);
  const input = [{ type: "item_reference", id: message.id }, result];
  const second = await (await door.post(PATH, { ...request, input, previous_response_id: id })).json();
  assert.equal(second.output[0].content[0].text, "18 degrees.");
});

Deno.test("E6: store: false leaves nothing behind, and what is kept is a thread that can be removed", async () => {
  const store = createMemoryStore();
  await using door = serveDoor(undefined, { store });
  const gone = await (await door.post(PATH, { model: "demo", input: "Hi", store: false })).json();
  await door.test.idle();
  assert.deepEqual((await store.list("acme", { limit: 10 })).threads, []);
  const continued = await door.post(PATH, { model: "demo", input: "Hi", previous_response_id: gone.id });
  assert.equal(continued.status, 400);
  assert.equal((await continued.json()).error.param, "previous_response_id");
  const kept = await (await door.post(PATH, { model: "demo", input: "Hi" })).json();
  assert.equal((await door.test.send("DELETE", `/v1/threads/${kept.id}`)).status, 204);
});

Deno.test("E6: the responses of other users and of other tenants do not exist", async () => {
  const store = createMemoryStore();
  await using ann = serveDoor(undefined, { store, authenticate: () => ({ tenant: "acme", user: "ann" }) });
  await using bob = serveDoor(undefined, { store, authenticate: () => ({ tenant: "acme", user: "bob" }) });
  await using other = serveDoor(undefined, { store, authenticate: () => ({ tenant: "beta" }) });
  const { id, output: [{ id: item }] } = await (await ann.post(PATH, { model: "demo", input: "Hi" })).json();
  for (const door of [bob, other]) {
    const body = { model: "demo", input: "Hi", previous_response_id: id };
    const byId = await door.post(PATH, body);
    assert.equal(byId.status, 400);
    assert.equal((await byId.json()).error.param, "previous_response_id");
    const byItem = await door.post(PATH, {
      model: "demo",
      input: [{ type: "item_reference", id: item }, { role: "user", content: "x" }],
    });
    assert.equal((await byItem.json()).error.param, "input[0].id");
  }
});

Deno.test("E6: a response that waits for approval is kept and is not continued before the answer", async () => {
  const script = scenario().calls("remove", { id: "r1" }).next().says("Gone.").next().says("Yes.");
  await using door = serveDoor(script);
  const waiting = await (await door.post(PATH, { model: "demo", input: "Remove r1", store: false })).json();
  assert.equal(waiting.output[0].type, "mcp_approval_request");
  const early = await door.post(PATH, { model: "demo", input: "Done?", previous_response_id: waiting.id });
  assert.equal(early.status, 409);
  assert.equal((await early.json()).error.code, "approval_required");
  const { calls } = await (await door.test.send("GET", `/v1/threads/${waiting.id}`)).json();
  await door.test.send("POST", `/v1/threads/${waiting.id}/approvals/${calls[0].id}`, { approved: true });
  await door.test.send("POST", `/v1/threads/${waiting.id}/steps`, { until: "done" });
  const next =
    await (await door.post(PATH, { model: "demo", input: "Done?", previous_response_id: waiting.id })).json();
  assert.equal(next.output[0].content[0].text, "Yes.");
});

Deno.test("E6: a failure behind the first text is response.failed, and an error without a stream", async () => {
  const script = scenario().says("Half of it").fails("model_server");
  await using door = serveDoor(script);
  const events = await eventsOf(await door.post(PATH, { model: "demo", input: "Hi", stream: true }));
  const { type, response } = events.at(-1);
  assert.equal(type, "response.failed");
  assert.deepEqual([response.status, response.error.code], ["failed", "server_error"]);
  await using plain = serveDoor(script);
  const failed = await plain.post(PATH, { model: "demo", input: "Hi" });
  assert.equal(failed.status, 502);
  assert.equal((await failed.json()).error.code, "model_server");
});

Deno.test("E6: a wrong request for a response names the parameter", async () => {
  await using door = serveDoor();
  const output = { type: "function_call_output", call_id: "c1", output: "x" };
  const wrong: readonly [body: unknown, param: string][] = [
    [{ input: "Hi" }, "model"],
    [{ model: "demo" }, "input"],
    [{ model: "demo", input: [] }, "input"],
    [{ model: "demo", input: [output] }, "input[0].call_id"],
    [{ model: "demo", input: [{ type: "image_generation_call" }] }, "input[0].type"],
    [{ model: "demo", input: [{ type: "function_call", name: "f" }] }, "input[0].call_id"],
    [
      { model: "demo", input: [{ role: "user", content: [{ type: "input_image" }] }] },
      "input[0].content[0].image_url",
    ],
    [{ model: "demo", input: [{ type: "item_reference", id: "x" }] }, "input[0].id"],
    [{ model: "demo", input: "Hi", previous_response_id: "resp_x" }, "previous_response_id"],
    [{ model: "demo", input: "Hi", background: true }, "background"],
    [{ model: "demo", input: "Hi", conversation: "conv_1" }, "conversation"],
    [{ model: "demo", input: "Hi", text: { format: { type: "yaml" } } }, "text.format.type"],
    [{ model: "demo", input: "Hi", tools: [{ type: "web_search" }] }, "tools[0].type"],
  ];
  for (const [body, param] of wrong) {
    const response = await door.post(PATH, body);
    const { error } = await response.json();
    assert.deepEqual([response.status, error?.param], [400, param], JSON.stringify([body, error]));
  }
  assert.deepEqual(door.requests, []);
});
