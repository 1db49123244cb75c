// X6: a run of a client of OpenAI whose tool defers its call: the answer says that it waits, and the thread is kept for the result.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { openaiApi } from "../../../src/plugins/openai_api/mod.ts";
import { createTestApp, KEY } from "../../http/_app.ts";

const exporting = defineTool({
  name: "export",
  description: "Exports, for hours.",
  run: (_args, context) => context.defer({ ref: "j1", expiresInMs: 3_600_000 }),
});

function deployed() {
  const app = createTestApp({
    plugins: [openaiApi()],
    agents: [defineAgent({ name: "exporter", driver: "scripted", tools: [exporting] })],
    scenario: [{ says: "Working.", calls: [{ tool: "export" }] }, { says: "Done." }, { says: "Later." }],
  });
  const post = async (path: string, body: object, given: Record<string, string> = {}) => {
    const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json", ...given };
    const request = new Request(`http://x${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const response = await app.fetch(request);
    const text = await response.text();
    await app.idle();
    return { text, status: response.status, thread: response.headers.get("treadle-thread") ?? "" };
  };
  const pending = async (thread: string): Promise<string> => {
    const request = new Request(`http://x/v1/threads/${thread}`, {
      headers: { authorization: `Bearer ${KEY}` },
    });
    const { calls } = await (await app.fetch(request)).json();
    return calls?.[0]?.id ?? assert.fail("the thread is gone");
  };
  const get = async (path: string) => {
    const request = new Request(`http://x${path}`, { headers: { authorization: `Bearer ${KEY}` } });
    return await (await app.fetch(request)).json();
  };
  return { post, pending, get };
}

const ASKED = {
  "a chat": ["/v1/chat/completions", { model: "exporter", messages: [{ role: "user", content: "go" }] }],
  "a streamed chat": ["/v1/chat/completions", {
    model: "exporter",
    stream: true,
    messages: [{ role: "user", content: "go" }],
  }],
  "a response that is not stored": ["/v1/responses", { model: "exporter", input: "go", store: false }],
} as const;

for (const [what, [path, body]] of Object.entries(ASKED)) {
  Deno.test(`X6: ${what} says that a call waits for its result, and its thread takes the result`, async () => {
    const { post, pending } = deployed();
    const { text, status, thread } = await post(path, body);
    assert.equal(status, 200);
    const callId = await pending(thread);
    assert.ok(text.includes(`The call ${callId} of export waits for its result, which comes later.`), text);
    const given = await post(`/v1/threads/${thread}/calls/${callId}/result`, { output: "rows" });
    assert.equal(given.status, 200, given.text);
    const { output } = JSON.parse((await post(`/v1/threads/${thread}/steps`, { until: "done" })).text);
    assert.equal(output, "Done.");
  });
}

Deno.test("X6: a stored response that waits for a result is read as it was answered, and is continued behind it", async () => {
  const { post, pending, get } = deployed();
  const first = JSON.parse((await post("/v1/responses", { model: "exporter", input: "go" })).text);
  const read = async () => (await get(`/v1/responses/${first.id}`)).output;
  assert.deepEqual(await read(), first.output);
  const goesOn = { model: "exporter", input: "and now?", previous_response_id: first.id };
  const early = await post("/v1/responses", goesOn);
  assert.deepEqual([early.status, JSON.parse(early.text).error.code], [503, "not_yet"]);
  const callId = await pending(first.id);
  await post(`/v1/threads/${first.id}/calls/${callId}/result`, { output: "rows" });
  assert.deepEqual(await read(), first.output, "until a step takes it");
  await post(`/v1/threads/${first.id}/steps`, { until: "done" });
  assert.equal((await post("/v1/responses", goesOn)).status, 200);
});

Deno.test("X6: what waits for a result is answered again under its key as it was", async () => {
  for (const [what, [path, body]] of Object.entries(ASKED)) {
    const { post } = deployed();
    const send = async () => {
      const { text } = await post(path, body, { "idempotency-key": "k1" });
      return /The call \w+ of export waits for its result/.exec(text)?.[0] ?? text;
    };
    const first = await send();
    assert.match(first, /waits for its result$/, what);
    assert.equal(await send(), first, what);
  }
});
