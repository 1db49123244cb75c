import assert from "node:assert/strict";
import * as z from "zod";
import { defineTool, type JsonObject, type ToolContext, ToolError } from "@treadle/treadle";
import { callTool, createFakeClock, createToolContext } from "@treadle/treadle/testing";
import { asSent } from "../support/as_sent.ts";

const base = { name: "look", description: "Looks.", effect: "pure" } as const;

Deno.test("testing: callTool gives a tool its whole context", async () => {
  const cache = { get: (key: string) => `value of ${key}` };
  const seen: Omit<
    ToolContext,
    "env" | "signal" | "history" | "defer" | "callbackUrl" | "fetch" | "outbound"
  >[] = [];
  const tool = defineTool({
    ...base,
    effect: "once",
    env: ["CACHE", "KEY"],
    wantsThread: true,
    parameters: z.object({ city: z.string().default("Paris") }),
    run: ({ city }, { env, signal, history, defer, callbackUrl, fetch, outbound, ...context }) => {
      const bound: unknown = env.CACHE;
      for (const part of [defer, callbackUrl, fetch]) assert.equal(typeof part, "function");
      assert.equal(outbound, undefined);
      assert.equal(bound, cache);
      assert.equal(signal.aborted, false);
      seen.push(context);
      return { city, names: Object.keys(env), entries: history?.length ?? null };
    },
  });
  const defaults = await callTool(tool, {}, { env: { CACHE: cache } });
  assert.deepEqual(defaults.output, { city: "Paris", names: ["CACHE"], entries: 0 });
  const set = await callTool(tool, { city: "Rome" }, {
    tenant: "acme",
    thread: "t9",
    agent: "guide",
    step: 5,
    callId: "c7",
    attempt: 3,
    user: "ada",
    metadata: { tier: 2 },
    state: { runSteps: 4 },
    env: { CACHE: cache, OTHER: "not declared" },
    history: [{ type: "user", id: "e1", at: 0, version: 1, text: "Hi." }],
  });
  assert.deepEqual(set.output, { city: "Rome", names: ["CACHE"], entries: 1 });
  const [traceHeaders, traceContext] = [undefined, undefined];
  const [first, second] = seen;
  assert.deepEqual(first, {
    tenant: "local",
    thread: "test",
    agent: "test",
    step: 2,
    attempt: 1,
    user: undefined,
    metadata: {},
    callId: "call_1",
    idempotencyKey: "call_1",
    traceHeaders,
    traceContext,
    state: createToolContext().state,
  });
  assert.deepEqual(second, {
    tenant: "acme",
    thread: "t9",
    agent: "guide",
    step: 5,
    attempt: 3,
    user: "ada",
    metadata: { tier: 2 },
    callId: "c7",
    idempotencyKey: "c7",
    traceHeaders,
    traceContext,
    state: { ...first?.state, runSteps: 4 },
  });
});

Deno.test("testing: a tool without names of its own has all that the test gives, as its agent may declare them", async () => {
  const tool = defineTool({ ...base, run: (_args, { env }) => env.KEY ?? null });
  assert.equal((await callTool(tool, {}, { env: { KEY: "k" } })).output, "k");
});

Deno.test("testing: callTool refuses what the executor refuses, and returns what a model reads of a failure", async () => {
  let ran = 0;
  const tool = defineTool({
    ...base,
    parameters: z.object({ n: z.number().int().refine((n) => n !== 13, "Unlucky.") }),
    run: ({ n }) => {
      ran++;
      if (n > 1) throw new ToolError("retryable", "Too many.", { hint: "Take one." });
      return n;
    },
  });
  const wrong: JsonObject[] = [{}, { n: "1" }, { n: 1.5 }, { n: 13 }];
  for (const args of wrong) {
    const { outcome, error } = await callTool(tool, args);
    assert.deepEqual([outcome, error?.kind], ["failed", "invalid_arguments"], JSON.stringify(args));
  }
  assert.equal(ran, 0);
  const { outcome, output, error } = await callTool(tool, { n: 2 });
  assert.deepEqual(asSent([outcome, output, error]), ["failed", null, {
    kind: "retryable",
    message: "Too many.",
    hint: "Take one.",
  }]);
  const bytes = defineTool({ ...base, run: () => Object(new Uint8Array(2)) });
  assert.match((await callTool(bytes, {})).error?.message ?? "", /not JSON/);
});

Deno.test("testing: a tool that needs an approval counts as approved", async () => {
  const tool = defineTool({ ...base, needsApproval: true, approvals: 2, run: () => "done" });
  assert.equal((await callTool(tool, {})).output, "done");
});

Deno.test("testing: the timeout of a tool passes on a fake clock, and aborts its signal", async () => {
  const time = createFakeClock();
  let aborted: unknown;
  const tool = defineTool({
    ...base,
    timeoutMs: 30_000,
    run: (_args, { signal }) =>
      new Promise(() => signal.addEventListener("abort", () => aborted = Object(signal.reason).name)),
  });
  const called = callTool(tool, {}, { time });
  await time.advance(29_999);
  assert.equal(aborted, undefined);
  await time.advance(1);
  const { error, ms } = await called;
  assert.deepEqual([error?.kind, ms, aborted, time.waiting], ["timeout", 30_000, "TimeoutError", 0]);
});

Deno.test("testing: a signal of the test stops the tool", async () => {
  const abort = new AbortController();
  const tool = defineTool({ ...base, run: () => new Promise<null>(() => abort.abort("enough")) });
  assert.equal((await callTool(tool, {}, { signal: abort.signal })).error?.kind, "cancelled");
});

Deno.test("X4: context.fetch ends with the call, and with a signal of its own", async () => {
  const own = new AbortController();
  const signals: (AbortSignal | null | undefined)[] = [];
  const both = Promise.withResolvers<void>();
  const wait = defineTool({
    ...base,
    timeoutMs: 50,
    run: async (_args, { fetch }) => {
      await Promise.all([fetch("https://a.example"), fetch("https://b.example", { signal: own.signal })]);
      return null;
    },
  });
  const fetch = (_input: RequestInfo | URL, init?: RequestInit) => {
    if (signals.push(init?.signal) === 2) both.resolve();
    return new Promise<Response>(() => {});
  };
  const called = callTool(wait, {}, { fetch });
  await both.promise;
  own.abort();
  assert.deepEqual(signals.map((signal) => signal?.aborted), [false, true]);
  assert.equal((await called).error?.kind, "timeout");
  assert.deepEqual(signals.map((signal) => signal?.aborted), [true, true]);
});
