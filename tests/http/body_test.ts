import assert from "node:assert/strict";
import { Hono } from "hono/tiny";
import * as z from "zod/mini";
import type { JsonObject } from "../../src/core/json.ts";
import type { Sleep } from "../../src/core/ports.ts";
import { sleep } from "../../src/deps/ports.ts";
import { BODY_LIMIT, BODY_MS } from "../../src/http/body.ts";
import type { HttpEnv } from "../../src/http/context.ts";
import { errorResponse } from "../../src/http/observe.ts";
import { body, optionalBody } from "../../src/http/validate.ts";
import { createTestApp, json, KEY } from "./_app.ts";

const ports = { sleep };

const schema = z.strictObject({
  a: z.int(),
  list: z.optional(z.array(z.strictObject({ b: z.string() }))),
});

/** Answers with what its body is validated to. */
const app = new Hono<HttpEnv>()
  .post("/", body(schema, ports), (c) => c.json(c.req.valid("json")))
  .post(
    "/optional",
    optionalBody(z.strictObject({ a: z.optional(z.int()) }), ports),
    (c) => c.json(c.req.valid("json")),
  );
app.onError(errorResponse);

Deno.test("body: a body that fits comes back parsed", async () => {
  assert.deepEqual(await taken(post('{"a":1}')), { a: 1 });
});

Deno.test("body: media types that are JSON in UTF-8 are taken, all others are 415", async () => {
  for (const type of ["application/json", "Application/JSON; charset=UTF-8", "application/ld+json"]) {
    await taken(post('{"a":1}', type));
  }
  for (
    const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/json; charset=latin1",
      "json",
      "",
    ]
  ) {
    await refused(post('{"a":1}', type), "unsupported_media_type");
  }
});

Deno.test("body: every field that does not fit has a problem with its pointer, in words of our own", async () => {
  const { errors } = await refused(
    post('{"a":1.5,"list":[{"b":1},{"b":"x","c/d":1},{}],"extra":null}'),
    "invalid_request",
  );
  assert.deepEqual(errors, [
    { pointer: "/a", detail: "must be a whole number" },
    { pointer: "/list/0/b", detail: "must be a string" },
    { pointer: "/list/1/c~1d", detail: "This field is not known." },
    { pointer: "/list/2/b", detail: "is missing" },
    { pointer: "/extra", detail: "This field is not known." },
  ]);
});

Deno.test("E16: a body that is wrong everywhere is refused in 20 problems, and long keys are cut", async () => {
  const fields = Array.from({ length: 40_000 }, (_, index) => `"x${index}":1`);
  const many = await refused(post(`{"a":1,${fields.join(",")}}`), "invalid_request");
  assert.ok(Array.isArray(many.errors) && many.errors.length === 20);
  assert.match(String(many.detail), /\/x19 and 39980 more\.$/);
  const long = await refused(post(`{"a":1,"${"é".repeat(400_000)}":1}`), "invalid_request");
  assert.ok(JSON.stringify(long).length < 1_500, JSON.stringify(long));
});

Deno.test("body: a coded body is 415, since nothing decodes it", async () => {
  for (const coding of ["gzip", "br", "identity, gzip"]) {
    const error = await refused(
      post("{}", "application/json", { "content-encoding": coding }),
      "unsupported_media_type",
    );
    assert.match(String(error.detail), /content-encoding/);
  }
  await taken(post('{"a":1}', "application/json", { "content-encoding": "identity" }));
});

Deno.test("body: more than the limit is 413, whether it is declared or only arrives", async () => {
  const chunk = new Uint8Array(256 * 1024).fill(0x20);
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++;
      controller.enqueue(chunk);
    },
  });
  await refused(post(endless), "body_too_large");
  assert.ok(pulled < 12, `reading stopped after ${pulled} chunks`);
  await refused(
    post("{}", "application/json", { "content-length": String(BODY_LIMIT + 1) }),
    "body_too_large",
  );
  await taken(post(`{"a":1}${" ".repeat(BODY_LIMIT - 7)}`));
});

Deno.test("body: bytes that are not UTF-8 are invalid_json", async () => {
  await refused(post(new Uint8Array([0x22, 0xff, 0x22])), "invalid_json");
});

Deno.test("E16: body: a connection that breaks inside the body is body_incomplete, and may be tried again", async () => {
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"a":')),
    pull: (controller) => controller.error(new TypeError("connection reset")),
  });
  const { status, retryable } = await refused(post(broken), "body_incomplete");
  assert.deepEqual([status, retryable], [400, true]);
});

Deno.test("body: an optional body may be missing, whatever its content type, but not be something else", async () => {
  const optional = (init: RequestInit) => new Request("http://x/optional", { method: "POST", ...init });
  assert.deepEqual(await taken(optional({})), {});
  assert.deepEqual(await taken(optional({ headers: { "content-type": "application/json" } })), {});
  assert.deepEqual(
    await taken(optional({ headers: { "content-type": "application/json" }, body: '{"a":2}' })),
    { a: 2 },
  );
  await refused(
    optional({ headers: { "content-type": "text/plain" }, body: "a=1" }),
    "unsupported_media_type",
  );
});

Deno.test("E16: a body that does not arrive is 408 after its deadline, on every route that takes one", async () => {
  const hasty: Sleep = (ms, signal) => ms === BODY_MS ? Promise.resolve() : sleep(ms, signal);
  const { fetch, store } = createTestApp({ sleep: hasty });
  for (const path of ["", "/t1/steps", "/t1/cancel", "/t1/fork", "/t1/approvals/call_1"]) {
    const left = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"a')),
      cancel: () => left.resolve(),
    });
    const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
    const response = await fetch(
      new Request(`http://x/v1/threads${path}`, { method: "POST", headers, body }),
    );
    const { code, retryable } = await json(response);
    assert.deepEqual([response.status, code, retryable], [408, "body_timeout", true], path);
    await left.promise;
  }
  assert.equal(await store.read({ tenant: "acme", thread: "t1" }), undefined, "nothing happened");
});

function post(body: BodyInit, type = "application/json", headers: Record<string, string> = {}): Request {
  return new Request("http://x/", { method: "POST", body, headers: { "content-type": type, ...headers } });
}

async function taken(request: Request): Promise<JsonObject> {
  const response = await app.fetch(request);
  const answer = await json(response);
  assert.equal(response.status, 200, JSON.stringify(answer));
  return answer;
}

async function refused(request: Request, code: string): Promise<JsonObject> {
  const problem = await json(await app.fetch(request));
  assert.equal(problem.code, code, JSON.stringify(problem));
  return problem;
}
