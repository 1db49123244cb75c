// The routes by which users authorize MCP servers, through the whole app.

import assert from "node:assert/strict";
import * as z from "zod";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { createApp } from "../../../../src/app.ts";
import { AgentError } from "../../../../src/core/error.ts";
import { createDeps } from "../../../../src/deps/create_deps.ts";
import { createScriptedDriver } from "../../../../src/kernel/drivers/scripted.ts";
import type { Authenticate } from "../../../../src/http/access/identity.ts";
import type { Plugin } from "../../../../src/http/plugin.ts";
import { authorizations } from "../../../../src/plugins/mcp/authorizations/mod.ts";
import { mcpServer } from "../../../../src/plugins/mcp/client/mod.ts";
import { approvals } from "../../../../src/plugins/approvals/mod.ts";
import { scripted } from "../../../../src/providers/scripted/provider.ts";
import { serveAuthorization } from "../../../support/mcp/authorization_server.ts";
import { serveMcp, words } from "../../../support/mcp/server.ts";

const tool = { name: "look", description: "", schema: z.object({}), run: () => words("seen") };
const KEY = "acme-secret-0123456789";

interface Options {
  readonly doors?: readonly Plugin[];
  readonly authenticate?: Authenticate;
}

function deployment(url: string, { doors = [authorizations()], authenticate }: Options = {}) {
  const logs: string[] = [];
  const agents = [
    defineAgent({
      name: "a",
      driver: "scripted",
      toolSources: [mcpServer({ name: "srv", url, oauth: {}, approval: "never" })],
    }),
  ];
  const deps = createDeps({
    agents,
    plugins: [approvals(), ...doors],
    providers: [scripted],
    ...(authenticate === undefined ? {} : { authenticate }),
    drivers: [createScriptedDriver([{ calls: [{ tool: "srv.look" }] }, { says: "Done." }])],
    log: (level, message, fields) => logs.push(`${level} ${message} ${JSON.stringify(fields ?? {})}`),
    env: {
      ...(authenticate === undefined ? { TREADLE_API_KEYS: `acme:${KEY}` } : {}),
      TREADLE_STORE: "memory",
      TREADLE_MODEL: "scripted/demo",
      TREADLE_PUBLIC_URL: "https://agents.example.com",
      TREADLE_SEAL_SECRETS: "a secret of the test of 32 characters".replaceAll(" ", "-"),
      TREADLE_ALLOW_PRIVATE_HOSTS: "127.0.0.1",
    },
  });
  const app = createApp(deps);
  const send = async (method: string, path: string, body?: unknown) =>
    await app.fetch(
      new Request(`https://agents.example.com${path}`, {
        method,
        headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  return { deps, logs, send, app };
}

Deno.test("E10: a step says where its user authorizes a server; the callback needs no key, and the step goes on", async () => {
  await using server = serveMcp("modern", [tool]);
  await using authorization = serveAuthorization();
  authorization.protect(server);
  const { send, app, logs, deps } = deployment(server.url);
  const step = (body: object) => send("POST", "/v1/threads/t1/steps", body);
  const refused = await step({ agent: "a", user: "ann", input: "go", until: "done" });
  const problem = await refused.json();
  assert.deepEqual([refused.status, problem.code], [409, "authorization_required"], JSON.stringify(problem));
  assert.equal(problem.details?.server ?? problem.server, "srv");
  const back = await authorization.agree(problem.details?.url ?? problem.url, "ann");
  assert.equal(back.pathname, "/v1/oauth/callback");
  // The browser of the user has no key of the deployment.
  const done = await app.fetch(new Request(back));
  assert.deepEqual([done.status, done.headers.get("cache-control")], [200, "no-store"]);
  assert.match(await done.text(), /complete/);
  const again = await app.fetch(new Request(back));
  assert.deepEqual([again.status, (await again.json()).code], [422, "authorization_failed"]);
  const ran = await (await step({ agent: "a", user: "ann", input: "go", until: "done" })).json();
  assert.equal(ran.output, "Done.");
  const lines = logs.join("\n");
  for (const secret of [back.searchParams.get("code"), back.searchParams.get("state")]) {
    assert.ok(secret && !lines.includes(secret));
  }

  const standing = await (await send("POST", "/v1/oauth/srv?user=ann")).json();
  assert.deepEqual(standing, { server: "srv", authorized: true });
  assert.equal((await send("DELETE", "/v1/oauth/srv?user=ann")).status, 204);
  const over = await (await send("POST", "/v1/oauth/srv?user=ann")).json();
  assert.equal(over.authorized, false);
  assert.equal(new URL(over.url).origin, authorization.url);
  assert.equal((await send("POST", "/v1/oauth/other")).status, 404);
  const keyless = await app.fetch(
    new Request("https://agents.example.com/v1/oauth/srv", { method: "DELETE" }),
  );
  assert.equal(keyless.status, 401);
  await deps.close();
});

Deno.test("E10: the state of an authorization that a later one has replaced is refused, also with the code of the later one", async () => {
  await using server = serveMcp("modern", [tool]);
  await using authorization = serveAuthorization();
  authorization.protect(server);
  const { send, app, deps } = deployment(server.url);
  const urlFor = async (thread: string) => {
    const body = { agent: "a", user: "ann", input: "go" };
    const problem = await (await send("POST", `/v1/threads/${thread}/steps`, body)).json();
    return new URL(problem.details?.url ?? problem.url);
  };
  const earlier = await urlFor("t1");
  const later = await urlFor("t2");
  assert.notEqual(earlier.searchParams.get("state"), later.searchParams.get("state"));
  const back = await authorization.agree(later.href, "ann");
  const mixed = new URL(back);
  mixed.searchParams.set("state", earlier.searchParams.get("state") ?? "");
  const refused = await app.fetch(new Request(mixed));
  assert.deepEqual([refused.status, (await refused.json()).code], [422, "authorization_failed"]);
  const standing = await (await send("POST", "/v1/oauth/srv?user=ann")).json();
  assert.equal(standing.authorized, false);
  await deps.close();
});

Deno.test("E10: an answer with another state leaves the authorization under way as it is", async () => {
  await using server = serveMcp("modern", [tool]);
  await using authorization = serveAuthorization();
  authorization.protect(server);
  const { send, app, deps } = deployment(server.url);
  const body = { agent: "a", user: "ann", input: "go" };
  const first = await (await send("POST", "/v1/threads/t1/steps", body)).json();
  const earlier = new URL(first.details?.url ?? first.url).searchParams.get("state") ?? "";
  const second = await (await send("POST", "/v1/threads/t2/steps", body)).json();
  const back = await authorization.agree(second.details?.url ?? second.url, "ann");
  const forged = `https://agents.example.com/v1/oauth/callback?code=x&state=${encodeURIComponent(earlier)}`;
  assert.equal((await app.fetch(new Request(forged))).status, 422);
  assert.equal((await app.fetch(new Request(back))).status, 200);
  await deps.close();
});

Deno.test("E10: a caller with a user begins and forgets the authorization of that user, whomever the query names", async () => {
  await using server = serveMcp("modern", [tool]);
  await using authorization = serveAuthorization();
  authorization.protect(server);
  const authenticate: Authenticate = ({ headers }) => {
    const [, user = ""] = /^Bearer (\w+)/.exec(headers.get("authorization") ?? "") ?? [];
    return { tenant: "acme", user };
  };
  const { app, deps } = deployment(server.url, { authenticate });
  const ask = (user: string, method: string) =>
    app.fetch(
      new Request("https://agents.example.com/v1/oauth/srv?user=ann", {
        method,
        headers: { authorization: `Bearer ${user}`, "content-type": "application/json" },
      }),
    );
  const authorized = async (user: string) => await (await ask(user, "POST")).json();
  const back = await authorization.agree((await authorized("ann")).url, "ann");
  assert.equal((await app.fetch(new Request(back))).status, 200);
  assert.deepEqual([(await authorized("ann")).authorized, (await authorized("bob")).authorized], [
    true,
    false,
  ]);
  await ask("bob", "DELETE");
  assert.equal((await authorized("ann")).authorized, true);
  await deps.close();
});

Deno.test("E10: an agent whose server users authorize needs the routes for it, and the start says so", () => {
  assert.throws(
    () => deployment("https://mcp.example.com/mcp", { doors: [] }),
    (thrown) => thrown instanceof AgentError && /mcp\/authorizations/.test(thrown.message),
  );
});

Deno.test("E10: a callback without a state of this deployment is refused", async () => {
  const { app, deps } = deployment("https://mcp.example.com/mcp");
  for (const query of ["", "?code=x", "?code=x&state=y"]) {
    const response = await app.fetch(new Request(`https://agents.example.com/v1/oauth/callback${query}`));
    assert.deepEqual([response.status, (await response.json()).code], [422, "authorization_failed"]);
  }
  await deps.close();
});
