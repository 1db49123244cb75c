// Row E14: which pages may call, on every route.

import { chat } from "../../../src/plugins/chat/mod.ts";
import { traceSvg } from "../../../src/plugins/trace_svg/mod.ts";
import assert from "node:assert/strict";
import { createTokenApp, fillThreads } from "./_tokens.ts";

const ORIGIN = "https://shop.example";

/** What is not the origin of the list, whatever it looks like. */
const FOREIGN = [
  "null",
  "*",
  "http://shop.example",
  "https://shop.example:8443",
  "https://shop.example.evil.example",
  "https://evilshop.example",
  "https://shop.example@evil.example",
  "https://SHOP.example",
  "https://shop.example/",
  "https://shop.example, https://evil.example",
  "https://xn--shp-0na.example",
];

Deno.test("E14: a preflight of each route permits the listed origin alone", async () => {
  const app = createTokenApp({ env: { TREADLE_CORS_ORIGINS: ORIGIN } });
  const routes = app.app.routes.filter(({ method, path }) => method !== "ALL" && !path.includes("*"));
  for (const { method, path } of routes) {
    const preflight = async (origin: string) =>
      (await app.fetch(
        new Request(`http://treadle.test${path.replaceAll(":", "")}`, {
          method: "OPTIONS",
          headers: {
            origin,
            "access-control-request-method": method,
            "access-control-request-headers": "authorization,content-type,traceparent,tracestate",
          },
        }),
      )).headers;
    const permitted = await preflight(ORIGIN);
    assert.equal(permitted.get("access-control-allow-origin"), ORIGIN, path);
    assert.match(permitted.get("vary") ?? "", /\bOrigin\b/, path);
    assert.ok((permitted.get("access-control-allow-methods") ?? "").split(",").includes(method), path);
    const headers = (permitted.get("access-control-allow-headers") ?? "").split(",");
    for (const name of ["authorization", "content-type", "traceparent", "tracestate"]) {
      assert.ok(headers.includes(name), name);
    }
    for (const origin of FOREIGN) {
      assert.equal((await preflight(origin)).has("access-control-allow-origin"), false, `${path} ${origin}`);
    }
  }
});

Deno.test("E14: responses of every kind name the listed origin and vary by it, and no other origin is named", async () => {
  const app = createTokenApp({
    plugins: [chat(), traceSvg()],
    env: { TREADLE_CORS_ORIGINS: ORIGIN, TREADLE_RATE_LIMIT: "token=100/1d" },
  });
  await fillThreads(app);
  const token = await app.mint({ threadPrefix: "ann." });
  const message = {
    id: "ann.c9",
    messages: [{ id: "m1", role: "user", parts: [{ type: "text", text: "hi" }] }],
  };
  const steps = { agent: "tester", input: "hi" };
  const requests = [
    ["GET", "/v1/threads", undefined, {}, 200],
    ["GET", "/v1/threads/ann.t1/events", undefined, { accept: "text/event-stream" }, 204],
    ["GET", "/v1/threads/ann.t1/trace.svg", undefined, {}, 200],
    ["GET", "/api/chat/tester/ann.t1/stream", undefined, {}, 200],
    ["POST", "/v1/threads/ann.n1/steps", steps, { accept: "text/event-stream" }, 200],
    ["POST", "/api/chat/tester", message, {}, 200],
    ["GET", "/v1/threads/bob.t1", undefined, {}, 403],
    ["GET", "/v1/nowhere", undefined, {}, 403],
    ["PATCH", "/v1/threads", undefined, {}, 403],
    ["GET", "/healthz", undefined, {}, 200],
  ] as const;
  for (const [method, path, body, more, status] of requests) {
    for (const origin of [ORIGIN, "https://evil.example", undefined]) {
      const headers = {
        authorization: `Bearer ${token}`,
        ...more,
        ...(origin === undefined ? {} : { origin }),
      };
      const sent = await app.sent({ method, path, body, headers });
      const what = `${method} ${path} ${origin} ${JSON.stringify(sent.body)}`;
      if (origin === ORIGIN) assert.equal(sent.status, status, what);
      assert.equal(sent.headers.get("access-control-allow-origin"), origin === ORIGIN ? ORIGIN : null, what);
      assert.match(sent.headers.get("vary") ?? "", /\bOrigin\b/, what);
    }
  }
});
