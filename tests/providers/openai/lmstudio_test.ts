// P4: LM Studio: words as a choice, errors that are texts, and the reasoning of its Responses.
import assert from "node:assert/strict";
import { createLMStudioProvider } from "../../../src/providers/openai/lmstudio.ts";
import { providerOf, requestOf, send } from "../../wire/ask.ts";
import { lmstudio } from "../../wire/lmstudio/case.ts";
import {
  aRequest,
  ask,
  bodyOf,
  callsOf,
  drain,
  drainFailing,
  enforced,
  fetchText,
  lacksIn,
  reasoningOf,
  timeTool,
  weatherTool,
} from "../_support.ts";

const tools = [weatherTool, timeTool];

Deno.test("P4: an object as a choice is refused with the real text, which teaches that names and sets are lacking", async () => {
  await using server = await lmstudio.start({
    reply: () => ({ calls: [{ name: "get_time", arguments: "{}" }] }),
  });
  const provider = providerOf(lmstudio, server);
  // An agent that says its model takes names.
  const asked = aRequest({ model: lmstudio.model, tools, choice: { type: "tool", name: "get_time" } });
  const { error } = await drainFailing(send(lmstudio, server, provider, asked));
  assert.match(
    error.message,
    /Invalid tool_choice type: 'object'\. Supported string values: none, auto, required/,
  );
  assert.deepEqual([error.code, lacksIn(error)], ["model_invalid_request", ["tool", "allowed"]]);

  const { request, choice } = requestOf(lmstudio, provider, { tools, choice: asked.choice });
  assert.deepEqual([choice.enforcement, choice.choice.type], ["filtered", "required"]);
  await drain(send(lmstudio, server, provider, request));
  const { tools: sent, tool_choice } = bodyOf(server.requests.at(-1)?.text ?? "");
  assert.deepEqual([Array.isArray(sent) && sent.length, tool_choice], [1, "required"]);
});

Deno.test("P4: a call in forty pieces, each with an id of its own and no name, is one call", async () => {
  const args = JSON.stringify({ city: "é🙂".repeat(20) });
  await using server = await lmstudio.start({
    reply: [{ calls: [{ name: "get_weather", arguments: args }], chunks: [1] }],
  });
  const provider = providerOf(lmstudio, server);
  const { result } = await drain(
    send(lmstudio, server, provider, aRequest({ model: lmstudio.model, tools })),
  );
  assert.deepEqual(callsOf(result).map(({ name, args }) => [name, args]), [["get_weather", args]]);
});

Deno.test("P4: an error that is a text is told, before the answer and in the middle of it", async () => {
  const provider = createLMStudioProvider();
  for (
    const fetch of [
      fetchText('{"error":"No models loaded. Please load a model."}', { status: 404 }),
      fetchText('event: error\ndata: {"error":"No models loaded. Please load a model."}\n\n'),
      fetchText('data: {"error":{"message":"No models loaded. Please load a model."}}\n\n'),
    ]
  ) {
    const { error } = await drainFailing(ask(provider, aRequest(), { fetch }));
    assert.match(error.message, /No models loaded/);
  }
});

Deno.test("P4: Responses: raw reasoning is told, in pieces and whole", async () => {
  const provider = createLMStudioProvider();
  const item = {
    id: "rs_1",
    type: "reasoning",
    summary: [],
    content: [{ type: "reasoning_text", text: "Hm." }],
  };
  const response = { status: "completed", output: [item], usage: {} };
  const events = [
    { type: "response.output_item.added", output_index: 0, item: { ...item, content: [] } },
    {
      type: "response.reasoning_text.delta",
      output_index: 0,
      item_id: "rs_1",
      content_index: 0,
      delta: "Hm.",
    },
    { type: "response.completed", response },
  ];
  const streamed = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
  for (const text of [streamed, JSON.stringify(response)]) {
    const request = aRequest({ settings: { api: "responses" } });
    const { result } = await drain(ask(provider, request, { fetch: fetchText(text) }));
    assert.equal(reasoningOf(result), "Hm.");
  }
});

Deno.test("P4: without a configuration it is this machine, without a key; a key is sent as a bearer token", async () => {
  const seen: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    seen.push(String(input), new Headers(init?.headers).get("authorization"));
    return fetchText('data: {"choices":[{"index":0,"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\n')(
      "",
    );
  };
  await drain(ask(createLMStudioProvider(), aRequest(), { fetch }));
  await drain(
    ask(createLMStudioProvider({ apiKey: "k", baseURL: "http://far:1/v1" }), aRequest(), { fetch }),
  );
  assert.deepEqual(seen, [
    "http://127.0.0.1:1234/v1/chat/completions",
    null,
    "http://far:1/v1/chat/completions",
    "Bearer k",
  ]);
});

Deno.test("P4: one call at most cannot be asked for, and that is said", () => {
  const request = aRequest({ tools, parallel: false });
  assert.deepEqual(
    enforced(createLMStudioProvider(), request).choice.warnings.map(({ code }) => code),
    ["parallel_unsupported"],
  );
});
