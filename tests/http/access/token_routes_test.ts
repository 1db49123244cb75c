// Row E14: what each route of the app does with a token. A new route is refused until it has a line here.

import { standard } from "../../../src/plugins/standard.ts";
import { shares } from "../../../src/plugins/shares/mod.ts";
import { chat } from "../../../src/plugins/chat/mod.ts";
import { media } from "../../../src/plugins/media/mod.ts";
import { traceSvg } from "../../../src/plugins/trace_svg/mod.ts";
import assert from "node:assert/strict";
import { PNG } from "../../plugins/media/_media.ts";
import { createTokenApp, fillThreads, signed } from "./_tokens.ts";

/** Routes without a caller. */
const PUBLIC =
  /^(?:GET \/$|GET \/playground\/|GET \/openapi\.json$|GET \/healthz$|(?:GET|POST) \/approvals\/|GET \/media\/|GET \/shared\/|POST \/callbacks\/)/;

/** Routes that take tokens, about one thread: those of others do not exist there. */
const OF_A_THREAD = [
  "GET /v1/threads/:id/shares",
  "POST /v1/threads/:id/shares",
  "DELETE /v1/threads/:id/shares",
  "DELETE /v1/threads/:id/shares/:share",
  "GET /v1/threads/:id",
  "PATCH /v1/threads/:id",
  "DELETE /v1/threads/:id",
  "GET /v1/threads/:id/history",
  "POST /v1/threads/:id/steps",
  "GET /v1/threads/:id/plan",
  "GET /v1/threads/:id/children",
  "GET /v1/threads/:id/media/:blob",
  "GET /v1/threads/:id/media/:blob/link",
  "GET /v1/threads/:id/trace.svg",
  "GET /v1/threads/:id/events",
  "POST /v1/threads/:id/cancel",
  "POST /v1/threads/:id/fork",
  "GET /v1/threads/:id/approvals",
  "POST /v1/threads/:id/approvals/:callId",
  "GET /v1/responses/:response",
  "DELETE /v1/responses/:response",
  "POST /v1/responses/:response/cancel",
  "GET /v1/responses/:response/input_items",
  "GET /api/chat/:id/messages",
  "GET /api/chat/:id/stream",
  "POST /api/chat/:id/stop",
  "GET /api/chat/:agent/:id/messages",
  "GET /api/chat/:agent/:id/stream",
  "POST /api/chat/:agent/:id/stop",
];

/** Routes that take tokens, and find in their bodies or in lists what the token is for. */
const OTHERS = [
  "POST /v1/threads",
  "GET /v1/threads",
  "GET /v1/inbox",
  "POST /v1/inbox/decisions",
  "GET /v1/agents",
  "POST /api/chat",
  "POST /api/chat/:agent",
  "POST /v1/chat/completions",
  "POST /v1/responses",
  "GET /v1/models",
  "GET /v1/models/:model",
];

/** AG-UI: tests/slow/plugins/ag_ui. */
const ELSEWHERE = /^POST \/agui/;

Deno.test("E14: of all routes a token has those that are listed, and about other threads none of them answers", async () => {
  const app = createTokenApp({ plugins: [...standard(), shares()] });
  const { call } = await fillThreads(app);
  const token = await signed({ prefix: undefined });
  const routes = new Set(
    app.app.routes.filter(({ method, path }) => method !== "ALL" && !path.includes("*"))
      .map(({ method, path }) => `${method} ${path}`),
  );
  for (const route of [...OF_A_THREAD, ...OTHERS]) assert.ok(routes.has(route), `${route} is a route`);
  for (const route of routes) {
    if (PUBLIC.test(route) || ELSEWHERE.test(route)) continue;
    const [method = "", pattern = ""] = route.split(" ");
    const path = pattern.replace(":id", "bob.t1").replace(":callId", call("bob.t1"))
      .replace(":blob", "a".repeat(64)).replace(/:(?:agent|name|model)/, "tester")
      .replace(":share", "a".repeat(32)).replace(":response", "resp_0123456789abcdefghjk");
    const body = method === "POST" || method === "PUT" ? {} : undefined;
    const { status, code } = await app.ask(token, method, path, body);
    if (OF_A_THREAD.includes(route)) assert.deepEqual([status, code], [404, "thread_unknown"], route);
    else if (OTHERS.includes(route)) assert.notEqual(code, "forbidden", route);
    else assert.deepEqual([status, code], [403, "forbidden"], route);
  }
});

Deno.test("E14: a page with a token shows the media and the picture of its threads, and of no others", async () => {
  const app = createTokenApp({ plugins: [chat(), media(), traceSvg()] });
  const token = await app.mint({ threadPrefix: "ann." });
  const input = { parts: [{ type: "image", mediaType: "image/png", data: PNG }] };
  const made = await app.ask(token, "POST", "/v1/threads/ann.m1/steps", { agent: "tester", input });
  assert.equal(made.status, 200);
  const { body: { entries } } = await app.ask(token, "GET", "/v1/threads/ann.m1/history");
  const { url } = entries[0].parts[0];
  const shown = [url, "/v1/threads/ann.m1/trace.svg"];
  for (const path of shown) assert.equal((await app.ask(token, "GET", path)).status, 200, path);
  const bob = await app.mint({ user: "bob" });
  const runner = await app.mint({ scopes: ["run"] });
  for (const path of shown) {
    assert.equal((await app.ask(bob, "GET", path)).code, "thread_unknown", path);
    assert.equal((await app.ask(runner, "GET", path)).code, "forbidden", path);
  }
});

Deno.test("E14: a page with a token renames and archives its threads, where the token may run them", async () => {
  const app = createTokenApp();
  await fillThreads(app);
  const token = await app.mint({ threadPrefix: "ann." });
  const changed = await app.ask(token, "PATCH", "/v1/threads/ann.t1", { title: "June", archived: true });
  assert.deepEqual([changed.status, changed.body.title, changed.body.archived], [200, "June", true]);
  const reader = await app.mint({ threadPrefix: "ann.", scopes: ["read"] });
  const refused = await app.ask(reader, "PATCH", "/v1/threads/ann.t1", { title: "July" });
  assert.equal(refused.code, "forbidden");
});
