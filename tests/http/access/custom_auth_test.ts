// Row E14: a deployment whose callers are found by a function of its own, in place of API keys.

import assert from "node:assert/strict";
import { createApp } from "../../../src/app.ts";
import { createDeps } from "../../../src/deps/create_deps.ts";
import type { Authenticate } from "../../../src/http/access/identity.ts";
import { createTestApp, json } from "../_app.ts";
import { createCallers } from "./_callers.ts";

const STEPS = "/v1/threads/t1/steps";
const INPUT = { agent: "tester", input: "hi" };

Deno.test("E14: authenticate finds the tenant of a request; null is 401, and public paths do not ask it", async () => {
  const asked: string[] = [];
  const { fetch, send, logs } = createTestApp({
    authenticate: ({ url, headers }) => {
      asked.push(new URL(url).pathname);
      return headers.get("x-who") === "ann" ? { tenant: "acme" } : null;
    },
  });
  const anonymous = (path: string) => fetch(new Request(`http://treadle.test${path}`));
  for (const path of ["/", "/playground/app.js", "/openapi.json", "/healthz"]) {
    assert.equal((await anonymous(path)).status, 200, path);
  }
  assert.equal((await anonymous("/approvals/none")).status, 503);
  assert.deepEqual(asked, []);
  const refused = await anonymous("/v1/threads");
  assert.deepEqual([refused.status, (await json(refused)).code], [401, "unauthorized"]);
  assert.equal(refused.headers.get("www-authenticate"), 'Bearer realm="treadle"');
  assert.equal((await anonymous("/none")).status, 401);
  assert.equal((await send("GET", "/v1/threads", undefined, { "x-who": "ann" })).status, 200);
  assert.deepEqual(asked, ["/v1/threads", "/none", "/v1/threads"]);
  assert.equal(JSON.parse(logs.at(-1) ?? "").tenant, "acme");
});

Deno.test("E14: authenticate gets method, URL and headers; the body it may not consume arrives whole", async () => {
  const seen: unknown[] = [];
  const { send } = createTestApp({
    authenticate: async (request) => {
      seen.push([request.method, request.url, request.headers.get("x-key"), await request.text()]);
      return { tenant: "acme" };
    },
  });
  const input = "x".repeat(100_000);
  const response = await send("POST", `${STEPS}?events=true`, { ...INPUT, input }, { "x-key": "k" });
  assert.equal(response.status, 200);
  assert.deepEqual(seen, [["POST", `http://treadle.test${STEPS}?events=true`, "k", ""]]);
  const { entries } = await (await send("GET", "/v1/threads/t1/history")).json();
  assert.equal(entries[0].text, input);
});

Deno.test("E14: an exception of authenticate is 500 internal; neither response nor log has its message", async () => {
  const faults: Authenticate[] = [
    () => {
      throw new Error("secret-4711");
    },
    () => Promise.reject("secret-4711"),
  ];
  for (const authenticate of faults) {
    const { send, logs, store } = createTestApp({ authenticate });
    const response = await send("POST", STEPS, INPUT);
    const text = await response.text();
    assert.deepEqual([response.status, JSON.parse(text).code], [500, "internal"]);
    assert.match(JSON.parse(text).detail, /authenticate threw an exception/);
    assert.doesNotMatch(text + logs.join(""), /secret-4711/);
    assert.equal(JSON.parse(logs.at(-1) ?? "").level, "error");
    assert.deepEqual((await store.list("acme", { limit: 1 })).threads, []);
  }
});

/** A session as a program may have it: its fields are not its own. */
class Session {
  readonly #claims: { readonly sub?: string };
  constructor(claims: { readonly sub?: string }) {
    this.#claims = claims;
  }
  get tenant() {
    return "acme";
  }
  get user() {
    return this.#claims.sub;
  }
}

Deno.test("E14: an identity of another form is 500 config_invalid, named in the log without its values", async () => {
  const cases: [name: string, returned: ReturnType<typeof JSON.parse>, wrong: RegExp][] = [
    ["nothing", undefined, /it is missing/],
    ["a text", "acme", /it must be an object/],
    ["no tenant", {}, /tenant is missing/],
    ["an empty tenant", { tenant: "" }, /tenant must be 1 to 64/],
    ["illegal characters", { tenant: "secret:acme" }, /tenant must be 1 to 64 letters/],
    ["a long tenant", { tenant: "a".repeat(65) }, /tenant must be 1 to 64/],
    ["control characters", { tenant: "acme", user: "secret\n" }, /user must be 1 to 128 characters without/],
    ["an empty user", { tenant: "acme", user: "" }, /user must be 1 to 128/],
    ["a user that is null", { tenant: "acme", user: null }, /user must be a string/],
    ["a user that is undefined", { tenant: "acme", user: undefined }, /user is undefined/],
    ["a user that is undefined in a session", new Session({}), /user is undefined/],
    ["scopes as a text", { tenant: "acme", scopes: "read" }, /scopes must be a list/],
  ];
  for (const [name, returned, wrong] of cases) {
    const { send, logs } = createTestApp({ authenticate: () => returned });
    const response = await send("GET", "/v1/threads");
    assert.deepEqual([response.status, (await json(response)).code], [500, "config_invalid"], name);
    const line = JSON.parse(logs.at(-1) ?? "");
    assert.match(line.detail, wrong, name);
    assert.match(line.detail, /^The deployment's authenticate returned no identity/, name);
    assert.doesNotMatch(logs.join(""), /secret/, name);
  }
});

Deno.test("E14: what no Request can have is a fault of the client, and not of authenticate", async () => {
  const { deps, logs } = createTestApp({ authenticate: () => ({ tenant: "acme" }) });
  const { fetch } = createApp(deps, { basePath: "/agents" });
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => fetch(request),
  );
  const send = async (method: string, path: string, host: string) => {
    const socket = await Deno.connect({ hostname: "127.0.0.1", port: server.addr.port });
    const head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
    await socket.write(new TextEncoder().encode(head));
    const [, status] = /^HTTP\/1\.1 (\d+) /.exec(await new Response(socket.readable).text()) ?? [];
    return [status, JSON.parse(logs.at(-1) ?? "").code];
  };
  assert.deepEqual(await send("TRACE", "/agents/v1/threads", "treadle.test"), ["405", "method_not_allowed"]);
  for (const host of ["a b", "[", "x:99999"]) {
    assert.deepEqual(await send("GET", "/agents/v1/threads", host), ["400", "invalid_header"], host);
    assert.deepEqual(await send("GET", "/agents/playground/none", host), ["404", "not_found"], host);
  }
});

Deno.test("E14: authenticate and a key list at once are refused when the deployment is made", () => {
  const authenticate = () => null;
  const envs: Record<string, string>[] = [
    { TREADLE_API_KEYS: "acme:0123456789abcdef" },
    { TREADLE_OPEN: "1" },
  ];
  for (const env of envs) {
    assert.throws(() => createDeps({ plugins: [], env, agents: [], authenticate }), {
      code: "config_invalid",
      message: /takes the place of TREADLE_API_KEYS and TREADLE_OPEN; remove them/,
    });
  }
  const { access } = createDeps({ plugins: [], env: { TREADLE_OPEN: "0" }, agents: [], authenticate });
  assert.equal(access.type, "custom");
});

Deno.test("E14: records name a caller by its user, or by its tenant", async () => {
  const { ask, send } = createCallers({ scenario: [{ says: "Hi." }, { says: "Hi." }] });
  await ask("acme.ann@example", "POST", STEPS, INPUT);
  await ask("acme", "POST", "/v1/threads/t2/steps", INPUT);
  const by = async (thread: string) => {
    const response = await send("GET", `/v1/threads/${thread}/history`, undefined, {
      authorization: "Bearer acme",
    });
    return (await response.json()).entries[0].by;
  };
  assert.deepEqual([await by("t1"), await by("t2")], ["user:ann@example", "tenant:acme"]);
});

// A cookie goes with requests that another site makes a browser send.
const byCookie: Authenticate = ({ headers }) =>
  headers.get("cookie") === "session=ann" ? { tenant: "acme", user: "ann" } : null;

Deno.test("E14: with authenticate a page of another site sends nothing that a form could", async () => {
  const { fetch, store } = createTestApp({ authenticate: byCookie });
  const post = (headers: Record<string, string>, body: BodyInit | null = JSON.stringify(INPUT)) =>
    fetch(
      new Request(`http://treadle.test${STEPS}`, {
        method: "POST",
        headers: { cookie: "session=ann", host: "treadle.test", ...headers },
        body,
      }),
    );
  const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  const forms = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"];
  for (const type of forms) {
    const refused = await post({ ...foreign, "content-type": type });
    assert.deepEqual([refused.status, (await json(refused)).code], [403, "cross_site_request"], type);
  }
  const own = { origin: "http://treadle.test", "content-type": "application/json" };
  const empty = await post(foreign, null);
  assert.deepEqual([empty.status, (await json(empty)).code], [403, "cross_site_request"], "no body");
  assert.deepEqual((await store.list("acme", { limit: 1 })).threads, []);
  assert.equal((await post(own)).status, 200);
});

Deno.test("E14: with authenticate CORS lets cookies of listed origins in, and of no other", async () => {
  const env = { TREADLE_CORS_ORIGINS: "https://app.example" };
  const custom = createTestApp({ authenticate: byCookie, env });
  const keys = createTestApp({ env });
  const preflight = async ({ fetch }: typeof keys, origin: string) => {
    const asked = { "access-control-request-method": "POST", "access-control-request-headers": "x-session" };
    const headers = { origin, ...asked };
    const response = await fetch(new Request(`http://treadle.test${STEPS}`, { method: "OPTIONS", headers }));
    return ["origin", "credentials", "headers"].map((name) =>
      response.headers.get(`access-control-allow-${name}`)
    );
  };
  assert.deepEqual(await preflight(custom, "https://app.example"), [
    "https://app.example",
    "true",
    "x-session",
  ]);
  assert.deepEqual((await preflight(custom, "https://evil.example"))[0], null);
  const [origin, credentials, listed] = await preflight(keys, "https://app.example");
  assert.deepEqual([origin, credentials], ["https://app.example", null]);
  assert.match(listed ?? "", /^accept,authorization,/);
  const answered = await custom.fetch(
    new Request(`http://treadle.test${STEPS}`, {
      method: "POST",
      headers: { cookie: "session=ann", origin: "https://app.example", "content-type": "application/json" },
      body: JSON.stringify(INPUT),
    }),
  );
  assert.deepEqual([answered.status, answered.headers.get("access-control-allow-credentials")], [
    200,
    "true",
  ]);
});
