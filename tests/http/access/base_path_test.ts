// Row E1: an app below a base path, by its option and in an app that mounts it: whatever names a path has it.

import assert from "node:assert/strict";
import { Hono } from "hono";
import { createApp } from "../../../src/app.ts";
import { sha256Hex } from "../../../src/core/text/sha256.ts";
import { readPage } from "../../support/page.ts";
import { createTestApp, json, KEY, REMOVES } from "../_app.ts";

const ENV = { TREADLE_APPROVAL_SECRET: "0123456789abcdef0123456789abcdef" };

/** One deployment, below `base`: by the option, and mounted by another app. */
function apps(base: string) {
  const { deps, logs } = createTestApp({ scenario: REMOVES, env: ENV });
  const options = { readAsset: readPage };
  const own = createApp(deps, { ...options, basePath: base });
  const host = new Hono().use((_c, next) => next()).get("/", (c) => c.text("the host's own"))
    .route(base, createApp(deps, options)).get("/after", (c) => c.text("the host's, too"));
  return [
    { name: "by its option", app: own, logs },
    { name: "mounted", app: host, logs },
  ];
}

for (const base of ["/agents", "/api/v2/agents"]) {
  for (const { name, app, logs } of apps(base)) {
    const send = async (method: string, path: string, body?: unknown) => {
      const headers = {
        authorization: `Bearer ${KEY}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      };
      return await app.request(`http://treadle.test${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    };
    const routeLogged = () => JSON.parse(logs.at(-1) ?? "").route;
    const thread = `t_${name.length}`;

    Deno.test(`E15: ${name} below ${base}: the page and openapi.json name their paths`, async () => {
      const original = await readPage("index.html");
      for (const path of [base, `${base}/`]) {
        const response = await app.request(path);
        const text = await response.text();
        assert.deepEqual([response.status, response.headers.get("content-type")], [
          200,
          "text/html; charset=utf-8",
        ]);
        const links = [...text.matchAll(/ (?:href|src)="(\/[^"]*)"/g)].map(([, link]) => link);
        const [style, ...scripts] = links;
        assert.equal(style, `${base}/playground/app.css`);
        assert.deepEqual(scripts.slice(-2), [`${base}/playground/app.js`, `${base}/`]);
        assert.ok(scripts.slice(0, -2).every((link) => link?.startsWith(`${base}/playground/shared`)));
        assert.equal(text.replaceAll(`"${base}/`, '"/'), original, "nothing else of it differs");
        const policy = response.headers.get("content-security-policy") ?? "";
        assert.match(policy, /script-src 'self';.*base-uri 'none'/);
        assert.doesNotMatch(text, /<script(?![^>]* src=)/, "no inline script");
        const etag = response.headers.get("etag") ?? "";
        assert.equal(etag, `"${(await sha256Hex(text)).slice(0, 20)}"`);
        assert.equal((await app.request(path, { headers: { "if-none-match": etag } })).status, 304);
        const head = await app.request(path, { method: "HEAD" });
        assert.deepEqual([head.status, await head.text()], [200, ""]);
      }
      for (const [file, type] of [["app.js", "text/javascript"], ["app.css", "text/css"]]) {
        const response = await app.request(`${base}/playground/${file}`);
        assert.equal(response.headers.get("content-type"), `${type}; charset=utf-8`);
        assert.equal(await response.text(), await readPage(file ?? ""));
      }
      const described = await (await app.request(`${base}/openapi.json`)).json();
      assert.deepEqual(described.servers, [{ url: base }]);
      const { servers: _servers, ...rest } = described;
      const { servers: _root, ...plain } = JSON.parse(await readPage("openapi.json"));
      assert.deepEqual(rest, plain);
    });

    Deno.test(`E1: ${name} below ${base}: Location, links to approvals and the log have the base path`, async () => {
      const made = await send("POST", `${base}/v1/threads`, { agent: "tester", id: thread });
      assert.deepEqual([made.status, made.headers.get("location")], [201, `${base}/v1/threads/${thread}`]);
      assert.equal(routeLogged(), `${base}/v1/threads`);
      await send("POST", `${base}/v1/threads/${thread}/steps`, { input: "remove r1" });
      assert.equal(routeLogged(), `${base}/v1/threads/:id/steps`);
      const fork = await send("POST", `${base}/v1/threads/${thread}/fork`);
      assert.equal(fork.headers.get("location"), `${base}/v1/threads/${(await json(fork)).id}`);

      const { calls } = await (await send("GET", `${base}/v1/threads/${thread}`)).json();
      const approvals = `${base}/v1/threads/${thread}/approvals`;
      const { url } = await (await send("POST", `${approvals}/${calls[0].id}/link`)).json();
      assert.ok(url.startsWith(`http://treadle.test${base}/approvals/`), url);
      const page = await app.request(url);
      assert.equal(page.status, 200, "without a key");
      assert.match(await page.text(), /<form method="post">/, "the form is sent to the page's own URL");
      const form = new URLSearchParams({ decision: "approve" });
      const foreign = { origin: "https://evil.example" };
      assert.equal((await app.request(url, { method: "POST", body: form, headers: foreign })).status, 403);
      assert.equal((await app.request(url, { method: "POST", body: form })).status, 200);
      assert.equal(routeLogged(), `${base}/approvals/:token`);
    });

    Deno.test(`E1: ${name} below ${base}: what is unknown or not allowed there is a problem of Treadle`, async () => {
      for (const path of [`${base}/none`, `${base}/v1/none`, `${base}/playground/none.js`]) {
        const unknown = await send("GET", path);
        const { code, detail, instance } = await json(unknown);
        assert.deepEqual([unknown.status, code], [404, "not_found"], path);
        assert.equal(detail, `There is no such route; see ${base}/openapi.json.`);
        assert.equal(instance, `urn:treadle:request:${unknown.headers.get("x-request-id")}`);
        assert.equal(routeLogged(), null);
      }
      const wrong = await send("PATCH", `${base}/v1/threads`);
      assert.deepEqual([wrong.status, (await json(wrong)).code], [405, "method_not_allowed"]);
      assert.equal(wrong.headers.get("allow"), "POST, GET, HEAD, OPTIONS");
      const options = await send("OPTIONS", `${base}/v1/threads/t1/steps`);
      assert.deepEqual([options.status, options.headers.get("allow")], [204, "POST, OPTIONS"]);
      for (const path of [`${base}/v1/threads`, `${base}/none`, `${base}x/playground/app.js`]) {
        assert.equal(
          (await app.request(path)).status,
          path.includes("x/") ? 404 : 401,
          `${path} without a key`,
        );
      }
      for (const path of [base, `${base}/healthz`, `${base}/openapi.json`, `${base}/playground/app.css`]) {
        assert.equal((await app.request(path)).status, 200, `${path} is public`);
      }
    });
  }
}

Deno.test("E1: below a base path nothing is served outside of it; a host keeps its own routes", async () => {
  const [own, mounted] = apps("/agents");
  for (const path of ["/", "/v1/threads", "/healthz", "/agentsx", "/playground/app.js"]) {
    const response = await own?.app.request(path, { headers: { authorization: `Bearer ${KEY}` } });
    const { code, instance } = await response?.json();
    assert.deepEqual([response?.status, code], [404, "not_found"], path);
    assert.match(instance, /^urn:treadle:request:req_/);
  }
  assert.equal(await (await mounted?.app.request("/"))?.text(), "the host's own");
  assert.equal(await (await mounted?.app.request("/after"))?.text(), "the host's, too");
  assert.equal(await (await mounted?.app.request("/v1/threads"))?.text(), "404 Not Found");
});

Deno.test("E1: an app mounted below a parameter names the path of the request, escaped", async () => {
  const { deps } = createTestApp();
  const host = new Hono().route("/:org/agents", createApp(deps, { readAsset: readPage }));
  for (const [org, escaped] of [["acme", "acme"], ["a%22%3Eb", "a%22%3Eb"], ["a&b", "a&amp;b"]]) {
    const text = await (await host.request(`/${org}/agents`)).text();
    assert.ok(text.includes(` src="/${escaped}/agents/playground/app.js"`), text.slice(0, 1_500));
  }
  const headers = { "authorization": `Bearer ${KEY}`, "content-type": "application/json" };
  const init = { method: "POST", headers, body: '{"agent":"tester","id":"t1"}' };
  const made = await host.request("/acme/agents/v1/threads", init);
  assert.equal(made.headers.get("location"), "/acme/agents/v1/threads/t1");
});

Deno.test("E1: an idempotency key holds whichever path a deployment has", async () => {
  const { deps } = createTestApp();
  const headers = {
    "authorization": `Bearer ${KEY}`,
    "content-type": "application/json",
    "idempotency-key": "k1",
  };
  const init = { method: "POST", headers, body: '{"agent":"tester","input":"hi"}' };
  const before = await createApp(deps).request("/v1/threads/t1/steps", init);
  const after = await createApp(deps, { basePath: "/agents" }).request("/agents/v1/threads/t1/steps", init);
  assert.deepEqual([before.status, after.status], [200, 200]);
  assert.equal(after.headers.get("idempotency-replayed"), "true");
});

Deno.test("E1: a base path that is none is refused when the app is made", () => {
  const { deps } = createTestApp();
  for (const basePath of ["agents", "/agents/", "//agents", "/a b", "/:org", "/*", "", "/../x", "/é"]) {
    assert.throws(() => createApp(deps, { basePath }), {
      code: "config_invalid",
      message: /base path .* is wrong/,
    });
  }
  assert.doesNotThrow(() => createApp(deps, { basePath: "/" }));
});

Deno.test("E4: an app of Workers that mounts the routes gives the run to its own waitUntil", async () => {
  const { deps } = createTestApp({ scenario: REMOVES });
  const kept: Promise<unknown>[] = [];
  const context = {
    waitUntil: (promise: Promise<unknown>) => void kept.push(promise),
    passThroughOnException: () => {},
    props: {},
  };
  const request = new Request("http://treadle.test/agents/v1/threads/t1/steps", {
    method: "POST",
    headers: { "authorization": `Bearer ${KEY}`, "content-type": "application/json" },
    body: JSON.stringify({ agent: "tester", input: "hi" }),
  });
  const app = new Hono().route("/agents", createApp(deps));
  assert.equal((await app.fetch(request, { A_BINDING: "text" }, context)).status, 200);
  assert.equal(kept.length, 1);
});
