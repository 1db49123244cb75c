// Faults of the simulated OpenAI server, and what the official client makes of them (pins for the openai provider).
import assert from "node:assert/strict";
import OpenAI from "openai";
import { client, post, send, user } from "./requests.ts";
import { serveOpenAI } from "./server.ts";

Deno.test("fault cut: the chat stream ends without a finish reason and the client's raw iteration just ends", async () => {
  await using server = await serveOpenAI({ reply: [{ text: "a long enough answer", fault: "cut" }] });
  const stream = await client(server).chat.completions.create({
    model: "gpt-4.1",
    messages: [{ role: "user", content: "hi" }],
    stream: true,
  });
  const chunks = await Array.fromAsync(stream);
  assert.ok(chunks.length > 1);
  assert.ok(chunks.every((chunk) => chunk.choices[0]?.finish_reason === null));
});

Deno.test("fault cut: the responses stream ends without a terminal event", async () => {
  await using server = await serveOpenAI({ reply: [{ text: "a long enough answer", fault: "cut" }] });
  const stream = await client(server).responses.create({ model: "gpt-5.1", input: "hi", stream: true });
  const types = (await Array.fromAsync(stream)).map((event) => event.type);
  assert.ok(types.includes("response.output_text.delta"));
  assert.ok(!types.includes("response.completed"));
});

Deno.test("fault reset: the connection breaks in the middle of the body", async () => {
  await using server = await serveOpenAI({ reply: [{ text: "a long enough answer", fault: "reset" }] });
  const body = { model: "gpt-4.1", messages: [user], stream: true };
  const response = await send(server, "/chat/completions", body);
  await assert.rejects(response.text());
});

Deno.test("fault stall: nothing more comes until the client leaves, and the server sees it leave", async () => {
  await using server = await serveOpenAI({ reply: [{ text: "a long enough answer", fault: "stall" }] });
  const stream = await client(server).responses.create({ model: "gpt-5.1", input: "hi", stream: true });
  for await (const event of stream) {
    if (event.type === "response.output_text.delta") break;
  }
  await server.requests[0]?.disconnected;
});

for (const stream of [true, false]) {
  Deno.test(`fault errorAfter: the client throws an APIError, stream: ${stream}`, async () => {
    const error = { message: "boom", type: "server_error", code: "server_error" };
    await using server = await serveOpenAI({
      reply: () => ({ text: "a b c", chunks: [1], fault: { errorAfter: 2, error } }),
    });
    const chat = client(server).chat.completions;
    const run = async () => {
      const params = { model: "gpt-4.1", messages: [{ role: "user" as const, content: "hi" }] };
      if (!stream) return await chat.create(params);
      return await Array.fromAsync(await chat.create({ ...params, stream }));
    };
    await assert.rejects(run, (thrown: unknown) => {
      assert.ok(thrown instanceof OpenAI.APIError);
      assert.equal(thrown.status, stream ? undefined : 500);
      assert.equal(thrown.code, "server_error");
      return true;
    });
  });
}

Deno.test("status: scripted errors carry the official body, request id and retry headers", async () => {
  await using server = await serveOpenAI({
    reply: [{ status: 429 }, { status: 429, error: { code: "insufficient_quota" } }, { status: 503 }],
  });
  const body = { model: "gpt-4.1", messages: [user] };
  const limited = await post(server, "/chat/completions", body);
  assert.equal(limited.error.code, "rate_limit_exceeded");
  assert.equal(limited.headers.get("retry-after"), "1");
  assert.equal(limited.headers.get("retry-after-ms"), "20");
  assert.match(limited.headers.get("x-request-id") ?? "", /^req_[0-9a-f]{32}$/);
  const broke = await post(server, "/chat/completions", body);
  assert.equal(broke.error.type, "insufficient_quota");
  assert.equal(broke.headers.get("retry-after"), null);
  assert.equal((await post(server, "/chat/completions", body)).status, 503);
});

Deno.test("pin: finalResponse of a truncated responses stream resolves, with status in_progress", async () => {
  await using server = await serveOpenAI({ reply: [{ text: "a long enough answer", fault: "cut" }] });
  const response = await client(server).responses.stream({ model: "gpt-5.1", input: "hi" }).finalResponse();
  assert.equal(response.status, "in_progress");
});

Deno.test("pin: finalChatCompletion of a truncated chat stream rejects", async () => {
  await using server = await serveOpenAI({ reply: [{ text: "a long enough answer", fault: "cut" }] });
  const params = { model: "gpt-4.1", messages: [{ role: "user" as const, content: "hi" }] };
  const truncated = client(server).chat.completions.stream(params).finalChatCompletion();
  await assert.rejects(truncated, /missing finish_reason for choice 0/);
});

Deno.test("pin: a raw iteration that is aborted ends without an error", async () => {
  await using server = await serveOpenAI({ reply: [{ text: "a long enough answer", fault: "stall" }] });
  const abort = new AbortController();
  const params = { model: "gpt-5.1", input: "hi", stream: true as const };
  const stream = await client(server).responses.create(params, { signal: abort.signal });
  let last = "";
  for await (const event of stream) {
    last = event.type;
    if (last === "response.output_text.delta") abort.abort();
  }
  assert.equal(last, "response.output_text.delta");
  await server.requests[0]?.disconnected;
});
