// P9: retries only before the first output, never on quota, never longer than the caller can wait.
import assert from "node:assert/strict";
import { ModelError } from "../../../src/core/model/model_error.ts";
import { AgentError, type ErrorCode } from "../../../src/core/error.ts";
import type { ModelEvent, Provider } from "../../../src/core/model/provider.ts";
import { createOpenAIProvider } from "../../../src/providers/openai/provider.ts";
import { type RetryOptions, withRetries } from "../../../src/kernel/plan/model_retry.ts";
import { scenario } from "../../../src/providers/scripted/scenario.ts";
import { createScriptedProvider } from "../../../src/providers/scripted/provider.ts";
import { serveOpenAI } from "../../wire/openai/server.ts";
import { aRequest, ask, drain, drainFailing, textOf } from "../../providers/_support.ts";

interface Harness {
  readonly provider: Provider;
  readonly waits: number[];
}

/** Retries around the provider, with a clock that only sleeping moves. */
function retrying(provider: Provider, options: Partial<RetryOptions> = {}): Harness {
  const waits: number[] = [];
  let now = 0;
  const sleep = (ms: number, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    waits.push(ms);
    now += ms;
    return Promise.resolve();
  };
  const random = (count: number) => new Uint8Array(count).fill(128);
  return { provider: withRetries(provider, { clock: () => now, sleep, random, ...options }), waits };
}

/** Fails `times` times with this error, before or after a piece of text. */
function flaky(error: AgentError, times: number, before: ModelEvent[] = []): Provider & { asked: number } {
  const ok = createScriptedProvider({ script: scenario().says("Hello.") });
  return {
    name: "flaky",
    asked: 0,
    capabilities: ok.capabilities,
    map: ok.map,
    historyWriter: ok.historyWriter,
    prepare: ok.prepare,
    outputLimit: ok.outputLimit,
    body: ok.body,
    async stream(request, io) {
      if (++this.asked > times) return await ok.stream(request, io);
      for (const event of before) io.emit(event);
      throw error;
    },
  };
}

for (
  const code of [
    "model_rate_limit",
    "model_overloaded",
    "model_timeout",
    "model_network",
    "model_protocol",
    "model_server",
  ] as const
) {
  Deno.test(`P9: ${code} before the first output is tried again, and told`, async () => {
    const { provider } = retrying(flaky(new AgentError(code, "Failed."), 2));
    const { events, result } = await drain(ask(provider));
    assert.equal(textOf(result), "Hello.");
    const warnings = events.flatMap((event) => event.type === "warning" ? [event.warning] : []);
    assert.deepEqual(warnings.map((warning) => warning.code), ["model_retried", "model_retried"]);
    assert.match(warnings[0]?.message ?? "", new RegExp(code));
  });
}

const never: ErrorCode[] = [
  "model_quota",
  "model_auth",
  "model_invalid_request",
  "model_context_length",
  "model_content_filter",
  "thread_busy",
];
Deno.test("P9: a failure that the provider forbids to repeat, or that came after output, is not retried", async () => {
  for (const facts of [{ mayRetry: false }, { afterOutput: true }]) {
    const failing = flaky(new ModelError("model_rate_limit", "Failed.", facts), 9);
    const { error } = await drainFailing(ask(retrying(failing).provider));
    assert.deepEqual([error.code, failing.asked], ["model_rate_limit", 1]);
  }
});

for (const code of never) {
  Deno.test(`P9: ${code} is never tried again`, async () => {
    const failing = flaky(new AgentError(code, "Failed."), 9);
    await drainFailing(ask(retrying(failing).provider));
    assert.equal(failing.asked, 1);
  });
}

Deno.test("P9: after the first output nothing is sent again; a warning is no output", async () => {
  const error = new AgentError("model_server", "Failed.");
  const spoke = flaky(error, 9, [{ type: "text.started", block: 0 }]);
  await drainFailing(ask(retrying(spoke).provider));
  assert.equal(spoke.asked, 1);
  const warned = flaky(error, 1, [{ type: "warning", warning: { code: "x", message: "" } }]);
  await drain(ask(retrying(warned).provider));
  assert.equal(warned.asked, 2);
});

Deno.test("P9: where nothing of the answer is read before it is whole, a stream that breaks begins again, and its part is counted", async () => {
  const part: ModelEvent[] = [
    { type: "text.started", block: 0 },
    { type: "text.delta", block: 0, text: "Hello, I am about to" },
  ];
  const error = new ModelError("model_network", "Failed.", { afterOutput: true });
  const answered = async (times: number, isUnread: boolean) => {
    const broken = flaky(error, times, part);
    const events: ModelEvent[] = [];
    const io = { fetch, signal: new AbortController().signal, isUnread };
    const stream = retrying(broken).provider.stream(aRequest(), {
      ...io,
      emit: (event) => events.push(event),
    });
    const result = await stream.catch(() => undefined);
    return {
      asked: broken.asked,
      result,
      texts: events.flatMap((event) => "text" in event ? [event.text] : []),
    };
  };
  const whole = await answered(0, true);
  const again = await answered(1, true);
  assert.deepEqual([again.asked, again.texts], [2, whole.texts]);
  assert.ok((again.result?.usage.outputTokens ?? 0) > (whole.result?.usage.outputTokens ?? 0));
  const lost = await answered(9, true);
  assert.deepEqual([lost.asked, lost.result, lost.texts], [3, undefined, ["Hello, I am about to"]]);
  const dropped = (again.result?.usage.outputTokens ?? 0) - (whole.result?.usage.outputTokens ?? 0);
  assert.equal(
    error.spent?.outputTokens,
    2 * dropped,
    "what was dropped before the last one is told with its failure",
  );
  assert.equal((await answered(9, false)).asked, 1);
});

Deno.test("P9: the error of the last attempt is thrown as it is", async () => {
  const error = new AgentError("model_server", "Failed.", { retryAfterMs: 100 });
  const failing = flaky(error, 9);
  const thrown = await drainFailing(ask(retrying(failing).provider));
  assert.equal(thrown.error, error);
  assert.equal(failing.asked, 3);
});

Deno.test("P9: waits as long as asked, else a random part of an exponentially growing time", async () => {
  const asked = retrying(flaky(new AgentError("model_rate_limit", "Failed.", { retryAfterMs: 1234 }), 1));
  await drain(ask(asked.provider));
  assert.deepEqual(asked.waits, [1234]);
  const unasked = retrying(flaky(new AgentError("model_server", "Failed."), 3), {
    attempts: 4,
    baseWaitMs: 1000,
  });
  await drain(ask(unasked.provider));
  assert.deepEqual(unasked.waits, [501, 1003, 2007]);
});

Deno.test("P9: a wait beyond the limit, or beyond the time of a step, is the caller's", async () => {
  const error = new AgentError("model_rate_limit", "Failed.", { retryAfterMs: 9000 });
  const long = flaky(error, 9);
  const { error: thrown } = await drainFailing(ask(retrying(long).provider));
  assert.deepEqual([thrown, thrown.retryAfterMs, long.asked], [error, 9000, 1]);
  const slow = flaky(new AgentError("model_timeout", "Failed."), 9);
  let now = 0;
  await drainFailing(ask(retrying(slow, { clock: () => now += 31_000 }).provider));
  assert.equal(slow.asked, 1);
});

Deno.test("P9: an abort during the wait throws its reason", async () => {
  const abort = new AbortController();
  const reason = new AgentError("step_cancelled", "Cancelled.");
  const failing = flaky(new AgentError("model_server", "Failed."), 9);
  const { provider } = retrying(failing, {
    sleep: (_ms, signal) => {
      abort.abort(reason);
      return Promise.reject(signal?.reason);
    },
  });
  const { error } = await drainFailing(ask(provider, aRequest(), { signal: abort.signal }));
  assert.equal(error, reason);
  assert.equal(failing.asked, 1);
});

Deno.test("P9: the provider gets the signal of the request, and an abort ends it without another attempt", async () => {
  const abort = new AbortController();
  let asked = 0;
  const { provider } = retrying({
    ...createScriptedProvider(),
    async stream(_request, { signal }) {
      asked++;
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      throw new AgentError("model_network", "The connection was aborted.");
    },
  });
  const failing = drainFailing(ask(provider, undefined, { signal: abort.signal }));
  abort.abort();
  assert.equal((await failing).error.code, "model_network");
  assert.equal(asked, 1);
});

Deno.test("P9: a 429 of a real server is waited out as its header says; x-should-retry: false is obeyed", async () => {
  await using server = await serveOpenAI({
    reply: [{ status: 429 }, { text: "Hello." }, { status: 500, headers: { "x-should-retry": "false" } }],
  });
  const { provider, waits } = retrying(createOpenAIProvider({ apiKey: server.apiKey, baseURL: server.url }));
  const { result } = await drain(ask(provider));
  assert.equal(textOf(result), "Hello.");
  assert.deepEqual(waits, [20]);
  await drainFailing(ask(provider));
  assert.equal(server.requests.length, 3);
});
