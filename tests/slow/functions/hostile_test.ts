// Requests and tools that are built to do harm, against both runtimes as they are deployed.

import assert from "node:assert/strict";
import { bootDeno, type Booted, type BootedProcess } from "../../support/boot_deno.ts";
import { bootWorker } from "../support/boot_worker.ts";
import { eventually } from "../../support/eventually.ts";

const KEY = "key-of-acme-0123456789";
const KEYED = {
  TREADLE_STORE: "memory",
  TREADLE_API_KEYS: `acme:${KEY}`,
  TREADLE_APPROVAL_SECRET: "0123456789abcdef0123456789abcdef",
};
const OPEN = { TREADLE_STORE: "memory", TREADLE_OPEN: "1" };
const JSON_TYPE = { "content-type": "application/json" };
const MISBEHAVING = "tests/slow/functions/_agents.ts";

/** Miniflare keeps a child process and timers beyond a test's own scope. */
const loose = { sanitizeOps: false, sanitizeResources: false };

const RUNTIMES = [["deno", bootDeno], ["workerd", bootWorker]] as const;

for (const [runtime, boot] of RUNTIMES) {
  Deno.test({
    name: `E16: ${runtime}: a request that is built to break the server is a 4xx with a code`,
    ...loose,
    fn: async (test) => {
      await using server = await boot(KEYED);
      const head = (length: string, host = new URL(server.url).host) =>
        `POST /v1/threads HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${KEY}\r\n` +
        `content-type: application/json\r\n${length}\r\n\r\n`;

      await test.step("a body that ends before its declared length", async () => {
        await refused(server, `${head("content-length: 100")}{"agent":`, 400, "body_incomplete");
      });
      await test.step("a declared length beyond the limit, of which nothing comes", async () => {
        for (const path of ["/v1/threads", "/v1/threads/t1/steps", "/api/chat/demo", "/agui/demo"]) {
          const request = head("content-length: 100000000").replace("/v1/threads", path);
          const text = await beginningOf(server, request);
          assert.match(text, /^HTTP\/1\.1 413 /, path);
        }
      });
      await test.step("a chunked body that ends inside a chunk", async () => {
        await refused(server, `${head("transfer-encoding: chunked")}20\r\n{"agent":`, 400, "body_incomplete");
      });
      // workerd makes the URL of a request before any code of ours runs, and answers 500 by itself; Cloudflare's edge
      // passes no such Host on.
      if (runtime === "deno") {
        await test.step("a Host that no URL can be made of", async () => {
          for (const host of ["a:b:c", "<script>", "[::1", "x y"]) {
            for (const path of ["/v1/threads?limit=2", "/v1/agents", "/v1/threads/t1/events", "/"]) {
              const text = await exchange(
                server,
                `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${KEY}\r\nconnection: close\r\n\r\n`,
              );
              assert.match(text, /^HTTP\/1\.1 (?:200|400|404) /, `${host} ${path}: ${text.slice(0, 300)}`);
            }
          }
        });
        await test.step("a link to an approval under such a Host", async () => {
          const body = JSON.stringify({ agent: "demo", input: "delete record r1" });
          const { calls: [call] } = await (await post(server, "/v1/threads/l1/steps", body)).json();
          const text = await exchange(
            server,
            `POST /v1/threads/l1/approvals/${call.id}/link HTTP/1.1\r\nhost: a:b:c\r\nauthorization: Bearer ${KEY}\r\n` +
              "content-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}",
          );
          assert.match(text, /^HTTP\/1\.1 400 /);
          assert.match(text, /"invalid_header"/);
        });
      }
      await test.step("JSON that is nested thousands deep", async () => {
        const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
        const cases: readonly [string, number][] = [
          [`{"agent":"demo","metadata":${deep(70)}}`, 422],
          [`{"agent":"demo","metadata":${deep(4_000)}}`, 422],
          [`{"agent":"demo","input":"x","toolChoice":${deep(4_000)}}`, 422],
          [JSON.stringify({ agent: "demo", input: "x", toolChoice: deep(15_000) }), 422],
          [`{"toolResults":[{"callId":"c","output":${"[".repeat(40_000)}${"]".repeat(40_000)}}]}`, 422],
          [`{"toolResults":[{"callId":"c","output":${"[".repeat(90_000)}${"]".repeat(90_000)}}]}`, 413],
          ["[".repeat(40_000), 400],
          ["[".repeat(90_000), 413],
        ];
        for (const [body, status] of cases) {
          const response = await post(server, "/v1/threads/t1/steps", body, { "idempotency-key": "k1" });
          const { code, errors } = await response.json();
          const what = `${body.slice(0, 60)}: ${JSON.stringify(errors)}`;
          assert.deepEqual([response.status, code], [
            status,
            status === 400 ? "invalid_json" : status === 413 ? "body_too_large" : "invalid_request",
          ], what);
          if (status === 422) assert.match(errors[0].pointer, /^\/(?:metadata|toolChoice|toolResults)/, what);
        }
      });
      await test.step("a tool choice with 40,000 names", async () => {
        const names = Array.from({ length: 40_000 }, (_, index) => `t${index}`);
        const choice = { type: "allowed", mode: "auto", names };
        const response = await post(
          server,
          "/v1/threads/t1/steps",
          JSON.stringify({ agent: "demo", input: "x", toolChoice: choice }),
        );
        const text = await response.text();
        assert.equal(response.status, 422, text.slice(0, 300));
        assert.ok(text.length < 2_000);
        assert.equal(JSON.parse(text).errors[0].pointer, "/toolChoice");
      });
      assert.doesNotMatch(server.output(), /"status":500/);
    },
  });

  Deno.test({
    name:
      `E16: ${runtime}: without keys no web page of another site changes anything, and the page of its own does`,
    ...loose,
    fn: async () => {
      await using server = await boot(OPEN);
      const made = await post(server, "/v1/threads", '{"agent":"demo","id":"t1"}');
      assert.equal(made.status, 201, await made.text());
      const evil = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
      const simple: readonly RequestInit[] = [
        { headers: evil },
        { headers: { origin: evil.origin } },
        { headers: { origin: "null" } },
        { headers: { ...evil, "content-type": "text/plain" }, body: '{"agent":"demo"}' },
        { headers: { ...evil, "content-type": "application/x-www-form-urlencoded" }, body: "a=b" },
      ];
      for (
        const path of ["/v1/threads", "/v1/threads/t1/cancel", "/v1/threads/t1/fork", "/v1/threads/t1/steps"]
      ) {
        for (const init of simple) {
          const response = await server.fetch(path, { method: "POST", ...init });
          const { code } = await response.json();
          assert.deepEqual(
            [response.status, code],
            [403, "cross_site_request"],
            `${path} ${JSON.stringify(init)}`,
          );
        }
      }
      const { threads } = await (await server.fetch("/v1/threads")).json();
      assert.deepEqual(
        threads.map(({ id, status }: { id: string; status: string }) => [id, status]),
        [["t1", "waiting"]],
      );
      const own: readonly HeadersInit[] = [{}, JSON_TYPE, { origin: server.url }, {
        "sec-fetch-site": "same-origin",
      }];
      for (const headers of own) {
        const response = await server.fetch("/v1/threads/t1/fork", { method: "POST", headers });
        assert.equal(response.status, 201, await response.text());
      }
      assert.equal((await server.fetch("/v1/threads/t1", { method: "DELETE" })).status, 204);
    },
  });
}

Deno.test({
  name: "E16: deno: what a tool leaves behind it fails in the log, not in the process",
  ...loose,
  fn: async () => {
    await using server = await bootDeno(OPEN, { agents: MISBEHAVING });
    for (const [tool, cause] of [["rejects", "Error"], ["throws", "TypeError"]]) {
      const response = await post(
        server,
        `/v1/threads/${tool}/steps`,
        JSON.stringify({
          agent: "leaky",
          input: "go",
          toolChoice: tool,
          execution: "execute",
          until: "done",
        }),
      );
      const body = await response.text();
      assert.equal(response.status, 200, body);
      const line = await logged(server, (fields) => fields.cause === cause);
      assert.equal(line.level, "error");
      const suspect = new RegExp(`${tool} of tenant public, thread ${tool}, step \\d, call_\\w+ has ended`);
      assert.match(String(line.calls), suspect);
      assert.doesNotMatch(JSON.stringify(line), /secret words/);
    }
    assert.equal((await server.fetch("/healthz")).status, 200);
    const after = await post(server, "/v1/threads/after/steps", '{"agent":"leaky","input":"hello"}');
    assert.equal(after.status, 200, await after.text());
  },
});

/** The first log line that fits. */
async function logged(
  server: BootedProcess,
  fits: (fields: Record<string, unknown>) => boolean,
): Promise<Record<string, unknown>> {
  const find = () =>
    server.output().split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line)).find(
      fits,
    );
  await eventually(() => find() !== undefined, () => server.output());
  return find();
}

function post(
  server: Booted,
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const authorization = `Bearer ${KEY}`;
  return server.fetch(path, { method: "POST", body, headers: { authorization, ...JSON_TYPE, ...headers } });
}

async function refused(server: Booted, request: string, status: number, code: string): Promise<void> {
  const text = await exchange(server, request, true);
  assert.match(text, new RegExp(`^HTTP/1\\.1 ${status} `), text.slice(0, 400));
  assert.match(text, new RegExp(`"code":"${code}"`));
}

/** Sends bytes on a socket of its own, closes its sending half when `halfClosed`, and reads what comes back. */
/** The first bytes of the response, while the request has not ended. */
async function beginningOf({ url }: Booted, request: string): Promise<string> {
  const { hostname, port } = new URL(url);
  using socket = await Deno.connect({ hostname, port: Number(port) });
  await socket.write(new TextEncoder().encode(request));
  const bytes = new Uint8Array(4_096);
  return new TextDecoder().decode(bytes.subarray(0, await socket.read(bytes) ?? 0));
}

async function exchange({ url }: Booted, request: string, halfClosed = false): Promise<string> {
  const { hostname, port } = new URL(url);
  using socket = await Deno.connect({ hostname, port: Number(port) });
  await socket.write(new TextEncoder().encode(request));
  if (halfClosed) await socket.closeWrite();
  return await new Response(socket.readable).text();
}
