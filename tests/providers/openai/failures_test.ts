// P9: what goes wrong at OpenAI or on the way there, as one AgentError each, over real HTTP where the transport matters.
import assert from "node:assert/strict";
import { AgentError, type ErrorCode } from "../../../src/core/error.ts";
import { createOpenAIProvider } from "../../../src/providers/openai/provider.ts";
import { decodeWhole } from "./_decode.ts";
import { type Reply, serveOpenAI } from "../../wire/openai/server.ts";
import { aRequest, ask, drain, drainFailing, fetchOf, fetchText, weatherTool } from "../_support.ts";
import { asSent } from "../../support/as_sent.ts";

const key = "sk-secret-0123456789abcdefghij";
const dialects = ["chat", "responses"] as const;

function provider(config: Partial<Parameters<typeof createOpenAIProvider>[0]> = {}) {
  return createOpenAIProvider({ apiKey: key, baseURL: "http://compatible.test/v1", ...config });
}

async function failing(reply: Reply, api: "chat" | "responses", timeoutMs = 5000) {
  await using server = await serveOpenAI({ apiKey: key, reply: [reply] });
  return await drainFailing(ask(provider({ baseURL: server.url, api, timeoutMs })));
}

const refusals: [status: number, body: unknown, code: ErrorCode][] = [
  [
    400,
    { error: { message: "Bad.", type: "invalid_request_error", param: "x", code: "unsupported_value" } },
    "model_invalid_request",
  ],
  [400, { error: { message: "Too long.", code: "context_length_exceeded" } }, "model_context_length"],
  [
    400,
    { error: { message: "This model's maximum context length is 8192 tokens." } },
    "model_context_length",
  ],
  [400, { error: { message: "Filtered.", code: "content_filter" } }, "model_content_filter"],
  [400, { error: "Invalid tool_choice type: 'object'." }, "model_invalid_request"],
  [
    401,
    { error: { message: "Incorrect API key provided: sk-se*****ghij.", code: "invalid_api_key" } },
    "model_auth",
  ],
  [402, { error: { message: "Insufficient Balance" } }, "model_quota"],
  [403, { error: { message: "No access." } }, "model_auth"],
  [404, { error: { message: "No such model.", code: "model_not_found" } }, "model_invalid_request"],
  [422, { detail: [{ loc: ["body"], msg: "extra" }] }, "model_invalid_request"],
  [429, { error: { message: "Slow down.", code: "rate_limit_exceeded" } }, "model_rate_limit"],
  [
    429,
    { error: { message: "No money.", type: "insufficient_quota", code: "insufficient_quota" } },
    "model_quota",
  ],
  [429, { error: { message: "You exceeded your current quota" } }, "model_quota"],
  [500, { error: { message: "Oops.", type: "server_error", code: null } }, "model_server"],
  [502, "<html>Bad gateway</html>", "model_server"],
  [503, { error: { message: "Overloaded." } }, "model_overloaded"],
  [504, "", "model_timeout"],
];

for (const [status, body, code] of refusals) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  Deno.test(`P9: HTTP ${status} ${text.slice(0, 60)} is ${code}`, async () => {
    const fetch = fetchText(text, {
      status,
      headers: { "x-request-id": "req_9", "content-type": "application/json" },
    });
    const { error, events } = await drainFailing(ask(provider(), aRequest(), { fetch }));
    assert.equal(error.code, code);
    assert.deepEqual(events, []);
    assert.deepEqual(
      [
        error.details.provider,
        error.details.status,
        error.details.requestId,
        error.details.afterOutput,
        error.details.phase,
      ],
      ["openai", status, "req_9", false, "connect"],
    );
  });
}

Deno.test("P9: a provider's own code and its masked key are kept, our key never is", async () => {
  const message = `Incorrect API key provided: sk-se*****ghij (${key}); header was Bearer ${key}`;
  const fetch = fetchText(JSON.stringify({ error: { message, code: "invalid_api_key" } }), { status: 401 });
  const { error } = await drainFailing(ask(provider(), aRequest(), { fetch }));
  assert.equal(error.details.providerCode, "invalid_api_key");
  assert.match(error.message, /sk-se\*{5}ghij/);
  assert.equal(`${error.message} ${error.stack} ${JSON.stringify(error)}`.includes(key), false);
});

const waits: [headers: Record<string, string>, ms: number | undefined][] = [
  [{ "retry-after-ms": "1500", "retry-after": "9" }, 1500],
  [{ "retry-after": "2" }, 2000],
  [{ "retry-after": "Fri, 20 Nov 2026 10:00:05 GMT", date: "Fri, 20 Nov 2026 10:00:00 GMT" }, 5000],
  [{ "retry-after": "Fri, 20 Nov 2026 10:00:05 GMT" }, 4000],
  [{ "x-ratelimit-reset-requests": "1.57s", "x-ratelimit-reset-tokens": "2m3s" }, 123_000],
  [{
    "x-ratelimit-reset-requests": "120ms",
    "x-ratelimit-remaining-requests": "0",
    "x-ratelimit-reset-tokens": "6s",
  }, 120],
  [{ "retry-after": "soon" }, undefined],
  [{}, undefined],
];
for (const [headers, ms] of waits) {
  Deno.test(`P9: a 429 with ${JSON.stringify(headers)} may be tried again after ${ms} ms`, async () => {
    const clock = () => Date.parse("Fri, 20 Nov 2026 10:00:01 GMT");
    const fetch = fetchText("{}", { status: 429, headers });
    const { error } = await drainFailing(ask(provider({ clock }), aRequest(), { fetch }));
    assert.equal(error.retryAfterMs, ms);
  });
}

for (const api of dialects) {
  Deno.test(`P9: ${api}: a stream that is cut is model_protocol, and everything before the cut was told`, async () => {
    const { error, events } = await failing(
      { text: "A somewhat longer answer to be cut.", fault: "cut" },
      api,
    );
    assert.equal(error.code, "model_protocol");
    assert.deepEqual([error.details.afterOutput, error.details.phase], [true, "stream"]);
    assert.ok(events.some((event) => event.type === "text.delta"));
  });

  Deno.test(`P9: ${api}: a stream cut in the middle of a call never ends the call`, async () => {
    const reply: Reply = {
      calls: [{ name: "get_weather", arguments: '{"city":"Paris","country":"France"}' }],
      fault: "cut",
    };
    await using server = await serveOpenAI({ apiKey: key, reply: [reply] });
    const stream = ask(provider({ baseURL: server.url, api }), aRequest({ tools: [weatherTool] }));
    const { error, events } = await drainFailing(stream);
    assert.equal(error.code, "model_protocol");
    assert.ok(events.some((event) => event.type === "call.started"));
    assert.equal(events.some((event) => event.type === "call.ended"), false);
  });

  Deno.test(`P9: ${api}: a connection torn down in the middle is model_network`, async () => {
    const { error } = await failing({ text: "A somewhat longer answer.", fault: "reset" }, api);
    assert.deepEqual([error.code, error.details.afterOutput], ["model_network", true]);
    assert.match(error.message, /The host is 127\.0\.0\.1:\d+\.$/);
  });

  Deno.test(`P9: ${api}: a stalled stream ends with model_timeout`, async () => {
    const { error } = await failing({ text: "A somewhat longer answer.", fault: "stall" }, api, 100);
    assert.deepEqual([error.code, error.details.phase], ["model_timeout", "stream"]);
  });

  Deno.test(`P9: ${api}: an error in the middle of a 200 is mapped, quota is not retryable`, async () => {
    const fault = { errorAfter: 2, error: { message: "No money.", code: "insufficient_quota" } };
    const { error } = await failing({ text: "A somewhat longer answer.", fault }, api);
    assert.deepEqual([error.code, error.retryable, error.details.afterOutput], ["model_quota", false, true]);
    const unknown = { errorAfter: 1, error: { message: "Oops.", type: "server_error", code: null } };
    assert.equal(
      (await failing({ text: "A longer answer.", fault: unknown }, api)).error.code,
      "model_server",
    );
  });

  Deno.test(`P9: ${api}: aborting ends the exchange at once and throws the reason`, async () => {
    await using server = await serveOpenAI({
      apiKey: key,
      reply: [{ text: "A somewhat longer answer.", fault: "stall" }],
    });
    const abort = new AbortController();
    const stream = ask(provider({ baseURL: server.url, api }), aRequest(), { signal: abort.signal });
    assert.equal((await stream.next()).done, false);
    const reason = new AgentError("step_cancelled", "Cancelled.");
    abort.abort(reason);
    await assert.rejects(async () => {
      for await (const _ of stream);
    }, (error) => error === reason);
    await server.requests[0]?.disconnected;
  });

  Deno.test(`P9: ${api}: a reader that leaves ends the exchange`, async () => {
    await using server = await serveOpenAI({
      apiKey: key,
      reply: [{ text: "A somewhat longer answer.", fault: "stall" }],
    });
    for await (const _ of ask(provider({ baseURL: server.url, api }))) break;
    await server.requests[0]?.disconnected;
  });

  Deno.test(`P1: ${api}: a length cut keeps the finish, whatever the calls`, async () => {
    await using server = await serveOpenAI({
      apiKey: key,
      reply: [{ calls: [{ name: "get_weather", arguments: '{"ci' }], finish: "length" }],
    });
    const { result } = await drain(
      ask(provider({ baseURL: server.url, api }), aRequest({ tools: [weatherTool] })),
    );
    assert.equal(result.finish, "length");
  });

  Deno.test(`P9: ${api}: a piece that is no JSON is model_protocol`, async () => {
    const { error } = await drainFailing(
      ask(provider({ api }), aRequest(), { fetch: fetchText("data: {broken\n\n") }),
    );
    assert.equal(error.code, "model_protocol");
  });
}

Deno.test("P9: an abort before the answer came throws at once, also under a fetch that ignores its signal", async () => {
  const abort = new AbortController();
  const deaf: typeof fetch = () => new Promise(() => {});
  const stream = ask(provider(), aRequest(), { fetch: deaf, signal: abort.signal });
  const pending = drainFailing(stream);
  abort.abort(new DOMException("gone", "AbortError"));
  const { error } = await pending;
  assert.deepEqual([error.code, error.retryable], ["step_cancelled", false]);
});

Deno.test("P9: no first byte in time is model_timeout, also under a fetch that ignores its signal", async () => {
  const deaf: typeof fetch = () => new Promise(() => {});
  const { error } = await drainFailing(ask(provider({ timeoutMs: 30 }), aRequest(), { fetch: deaf }));
  assert.deepEqual([error.code, error.details.phase, error.details.afterOutput], [
    "model_timeout",
    "connect",
    false,
  ]);
});

Deno.test("P9: nobody listening is model_network", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  const baseURL = `http://127.0.0.1:${port}/v1/hidden`;
  const { error } = await drainFailing(ask(provider({ baseURL })));
  assert.deepEqual([error.code, error.retryable, error.details.status], ["model_network", true, null]);
  assert.match(error.message, new RegExp(`cannot be reached\\. The host is 127\\.0\\.0\\.1:${port}\\.$`));
  assert.doesNotMatch(error.message, /hidden/);
});

Deno.test("P9: a refusal whose body breaks off is still that refusal, and is not tried again", async () => {
  const body = () => new ReadableStream({ pull: (controller) => controller.error(new Error("reset")) });
  const fetch = () => Promise.resolve(new Response(body(), { status: 401 }));
  const { error } = await drainFailing(ask(provider(), aRequest(), { fetch }));
  assert.deepEqual([error.code, error.retryable, error.details.status], ["model_auth", false, 401]);
});

Deno.test("P9: a redirect is not followed, so the key stays with the host it was meant for", async () => {
  const seen: (string | null)[] = [];
  await using thief = Deno.serve({ port: 0, onListen() {} }, (request) => {
    seen.push(request.headers.get("authorization"));
    return new Response("thanks");
  });
  await using server = Deno.serve(
    { port: 0, onListen() {} },
    () => Response.redirect(`http://127.0.0.1:${thief.addr.port}/`, 307),
  );
  const { error } = await drainFailing(ask(provider({ baseURL: `http://127.0.0.1:${server.addr.port}/v1` })));
  assert.deepEqual([error.code, error.details.status], ["model_invalid_request", 307]);
  assert.deepEqual(seen, []);
});

Deno.test("P9: an error after [DONE] is of no more interest, one before it is", async () => {
  const ok = 'data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n';
  const bad = 'data: {"error":{"message":"Oops.","type":"server_error"}}\n\n';
  const { result } = await drain(
    ask(provider(), aRequest(), { fetch: fetchText(`${ok}data: [DONE]\n\n${bad}`) }),
  );
  assert.equal(result.finish, "stop");
  const { error } = await drainFailing(
    ask(provider(), aRequest(), { fetch: fetchText(`${ok}${bad}data: [DONE]\n\n`) }),
  );
  assert.equal(error.code, "model_server");
});

Deno.test("P1: comments, keep-alives, a missing last blank line and a missing [DONE] are no trouble", async () => {
  const text =
    ': OPENROUTER PROCESSING\n\n\n\ndata:{"choices":[{"index":0,"delta":{"content":"Hi"}}]}\r\n\r\n' +
    'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":2}}';
  const { result } = await drain(
    ask(provider(), aRequest(), { fetch: fetchOf(new TextEncoder().encode(text), [1]) }),
  );
  assert.deepEqual(asSent([result.finish, result.usage]), ["stop", { inputTokens: 1, outputTokens: 2 }]);
});

Deno.test("P1: a server that answers a streamed request with a whole body is understood", async () => {
  const body = JSON.stringify({ choices: [{ index: 0, message: { content: "Hi" }, finish_reason: "stop" }] });
  const fetch = fetchText(body, { headers: { "content-type": "application/json" } });
  const { result } = await drain(ask(provider(), aRequest(), { fetch }));
  assert.deepEqual(asSent(result.blocks), [{ type: "text", text: "Hi" }]);
});

Deno.test("P1: a refusal is text with finish refusal", () => {
  const result = decodeWhole("chat", {
    choices: [{ index: 0, message: { content: null, refusal: "No." }, finish_reason: "stop" }],
  });
  assert.deepEqual(asSent([result.finish, result.blocks]), ["refusal", [{ type: "text", text: "No." }]]);
});

Deno.test("P1: OpenRouter's error finish is an error, with the status inside it", async () => {
  const chunk = {
    choices: [{ index: 0, delta: {}, finish_reason: "error" }],
    error: { code: 503, message: "Upstream busy." },
  };
  const { error } = await drainFailing(
    ask(provider(), aRequest(), { fetch: fetchText(`data: ${JSON.stringify(chunk)}\n\n`) }),
  );
  assert.deepEqual([error.code, error.details.status], ["model_overloaded", 503]);
});

Deno.test("P1: an error finish whose error says nothing names the finish", async () => {
  const chunk = { choices: [{ index: 0, delta: {}, finish_reason: "error", error: {} }] };
  const { error } = await drainFailing(
    ask(provider(), aRequest(), { fetch: fetchText(`data: ${JSON.stringify(chunk)}\n\n`) }),
  );
  assert.match(error.message, /The provider broke the answer off: error\./);
});

Deno.test("P1: one leaked wrapper call becomes the calls inside it", async () => {
  const uses = [
    { recipient_name: "functions.get_weather", parameters: { city: "Paris" } },
    { recipient_name: "functions.get_weather", parameters: { city: "Rome" } },
  ];
  const call = {
    index: 0,
    id: "call_1",
    function: { name: "multi_tool_use.parallel", arguments: JSON.stringify({ tool_uses: uses }) },
  };
  const chunk = { choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: "tool_calls" }] };
  const { result } = await drain(
    ask(provider(), aRequest({ tools: [weatherTool] }), {
      fetch: fetchText(`data: ${JSON.stringify(chunk)}\n\n`),
    }),
  );
  assert.deepEqual(result.blocks.map((block) => block.type === "call" && [block.name, block.args]), [
    ["get_weather", '{"city":"Paris"}'],
    ["get_weather", '{"city":"Rome"}'],
  ]);
});

Deno.test("P1: arguments, calls and events beyond the limits are model_protocol", async () => {
  const delta = (call: unknown) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: [call] } }] })}\n\n`;
  const long = delta({ index: 0, id: "a", function: { name: "f", arguments: `"${"x".repeat(300_000)}"` } });
  const many = Array.from(
    { length: 65 },
    (_, index) => delta({ index, id: `c${index}`, function: { name: "f", arguments: "{}" } }),
  );
  const endless = `data: "${"x".repeat(5 * 1024 * 1024)}`;
  for (const text of [long, many.join(""), endless]) {
    const { error } = await drainFailing(ask(provider(), aRequest(), { fetch: fetchText(text) }));
    assert.equal(error.code, "model_protocol");
    assert.match(error.message, /(?:longer|more) than/);
  }
});

Deno.test("P9: a base URL that is no URL is config_invalid", () => {
  assert.throws(() => provider({ baseURL: "api.openai.com/v1" }), { code: "config_invalid" });
});
