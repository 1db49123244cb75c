// E1: serve() takes routes of a project beside those of Treadle, on both runtimes.

import assert from "node:assert/strict";
import { Hono } from "hono";
import { AgentError } from "../../../src/core/error.ts";
import { bootDeno, type Booted } from "../../support/boot_deno.ts";
import { bootWorker } from "../support/boot_worker.ts";
import { OwnRoutes } from "../../../src/http/own_routes.ts";

const ENV = { TREADLE_API_KEYS: "acme:0123456789abcdef0123", TREADLE_CORS_ORIGINS: "https://app.example" };
const KEY = { authorization: "Bearer 0123456789abcdef0123" };

/** How each is booted, and the types of `remoteAddr` and of a variable in what the platform gives a route. */
const RUNTIMES: Readonly<Record<string, readonly [boot: () => Promise<Booted>, given: string]>> = {
  "on Deno": [
    () => bootDeno({ ...ENV, TREADLE_STORE: "memory" }, { main: "tests/slow/http/_own_deno.ts" }),
    "object undefined",
  ],
  "in workerd": [() => bootWorker(ENV, { main: "tests/slow/http/_own_worker.ts" }), "undefined string"],
};

for (const [where, [boot, given]] of Object.entries(RUNTIMES)) {
  Deno.test(`E1: ${where} routes of a project are served without a key, and those of Treadle with one`, async () => {
    await using server = await boot();
    const textOf = async (path: string, init?: RequestInit) => {
      const response = await server.fetch(path, init);
      return `${response.status} ${response.headers.get("x-own") ?? "-"} ${
        (await response.text()).slice(0, 40)
      }`;
    };
    assert.equal(await textOf("/hello/Ada%20L"), "200 1 Hello Ada L.");
    assert.equal(await textOf("/echo", { method: "POST", body: "x".repeat(3) }), "200 1 xxx");
    assert.equal(await textOf("/nothing"), "404 1 The project has no such page.");
    assert.equal(await textOf("/platform"), `200 1 ${given}`);
    assert.match(await textOf("/fails"), /^500 /);

    assert.match(await textOf("/v1/agents"), /^401 - /);
    assert.match(await textOf("/v1/agents", { headers: KEY }), /^200 - /);
    assert.match(
      await textOf("/v1/agnets", { headers: KEY }),
      /^404 - \{"type":"https:\/\/unpkg\.com\/@treadle/,
    );
    assert.match(await textOf("/healthz", { method: "POST" }), /^405 - /);
    assert.match(await textOf("/"), /^200 - <!doctype html>/i);

    const page = { headers: { origin: "https://app.example" } };
    const [own, treadle] = await Promise.all([
      server.fetch("/hello/x", page),
      server.fetch("/healthz", page),
    ]);
    await Promise.all([own.body?.cancel(), treadle.body?.cancel()]);
    assert.equal(own.headers.get("access-control-allow-origin"), null, "a project sets its own");
    assert.equal(treadle.headers.get("access-control-allow-origin"), "https://app.example");
  });
}

Deno.test("E1: a route of a project that Treadle has is refused with its path; middleware and catch-alls are none", () => {
  const treadle = new Hono().get("/", (c) => c.text("page")).get("/healthz", (c) => c.text("ok"))
    .post("/chat/:id", (c) => c.text("chat")).all("*", (c) => c.text("all")).routes;
  const respond = () => new Response();
  for (
    const [app, route] of [
      [new Hono().get("/", respond), "GET /"],
      [new Hono().post("/healthz", respond), "POST /healthz"],
      [new Hono().get("/chat/:name", respond), "GET /chat/:name"],
      [new Hono().basePath("/v1").get("/orders", respond), "GET /v1/orders"],
    ] as const
  ) {
    assert.throws(
      () => new OwnRoutes(treadle, app),
      (thrown) =>
        thrown instanceof AgentError && thrown.code === "config_invalid" &&
        thrown.message.startsWith(`routes has ${route}, which Treadle has`),
    );
  }
  const others = new Hono().use((_c, next) => next()).get("*", respond).get("/chat", respond).get(
    "/v1beta",
    respond,
  );
  const routes = new OwnRoutes(treadle, others);
  const isTreadle = (path: string) => routes.isTreadle(new Request(`https://x.example${path}`));
  assert.deepEqual(
    ["/", "/healthz?a=1", "/chat/1", "/v1/x", "/chat", "/chat/1/2", "/v1beta"].map(isTreadle),
    [
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ],
  );
  assert.ok(new OwnRoutes(treadle, { fetch: respond }), "of a handler nothing is known before a request");
});
