/** The routes inside of an app of Hono on Deno. worker_test.ts has the same in workerd. */
import assert from "node:assert/strict";
import { Hono } from "hono";
import { hc } from "hono/client";
import type { Defer } from "../../../src/core/ports.ts";
import { createTreadle } from "../../../src/treadle.ts";
import type { TreadleOptions } from "../../../src/treadle/options.ts";
import { readPage } from "../../support/page.ts";
import { wordAgents, wordModel } from "../../treadle/_agents.ts";

function open(options: Partial<TreadleOptions> = {}) {
  const { agents, gate } = wordAgents();
  const treadle = createTreadle({
    agents,
    store: "memory",
    env: {},
    providers: [wordModel().provider],
    pollMs: 5,
    log: () => {},
    assets: readPage,
    authenticate: () => ({ tenant: "acme" }),
    ...options,
  });
  return { treadle, gate };
}

const JSON_POST = { method: "POST", headers: { "content-type": "application/json" } };
const hello = { ...JSON_POST, body: JSON.stringify({ agent: "words", input: "hello", until: "done" }) };

Deno.test("E1: an app on Deno mounts the routes, and a typed client of that app calls them", async () => {
  const { treadle } = open();
  const app = new Hono().get("/", (c) => c.text("mine")).route("/agents", treadle.routes());
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
  const url = `http://127.0.0.1:${server.addr.port}`;
  const client = hc<typeof app>(url);
  const { agents: { v1 } } = client;
  // @ts-expect-error -- the routes are below the base path alone
  assert.equal(typeof client.v1, "function");
  const answer = await v1.threads[":id"].steps.$post({
    param: { id: "t1" },
    query: {},
    json: { agent: "words", input: "hello", until: "done" },
  });
  assert.equal(answer.status, 200);
  assert.equal(Object(await answer.json()).output, "You said hello.");
  const read = await v1.threads[":id"].$get({ param: { id: "t1" } });
  const thread = await read.json();
  const status: string = thread.status;
  assert.equal(status, "done");
  assert.equal((await treadle.as({ tenant: "acme" }).thread("t1")).version, thread.version);
  assert.equal(await (await fetch(`${url}/`)).text(), "mine");
});

Deno.test("a mount has its page, its description, its links and its own 404 below the base path", async () => {
  const { treadle } = open();
  const app = new Hono().route("/api/agents", treadle.routes());
  const get = async (path: string) => await app.request(path);
  for (const path of ["/api/agents", "/api/agents/"]) {
    assert.match(await (await get(path)).text(), /<title>/, path);
  }
  const { servers } = await (await get("/api/agents/openapi.json")).json();
  assert.deepEqual(servers, [{ url: "/api/agents" }]);
  const made = await app.request("/api/agents/v1/threads", {
    ...JSON_POST,
    body: JSON.stringify({ agent: "words", id: "t1" }),
  });
  assert.equal(made.headers.get("location"), "/api/agents/v1/threads/t1");
  const unknown = await get("/api/agents/v1/nothing");
  assert.equal(unknown.headers.get("content-type"), "application/problem+json");
  assert.equal((await unknown.json()).code, "not_found");
  const wrongMethod = await app.request("/api/agents/v1/threads", { method: "PATCH" });
  assert.equal((await wrongMethod.json()).code, "method_not_allowed");
  const outside = await get("/v1/threads");
  assert.equal(outside.status, 404);
  assert.equal(await outside.text(), "404 Not Found", "what is not below the base path is the app's own");
});

Deno.test("a base path may have parameters, and be inside of a mounted app", async () => {
  const { treadle } = open();
  const inner = new Hono().route("/agents", treadle.routes());
  const app = new Hono().route("/:team", inner);
  for (const team of ["red", "blue", "dark%20red"]) {
    const made = await app.request(`/${team}/agents/v1/threads`, {
      ...JSON_POST,
      body: JSON.stringify({ agent: "words", id: `t-${team.slice(0, 4)}` }),
    });
    assert.equal(made.headers.get("location"), `/${team}/agents/v1/threads/t-${team.slice(0, 4)}`);
    const unknown = await app.request(`/${team}/agents/nothing`);
    assert.equal((await unknown.json()).code, "not_found");
    const { servers } = await (await app.request(`/${team}/agents/openapi.json`)).json();
    assert.deepEqual(servers, [{ url: `/${team}/agents` }]);
    const wrongMethod = await app.request(`/${team}/agents/v1/threads`, { method: "PATCH" });
    assert.equal((await wrongMethod.json()).code, "method_not_allowed");
    assert.match(await (await app.request(`/${team}/agents/`)).text(), /<title>/);
  }
});

Deno.test("a slash at the end of the base path changes nothing", async () => {
  const { treadle } = open();
  const app = new Hono().route("/agents/", treadle.routes());
  const made = await app.request("/agents/v1/threads", {
    ...JSON_POST,
    body: JSON.stringify({ agent: "words", id: "t1" }),
  });
  assert.equal(made.headers.get("location"), "/agents/v1/threads/t1");
});

Deno.test("a mount at the root, and fetch without an app, serve the same routes", async () => {
  const { treadle } = open();
  const app = new Hono().route("/", treadle.routes());
  await app.request("/v1/threads/t1/steps", hello);
  const read = await treadle.fetch(new Request("http://127.0.0.1/v1/threads/t1"));
  assert.equal((await read.json()).status, "done");
});

Deno.test("a body that the app has read before still reaches the route", async () => {
  const { treadle } = open();
  const seen: unknown[] = [];
  const app = new Hono()
    .use(async (c, next) => {
      if (c.req.method === "POST") seen.push(await c.req.json());
      await next();
    })
    .route("/agents", treadle.routes());
  const answer = await app.request("/agents/v1/threads/t1/steps", hello);
  assert.equal((await answer.json()).output, "You said hello.");
  assert.equal(seen.length, 1);
});

Deno.test("E4: the run is given to waitUntil of the request, to defer of its bindings, or to that of the options", async () => {
  const deferred: string[] = [];
  const by = (name: string): Defer => (promise) => void promise.then(() => deferred.push(name));
  const { treadle } = open({ defer: by("options") });
  const app = new Hono().route("/agents", treadle.routes());
  const request = () => new Request("http://127.0.0.1/agents/v1/threads/t1/steps", hello);
  const context = { waitUntil: by("context"), passThroughOnException: () => {}, props: {} };
  for (
    const [env, own] of [[{}, context], [{ defer: by("bindings") }, undefined], [{}, undefined]] as const
  ) {
    await (await app.fetch(request(), env, own)).text();
  }
  assert.deepEqual(deferred, ["context", "bindings", "options"]);
});

Deno.test("E14: every mount may authenticate by a function of its own", async () => {
  const { treadle } = open();
  const app = new Hono()
    .route("/a", treadle.routes())
    .route(
      "/b",
      treadle.routes({ authenticate: ({ headers }) => headers.has("x-staff") ? { tenant: "staff" } : null }),
    );
  assert.equal((await app.request("/a/v1/threads/t1/steps", hello)).status, 200);
  assert.equal((await app.request("/b/v1/threads/t1")).status, 401);
  const staff = await app.request("/b/v1/threads/t1", { headers: { "x-staff": "1" } });
  assert.equal((await staff.json()).code, "thread_unknown", "the thread is of the tenant of the other mount");
});

Deno.test("a mount is below any path that the app may have, and its links are as the URL has them", async () => {
  const { treadle } = open();
  const cases: readonly (readonly [path: string, bases: readonly string[]])[] = [
    ["/@me/agents", ["/@me/agents"]],
    ["/my agents", ["/my%20agents"]],
    ["/agentes-españoles", ["/agentes-espa%C3%B1oles"]],
    ["/a+b(c)", ["/a+b(c)"]],
    ["/:team/agents", ["/a%2Fb/agents", "/a%3Fb/agents", "/50%25/agents", "/%22%3Ex/agents", "/a&b/agents"]],
    ["/*/agents", ["/any/agents"]],
  ];
  for (const [path, bases] of cases) {
    const app = new Hono().route(path, treadle.routes());
    for (const base of bases) {
      const made = await app.request(`${base}/v1/threads`, {
        ...JSON_POST,
        body: JSON.stringify({ agent: "words" }),
      });
      const { id } = await made.json();
      assert.equal(made.headers.get("location"), `${base}/v1/threads/${id}`, path);
      assert.equal((await (await app.request(`${base}/v1/threads/${id}`)).json()).id, id, path);
      const { servers } = await (await app.request(`${base}/openapi.json`)).json();
      assert.deepEqual(servers, [{ url: base }], path);
      const page = await (await app.request(`${base}/`)).text();
      assert(page.includes(`href="${base.replaceAll("&", "&amp;")}/playground/app.css"`), path);
    }
  }
});
