// Rows E14 and E16: what a page of another site can make a browser send, and what a name that it lets point here can reach: requests
// without a preflight, preflights, forms of links, pages of MCP, and hosts. Nothing of it runs, and no page may read an answer.

import assert from "node:assert/strict";
import { isLoopback } from "../../../src/deno/loopback.ts";
import type { Authenticate } from "../../../src/http/access/identity.ts";
import { mcp } from "../../../src/plugins/mcp/server/mod.ts";
import { KEY, OTHER_KEY } from "../_app.ts";
import { type Attack, createAttacked, type Refusal, routesOf } from "./_attacks.ts";

/** A browser adds the cookie to requests that a page of another site makes it send. */
const byCookie: Authenticate = ({ headers }) => {
  const bearer = headers.get("authorization")?.slice(7);
  if (bearer === KEY || bearer === OTHER_KEY) return { tenant: bearer === KEY ? "acme" : "beta" };
  return headers.get("cookie") === "session=ann" ? { tenant: "acme" } : null;
};

const MODES = [
  ["open", { env: { TREADLE_API_KEYS: "", TREADLE_OPEN: "1", TREADLE_OPEN_HOSTS: "treadle.test" } }],
  ["by a cookie", { authenticate: byCookie }],
] as const;

const HOST = "treadle.test";

/** What a browser says about the page that sends the request. */
const PAGES: readonly Readonly<Record<string, string>>[] = [
  { "origin": "https://evil.example", "sec-fetch-site": "cross-site" },
  { "origin": "https://evil.example" },
  { "origin": "null", "sec-fetch-site": "cross-site" },
  { origin: "null" },
  { "sec-fetch-site": "cross-site" },
  { "origin": "http://other.treadle.test", "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "same-site" },
  { "origin": "http://treadle.test:8080", "sec-fetch-site": "same-site" },
  { origin: "http://treadle.test.evil.example" },
  { origin: "http://eviltreadle.test" },
  { origin: "http://treadle.test@evil.example" },
  { "origin": "file://", "sec-fetch-site": "cross-site" },
  { "origin": "chrome-extension://abcdefghijklmnop", "sec-fetch-site": "cross-site" },
];

/** Content types of requests that need no preflight; without one there is no body. */
const TYPES = [
  "text/plain",
  "text/plain;charset=UTF-8",
  "TEXT/Plain",
  "text/plain; application/json",
  "application/x-www-form-urlencoded",
  "application/x-www-form-urlencoded; charset=utf-8; a=application/json",
  "multipart/form-data; boundary=application/json",
  undefined,
] as const;

Deno.test("E14: no request that a page of another site can send without a preflight does anything", async () => {
  let count = 0;
  for (const [mode, options] of MODES) {
    const attacked = await createAttacked(options);
    const { id } = attacked.waits("bob.t1");
    const routes = [
      ...routesOf("bob.t1", "eraser", id).filter(([method]) => method === "POST"),
      ["POST", "/v1/threads", { agent: "eraser" }],
      ["POST", "/v1/inbox/decisions", [{ thread: "bob.t1", callId: id, approved: true }]],
      ["POST", "/v1/chat/completions", { model: "eraser", messages: [{ role: "user", content: "hi" }] }],
      ["POST", "/v1/responses", { model: "eraser", input: "hi" }],
      ["POST", "/v1/tokens", { user: "ann", agents: ["eraser"] }],
      ["POST", "/v1/threads/bob.t1/wake", {}],
    ] as const;
    const attacks = PAGES.flatMap((page, row) =>
      TYPES.flatMap((type, column) => {
        // Each pair of a page and a type goes to two routes, each time to others.
        return [0, 7].map((offset): Attack => {
          const [method, path, body] = routes[(row * TYPES.length + column + offset) % routes.length] ??
            assert.fail();
          return {
            what: `${mode}: ${JSON.stringify(page)} ${type} ${path} ${offset}`,
            send: {
              method,
              path,
              body: type === undefined ? undefined : JSON.stringify(body),
              headers: {
                host: HOST,
                cookie: "session=ann",
                ...(type === undefined ? {} : { "content-type": type }),
                ...page,
              },
            },
            refused: [[403, "cross_site_request"]],
          };
        });
      })
    );
    await attacked.repel(attacks);
    count += attacks.length;
  }
  assert.ok(count >= 400, String(count));
});

/** Origins that resemble one of the list. */
const NEAR = [
  "https://app.example.evil",
  "https://evil.app.example",
  "http://app.example",
  "https://app.example:8443",
  "https://app.example.",
  "https://APP.example",
  "https://app.example/",
  "https://app.example/x",
  "https://app.example@evil.example",
  "https://appxexample",
  "null",
  "*",
  "https://*",
  "https://evil.example,https://app.example",
  "https://app.example https://evil.example",
  "app.example",
];

Deno.test("E14: no preflight and no answer lets a page of an origin that is not listed in", async () => {
  let count = 0;
  const modes = [...MODES, ["by keys", {}]] as const;
  for (const [mode, options] of modes) {
    for (const list of [undefined, "https://app.example"]) {
      const env = {
        ..."env" in options ? options.env : {},
        ...(list === undefined ? {} : { TREADLE_CORS_ORIGINS: list }),
      };
      const { app } = await createAttacked({ ...options, env });
      for (const origin of [...NEAR, ...(list === undefined ? ["https://app.example"] : [])]) {
        for (
          const [method, path] of [["POST", "/v1/threads/bob.t1/steps"], [
            "DELETE",
            "/v1/threads/bob.t1",
          ]] as const
        ) {
          count++;
          const asked = {
            "access-control-request-method": method,
            "access-control-request-headers": "content-type,cookie",
          };
          for (const [sent, headers] of [["OPTIONS", asked], ["GET", { cookie: "session=ann" }]] as const) {
            const url = `http://${HOST}${sent === "GET" ? "/v1/threads/bob.t1" : path}`;
            const request = new Request(url, { method: sent, headers: { host: HOST, origin, ...headers } });
            const response = await app.fetch(request);
            await response.body?.cancel();
            const what = `${mode} ${list} ${origin} ${sent} ${path}`;
            assert.equal(response.headers.get("access-control-allow-origin"), null, what);
            if (sent === "GET") {
              assert.equal(response.headers.get("cross-origin-resource-policy"), "same-origin", what);
            }
          }
        }
      }
    }
  }
  assert.ok(count >= 150, String(count));
});

/** Names that a page of another site can let point to this deployment. */
const REBOUND = [
  "evil.example",
  "evil.example:8000",
  "evil.example:80",
  "localhost.evil.example",
  "127.0.0.1.nip.io",
  "127.0.0.1.evil.example",
  "10.0.0.5",
  "192.168.1.1:8000",
  "169.254.169.254",
  "[::2]",
  "[fe80::1]:80",
  "[::ffff:127.0.0.1]",
  "0.0.0.0",
  "0",
  "127.1",
  "2130706433",
  "treadle.test.evil.example",
  "eviltreadle.test",
  "x.treadle.test",
  "treadle.test:evil",
  "treadle.test@evil.example",
  "localhost:80@evil",
  "localhost#",
  "localhost/",
  "localhost,evil.example",
  "evil.example,localhost",
  "*",
  "treadle",
  "test",
  "..",
  "%6cocalhost",
];

Deno.test("E16: an open deployment is not served by a name that it does not have, by any route", async () => {
  const attacked = await createAttacked(MODES[0][1]);
  const { id } = attacked.waits("bob.t1");
  const routes = [
    ...routesOf("bob.t1", "eraser", id).filter(([method, path]) =>
      method !== "HEAD" && !path.includes("media")
    ),
    ["GET", "/v1/threads"],
    ["GET", "/v1/agents"],
    ["GET", "/"],
    ["GET", "/openapi.json"],
    ["POST", "/v1/tokens", { user: "ann", agents: ["eraser"] }],
  ] as const;
  const refused: readonly Refusal[] = [[421, "host_refused"]];
  const attacks = REBOUND.flatMap((host, index) =>
    [0, 4, 9, 13, 18].map((offset): Attack => {
      const [method, path, body] = routes[(index + offset) % routes.length] ?? assert.fail();
      const page = { "origin": `http://${host}`, "sec-fetch-site": "same-origin" };
      return {
        what: `${host}: ${method} ${path} ${offset}`,
        send: {
          method,
          path,
          body,
          headers: { host, ...(method === "GET" ? {} : page), "x-forwarded-host": "localhost" },
        },
        refused,
      };
    })
  );
  assert.ok(attacks.length >= 150, String(attacks.length));
  await attacked.repel(attacks);
});

Deno.test("E10: no page of another site calls the MCP server, whatever its content type", async () => {
  for (const [mode, options] of [...MODES, ["by keys", {}]] as const) {
    const attacked = await createAttacked({ ...options, plugins: [mcp({ tools: true })] });
    const call = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "ask_eraser", arguments: { input: "x" } },
    };
    const attacks = PAGES.filter(({ origin }) => origin !== undefined).flatMap((page) =>
      ["application/json", "text/plain"].map((type): Attack => ({
        what: `${mode}: ${JSON.stringify(page)} ${type}`,
        send: {
          method: "POST",
          path: "/mcp",
          body: JSON.stringify(call),
          headers: {
            host: HOST,
            cookie: "session=ann",
            "content-type": type,
            accept: "application/json, text/event-stream",
            ...page,
            ...(mode === "by keys" ? { authorization: `Bearer ${KEY}` } : {}),
          },
        },
        refused: [[403, "cross_site_request"]],
      }))
    );
    assert.ok(attacks.length >= 20);
    await attacked.repel(attacks);
  }
});

Deno.test("E14: without keys no proxy, other machine, name or page counts as this machine", () => {
  const own = { host: "localhost:8000" };
  assert.ok(isLoopback(new Request("http://localhost:8000/", { headers: own }), "127.0.0.1", []));
  const peers = [
    "10.0.0.5",
    "::2",
    "128.0.0.1",
    "127.0.0.1.evil",
    "::ffff:10.0.0.5",
    "fe80::1",
    "",
    "localhost",
    "1127.0.0.1",
  ];
  const headers: readonly Readonly<Record<string, string>>[] = [
    ...REBOUND.filter((host) => host !== "localhost").map((host) => ({ host })),
    ...PAGES.filter((page) => page["sec-fetch-site"] !== "same-site" || page.origin !== undefined).map((
      page,
    ) => ({ ...own, ...page })),
    { ...own, origin: "http://localhost:3000" },
    { ...own, origin: "https://localhost:8000" },
    { ...own, origin: "http://127.0.0.1:8000" },
    { ...own, origin: "http://localhost:8000.evil.example" },
    { ...own, "x-forwarded-for": "127.0.0.1" },
    { ...own, "forwarded": "for=127.0.0.1" },
    { ...own, "x-real-ip": "127.0.0.1" },
    { ...own, "via": "1.1 x" },
    { ...own, "cf-connecting-ip": "127.0.0.1" },
    { ...own, "x-forwarded-proto": "http" },
  ];
  for (const peer of peers) {
    assert.equal(isLoopback(new Request("http://x/", { headers: own }), peer, []), false, peer);
  }
  for (const each of headers) {
    const request = new Request("http://x/", { headers: each });
    assert.equal(isLoopback(request, "127.0.0.1", []), false, JSON.stringify(each));
  }
  assert.ok(headers.length + peers.length >= 50);
});
