// Row E14: the scope that each route needs, and what callers without it get.

import assert from "node:assert/strict";
import { ACCESS_OPERATIONS } from "../../../src/tasks/openapi/access_operations.ts";
import { ANALYTICS_OPERATIONS } from "../../../src/tasks/openapi/analytics_operations.ts";
import { APPROVAL_OPERATIONS } from "../../../src/tasks/openapi/approval_operations.ts";
import { OPERATIONS } from "../../../src/http/schemas/operations.ts";
import { type Scope, SCOPES } from "../../../src/core/contract/scope.ts";
import { findRequiredScope } from "../../../src/http/access/scopes.ts";
import { analytics } from "../../../src/plugins/analytics/mod.ts";
import { policies } from "../../../src/plugins/policies/mod.ts";
import { createTestApp, SAYS_HI } from "../_app.ts";
import { createCallers } from "./_callers.ts";

/** A pin: the scope of every route that is not public. */
const NEEDED: Readonly<Record<Scope, readonly string[]>> = {
  read: [
    "GET /v1/threads",
    "GET /v1/threads/:id",
    "GET /v1/threads/:id/history",
    "GET /v1/threads/:id/media/:blob",
    "GET /v1/threads/:id/media/:blob/link",
    "GET /v1/threads/:id/plan",
    "GET /v1/threads/:id/children",
    "GET /v1/threads/:id/events",
    "GET /v1/threads/:id/approvals",
    "GET /v1/threads/:id/shares",
    "GET /v1/inbox",
    "GET /v1/agents",
    "GET /v1/agents/:name",
    "GET /v1/tools",
    "GET /v1/providers",
    "GET /v1/providers/:name",
    "GET /v1/plugins",
  ],
  run: [
    "POST /v1/threads",
    "DELETE /v1/threads/:id",
    "PUT /v1/threads/:id/plan",
    "PATCH /v1/threads/:id",
    "POST /v1/threads/:id/steps",
    "POST /v1/threads/:id/wake",
    "POST /v1/threads/:id/cancel",
    "POST /v1/threads/:id/fork",
    "POST /v1/threads/:id/calls/:callId/detach",
    "POST /v1/threads/:id/shares",
    "DELETE /v1/threads/:id/shares",
    "DELETE /v1/threads/:id/shares/:share",
  ],
  decide: [
    "POST /v1/threads/:id/approvals/:callId",
    "POST /v1/threads/:id/approvals/:callId/link",
    "POST /v1/inbox/decisions",
    "POST /v1/threads/:id/calls/:callId/result",
  ],
  manage: [
    "POST /v1/threads/index",
    "GET /v1/threads/:id/export",
    "GET /v1/deployment",
    "GET /v1/policies",
    "GET /v1/policies/:name",
    "PUT /v1/policies/:name",
    "DELETE /v1/policies/:name",
    "POST /v1/tokens",
    "GET /v1/keys",
    "POST /v1/keys",
    "POST /v1/keys/:name/rotate",
    "DELETE /v1/keys/:name",
    "GET /v1/usage",
    "GET /v1/analytics/alarms",
    "GET /v1/analytics/choices",
    "GET /v1/analytics/suggestions",
  ],
};

Deno.test("E14: every route that is not public needs one scope", () => {
  const routes = Object.entries({
    ...OPERATIONS,
    ...APPROVAL_OPERATIONS,
    ...ANALYTICS_OPERATIONS,
    ...ACCESS_OPERATIONS,
  })
    .filter(([, { open }]) => !open).map(([route]) => route);
  assert.deepEqual(Object.values(NEEDED).flat().toSorted(), routes.toSorted());
  for (const scope of SCOPES) {
    for (const route of NEEDED[scope]) {
      const [method = "", path = ""] = route.split(" ");
      assert.equal(findRequiredScope(method, path.replaceAll(/:\w+/g, "approvals")), scope, route);
    }
  }
});

Deno.test("O1, E14: each route refuses a caller without its scope, and names the scope; nothing changes", async () => {
  const { ask, store } = createCallers({ plugins: [analytics(), policies()] });
  await ask("acme.ann", "POST", "/v1/threads", { agent: "tester", id: "t1" });
  const before = await store.read({ tenant: "acme", thread: "t1" });
  for (const scope of SCOPES) {
    const others = SCOPES.filter((other) => other !== scope);
    for (const route of NEEDED[scope]) {
      const [method = "", path = ""] = route.split(" ");
      const at = path.replace(":id", "t1").replace(":callId", "c1").replace(":name", "tester");
      const refused = await ask(`acme.ann.${others.join("+")}`, method, at);
      assert.deepEqual([refused.status, refused.code], [403, "forbidden"], route);
      assert.deepEqual(refused.body.details, { scope }, route);
      const permitted = await ask(`acme.ann.${scope}+openid`, "GET", "/v1/agents");
      assert.equal(permitted.status, scope === "read" ? 200 : 403);
    }
  }
  assert.deepEqual(await store.read({ tenant: "acme", thread: "t1" }), before);
});

Deno.test("E14: without scopes a caller has all of them, and with a user read and run", async () => {
  const { ask } = createCallers({ plugins: [analytics(), policies()] });
  const status = async (token: string, method: string, path: string, body?: unknown) =>
    (await ask(token, method, path, body)).status;
  const rules = { rules: [{ type: "first", tool: "echo" }] };
  assert.equal(await status("acme", "GET", "/v1/usage"), 200);
  assert.equal(await status("acme", "PUT", "/v1/policies/mine", rules), 200);
  assert.equal(await status("acme.ann", "GET", "/v1/usage"), 403);
  assert.equal(await status("acme.ann", "PUT", "/v1/policies/mine", rules), 403);
  assert.equal(await status("acme.ann", "GET", "/v1/inbox"), 200);
  assert.equal(await status("acme.ann", "POST", "/v1/threads", { agent: "tester" }), 201);
  assert.equal(await status("acme.ann.manage", "GET", "/v1/usage"), 200);
  assert.equal(await status("acme..", "GET", "/v1/agents"), 403, "an empty list permits nothing");
});

Deno.test("E14: the instructions of an agent are for callers that may run or manage", async () => {
  const { ask } = createCallers({ plugins: [analytics(), policies()] });
  for (const scopes of ["read", "read+decide"]) {
    const { status, body } = await ask(`acme.ann.${scopes}`, "GET", "/v1/agents/tester");
    assert.equal(status, 200);
    assert.deepEqual(["instructions" in body, "plan" in body, "tools" in body], [false, false, true], scopes);
  }
  for (const token of ["acme", "acme.ann", "acme.ann.read+run", "acme.ann.read+manage"]) {
    const { body } = await ask(token, "GET", "/v1/agents/tester");
    assert.equal(typeof body.instructions, "string", token);
    assert.deepEqual([body.policy, body.fallbackModel, body.plan], [null, null, null], token);
  }
});

Deno.test("E14: the list of agents says what the caller may do, so that a page asks for nothing else", async () => {
  const { ask } = createCallers({ plugins: [analytics(), policies()] });
  const told = async (token: string) => (await ask(token, "GET", "/v1/agents")).body.scopes;
  assert.deepEqual(await told("acme"), SCOPES);
  assert.deepEqual(await told("acme.ann"), ["read", "run"]);
  assert.deepEqual(await told("acme.ann.read+openid"), ["read"]);
});

Deno.test("E14: a key has the name and the scopes of its entry; two keys of one name are one caller", async () => {
  const [old, next, reader, all] = ["old", "new", "reader", "all"].map((word) => `${word}-key-0123456789`);
  const keys = `acme/ci/run+read:${old},acme/ci/run+read:${next}, acme/pager/read:${reader},acme:${all}`;
  const { send, logs } = createTestApp({
    env: { TREADLE_API_KEYS: keys },
    scenario: [...SAYS_HI, ...SAYS_HI],
  });
  const ask = (key: string | undefined, method: string, path: string, body?: unknown) =>
    send(method, path, body, { authorization: `Bearer ${key}` });
  const step = { agent: "tester", input: "hi", until: "done" };
  const run = async (key: string | undefined) =>
    await (await ask(key, "POST", "/v1/threads/t1/steps", step)).json();
  assert.equal((await run(reader)).details.scope, "run");
  assert.equal((await run(old)).thread.status, "done");
  assert.equal((await run(next)).thread.status, "done");
  const { entries } = await (await ask(reader, "GET", "/v1/threads/t1/history")).json();
  assert.deepEqual(
    entries.flatMap(({ type, by }: Record<string, string>) => type === "user" ? [by] : []),
    ["key_ci", "key_ci"],
  );
  const callers = logs.map((line): string => JSON.parse(line).caller);
  assert.deepEqual(callers, ["key_pager", "key_ci", "key_ci", "key_pager"]);
  for (const key of [old, next, reader]) {
    const refused = await ask(key, "GET", "/v1/usage");
    assert.deepEqual([refused.status, (await refused.json()).details.scope], [403, "manage"]);
  }
  assert.equal((await ask(all, "GET", "/v1/usage")).status, 200);
  for (const path of ["/healthz", "/openapi.json"]) {
    assert.equal((await ask(reader, "GET", path)).status, 200, path);
  }
});
