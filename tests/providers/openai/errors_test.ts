// P9: errors inside a 200, in the forms in which servers put them there, and what ends an answer that has no end mark.
import assert from "node:assert/strict";
import type { ErrorCode } from "../../../src/core/error.ts";
import { createOpenAIProvider } from "../../../src/providers/openai/provider.ts";
import { aRequest, ask, drain, drainFailing, fetchOf, fetchText, textOf } from "../_support.ts";

const key = "sk-secret-0123456789abcdefghij";

function provider(config: Partial<Parameters<typeof createOpenAIProvider>[0]> = {}) {
  return createOpenAIProvider({ apiKey: key, baseURL: "http://compatible.test/v1", ...config });
}

function sse(...events: unknown[]): string {
  return events.map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`).join(
    "",
  );
}

const text = (content: string, finish: string | null = null) => ({
  choices: [{ index: 0, delta: { content }, finish_reason: finish }],
});

const both = ["chat", "responses"] as const;
type Row = [
  name: string,
  apis: readonly ("chat" | "responses")[],
  body: string,
  code: ErrorCode,
  said: RegExp,
];

const errors: Row[] = [
  [
    "an error object with a status for a code",
    both,
    sse({ error: { message: "Slow.", code: 429 } }),
    "model_rate_limit",
    /Slow\./,
  ],
  ["an error that is a text", both, sse({ error: "boom" }), "model_server", /boom/],
  [
    "{object: error} (vLLM, Mistral)",
    both,
    sse({ object: "error", message: "Bad thing.", code: 400 }),
    "model_invalid_request",
    /Bad thing/,
  ],
  ["{detail} (FastAPI)", both, sse({ detail: "Not here." }), "model_server", /Not here/],
  ["{detail} as a whole body", both, '{"detail":"Not here."}', "model_server", /Not here/],
  [
    "event error with plain text",
    both,
    "event: error\ndata: Internal Error 17\n\n",
    "model_server",
    /Internal Error 17/,
  ],
  [
    "plain text as data",
    both,
    "data: upstream connect error\n\n",
    "model_protocol",
    /upstream connect error/,
  ],
  ["plain text as a body", both, "upstream connect error", "model_protocol", /upstream connect error/],
  [
    "an error body labelled as a stream",
    both,
    '{"error":{"message":"No model.","code":404}}',
    "model_invalid_request",
    /No model/,
  ],
  [
    "a list with an error in it (Google)",
    both,
    '[{"error":{"message":"Slow.","code":429}}]',
    "model_rate_limit",
    /Slow/,
  ],
  ["a page of HTML", both, "<!doctype html><h1>502 Bad Gateway</h1>", "model_server", /502 Bad Gateway/],
  ["any other object", ["responses"], '{"hello":1}', "model_server", /not a finished response/],
  [
    "a response that has only begun",
    ["responses"],
    '{"status":"in_progress","output":[]}',
    "model_server",
    /not a finished/,
  ],
  [
    "an end without a response",
    ["responses"],
    sse({ type: "response.completed" }),
    "model_server",
    /not a finished/,
  ],
  ["a cancelled response", ["responses"], sse({ type: "response.cancelled" }), "model_server", /cancelled/],
  [
    "an error in the choice",
    ["chat"],
    sse({ choices: [{ index: 0, error: { message: "Gone.", code: 502 } }] }),
    "model_server",
    /Gone/,
  ],
  [
    "x_groq.error and [DONE]",
    ["chat"],
    sse(text("Hi"), { choices: [], x_groq: { error: "over capacity" } }, "[DONE]"),
    "model_server",
    /over capacity/,
  ],
  ["[DONE] alone", ["chat"], sse("[DONE]"), "model_protocol", /without an answer/],
  ["finish abort (vLLM)", ["chat"], sse(text("Hi", "abort")), "model_server", /abort/],
  ["finish interrupted", ["chat"], sse(text("Hi", "interrupted")), "model_server", /interrupted/],
  [
    "finish insufficient_system_resource (DeepSeek)",
    ["chat"],
    sse(text("Hi", "insufficient_system_resource")),
    "model_server",
    /insufficient/,
  ],
];

for (const [name, apis, body, code, said] of errors) {
  for (const api of apis) {
    Deno.test(`P9: ${api}: inside a 200: ${name} is ${code}`, async () => {
      const bytes = new TextEncoder().encode(body);
      for (const type of ["text/event-stream", "application/json", "text/html"]) {
        for (const size of [1, bytes.length]) {
          const fetch = fetchOf(bytes, [size], type);
          const { error } = await drainFailing(ask(provider({ api }), aRequest(), { fetch }));
          assert.equal(error.code, code);
          assert.match(error.message, said);
        }
      }
    });
  }
}

const refusals: [status: number, error: unknown, code: ErrorCode][] = [
  [
    413,
    { message: "Request too large on tokens per minute", code: "rate_limit_exceeded" },
    "model_context_length",
  ],
  [400, { message: "prompt is too long: 210000 tokens > 200000 maximum", code: 400 }, "model_context_length"],
  [400, { message: "Too big.", type: "exceed_context_size_error", code: 400 }, "model_context_length"],
];
for (const [status, error, code] of refusals) {
  Deno.test(`P9: HTTP ${status} ${JSON.stringify(error)} is ${code} and is not tried again`, async () => {
    const fetch = fetchText(JSON.stringify({ error }), {
      status,
      headers: { "content-type": "application/json" },
    });
    const failure = await drainFailing(ask(provider(), aRequest(), { fetch }));
    assert.deepEqual([failure.error.code, failure.error.retryable], [code, false]);
  });
}

/** Sends the text, and then whatever `then` does. */
function fetchThen(
  text: string,
  then: (controller: ReadableStreamDefaultController<Uint8Array>) => void,
): typeof fetch {
  let sent = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent) return then(controller);
      sent = true;
      controller.enqueue(new TextEncoder().encode(text));
    },
  }, { highWaterMark: 0 });
  return () => Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
}

const usage = { choices: [], usage: { prompt_tokens: 3, completion_tokens: 4 } };

for (
  const [name, then] of [
    ["left open", () => {}],
    ["torn down", (controller: ReadableStreamDefaultController) => controller.error(new Error("reset"))],
  ] as const
) {
  Deno.test(`P1: chat: an answer whose connection is ${name} behind its end is whole`, async () => {
    const fetch = fetchThen(sse(text("Hi"), text("", "stop"), usage), then);
    const { result } = await drain(ask(provider({ timeoutMs: 50 }), aRequest(), { fetch }));
    assert.deepEqual([textOf(result), result.finish, result.usage.outputTokens], ["Hi", "stop", 4]);
  });

  Deno.test(`P9: chat: an answer whose connection is ${name} before its end is lost`, async () => {
    const fetch = fetchThen(sse(text("Hi")), then);
    const { error } = await drainFailing(ask(provider({ timeoutMs: 50 }), aRequest(), { fetch }));
    assert.equal(error.code, name === "left open" ? "model_timeout" : "model_network");
  });
}

Deno.test("P1: chat: keep-alives behind the end of an answer do not hold it up", async () => {
  const abort = new AbortController();
  const alive = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(() => {
      if (!abort.signal.aborted) controller.enqueue(new TextEncoder().encode(": alive\n\n"));
      resolve();
    }, 10);
    return promise;
  };
  const fetch = fetchThen(sse(text("Hi", "stop")), alive);
  const { result } = await drain(ask(provider({ timeoutMs: 60 }), aRequest(), { fetch }));
  abort.abort();
  assert.equal(textOf(result), "Hi");
});

Deno.test("P9: keys in headers of one's own are redacted too", async () => {
  const secret = "azure-secret-0123456789abcdef";
  const fetch = fetchText(JSON.stringify({ error: { message: `Bad keys: ${secret}, ${key}, on` } }), {
    status: 401,
  });
  const headers = { "api-key": secret, "x-flag": "on" };
  const { error } = await drainFailing(ask(provider({ headers }), aRequest(), { fetch }));
  assert.match(error.message, /Bad keys: \[redacted\], \[redacted\], on/);
});

const unsendable: [string, Partial<Parameters<typeof createOpenAIProvider>[0]>][] = [
  ["an empty key", { apiKey: "" }],
  ["a key with a line break", { apiKey: `${key}\n` }],
  ["a key in no Latin script", { apiKey: "ключ" }],
  ["an organization with a line break", { organization: "o\n" }],
  ["a header value with a line break", { headers: { "x-a": "1\r\nx-b: 2" } }],
  ["a header name with a blank", { headers: { "x a": "1" } }],
];
for (const [name, config] of unsendable) {
  Deno.test(`P9: ${name} is config_invalid, and is not repeated`, () => {
    assert.throws(() => provider(config), (error: Error & { code?: string }) => {
      assert.equal(error.code, "config_invalid");
      assert.equal(error.message.includes(key), false);
      return true;
    });
  });
}
