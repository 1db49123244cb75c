// /v1/responses/:response: what is read later is what was answered; a response is stopped and removed, and its input is listed.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { scenario } from "../../../../src/providers/scripted/scenario.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import {
  ASKS,
  assertPublished,
  type Door,
  KEY,
  readFrames,
  serveDoor,
  STARS,
  WEATHER,
} from "../../../plugins/openai_api/_door.ts";

const PATH = "/v1/responses";
const { name, description, parameters } = WEATHER.function;
const FUNCTION = { type: "function", name, description, parameters };

async function create(door: Door, body: Record<string, unknown>) {
  const response = await door.post(PATH, { model: "agent-demo", ...body });
  const made = await response.json();
  assert.equal(response.status, 200, JSON.stringify(made));
  return made;
}

function send(door: Door, method: string, path: string) {
  return fetch(`${door.url}${PATH}/${path}`, { method, headers: { authorization: `Bearer ${KEY}` } });
}

async function read(door: Door, id: string) {
  const response = await send(door, "GET", id);
  const body = await response.json();
  assert.equal(response.status, 200, JSON.stringify(body));
  await assertPublished("openai.responses.response", [body]);
  return body;
}

/** Without the second of its end: the clock goes on between the commit and the answer. */
function timeless({ created_at: _created, completed_at: _completed, ...rest }: Record<string, unknown>) {
  return rest;
}

Deno.test("E6: a response that is read later is the one that was answered", async () => {
  const twoAtOnce = scenario().says("First.").calls("GitHub.SetStarred", { name: "a" })
    .calls("GitHub.SetStarred", { name: "b" }).next().says("Both.");
  const wanted: readonly [script: ReturnType<typeof scenario>, body: Record<string, unknown>][] = [
    [scenario().says("Hi."), { input: "Hi", metadata: { a: "b" } }],
    [STARS, { input: "Star it" }],
    [twoAtOnce, { input: "Star both", parallel_tool_calls: true }],
    [ASKS, { input: "Weather?", tools: [FUNCTION] }],
    [ASKS, { input: "Weather?", tools: [FUNCTION], tool_choice: { type: "function", name }, user: "ann" }],
    [STARS, { input: "Star", tools: ["GitHub.SetStarred"], tool_choice: "execute" }],
    [STARS, { input: "Star", tools: ["GitHub.SetStarred"], tool_choice: "generate" }],
    [scenario().calls("remove", { id: "a" }), { input: "Remove a" }],
  ];
  for (const [script, body] of wanted) {
    await using door = serveDoor(script);
    const made = await create(door, body);
    const stored = await read(door, made.id);
    const { tools: _named, ...rest } = timeless(made);
    const { tools: _brought, ...again } = timeless(stored);
    assert.deepEqual(again, rest, JSON.stringify(body));
    assert.deepEqual(
      stored.tools,
      made.tools.filter(({ type }: { type: string }) => type === "function"),
    );
    assert.ok(Math.abs(stored.created_at - made.created_at) <= 1);
  }
});

Deno.test("E6: the parts of a thread that waited for people are responses of their own", async () => {
  const script = scenario().says("One.").calls("remove", { id: "a" }).next().says("Two.")
    .calls("remove", { id: "b" }).next().says("Three.");
  await using door = serveDoor(script);
  const parts = [await create(door, { input: "Remove both" })];
  for (let last = parts[0]; last.output.at(-1).type === "mcp_approval_request";) {
    const input = [{
      type: "mcp_approval_response",
      approve: true,
      approval_request_id: last.output.at(-1).id,
    }];
    last = await create(door, { input, model: "demo", previous_response_id: last.id });
    parts.push(last);
  }
  assert.deepEqual(parts.map(({ output }) => output.map(({ type }: { type: string }) => type)), [
    ["message", "mcp_approval_request"],
    ["mcp_call", "message", "mcp_approval_request"],
    ["mcp_call", "message"],
  ]);
  for (const part of parts) {
    const stored = await read(door, part.id);
    assert.deepEqual(timeless({ ...stored, model: part.model }), timeless(part));
  }
  const listed = await (await send(door, "GET", `${parts[2].id}/input_items?order=asc`)).json();
  assert.deepEqual(listed.data.map(({ type }: { type: string }) => type), [
    "message",
    "message",
    "mcp_approval_request",
    "mcp_approval_response",
    "mcp_call",
    "message",
    "mcp_approval_request",
    "mcp_approval_response",
  ]);
  for (const wrong of [1, 3, 5, 99]) {
    assert.equal((await send(door, "GET", `${parts[0].id}_${wrong}`)).status, 404, String(wrong));
  }
  assert.equal((await send(door, "GET", `${parts[0].id}_2`)).status, 200);
});

Deno.test("E6: the stream of a stored response has the events of its schema, from a number on", async () => {
  await using door = serveDoor(STARS);
  const { id, output } = await create(door, { input: "Star it" });
  const events = async (query: string) => {
    const response = await send(door, "GET", `${id}?stream=true${query}`);
    assert.match(response.headers.get("content-type") ?? "", /^text\/event-stream/);
    const { bodies } = readFrames(await response.text());
    await assertPublished("openai.responses.event", bodies);
    return bodies.map((body) => Object(body));
  };
  const all = await events("");
  assert.deepEqual(all.map((event) => event.sequence_number), all.map((_, index) => index));
  assert.equal(all[0].type, "response.created");
  assert.equal(all.at(-1).type, "response.completed");
  assert.deepEqual(all.at(-1).response.output, output);
  assert.deepEqual(await events("&starting_after=4"), all.slice(5));
  const last = all.length - 1;
  for (
    const [query, param] of [
      [`?stream=true&starting_after=${last}`, "starting_after"],
      ["?starting_after=1", "starting_after"],
    ] as const
  ) {
    const refused = await send(door, "GET", `${id}${query}`);
    assert.deepEqual([refused.status, (await refused.json()).error.param], [400, param], query);
  }
  for (const query of ["?stream=x", "?stream=true&starting_after=x"]) {
    assert.equal((await send(door, "GET", `${id}${query}`)).status, 400, query);
  }
});

Deno.test("E6: the input of a response is listed by pages, the newest item first", async () => {
  const script = scenario().calls("GitHub.SetStarred", { name: "a" }).next().says("Starred.").next()
    .calls("get_weather", { city: "Paris" }).next().says("18 degrees.");
  await using door = serveDoor(script);
  const first = await create(door, { input: "Star a" });
  const image = { type: "input_image", image_url: "https://x.test/a.png" };
  const second = await create(door, {
    previous_response_id: first.id,
    tools: [FUNCTION],
    input: [{ role: "user", content: [{ type: "input_text", text: "Weather?" }, image] }],
  });
  const call = second.output[0];
  const third = await create(door, {
    previous_response_id: second.id,
    tools: [FUNCTION],
    input: [{ type: "function_call_output", call_id: call.call_id, output: "18" }],
  });
  const page = async (query: string) => {
    const response = await send(door, "GET", `${third.id}/input_items${query}`);
    const body = await response.json();
    assert.equal(response.status, 200, JSON.stringify(body));
    return body;
  };
  const all = await page("?order=asc");
  assert.deepEqual(all.data.map(({ type, role = "" }: Record<string, string>) => `${type} ${role}`.trim()), [
    "message user",
    "mcp_call",
    "message assistant",
    "message user",
    "function_call",
    "function_call_output",
  ]);
  assert.deepEqual([all.object, all.has_more], ["list", false]);
  assert.deepEqual([all.first_id, all.last_id], [all.data[0].id, all.data.at(-1).id]);
  assert.deepEqual(all.data[3].content, [
    { type: "input_text", text: "Weather?" },
    { ...image, detail: "auto", file_id: null },
  ]);
  assert.equal(all.data[5].call_id, call.call_id);
  // The output of a response has the items that the published schema has here, too.
  const output = all.data.filter(({ type, role }: Record<string, string>) =>
    type !== "function_call_output" && role !== "user"
  );
  await assertPublished("openai.responses.response", [{ ...third, output }]);
  await assertPublished("openai.responses.request", [{ model: "m", input: all.data }]);
  const ids = all.data.map(({ id }: { id: string }) => id).reverse();
  const seen: string[] = [];
  for (let after = "", more = true; more;) {
    const part = await page(`?limit=4${after}`);
    seen.push(...part.data.map(({ id }: { id: string }) => id));
    more = part.has_more;
    after = `&after=${part.last_id}`;
  }
  assert.deepEqual(seen, ids);
  assert.deepEqual(await page(`?after=${ids.at(-1)}`), {
    object: "list",
    data: [],
    first_id: "",
    last_id: "",
    has_more: false,
  });
  for (const [query, param] of [["?after=x", "after"], ["?limit=0", null], ["?order=up", null]] as const) {
    const refused = await send(door, "GET", `${third.id}/input_items${query}`);
    assert.deepEqual([refused.status, (await refused.json()).error.param], [400, param], query);
  }
});

Deno.test("E6: a response is removed with its thread, and is unknown then", async () => {
  await using door = serveDoor();
  const { id } = await create(door, { input: "Hi" });
  const removed = await send(door, "DELETE", id);
  assert.deepEqual([removed.status, await removed.json()], [200, { id, object: "response", deleted: true }]);
  for (
    const [method, path] of [["GET", id], ["DELETE", id], ["POST", `${id}/cancel`], [
      "GET",
      `${id}/input_items`,
    ]]
  ) {
    const { status, body } = await send(door, method ?? "", path ?? "").then(async (response) => ({
      status: response.status,
      body: await response.json(),
    }));
    assert.deepEqual([status, body.error.code, body.error.type], [
      404,
      "thread_unknown",
      "invalid_request_error",
    ]);
  }
  assert.equal((await door.test.send("GET", `/v1/threads/${id}`)).status, 404);
});

Deno.test("E6: a response in progress is read as such, and a cancel ends it", async () => {
  const store = createMemoryStore();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const hang = defineTool({
    name: "hang",
    description: "Does not end by itself.",
    parameters: [],
    run: (_args, { signal }) => {
      reach();
      return new Promise<string>((_, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason))
      );
    },
  });
  const agents = [defineAgent({ name: "demo", model: "recorded/m", tools: [hang] })];
  await using door = serveDoor(scenario().calls("hang", {}).next().says("Never."), { store, agents });
  const running = door.post(PATH, { model: "demo", input: "Hang", stream: true });
  await reached;
  const { threads: [line] } = await store.list("acme", { limit: 1 });
  const id = line?.thread ?? "";
  assert.equal((await read(door, id)).status, "in_progress");
  const early = await send(door, "GET", `${id}?stream=true`);
  assert.deepEqual([early.status, (await early.json()).error.code], [409, "thread_busy"]);
  const cancelled = await (await send(door, "POST", `${id}/cancel`)).json();
  await assertPublished("openai.responses.response", [cancelled]);
  const { bodies } = readFrames(await (await running).text());
  assert.equal(Object(bodies.at(-1)).type, "response.failed");
  assert.equal((await read(door, id)).status, "cancelled");
  const again = await send(door, "POST", `${id}/cancel`);
  assert.deepEqual([again.status, (await again.json()).status], [200, "cancelled"]);
});

Deno.test("E6: a cancel of a response that waits withdraws its requests, and one that has ended stays", async () => {
  await using door = serveDoor(scenario().calls("remove", { id: "a" }).next().says("Gone."));
  const waiting = await create(door, { input: "Remove a" });
  const body = await (await send(door, "POST", `${waiting.id}/cancel`)).json();
  assert.equal(body.status, "cancelled");
  const late = await door.post(PATH, {
    model: "demo",
    input: [{
      type: "mcp_approval_response",
      approve: true,
      approval_request_id: waiting.output[0].id,
    }],
  });
  assert.ok([400, 409, 422].includes(late.status), String(late.status));
  assert.equal(door.requests.length, 1);
  await using done = serveDoor();
  const { id } = await create(done, { input: "Hi" });
  assert.equal((await (await send(done, "POST", `${id}/cancel`)).json()).status, "completed");
});

Deno.test("E6: a failed response is read as failed", async () => {
  const store = createMemoryStore();
  await using door = serveDoor(scenario().says("Half").fails("model_server"), { store });
  await door.post(PATH, { model: "demo", input: "Hi" });
  const { threads: [line] } = await store.list("acme", { limit: 1 });
  const body = await read(door, line?.thread ?? "");
  assert.deepEqual([body.status, body.error.code], ["failed", "server_error"]);
  const stream = readFrames(await (await send(door, "GET", `${line?.thread}?stream=true`)).text());
  assert.equal(Object(stream.bodies.at(-1)).type, "response.failed");
});

Deno.test("E6: store: false is gone after its run, also after an approval", async () => {
  await using door = serveDoor(scenario().calls("remove", { id: "a" }).next().says("Gone."));
  const first = await create(door, { input: "Remove a", store: false });
  assert.equal((await send(door, "GET", first.id)).status, 200);
  const input = [{
    type: "mcp_approval_response",
    approve: true,
    approval_request_id: first.output[0].id,
  }];
  const second = await create(door, { input, store: false });
  await door.test.idle();
  for (const id of [first.id, second.id]) assert.equal((await send(door, "GET", id)).status, 404);
  await using kept = serveDoor(scenario().calls("remove", { id: "a" }).next().says("Gone."));
  const stored = await create(kept, { input: "Remove a" });
  const answer = { type: "mcp_approval_response", approve: true, approval_request_id: stored.output[0].id };
  await create(kept, { input: [answer], store: false });
  await kept.test.idle();
  assert.equal((await send(kept, "GET", stored.id)).status, 200, "what was to be kept is");
});

Deno.test("E6: the stored responses of other users, tenants and agents do not exist", async () => {
  const store = createMemoryStore();
  const open = (caller: { tenant: string; user?: string }) =>
    serveDoor(undefined, { store, authenticate: () => caller });
  await using ann = open({ tenant: "acme", user: "ann" });
  await using bob = open({ tenant: "acme", user: "bob" });
  await using beta = open({ tenant: "beta" });
  const { id } = await create(ann, { input: "Hi" });
  for (const door of [bob, beta]) {
    for (
      const [method, path] of [["GET", id], ["DELETE", id], ["POST", `${id}/cancel`], [
        "GET",
        `${id}/input_items`,
      ]]
    ) {
      const response = await send(door, method ?? "", path ?? "");
      assert.deepEqual([response.status, (await response.json()).error.code], [404, "thread_unknown"]);
    }
  }
  for (const wrong of ["x", "resp_x", `${id}_0`, `${id}_x`, `thread_${id.slice(5)}`, `${id}%2F..`]) {
    assert.equal((await send(ann, "GET", wrong)).status, 404, wrong);
  }
  assert.equal((await send(ann, "GET", id)).status, 200);
});
