import assert from "node:assert/strict";
import { createIdempotencyKey } from "../../src/http/idempotency.ts";
import { Hono } from "hono/tiny";
import { errorResponse } from "../../src/http/observe.ts";
import { acceptable } from "../../src/http/negotiate.ts";
import type { HttpEnv } from "../../src/http/context.ts";
import { parseTraceContext, toTraceparent } from "../../src/core/text/trace_context.ts";
import { continueTrace } from "../../src/http/observe.ts";

const random = (count: number) => new Uint8Array(count).fill(0xab);

Deno.test("accept: weights, ranges and exclusions decide as RFC 9110 says", async () => {
  const app = new Hono<HttpEnv>()
    .get("/", acceptable("application/json", "text/event-stream"), (c) => c.text(c.var.accepted));
  app.onError(errorResponse);
  const cases: readonly [string | undefined, string | undefined][] = [
    [undefined, "application/json"],
    ["", "application/json"],
    ["*/*", "application/json"],
    ["text/event-stream", "text/event-stream"],
    ["TEXT/Event-Stream", "text/event-stream"],
    ["application/json, text/event-stream", "application/json"],
    ["application/json;q=0.5, text/event-stream", "text/event-stream"],
    ["text/*", "text/event-stream"],
    ["*/*;q=0.1, text/event-stream;q=0.2", "text/event-stream"],
    ["text/event-stream;q=0, */*", "application/json"],
    ["application/json;q=0, */*;q=0.1", "text/event-stream"],
    ["text/html, */*;q=0", undefined],
    ["text/html", undefined],
    ["application/json;q=0", undefined],
    ["application/json;q=2", undefined],
    ["nonsense", undefined],
  ];
  for (const [accept, expected] of cases) {
    const response = await app.request("/", { headers: accept === undefined ? {} : { accept } });
    const answer = response.ok ? await response.text() : (await response.json()).code;
    assert.equal(answer, expected ?? "not_acceptable", `accept: ${accept}`);
  }
});

Deno.test("traceparent: a legal one is continued under a new span", () => {
  const caller = parseTraceContext("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
  const trace = continueTrace(undefined, caller, random);
  assert.equal(toTraceparent(trace), "00-4bf92f3577b34da6a3ce929d0e0e4736-abababababababab-01");
});

Deno.test("traceparent: an illegal one starts a new trace", () => {
  const illegal = [
    undefined,
    "",
    "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
    "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
  ];
  for (const header of illegal) {
    const trace = continueTrace(undefined, parseTraceContext(header), random);
    assert.equal(trace.traceId, "ab".repeat(16), `header: ${header}`);
  }
});

Deno.test("E16: flags of a traceparent that are not defined are set to zero, those of a later version too", () => {
  const at = "4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7";
  for (
    const [header, flags] of [
      [`00-${at}-ff`, "03"],
      [`00-${at}-02`, "02"],
      [`00-${at}-fc`, "00"],
      [`01-${at}-09-more`, "01"],
    ] as const
  ) {
    const caller = parseTraceContext(header);
    assert.equal(caller && toTraceparent(caller), `00-${at}-${flags}`);
  }
});

Deno.test("E16: an active span of the platform is the request's, whatever its headers name", () => {
  const caller = parseTraceContext("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
  const active = { traceId: "1".repeat(32), spanId: "2".repeat(16), flags: "01" };
  assert.equal(continueTrace(active, caller, random), active);
});

Deno.test("idempotency key: what means the same has the same hash, what differs has another", async () => {
  const request = { method: "POST", path: "/v1/threads/t/steps", body: { input: "x", until: "done" } };
  const same = await createIdempotencyKey("k", { ...request, body: { until: "done", input: "x" } });
  assert.deepEqual(await createIdempotencyKey("k", request), same);
  for (const other of [{ path: "/v1/threads/u/steps" }, { body: { input: "y", until: "done" } }]) {
    assert.notEqual((await createIdempotencyKey("k", { ...request, ...other })).bodyHash, same.bodyHash);
  }
});

Deno.test("idempotency key: 1 to 255 visible ASCII characters", async () => {
  const request = { method: "POST", path: "/", body: null };
  assert.equal((await createIdempotencyKey("a".repeat(255), request)).key.length, 255);
  for (const key of ["", " ", "a b", "é", "a".repeat(256), "a\tb"]) {
    await assert.rejects(createIdempotencyKey(key, request), { code: "invalid_header" }, JSON.stringify(key));
  }
});

Deno.test("E16: a tracestate is passed on within the bounds of W3C Trace Context, and one that breaks its grammar is not", () => {
  const parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  const short = Array.from({ length: 32 }, (_, index) => `k${index}=${"v".repeat(12)}`);
  const long = `long=${"x".repeat(200)}`;
  const table: readonly (readonly [string, string | undefined])[] = [
    ["rojo=1, congo=2 ,, fw529a3039@dt=FfAD", "rojo=1,congo=2,fw529a3039@dt=FfAD"],
    ["", undefined],
    ["noequals", undefined],
    ["a=1,a=2", undefined],
    ["Upper=1", undefined],
    ["a=1\r\nb=2", undefined],
    ["a=é", undefined],
    [short.join(), short.slice(0, 30).join()],
    [[...short, "one=more"].join(), undefined],
    [[...short.slice(0, 20), long, ...short.slice(20, 25)].join(), short.slice(0, 25).join()],
  ];
  for (const [given, passed] of table) {
    assert.equal(parseTraceContext(parent, given)?.state, passed, given);
  }
});
