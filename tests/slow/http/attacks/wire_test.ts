// Rows E1 and E14: what no client library sends, as bytes to a real server: targets, hosts, lengths and headers that two readers take
// differently; and spellings of paths on workerd.

import assert from "node:assert/strict";
import { signed } from "../../../http/access/_tokens.ts";
import { KEY } from "../../../http/_app.ts";
import { bootWorker } from "../../support/boot_worker.ts";
import { CANARIES, createAttacked } from "../../../http/attacks/_attacks.ts";

/** Paths by which a request could be public to one reader and about a thread to the next. */
const PATHS = [
  "/v1/threads/bob.t1",
  "//v1/threads/bob.t1",
  "/v1//threads/bob.t1",
  "/./v1/threads/bob.t1",
  "/playground/../v1/threads/bob.t1",
  "/playground/%2e%2e/v1/threads/bob.t1",
  "/playground/..%2fv1/threads/bob.t1",
  "/playground/%2e%2e%2fv1%2fthreads%2fbob.t1",
  "/approvals/../v1/threads/bob.t1/history",
  "/approvals/..%2f..%2fv1%2fthreads%2fbob.t1",
  "/callbacks/%2e%2e/v1/threads/bob.t1",
  "/healthz/../v1/threads/bob.t1",
  "/healthz%2f..%2fv1/threads/bob.t1",
  "/openapi.json/../v1/threads/bob.t1",
  "/openapi.json%3f/../../v1/threads/bob.t1",
  "/v1/threads/bob.t1;/healthz",
  "/v1/threads/bob.t1%3f/healthz",
  "/v1/threads/bob.t1/",
  "/V1/threads/bob.t1",
  "/v1/Threads/bob.t1",
  "/v1/threads/bob.t1?/healthz",
  "/v1/threads/bob.t1#/healthz",
  "/%76%31/threads/bob.t1",
  "/v1%2fthreads%2fbob.t1",
  "/v1/threads%2fbob.t1",
  "\\v1\\threads\\bob.t1",
  "http://localhost/v1/threads/bob.t1",
  "http://evil.example/v1/threads/bob.t1/export",
  "*",
  "/v1/threads?user=bob",
];

/** Ends of a request that two readers may cut in two ways; `next` is a request of somebody without a key. */
function framings(auth: string): readonly (readonly [string, string])[] {
  const next = "DELETE /v1/threads/bob.t1 HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const post =
    `POST /v1/threads/bob.t1/cancel HTTP/1.1\r\nHost: localhost\r\n${auth}content-type: application/json\r\n`;
  const get = `GET /v1/threads/bob.t1 HTTP/1.1\r\nHost: localhost\r\n`;
  return [
    ["a length and chunks", `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${next}`],
    [
      "chunks and a length",
      `${post}Transfer-Encoding: chunked\r\nContent-Length: 500\r\n\r\n0\r\n\r\n${next}`,
    ],
    ["two lengths", `${post}Content-Length: 2\r\nContent-Length: 70\r\n\r\n{}${next}`],
    ["a length with a sign", `${post}Content-Length: +2\r\n\r\n{}${next}`],
    ["a negative length", `${post}Content-Length: -1\r\n\r\n{}${next}`],
    ["chunks twice", `${post}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n${next}`],
    ["chunks with a blank", `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${next}`],
    ["chunks of another name", `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${next}`],
    ["a folded header", `${get}X-A: b\r\n Authorization: Bearer ${KEY.slice(0, -1)}\r\n\r\n`],
    ["a header with a blank", `${get}Authorization : Bearer x\r\n\r\n`],
    ["two hosts", `${get}Host: evil.example\r\n${auth}\r\n`],
    ["no host", `GET /v1/threads/bob.t1 HTTP/1.1\r\n${auth}\r\n`],
    ["HTTP/1.0", `GET /v1/threads/bob.t1 HTTP/1.0\r\n${auth}\r\n`],
    ["a bare line feed", `GET /v1/threads/bob.t1 HTTP/1.1\nHost: localhost\n${auth.replace("\r", "")}\n`],
    ["a NUL", `GET /v1/threads/bob.t1 HTTP/1.1\r\nHost: localhost\r\nX-A: \0\r\n${auth}\r\n`],
    ["two tokens", `${get}${auth}Authorization: Bearer x\r\n\r\n`],
    ["a token and a false key", `${get}${auth}X-Api-Key: x\r\n\r\n`],
    [
      "an upgrade",
      `${get}${auth}Connection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n`,
    ],
    ["TRACE", `TRACE /v1/threads/bob.t1 HTTP/1.1\r\nHost: localhost\r\n${auth}\r\n`],
    ["a method in small letters", `delete /v1/threads/bob.t1 HTTP/1.1\r\nHost: localhost\r\n${auth}\r\n`],
  ];
}

/** All that the server sends until it closes the connection, or is silent. */
async function exchange(port: number, text: string): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(new TextEncoder().encode(text));
  // A server that sees the end of the request before it answers may drop the answer; one that waits for more gets the end.
  const end = () => void connection.closeWrite().catch(() => {});
  const timer = setTimeout(end, 500);
  let answer = "";
  const buffer = new Uint8Array(65_536);
  try {
    for (let size = await connection.read(buffer); size !== null; size = await connection.read(buffer)) {
      if (answer === "") end();
      answer += new TextDecoder().decode(buffer.subarray(0, size));
    }
  } catch { /* a reset is an end as well */ }
  clearTimeout(timer);
  return answer;
}

Deno.test("E14: bytes that two readers take differently show and change no thread of another user", async () => {
  const attacked = await createAttacked();
  const { app } = attacked;
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) => app.app.fetch(request, {}),
  );
  const state = async () =>
    JSON.stringify((await app.store.read({ tenant: "acme", thread: "bob.t1" }))?.header);
  const before = await state();
  const token = await signed({ prefix: undefined, agents: ["eraser"] });
  let count = 0;
  let answered = 0;
  for (const auth of ["", `Authorization: Bearer ${token}\r\n`]) {
    const lines = PATHS.flatMap((path) =>
      ["GET", "DELETE"].map((method) =>
        [
          `${method} ${path}`,
          `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${auth}\r\n`,
        ] as const
      )
    );
    for (const [what, text] of [...lines, ...framings(auth)]) {
      count++;
      let answer = await exchange(server.addr.port, text);
      // A reset may take the answer with it; the same bytes are sent again, and each attempt is held to the same.
      for (let tries = 0; answer === "" && tries < 3; tries++) {
        answer = await exchange(server.addr.port, text);
      }
      const told = CANARIES.filter((canary) => answer.includes(canary));
      assert.deepEqual(told, [], `${what}: ${answer.slice(0, 300)}`);
      for (const [, status = ""] of answer.matchAll(/^HTTP\/1\.[01] (\d+)/gm)) {
        answered++;
        const isOwnList = what === "GET /v1/threads?user=bob" && status === "200" && auth !== "";
        assert.ok(isOwnList || Number(status) >= 400, `${what}: ${answer.slice(0, 200)}`);
        assert.ok(Number(status) < 500, `${what}: ${answer.slice(0, 300)}`);
      }
      assert.equal(await state(), before, what);
    }
  }
  await server.shutdown();
  assert.ok(count >= 150, String(count));
  assert.ok(answered >= 140, `${answered} of ${count} are answered`);
});

Deno.test({
  name: "E14: in workerd no spelling of a path or a user reaches the thread of another user",
  // Miniflare keeps a child process and timers beyond a test's own scope.
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    await using worker = await bootWorker({}, { main: "tests/slow/http/access/_worker.ts" });
    const step = { agent: "demo", input: "canary-of-bob" };
    const made = await worker.fetch("/agents/v1/threads/bob.t1/steps", {
      method: "POST",
      headers: { "content-type": "application/json", "x-user": "bob" },
      body: JSON.stringify(step),
    });
    assert.equal(made.status, 200);
    await made.text();
    const paths = PATHS.filter((path) => path.startsWith("/")).map((path) => `/agents${path}`);
    for (const user of [undefined, "ann", "Bob", "bob,ann", "ann,bob", "bob.t1", "user:bob"]) {
      for (const path of paths) {
        const response = await worker.fetch(path, { headers: user === undefined ? {} : { "x-user": user } });
        const text = await response.text();
        assert.doesNotMatch(text, /canary-of-bob/, `${user} ${path}`);
        if (path.includes("/approvals/") && response.status === 503) continue; // this Worker signs no links
        const isOwnList = path.includes("?user=bob") && user !== undefined;
        assert.ok(
          isOwnList || response.status >= 400 && response.status < 500,
          `${user} ${path}: ${response.status}`,
        );
      }
    }
  },
});
