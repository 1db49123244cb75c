// Row E10: who may use the MCP server: keys, tokens, callers that the deployment finds itself, and pages.

import assert from "node:assert/strict";
import { createApp } from "../../../../src/app.ts";
import { createDeps } from "../../../../src/deps/create_deps.ts";
import { createScriptedProvider } from "../../../../src/providers/scripted/provider.ts";
import { mcp } from "../../../../src/plugins/mcp/server/mod.ts";
import { keys } from "../../../../src/plugins/keys/mod.ts";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { scenario } from "../../../../src/providers/scripted/scenario.ts";
import { approvals } from "../../../../src/plugins/approvals/mod.ts";
import { KEY, messageOf, modern, OTHER_KEY, type Served, serveMcp, supportAgent } from "./_app.ts";

async function call(
  served: Served,
  name: string,
  args: Record<string, unknown>,
  headers: Record<string, string>,
  capabilities: Record<string, unknown> = {},
) {
  const asked = modern("tools/call", { name, arguments: args }, { capabilities });
  return Object(await messageOf(await served.post(asked.body, { ...asked.headers, ...headers })));
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

Deno.test("E10: a tenant neither reads, nor goes on with, nor decides about a thread of another", async () => {
  await using served = serveMcp({ tools: true });
  const asked = await call(served, "ask_support", { input: "Hi.", thread: "t1" }, bearer(KEY));
  assert.equal(asked.result.structuredContent.thread, "t1");
  const foreign = await call(served, "continue_run", { thread: "t1" }, bearer(OTHER_KEY));
  assert.equal(foreign.result._meta["treadle/error"].code, "thread_unknown");
  const own = await call(served, "ask_support", { input: "Hi.", thread: "t1" }, bearer(OTHER_KEY));
  assert.equal(own.result.structuredContent.status, "done");
  assert.equal((await served.store.list("acme", { limit: 10 })).threads.length, 1);
  assert.equal((await served.store.list("beta", { limit: 10 })).threads.length, 1);
});

Deno.test("O1, E10: a stored key is served until it is revoked, and records name it", async () => {
  await using served = serveMcp({ tools: true, plugins: [keys()] });
  const manage = (method: string, path: string, body?: object) =>
    fetch(`${served.url}/v1/keys${path}`, {
      method,
      headers: { ...bearer(KEY), "content-type": "application/json" },
      body: body && JSON.stringify(body),
    });
  const { key } = await (await manage("POST", "", { name: "ide", scopes: ["read", "run"] })).json();
  const answered = await call(served, "ask_support", { input: "Hi.", thread: "t1" }, bearer(key));
  assert.equal(answered.result.structuredContent.status, "done");
  const page = await served.store.history({ tenant: "acme", thread: "t1" }, { after: 0, limit: 1 });
  assert.match(page?.entries[0] ?? "", /"key_ide"/);
  await (await manage("DELETE", "/ide")).body?.cancel();
  const { body, headers } = modern("tools/list");
  const refused = await served.post(body, { ...headers, ...bearer(key) });
  assert.equal(refused.status, 401);
  await refused.body?.cancel();
  assert.ok(!served.logs.join().includes(key.slice(-43)));
});

const SECRET = "a-token-secret-of-at-least-32-characters";

async function tokenFor(served: Served, body: Record<string, unknown>): Promise<string> {
  const response = await fetch(`${served.url}/v1/tokens`, {
    method: "POST",
    headers: { ...bearer(KEY), "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { token } = await response.json();
  return token ?? assert.fail("no token");
}

Deno.test("E10: a token has the agents and the threads that it is for", async () => {
  const other = defineAgent({ name: "other", model: "scripted/m" });
  await using served = serveMcp({ tools: true, more: [other], env: { TREADLE_TOKEN_SECRETS: SECRET } });
  const token = await tokenFor(served, { agents: ["other"], threadPrefix: "ann-", user: "ann" });
  const list = modern("tools/list");
  const { result } = Object(
    await messageOf(await served.post(list.body, { ...list.headers, ...bearer(token) })),
  );
  assert.deepEqual(result.tools.map(({ name }: { name: string }) => name), ["ask_other", "continue_run"]);
  const { result: asked } = await call(served, "ask_other", { input: "Hi." }, bearer(token));
  assert.match(asked.structuredContent.thread, /^ann-thread_/);
  const out = await call(served, "ask_other", { input: "Hi.", thread: "bob-1" }, bearer(token));
  assert.equal(out.result._meta["treadle/error"].code, "forbidden");
  const tool = await call(served, "remove", { id: "1" }, bearer(token));
  assert.equal(tool.error.code, -32602);
  const page = await served.post(list.body, { ...list.headers, ...bearer(token) }, "/mcp/support");
  assert.equal(page.status, 403);
  assert.equal(Object(await page.json()).error.data.code, "forbidden");
  const foreign = await call(served, "ask_support", { input: "Hi.", thread: "ann-x" }, bearer(KEY));
  assert.equal(foreign.result.isError, undefined);
  const taken = await call(served, "continue_run", { thread: "ann-x" }, bearer(token));
  assert.equal(taken.result._meta["treadle/error"].code, "thread_unknown");
});

Deno.test("E10: a token that may not decide is shown no form, and one for a single thread runs in that thread", async () => {
  await using served = serveMcp({ tools: true, env: { TREADLE_TOKEN_SECRETS: SECRET } });
  const token = await tokenFor(served, { agents: ["support"], thread: "c1", user: "ann", scopes: ["run"] });
  const { result } = await call(served, "remove", { id: "1" }, bearer(token), { elicitation: {} });
  assert.equal(result.resultType, "complete");
  assert.equal(result._meta["treadle/thread"], "c1");
  assert.match(result.content[0].text, /waits for the approval of people/);
});

Deno.test("E10: a deployment that authenticates by itself has its users apart, and its scopes hold", async () => {
  await using served = serveMcp({
    tools: true,
    authenticate: (request) => {
      const user = request.headers.get("x-user");
      if (user === null) return null;
      return { tenant: "acme", user, scopes: user === "reader" ? ["read"] : ["run", "read"] };
    },
  });
  const ann = await call(served, "ask_support", { input: "Hi.", thread: "t1" }, { "x-user": "ann" });
  assert.equal(ann.result.structuredContent.status, "done");
  for (
    const [name, args] of [["continue_run", { thread: "t1" }], ["ask_support", {
      input: "Hi.",
      thread: "t1",
    }]] as const
  ) {
    const bob = await call(served, name, args, { "x-user": "bob" });
    assert.match(bob.result._meta["treadle/error"].code, /^(?:thread_unknown|user_mismatch)$/);
  }
  const list = modern("tools/list");
  const reader = await served.post(list.body, { ...list.headers, "x-user": "reader" });
  assert.equal(reader.status, 403);
  const nobody = await served.post(list.body, list.headers);
  assert.equal(nobody.status, 401);
  await Promise.all([reader, nobody].map((response) => response.body?.cancel()));
});

Deno.test("E10: a page of a listed origin may call, with the headers of the protocol", async () => {
  const origin = "https://app.example";
  await using served = serveMcp({ env: { TREADLE_CORS_ORIGINS: origin } });
  const preflight = await fetch(`${served.url}/mcp`, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type,mcp-method,mcp-name,mcp-protocol-version",
    },
  });
  assert.equal(preflight.headers.get("access-control-allow-origin"), origin);
  const allowed = preflight.headers.get("access-control-allow-headers") ?? "";
  for (const name of ["mcp-method", "mcp-name", "mcp-protocol-version"]) {
    assert.ok(allowed.includes(name), allowed);
  }
  const list = modern("tools/list");
  for (const [from, status] of [[origin, 200], [served.url, 200], ["https://evil.example", 403]] as const) {
    const response = await served.post(list.body, { ...list.headers, origin: from });
    assert.equal(response.status, status, from);
    await response.body?.cancel();
  }
});

Deno.test("E10: a server of this machine without keys is not called by the name of another site", async () => {
  const deps = createDeps({
    agents: [supportAgent()],
    providers: [createScriptedProvider({ script: scenario() })],
    env: { TREADLE_STORE: "memory" },
    plugins: [approvals(), mcp()],
    log: () => {},
  });
  const app = createApp(deps);
  const { body, headers } = modern("tools/list");
  const send = (host: string, origin?: string) =>
    app.fetch(
      new Request(`http://${host}/mcp`, {
        method: "POST",
        headers: {
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
          host,
          ...headers,
          ...(origin === undefined ? {} : { origin }),
        },
        body: JSON.stringify(body),
      }),
      { local: true },
    );
  assert.equal((await send("localhost:8000")).status, 200);
  assert.equal((await send("127.0.0.1:8000")).status, 200);
  assert.equal((await send("[::1]:8000")).status, 200);
  // DNS rebinding: the page's own name points to this machine, so its origin is that of the host.
  assert.equal((await send("evil.example:8000", "http://evil.example:8000")).status, 403);
  assert.equal((await send("evil.example:8000")).status, 403);
});

Deno.test("E10: rate limits count messages, and a client reads when to come again", async () => {
  await using served = serveMcp({ env: { TREADLE_RATE_LIMIT: "2/1m" } });
  const list = modern("tools/list");
  const statuses: number[] = [];
  for (let sent = 0; sent < 3; sent++) {
    const response = await served.post(list.body, list.headers);
    statuses.push(response.status);
    if (response.status === 429) {
      assert.ok(Number(response.headers.get("retry-after")) > 0);
      assert.equal(Object(await response.json()).error.data.code, "rate_limited");
    } else await response.body?.cancel();
  }
  assert.deepEqual(statuses, [200, 200, 429]);
});
