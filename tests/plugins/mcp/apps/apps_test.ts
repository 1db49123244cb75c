// Apps of MCP servers over HTTP: which calls have them, what a client gets, and what an app may call.

import assert from "node:assert/strict";
import { scenario } from "../../../../src/providers/scripted/scenario.ts";
import { appScene, VIEW, weatherTools } from "./_deployment.ts";

for (const era of ["modern", "sessions", "stateless"] as const) {
  Deno.test(`V7: a ${era} server is told that apps are shown, and a call that one shows is named with it`, async () => {
    await using scene = await appScene({ era });
    const call = await scene.show("t1");
    const told = scene.mcp.requests.filter(({ body }) => body.includes("io.modelcontextprotocol/ui"));
    assert.ok(told.length > 0);
    assert.match(
      told[0]?.body ?? "",
      /"io\.modelcontextprotocol\/ui":\{"mimeTypes":\["text\/html;profile=mcp-app"\]\}/,
    );
    const app = { server: "srv", uri: VIEW };
    const { entries } = await (await scene.get("/v1/threads/t1/history")).json();
    const entry = entries.find((each: { type: string }) => each.type === "tool");
    assert.deepEqual([entry.callId, entry.app], [call, app]);
    const shown = await (await scene.get(`/v1/threads/t1/apps/${call}`)).json();
    assert.deepEqual([shown.server, shown.uri, shown.name], ["srv", VIEW, "srv.show_weather"]);
  });
}

Deno.test("V7: events and the result of a run name the app of a call; a call without one has none", async () => {
  await using scene = await appScene({
    script: scenario().calls("srv.show_weather", {}).calls("srv.secret", {}).next().says("Done."),
  });
  const body = { agent: "forecaster", input: "Weather?", until: "done" };
  const response = await scene.post("/v1/threads/t1/steps", body, { accept: "text/event-stream" });
  const events = (await response.text()).split("\n").filter((line) => line.startsWith("data: {"))
    .map((line) => JSON.parse(line.slice(6)));
  const appsOf = (type: string) =>
    events.filter((event) => event.type === type).map(({ name, app }) => [name, app?.uri]);
  assert.deepEqual(appsOf("tool.started"), [["srv.show_weather", VIEW], ["srv.secret", undefined]]);
  assert.deepEqual(new Map(appsOf("tool.finished") as [string, string][]).get("srv.show_weather"), VIEW);
});

Deno.test("V7: without `apps` a server is told of none, no call names one, and tools for apps are not offered", async () => {
  await using scene = await appScene({ settings: { apps: false } });
  const call = await scene.show("t1");
  assert.ok(!scene.mcp.requests.some(({ body }) => body.includes("io.modelcontextprotocol/ui")));
  const { entries } = await (await scene.get("/v1/threads/t1/history")).json();
  assert.ok(entries.every((entry: object) => !("app" in entry)));
  const response = await scene.get(`/v1/threads/t1/apps/${call}`);
  assert.equal(response.status, 404);
  await response.body?.cancel();
});

Deno.test("V7: a client gets the app's HTML behind its policy, with the arguments and the result of the call", async () => {
  await using scene = await appScene({
    app: {
      html: "<!doctype html><title>Weather</title>",
      ui: {
        csp: { connectDomains: ["https://api.example.com"], resourceDomains: ["https://*.cdn.example.com"] },
      },
    },
  });
  const call = await scene.show("t1");
  const response = await scene.get(`/v1/threads/t1/apps/${call}`);
  assert.equal(response.headers.get("cache-control"), "no-store");
  const { html, domains, args, result } = await response.json();
  assert.deepEqual(args, {});
  assert.deepEqual(result, {
    content: [{ type: "text", text: '{"sky":"sunny","degrees":21}' }],
    structuredContent: { sky: "sunny", degrees: 21 },
  });
  assert.deepEqual(domains.connectDomains, ["https://api.example.com"]);
  const [, policy] =
    /^<!doctype html><meta http-equiv="content-security-policy" content="([^"]*)">/.exec(html) ?? [];
  assert.equal(
    policy,
    "default-src 'none'; script-src 'unsafe-inline' https://*.cdn.example.com; " +
      "style-src 'unsafe-inline' https://*.cdn.example.com; img-src data: blob: https://*.cdn.example.com; " +
      "font-src data: https://*.cdn.example.com; media-src data: blob: https://*.cdn.example.com; " +
      "connect-src https://api.example.com; frame-src 'none'; base-uri 'none'; worker-src blob:; " +
      "object-src 'none'; form-action 'none'",
  );
  assert.ok(html.endsWith("<!doctype html><title>Weather</title>"));
});

Deno.test("V7: an app may come as a blob of UTF-8", async () => {
  await using scene = await appScene({ era: "stateless" });
  const call = await scene.show("t1");
  scene.mcp.instead = async (request, rpc) => {
    if (rpc !== "resources/read") return undefined;
    const blob = new TextEncoder().encode("<p>Zürich</p>").toBase64();
    const contents = [{ uri: VIEW, mimeType: "text/html; profile=mcp-app", blob }];
    return Response.json({ jsonrpc: "2.0", id: (await request.json()).id, result: { contents } });
  };
  const { html } = await (await scene.get(`/v1/threads/t1/apps/${call}`)).json();
  assert.ok(html.endsWith("<p>Zürich</p>"));
});

Deno.test("V7: a call that waits for a person has its app before it runs", async () => {
  await using scene = await appScene({ settings: { approval: ["show_weather"] } });
  await (await scene.post("/v1/threads/t1/steps", { agent: "forecaster", input: "Weather?", until: "done" }))
    .text();
  const { calls } = await (await scene.get("/v1/threads/t1")).json();
  const app = await (await scene.get(`/v1/threads/t1/apps/${calls[0].id}`)).json();
  assert.deepEqual([app.uri, app.result], [VIEW, undefined]);
});

Deno.test("V7: the frame of apps has an origin of its own and is framed by listed origins alone", async () => {
  await using scene = await appScene({ env: { TREADLE_CORS_ORIGINS: "https://chat.example.com" } });
  const response = await scene.get("/v1/apps/frame");
  const policy = response.headers.get("content-security-policy") ?? "";
  assert.match(policy, /^sandbox allow-scripts; default-src 'none'; /);
  assert.match(policy, /; frame-ancestors 'self' https:\/\/chat\.example\.com$/);
  assert.equal(response.headers.get("set-cookie"), null);
  await response.body?.cancel();
});

Deno.test("V7: an app calls a tool that no model is offered, as a run of its thread whose model is caller/app", async () => {
  const script = scenario().calls("srv.show_weather", {}).next().says("It is sunny.").next().says("-").next()
    .says("Bye.");
  await using scene = await appScene({ script });
  const call = await scene.show("t1");
  const run = await (await scene.post(`/v1/threads/t1/apps/${call}/calls`, { name: "refresh" })).json();
  assert.deepEqual(run.calls.map(({ name, state }: { name: string; state: string }) => [name, state]), [
    ["srv.refresh", "completed"],
  ]);
  assert.deepEqual(run.calls[0].output, { sky: "rain", degrees: 12 });
  assert.equal(run.calls[0].app, undefined); // the app that called it shows what came of it
  assert.deepEqual(scene.ran, ["show_weather {}", "refresh {}"]);
  const { entries } = await (await scene.get("/v1/threads/t1/history")).json();
  const asked = entries.findLast((entry: { type: string }) => entry.type === "user");
  assert.equal(asked.door, "app");
  assert.equal(entries.findLast((entry: { type: string }) => entry.type === "assistant").model, "caller/app");
  const next = await (await scene.post("/v1/threads/t1/steps", { input: "Thanks.", until: "done" })).json();
  assert.deepEqual(next.choice.toolsSent, ["srv.show_weather", "srv.secret"]);
});

Deno.test("V7: a call of an app that needs approval waits for a person, and runs when they approve", async () => {
  await using scene = await appScene();
  const call = await scene.show("t1");
  const run = await (await scene.post(`/v1/threads/t1/apps/${call}/calls`, { name: "move_station" })).json();
  assert.equal(run.thread.status, "waiting");
  assert.deepEqual(scene.ran, ["show_weather {}"]);
  const decided = await scene.post(`/v1/threads/t1/approvals/${run.calls[0].id}`, { approved: true });
  assert.equal(decided.status, 200);
  await decided.body?.cancel();
  const next = await (await scene.post("/v1/threads/t1/steps", { until: "done" })).json();
  assert.equal(next.thread.status, "done");
  assert.deepEqual(scene.ran, ["show_weather {}", "move_station {}"]);
});

Deno.test("V7: a call of an app whose tool has an app too is shown by the app that made it, also behind an approval", async () => {
  const tools = weatherTools([]).map((tool) =>
    tool.name === "move_station" ? { ...tool, ui: { resourceUri: VIEW } } : tool
  );
  await using scene = await appScene({ tools });
  const call = await scene.show("t1");
  const run = await (await scene.post(`/v1/threads/t1/apps/${call}/calls`, { name: "move_station" })).json();
  await (await scene.post(`/v1/threads/t1/approvals/${run.calls[0].id}`, { approved: true })).text();
  await (await scene.post("/v1/threads/t1/steps", { until: "done" })).text();
  const { entries } = await (await scene.get("/v1/threads/t1/history")).json();
  const calls = entries.filter((entry: { type: string }) => entry.type === "tool");
  assert.deepEqual(calls.map(({ name, app }: { name: string; app?: unknown }) => [name, app !== undefined]), [
    ["srv.show_weather", true],
    ["srv.move_station", false],
  ]);
});

Deno.test("V7: a call of an app that a person denies does not run", async () => {
  await using scene = await appScene();
  const call = await scene.show("t1");
  const run = await (await scene.post(`/v1/threads/t1/apps/${call}/calls`, { name: "move_station" })).json();
  await (await scene.post(`/v1/threads/t1/approvals/${run.calls[0].id}`, { approved: false })).text();
  await (await scene.post("/v1/threads/t1/steps", { until: "done" })).text();
  assert.deepEqual(scene.ran, ["show_weather {}"]);
});

Deno.test("V7: the same call of an app with the same idempotency key runs once", async () => {
  await using scene = await appScene();
  const call = await scene.show("t1");
  const send = () =>
    scene.post(`/v1/threads/t1/apps/${call}/calls`, { name: "refresh" }, { "idempotency-key": "page_1" });
  await (await send()).text();
  const again = await send();
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  await again.body?.cancel();
  assert.deepEqual(scene.ran, ["show_weather {}", "refresh {}"]);
});

Deno.test("V7: a deployment that shows apps of a server and lacks their plugin is refused with the line to add", async () => {
  await assert.rejects(
    async () => await (await appScene({ plugins: [] }))[Symbol.asyncDispose](),
    /import \{ mcpApps \} from "@treadle\/treadle\/mcp\/apps", and add mcpApps\(\) to plugins/,
  );
});
