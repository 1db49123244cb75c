import assert from "node:assert/strict";
import { AgentError } from "../../src/core/error.ts";
import type { Sleep } from "../../src/core/ports.ts";
import { list, object, optional, text, whole } from "../../src/core/shape.ts";
import { sleep } from "../../src/deps/ports.ts";
import { BODY_LIMIT, BODY_MS, readBody, readOptionalBody } from "../../src/http/body.ts";
import { createTestApp, json, KEY } from "./_app.ts";

const ports = { sleep };

const schema = object({ a: whole(), list: optional(list(object({ b: text() }))) });

Deno.test("body: a body that fits comes back parsed, and as the JSON it was", async () => {
  assert.deepEqual(await readBody(post('{"a":1}'), schema, ports), { json: { a: 1 }, value: { a: 1 } });
});

Deno.test("body: media types that are JSON in UTF-8 are taken, all others are 415", async () => {
  for (const type of ["application/json", "Application/JSON; charset=UTF-8", "application/ld+json"]) {
    await readBody(post('{"a":1}', type), schema, ports);
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

Deno.test("body: every field that does not fit has a problem with its pointer", async () => {
  const error = await refused(
    post('{"a":1.5,"list":[{"b":1},{"b":"x","c/d":1}],"extra":null}'),
    "invalid_request",
  );
  assert.deepEqual(error.problems.map(({ pointer }) => pointer).sort(), [
    "/a",
    "/extra",
    "/list/0/b",
    "/list/1/c~1d",
  ]);
});

Deno.test("E16: a body that is wrong everywhere is refused in 20 problems, and long keys are cut", async () => {
  const fields = Array.from({ length: 60_000 }, (_, index) => `"x${index}":1`);
  const many = await refused(post(`{"a":1,${fields.join(",")}}`), "invalid_request");
  assert.equal(many.problems.length, 20);
  assert.match(many.message, /\/x19 and 59980 more\.$/);
  const long = await refused(post(`{"a":1,"${"é".repeat(400_000)}":1}`), "invalid_request");
  assert.ok(long.message.length < 500 && (long.problems[0]?.pointer.length ?? 0) <= 200);
});

Deno.test("body: a coded body is 415, since nothing decodes it", async () => {
  for (const coding of ["gzip", "br", "identity, gzip"]) {
    const error = await refused(
      post("{}", "application/json", { "content-encoding": coding }),
      "unsupported_media_type",
    );
    assert.match(error.message, /content-encoding/);
  }
  await readBody(post('{"a":1}', "application/json", { "content-encoding": "identity" }), schema, ports);
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
  await readBody(post(`{"a":1}${" ".repeat(BODY_LIMIT - 7)}`), schema, ports);
});

Deno.test("body: bytes that are not UTF-8 are invalid_json", async () => {
  await refused(post(new Uint8Array([0x22, 0xff, 0x22])), "invalid_json");
});

Deno.test("body: an optional body may be missing, but not be something else", async () => {
  const mayBeEmpty = object({ a: optional(whole()) });
  assert.deepEqual(
    (await readOptionalBody(new Request("http://x/", { method: "POST" }), mayBeEmpty, ports)).value,
    {},
  );
  await assert.rejects(readOptionalBody(post("a=1", "text/plain"), mayBeEmpty, ports), {
    code: "unsupported_media_type",
  });
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

async function refused(request: Request, code: string): Promise<AgentError> {
  try {
    await readBody(request, schema, ports);
  } catch (error) {
    assert.ok(error instanceof AgentError);
    assert.equal(error.code, code);
    return error;
  }
  assert.fail(`was not refused with ${code}`);
}
