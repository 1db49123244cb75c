// Row E10: what no client of MCP sends. Every refusal has its status and its code, and nothing of it is stored.

import assert from "node:assert/strict";
import { KEY, messageOf, modern, type Served, serveMcp } from "./_app.ts";

interface Case {
  readonly body: unknown;
  readonly headers?: Record<string, string>;
  readonly path?: string;
  readonly status: number;
  /** Of JSON-RPC. */
  readonly code: number;
  /** Of Treadle, where the refusal is its own. */
  readonly own?: string;
}

const LEGACY = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const call = (params: Record<string, unknown>, meta: Record<string, unknown> = {}) =>
  modern("tools/call", params, { meta });
const list = modern("tools/list");

/** The same message with another place of its envelope. */
function withMeta(changes: Record<string, unknown>) {
  const { body, headers } = modern("tools/list");
  const { params } = Object(body);
  return { headers, body: { ...body, params: { ...params, _meta: { ...params._meta, ...changes } } } };
}

const VERSION = "io.modelcontextprotocol/protocolVersion";

const CASES: Readonly<Record<string, Case>> = {
  "no JSON": { body: "{", status: 400, code: -32700, own: "invalid_json" },
  "an empty body": { body: "", status: 400, code: -32700, own: "invalid_json" },
  "a text": { body: '"tools/list"', status: 422, code: -32600, own: "invalid_request" },
  "null": { body: "null", status: 422, code: -32600, own: "invalid_request" },
  "a batch": { body: [LEGACY, LEGACY], status: 422, code: -32600, own: "invalid_request" },
  "an empty batch": { body: [], status: 422, code: -32600, own: "invalid_request" },
  "bytes that are no UTF-8": {
    body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]),
    status: 400,
    code: -32700,
    own: "invalid_json",
  },
  "a lone surrogate in an argument": {
    body:
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask_support","arguments":{"input":"\\ud800"}}}',
    status: 422,
    code: -32600,
    own: "invalid_request",
  },
  "a key __proto__": {
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list","__proto__":{"a":1}}',
    status: 422,
    code: -32600,
    own: "invalid_request",
  },
  "deep nesting": {
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${"[".repeat(500)}${"]".repeat(500)}}`,
    status: 422,
    code: -32600,
    own: "invalid_request",
  },
  "more than 1 MiB": {
    body: { ...LEGACY, params: { x: "x".repeat(1_100_000) } },
    status: 413,
    code: -32000,
    own: "body_too_large",
  },
  "a form": {
    body: "a=1",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    status: 415,
    code: -32600,
    own: "unsupported_media_type",
  },
  "compressed": {
    body: LEGACY,
    headers: { "content-encoding": "gzip" },
    status: 415,
    code: -32600,
    own: "unsupported_media_type",
  },
  "no jsonrpc": { body: { id: 1, method: "tools/list" }, status: 400, code: -32600 },
  "jsonrpc 1.0": { body: { ...LEGACY, jsonrpc: "1.0" }, status: 400, code: -32600 },
  "no method": { body: { jsonrpc: "2.0", id: 1 }, status: 400, code: -32600 },
  "an id that is an object": { body: { ...LEGACY, id: {} }, status: 400, code: -32600 },
  "a method that is a number": { body: { ...LEGACY, method: 5 }, status: 400, code: -32600 },
  "an unknown method": { ...modern("tools/delete"), status: 404, code: -32601 },
  "resources, which are not served": { ...modern("resources/list"), status: 404, code: -32601 },
  "prompts, which are not served": { ...modern("prompts/list"), status: 404, code: -32601 },
  "a subscription": { ...modern("subscriptions/listen"), status: 404, code: -32601 },
  "a log level": {
    body: { ...LEGACY, method: "logging/setLevel", params: { level: "debug" } },
    status: 200,
    code: -32601,
  },
  "an unknown version in the envelope": {
    ...withMeta({ [VERSION]: "2031-01-01" }),
    headers: { ...list.headers, "mcp-protocol-version": "2031-01-01" },
    status: 400,
    code: -32022,
  },
  "an envelope of another version than the header": {
    ...withMeta({}),
    headers: { ...list.headers, "mcp-protocol-version": "2025-11-25" },
    status: 400,
    code: -32020,
  },
  "no version header beside an envelope": {
    body: list.body,
    headers: { "mcp-method": "tools/list" },
    status: 400,
    code: -32020,
  },
  "a header of another method": {
    body: list.body,
    headers: { ...list.headers, "mcp-method": "tools/call" },
    status: 400,
    code: -32020,
  },
  "a header of another tool": {
    ...call({ name: "ask_support", arguments: { input: "Hi." } }),
    headers: { ...call({ name: "charge" }).headers },
    status: 400,
    code: -32020,
  },
  "an unknown version in 2025": {
    body: LEGACY,
    headers: { "mcp-protocol-version": "1999-01-01" },
    status: 400,
    code: -32000,
  },
  "a client that reads no events": {
    body: LEGACY,
    headers: { accept: "text/html" },
    status: 406,
    code: -32000,
  },
  "no capabilities in the envelope": {
    ...withMeta({ "io.modelcontextprotocol/clientCapabilities": undefined }),
    status: 400,
    code: -32602,
  },
  "an unknown tool": { ...call({ name: "nothing", arguments: {} }), status: 200, code: -32602 },
  "a name that is a number": {
    body: call({ name: 5, arguments: {} }).body,
    headers: call({ name: "5" }).headers,
    status: 200,
    code: -32602,
  },
  "arguments that are a list": { ...call({ name: "ask_support", arguments: [] }), status: 200, code: -32602 },
  "a tool of another page": {
    ...call({ name: "ask_nobody", arguments: { input: "Hi." } }),
    path: "/mcp/support",
    status: 200,
    code: -32602,
  },
  "an unknown agent": { ...list, path: "/mcp/nobody", status: 404, code: -32000, own: "agent_unknown" },
  "no key": {
    ...list,
    headers: { ...list.headers, authorization: "" },
    status: 401,
    code: -32000,
    own: "unauthorized",
  },
  "a wrong key": {
    ...list,
    headers: { ...list.headers, authorization: "Bearer nonsense" },
    status: 401,
    code: -32000,
    own: "unauthorized",
  },
  "a page of another site": {
    ...list,
    headers: { ...list.headers, origin: "https://evil.example" },
    status: 403,
    code: -32000,
    own: "cross_site_request",
  },
  "a page without an origin": {
    ...list,
    headers: { ...list.headers, origin: "null" },
    status: 403,
    code: -32000,
    own: "cross_site_request",
  },
};

async function isUntouched({ store, ran }: Served): Promise<void> {
  for (const tenant of ["acme", "beta"]) {
    assert.deepEqual((await store.list(tenant, { limit: 10 })).threads, []);
  }
  assert.deepEqual(ran, []);
}

Deno.test("E10: wrong messages have a status and a code, and store nothing", async (test) => {
  await using served = serveMcp({ tools: true });
  for (const [name, { body, headers, path, status, code, own }] of Object.entries(CASES)) {
    await test.step(name, async () => {
      const response = await served.post(body, headers, path);
      const { error } = Object(await messageOf(response));
      assert.deepEqual([response.status, error?.code], [status, code], JSON.stringify(error));
      if (own !== undefined) assert.equal(error.data.code, own);
      if (status === 401) assert.equal(response.headers.get("www-authenticate"), 'Bearer realm="treadle"');
      await isUntouched(served);
    });
  }
});

Deno.test("E10: arguments that do not fit are results with a code, and store nothing", async (test) => {
  await using served = serveMcp({ tools: true });
  const wrong: Record<string, [string, unknown, string]> = {
    "no input": ["ask_support", {}, "invalid_request"],
    "an empty input": ["ask_support", { input: "" }, "invalid_request"],
    "an input that is a number": ["ask_support", { input: 5 }, "invalid_request"],
    "an unknown argument": ["ask_support", { input: "Hi.", user: "root" }, "invalid_request"],
    "a thread with a slash": ["ask_support", { input: "Hi.", thread: "a/b" }, "invalid_request"],
    "an input of 600 KB": ["ask_support", { input: "x".repeat(600_000) }, "invalid_request"],
    "a wrong type for a tool": ["charge", { cents: 5 }, "invalid_request"],
    "a missing argument of a tool": ["remove", {}, "invalid_request"],
    "an argument that the tool does not have": ["remove", { id: "1", force: true }, "invalid_request"],
    "no thread": ["continue_run", {}, "invalid_request"],
    "a thread that does not exist": ["continue_run", { thread: "t1" }, "thread_unknown"],
  };
  for (const [name, [tool, args, code]] of Object.entries(wrong)) {
    await test.step(name, async () => {
      const { body, headers } = call({ name: tool, arguments: args });
      const { result } = Object(await messageOf(await served.post(body, headers)));
      assert.equal(result.isError, true);
      assert.equal(result._meta["treadle/error"].code, code);
      assert.ok(result.content[0].text.startsWith(`${code}: `));
      await isUntouched(served);
    });
  }
});

Deno.test("E10: other methods of HTTP are 405 and name POST; no log line has a key or an argument", async () => {
  await using served = serveMcp();
  for (const method of ["GET", "DELETE", "PUT", "PATCH"]) {
    const response = await fetch(`${served.url}/mcp`, {
      method,
      headers: { authorization: `Bearer ${KEY}` },
    });
    assert.equal(response.status, 405);
    assert.match(response.headers.get("allow") ?? "", /POST/);
    assert.equal(Object(await response.json()).jsonrpc, "2.0");
  }
  const { body, headers } = call({ name: "ask_support", arguments: { input: "the-secret-input" } });
  await (await served.post(body, headers)).text();
  assert.doesNotMatch(served.logs.join(), /the-secret-input|acme-secret/);
});

Deno.test("E10: a client that accepts any type is served in the older protocol, too", async () => {
  await using served = serveMcp();
  for (const accept of ["*/*", "text/html, */*;q=0.8"]) {
    const response = await served.post(LEGACY, { accept });
    assert.equal(response.status, 200);
    assert.ok(Object(await messageOf(response)).result.tools.length > 0);
  }
  for (const accept of ["application/json", "text/event-stream", "text/*", "x*/*"]) {
    const response = await served.post(LEGACY, { accept });
    assert.equal(response.status, 406);
    await response.body?.cancel();
  }
});
