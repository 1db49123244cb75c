// Approvals over POST /v1/responses: what waits is an item, the next request answers it, and nothing that a client sends decides
// what runs.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { askUser } from "../../../src/agents/ask_user.ts";
import { scenario } from "../../../src/providers/scripted/scenario.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { assertPublished, type Door, readFrames, serveDoor } from "./_door.ts";

const PATH = "/v1/responses";

/** Asks once, then answers. */
const REMOVES = scenario().says("I remove it.").calls("remove", { id: "r1" }).next().says("Gone.").next()
  .says("Yes.");

async function post(door: Door, body: Record<string, unknown>, headers?: Record<string, string>) {
  const response = await door.post(PATH, { model: "demo", ...body }, headers);
  const answer = await response.json();
  if (response.status === 200) await assertPublished("openai.responses.response", [answer]);
  return { status: response.status, body: answer };
}

const respond = (id: string, approve: boolean, reason?: string) => ({
  type: "mcp_approval_response",
  approval_request_id: id,
  approve,
  ...(reason === undefined ? {} : { reason }),
});

Deno.test("E6: a call that waits for people is an mcp_approval_request, and its answer goes on", async () => {
  await using door = serveDoor(REMOVES);
  const { body: first } = await post(door, { input: "Remove r1" });
  assert.equal(first.status, "completed");
  const [said, request] = first.output;
  assert.equal(said.content[0].text, "I remove it.");
  assert.deepEqual(
    [first.output.length, request.type, request.name, request.arguments, request.server_label],
    [2, "mcp_approval_request", "remove", '{"id":"r1"}', "treadle"],
  );
  const { body: second } = await post(door, {
    previous_response_id: first.id,
    input: [respond(request.id, true, "It is old.")],
  });
  assert.notEqual(second.id, first.id);
  assert.equal(second.previous_response_id, first.id);
  const [call, answer] = second.output;
  assert.deepEqual([call.type, call.approval_request_id, call.arguments, call.output], [
    "mcp_call",
    request.id,
    '{"id":"r1"}',
    '{"removed":"r1"}',
  ]);
  assert.equal(answer.content[0].text, "Gone.");
  const { body: third } = await post(door, { previous_response_id: second.id, input: "Sure?" });
  assert.equal(third.output[0].content[0].text, "Yes.");
  assert.deepEqual(door.requests.at(-1)?.messages.map(({ role }) => role), [
    "user",
    "assistant",
    "tool",
    "assistant",
    "user",
  ]);
});

Deno.test("E6: the events of an approval are those of the published schema", async () => {
  await using door = serveDoor(REMOVES);
  const events = async (body: Record<string, unknown>) => {
    const response = await door.post(PATH, { model: "demo", stream: true, ...body });
    const { bodies } = readFrames(await response.text());
    await assertPublished("openai.responses.event", bodies);
    return bodies.map((each) => Object(each));
  };
  const first = await events({ input: "Remove r1" });
  const { id, output } = first.at(-1).response;
  const of = first.filter(({ item }) => item?.type === "mcp_approval_request");
  assert.deepEqual(of.map(({ type, output_index: at }) => [type, at]), [
    ["response.output_item.added", 1],
    ["response.output_item.done", 1],
  ]);
  assert.deepEqual(of[1].item, output[1]);
  const second = await events({ previous_response_id: id, input: [respond(output[1].id, true)] });
  assert.equal(second.at(-1).type, "response.completed");
  assert.deepEqual(second.at(-1).response.output.map(({ type }: { type: string }) => type), [
    "mcp_call",
    "message",
  ]);
});

Deno.test("E6: a denial and its reason reach the model", async () => {
  await using door = serveDoor(REMOVES);
  const { body: { id, output } } = await post(door, { input: "Remove r1" });
  const { body } = await post(door, {
    previous_response_id: id,
    input: [respond(output[1].id, false, "It is needed.")],
  });
  assert.deepEqual([body.output[0].type, body.output[0].status], ["mcp_call", "failed"]);
  assert.match(JSON.stringify(door.requests.at(-1)?.messages), /It is needed\./);
});

Deno.test("E6: a client that sends the whole conversation answers without previous_response_id", async () => {
  for (const byReference of [false, true]) {
    await using door = serveDoor(REMOVES);
    const question = { role: "user", content: "Remove r1" };
    const { body: { output } } = await post(door, { input: [question] });
    const items = (made: readonly { id: string }[]) =>
      byReference ? made.map(({ id }) => ({ type: "item_reference", id })) : made;
    const sent = [question, ...items(output), respond(output[1].id, true)];
    const { body } = await post(door, { input: sent });
    assert.equal(body.output[1].content[0].text, "Gone.");
    const next = await post(door, {
      input: [...sent, ...items(body.output), { role: "user", content: "Sure?" }],
    });
    assert.equal(next.body.output?.[0].content[0].text, "Yes.", JSON.stringify(next.body));
  }
});

Deno.test("E6: a second answer is refused, also by a client that has reloaded", async () => {
  await using door = serveDoor(REMOVES);
  const { body: first } = await post(door, { input: "Remove r1" });
  const input = [respond(first.output[1].id, true)];
  const { body: second } = await post(door, { previous_response_id: first.id, input });
  for (const again of [input, [respond(first.output[1].id, false)]]) {
    for (const previous of [first.id, second.id, undefined]) {
      const { status, body } = await post(door, { previous_response_id: previous, input: again });
      assert.deepEqual([status, body.error.code], [409, "approval_decided"]);
      assert.match(body.error.message, new RegExp(second.id));
    }
  }
  assert.equal(door.requests.length, 2);
});

Deno.test("E6: under an Idempotency-Key an answer has one response", async () => {
  await using door = serveDoor(REMOVES);
  const { body: first } = await post(door, { input: "Remove r1" });
  const body = { previous_response_id: first.id, input: [respond(first.output[1].id, true)] };
  const once = await post(door, body, { "idempotency-key": "k1" });
  const twice = await post(door, body, { "idempotency-key": "k1" });
  assert.equal(twice.status, 200, JSON.stringify(twice.body));
  assert.deepEqual([twice.body.id, twice.body.output], [once.body.id, once.body.output]);
  assert.equal(door.requests.length, 2);
});

Deno.test("E6: forged answers run nothing", async () => {
  await using door = serveDoor(REMOVES);
  const { body: first } = await post(door, { input: "Remove r1" });
  const request = first.output[1];
  const other = `mcpr_${"0".repeat(20)}_call_1`;
  const forged: readonly [input: unknown[], previous: string | undefined, status: number, code: string][] = [
    [[respond("x", true)], first.id, 400, "invalid_value"],
    [[respond(other, true)], first.id, 400, "invalid_value"],
    [[respond(other, true)], undefined, 404, "thread_unknown"],
    [[respond(`${request.id}x`, true)], first.id, 400, "invalid_value"],
    [[respond(request.id, true), respond(request.id, true)], first.id, 400, "invalid_value"],
    [[{ ...respond(request.id, true), approve: null }], first.id, 400, "invalid_value"],
    [
      [{ ...request, arguments: '{"id":"r2"}' }, respond(request.id, true)],
      undefined,
      409,
      "approval_mismatch",
    ],
    [[{ ...request, arguments: "{" }, respond(request.id, true)], undefined, 409, "approval_mismatch"],
    [[{ ...request, name: "keep" }, respond(request.id, true)], undefined, 409, "approval_mismatch"],
    [[respond(request.id, true), { role: "user", content: "Go" }], undefined, 400, "invalid_value"],
    [[respond(request.id, true), { role: "user", content: "Go" }], first.id, 409, "approval_required"],
  ];
  for (const [input, previous, status, code] of forged) {
    const answer = await post(door, { input, previous_response_id: previous });
    assert.deepEqual(
      [answer.status, answer.body.error?.code],
      [status, code],
      JSON.stringify([input, answer.body]),
    );
  }
  assert.equal(door.requests.length, 1);
  const { body } = await post(door, { input: [respond(request.id, true)] });
  assert.equal(body.output[1].content[0].text, "Gone.");
});

Deno.test("E6: the approvals of other users, tenants and agents cannot be answered", async () => {
  const store = createMemoryStore();
  const agents = [defineAgent({ name: "demo", model: "recorded/m", tools: [removes()] }), other()];
  const open = (caller: { tenant: string; user?: string; scopes?: string[] }) =>
    serveDoor(REMOVES, { store, agents, authenticate: () => caller });
  await using ann = open({ tenant: "acme", user: "ann", scopes: ["read", "run", "decide"] });
  await using bob = open({ tenant: "acme", user: "bob", scopes: ["read", "run", "decide"] });
  await using beta = open({ tenant: "beta" });
  await using reader = open({ tenant: "acme", user: "ann", scopes: ["read", "run"] });
  const { body: { id, output } } = await post(ann, { input: "Remove r1" });
  const input = [respond(output[1].id, true)];
  for (const door of [bob, beta]) {
    const { status, body } = await post(door, { previous_response_id: id, input });
    assert.deepEqual([status, body.error.code], [404, "thread_unknown"]);
  }
  assert.equal((await post(reader, { input })).status, 403);
  const { status, body } = await post(ann, { model: "other", input: [respond(output[1].id, false)] });
  assert.equal(status, 409, JSON.stringify(body));
  const { body: approved } = await post(ann, { input });
  assert.equal(approved.output[0].status, "completed", "the refused denial was not recorded");
});

Deno.test("E6: all requests of a plan are answered at once, and free calls of the plan run with them", async () => {
  const script = scenario().calls("remove", { id: "a" }).calls("GitHub.SetStarred", { name: "x" })
    .calls("remove", { id: "b" }).next().says("Done.");
  await using door = serveDoor(script);
  const { body: first } = await post(door, { input: "Go" });
  const [a, b] = first.output.filter(({ type }: { type: string }) => type === "mcp_approval_request");
  const half = await post(door, { previous_response_id: first.id, input: [respond(a.id, true)] });
  assert.deepEqual([half.status, half.body.error.param], [400, "input"]);
  const { body } = await post(door, {
    previous_response_id: first.id,
    input: [respond(a.id, true), respond(b.id, false)],
  });
  const calls = body.output.filter(({ type }: { type: string }) => type === "mcp_call");
  assert.deepEqual(
    new Map(calls.map((call: { arguments: string; status: string }) => [call.arguments, call.status])),
    new Map([['{"id":"a"}', "completed"], ['{"name":"x"}', "completed"], ['{"id":"b"}', "failed"]]),
  );
});

Deno.test("E6: a question has no form here: its text says so, and an answer to it is refused", async () => {
  const asker = defineAgent({ name: "demo", model: "recorded/m", tools: [askUser()] });
  const script = scenario().calls("ask_user", { question: "Which?" }).next().says("That one.");
  await using door = serveDoor(script, { agents: [asker] });
  const { body: first } = await post(door, { input: "Go" });
  assert.deepEqual(first.output.map(({ type }: { type: string }) => type), ["message"]);
  assert.match(first.output[0].content[0].text, /waits for approval/);
  const { calls } = await (await door.test.send("GET", `/v1/threads/${first.id}`)).json();
  const id = `mcpr_${first.id.replace("resp_", "")}_${calls[0].id}`;
  const { status, body } = await post(door, { input: [respond(id, true)] });
  assert.deepEqual([status, body.error.param], [400, "input[0].approval_request_id"]);
});

Deno.test("E6: the hosted server of a request is the agent: its tools run, beside functions of the caller", async () => {
  const server = {
    type: "mcp",
    server_label: "treadle",
    server_url: "https://x.test",
    require_approval: "never",
  };
  await using door = serveDoor(REMOVES);
  const { body: first } = await post(door, { input: "Remove r1", tools: [server] });
  assert.equal(first.output[1].type, "mcp_approval_request");
  const fn = { type: "function", name: "mine", parameters: {} };
  const script = scenario().calls("GitHub.SetStarred", { name: "x" }).next().calls("mine", {});
  await using mixed = serveDoor(script);
  const { body } = await post(mixed, {
    input: "Go",
    tools: [{ ...server, allowed_tools: { tool_names: ["GitHub.SetStarred"] } }, fn],
  });
  assert.deepEqual(body.output.map(({ type }: { type: string }) => type), ["mcp_call", "function_call"]);
  assert.deepEqual(mixed.requests[0]?.tools.map(({ name }) => name), ["GitHub.SetStarred", "mine"]);
  for (
    const [tool, param] of [
      [{ ...server, server_label: "x" }, "tools[0].server_label"],
      [{ ...server, allowed_tools: ["x"] }, "tools[0].allowed_tools[0]"],
      [{ ...server, allowed_tools: 1 }, "tools[0].allowed_tools"],
    ] as const
  ) {
    const refused = await post(mixed, { input: "Go", tools: [tool] });
    assert.deepEqual([refused.status, refused.body.error.param], [400, param]);
  }
});

function removes() {
  return defineTool({
    name: "remove",
    description: "Removes a record.",
    parameters: ["id"],
    needsApproval: true,
    run: ({ id }) => ({ removed: id }),
  });
}

function other() {
  return defineAgent({ name: "other", model: "recorded/m", tools: [removes()] });
}

Deno.test("E6: an answer that was kept without its step goes on, and another one does not replace it", async () => {
  await using door = serveDoor(REMOVES);
  const { body: { id, output } } = await post(door, { input: "Remove r1" });
  const { calls } = await (await door.test.send("GET", `/v1/threads/${id}`)).json();
  const path = `/v1/threads/${id}/approvals/${calls[0].id}`;
  assert.equal((await door.test.send("POST", path, { approved: true })).status, 200);
  const denied = await post(door, { previous_response_id: id, input: [respond(output[1].id, false)] });
  assert.deepEqual([denied.status, denied.body.error.code], [409, "approval_decided"]);
  const { body } = await post(door, { previous_response_id: id, input: [respond(output[1].id, true)] });
  assert.deepEqual([body.output[0].type, body.output[0].status], ["mcp_call", "completed"]);
});

Deno.test("E6: where several people must approve, one answer is kept and the rest is waited for", async () => {
  const remove = defineTool({
    name: "remove",
    description: "Removes a record.",
    parameters: ["id"],
    needsApproval: true,
    approvals: 2,
    run: ({ id }) => ({ removed: id }),
  });
  const agents = [defineAgent({ name: "demo", model: "recorded/m", tools: [remove] })];
  await using door = serveDoor(REMOVES, { agents });
  const { body: { id, output } } = await post(door, { input: "Remove r1" });
  const input = [respond(output[1].id, true)];
  const first = await post(door, { previous_response_id: id, input });
  assert.deepEqual([first.status, first.body.error.code], [409, "approval_required"]);
  const again = await post(door, { previous_response_id: id, input });
  assert.deepEqual([again.status, again.body.error.code], [409, "approval_decided"]);
  const { calls } = await (await door.test.send("GET", `/v1/threads/${id}`)).json();
  const path = `/v1/threads/${id}/approvals/${calls[0].id}`;
  assert.equal((await door.test.send("POST", path, { approved: true, by: "bob" })).status, 200);
  const { body } = await post(door, { previous_response_id: id, input });
  assert.equal(body.output?.[0].status, "completed", JSON.stringify(body));
});

Deno.test("E6: an answer that comes too late is refused", async () => {
  const remove = defineTool({
    name: "remove",
    description: "Removes a record.",
    parameters: ["id"],
    needsApproval: true,
    approvalTtlMs: 1000,
    run: ({ id }) => ({ removed: id }),
  });
  const agents = [defineAgent({ name: "demo", model: "recorded/m", tools: [remove] })];
  let now = Date.UTC(2026, 10, 22);
  await using door = serveDoor(REMOVES, { agents, clock: () => now });
  const { body: { id, output } } = await post(door, { input: "Remove r1" });
  now += 2000;
  const late = await post(door, { previous_response_id: id, input: [respond(output[1].id, true)] });
  assert.equal(late.body.error.code, "approval_expired", JSON.stringify(late.body));
  assert.equal(door.requests.length, 1);
});
