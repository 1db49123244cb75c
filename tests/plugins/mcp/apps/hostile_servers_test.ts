// Hostile servers and callers of the routes of apps, without a browser: what is no app is not shown, what a policy is made of says
// nothing else, and what an app may not call does not run.

import assert from "node:assert/strict";
import { scenario } from "../../../../src/providers/scripted/scenario.ts";
import { readToolUi } from "../../../../src/plugins/mcp/client/apps/tool_ui.ts";
import {
  approveDomains,
  contentPolicy,
  withPolicy,
} from "../../../../src/plugins/mcp/apps/content_policy.ts";
import { serveMcp, words } from "../../../support/mcp/server.ts";
import { appScene, VIEW, weatherTools } from "./_deployment.ts";

/** Addresses that are no apps. */
const NO_APPS = [
  "https://evil.example.com/view.html",
  "http://127.0.0.1/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "data:text/html,x",
  "UI://srv/view",
  "ui:/srv/view",
  "ui://",
  " ui://srv/view",
  "ui://srv/../secret",
  "ui://srv/./view",
  "ui://srv/%2e%2e/secret",
  "ui://srv/..",
  "ui://srv/view\r\nset-cookie: a=b",
  "ui://srv/view with blanks",
  'ui://srv/"onload="x',
  "ui://srv/<script>",
  "ui://srv/vi\u0435w",
  `ui://srv/${"x".repeat(600)}`,
  "",
];

for (const uri of NO_APPS) {
  Deno.test(`V7: the address ${JSON.stringify(uri.slice(0, 40))} of a tool is no app`, () => {
    assert.equal(readToolUi({ ui: { resourceUri: uri } })?.resourceUri, undefined);
    assert.equal(readToolUi({ "ui/resourceUri": uri })?.resourceUri, undefined);
  });
}

Deno.test("V7: what a server says of a tool's apps has one form, whatever it says", () => {
  const both = ["model", "app"];
  assert.deepEqual(readToolUi({ ui: { resourceUri: VIEW } }), { resourceUri: VIEW, visibility: both });
  assert.deepEqual(readToolUi({ "ui/resourceUri": VIEW }), { resourceUri: VIEW, visibility: both });
  assert.deepEqual(readToolUi({ ui: { visibility: ["app", "root", 1] } }), { visibility: ["app"] });
  assert.deepEqual(readToolUi({ ui: { visibility: [] } }), { visibility: [] });
  assert.equal(readToolUi({ ui: { visibility: "app" } }), undefined);
  for (const text of ["null", "1", "[]", "{}", '{"ui":null}', '{"ui":[]}', '{"ui":{"resourceUri":{}}}']) {
    assert.equal(readToolUi(JSON.parse(text)), undefined);
  }
});

/** Words of a server that are no origins an app may have. */
const NO_ORIGINS = [
  "*",
  "https:",
  "https://*",
  "https://*.com",
  "http://example.com",
  "https://localhost",
  "https://127.0.0.1",
  "https://[::1]",
  "https://10.0.0.1:8080",
  "https://example.com/path",
  "https://user@example.com",
  "https://example.com; script-src *",
  "https://example.com 'unsafe-eval'",
  "https://example.com\n* ",
  "https://example.com,*",
  `https://example.com"><script>`,
  "'self'",
  "'unsafe-eval'",
  "data:",
  "blob:",
  "//example.com",
  "example.com",
  "https://*.*.example.com",
  "https://-example.com",
  `https://${"a".repeat(300)}.com`,
];

for (const origin of NO_ORIGINS) {
  Deno.test(`V7: ${JSON.stringify(origin.slice(0, 40))} is no origin of an app's policy`, () => {
    const none = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] };
    const list = [origin];
    const asked = { connectDomains: list, resourceDomains: list, frameDomains: list, baseUriDomains: list };
    assert.deepEqual(approveDomains(asked), none);
    assert.equal(contentPolicy(approveDomains(asked)), contentPolicy(none));
  });
}

Deno.test("V7: origins of an app are kept once, sockets for connections alone, and twenty of a kind", () => {
  const many = Array.from({ length: 40 }, (_, index) => `https://h${index}.example.com`);
  const approved = approveDomains({
    connectDomains: ["https://API.example.com/", "https://api.example.com", "wss://live.example.com:8443"],
    resourceDomains: ["wss://live.example.com", "https://*.cdn.example.com"],
    frameDomains: many,
    baseUriDomains: [],
  });
  assert.deepEqual(approved.connectDomains, ["https://api.example.com", "wss://live.example.com:8443"]);
  assert.deepEqual(approved.resourceDomains, ["https://*.cdn.example.com"]);
  assert.equal(approved.frameDomains.length, 20);
});

Deno.test("V7: the policy stands before all that a server writes", () => {
  const none = approveDomains({
    connectDomains: [],
    resourceDomains: [],
    frameDomains: [],
    baseUriDomains: [],
  });
  for (
    const html of [
      "",
      "\ufeff<!doctype html>",
      "--><script>x</script>",
      '"><script>x</script>',
      "</head><script>x</script>",
    ]
  ) {
    const whole = withPolicy({ html }, contentPolicy(none));
    assert.ok(
      whole.startsWith('<!doctype html><meta http-equiv="content-security-policy" content="default-src'),
    );
    assert.ok(whole.endsWith(html));
    assert.equal(whole.slice(0, whole.length - html.length).match(/<script/g), null);
  }
});

/** Answers of a server to resources/read that are no app. */
const NO_RESOURCES: Readonly<Record<string, unknown>> = {
  "another type": { contents: [{ uri: VIEW, mimeType: "text/html", text: "x" }] },
  "a type with more": { contents: [{ uri: VIEW, mimeType: "text/html;profile=mcp-app;x=1", text: "x" }] },
  "no type": { contents: [{ uri: VIEW, text: "x" }] },
  "a script": { contents: [{ uri: VIEW, mimeType: "text/javascript", text: "x" }] },
  "another address": {
    contents: [{ uri: "ui://other/view.html", mimeType: "text/html;profile=mcp-app", text: "x" }],
  },
  "nothing": { contents: [] },
  "no list": { contents: { uri: VIEW } },
  "no text": { contents: [{ uri: VIEW, mimeType: "text/html;profile=mcp-app" }] },
  "a text that is none": { contents: [{ uri: VIEW, mimeType: "text/html;profile=mcp-app", text: { a: 1 } }] },
  "a broken blob": { contents: [{ uri: VIEW, mimeType: "text/html;profile=mcp-app", blob: "%%%" }] },
  "a blob of bytes": { contents: [{ uri: VIEW, mimeType: "text/html;profile=mcp-app", blob: "/////w==" }] },
  "a huge text": {
    contents: [{ uri: VIEW, mimeType: "text/html;profile=mcp-app", text: "x".repeat(5_000_001) }],
  },
  "more than an answer may have": {
    contents: [{ uri: VIEW, mimeType: "text/html;profile=mcp-app", text: "x".repeat(17 * 1024 * 1024) }],
  },
};

Deno.test("V7: what a server gives in place of an app is not shown", async (test) => {
  await using scene = await appScene({ era: "stateless" });
  const call = await scene.show("t1");
  for (const [name, result] of Object.entries(NO_RESOURCES)) {
    await test.step(name, async () => {
      scene.mcp.instead = async (request, rpc) => {
        if (rpc !== "resources/read") return undefined;
        const { id } = await request.json();
        return Response.json({ jsonrpc: "2.0", id, result });
      };
      const response = await scene.get(`/v1/threads/t1/apps/${call}`);
      const { code, html } = await response.json();
      assert.deepEqual([response.status, code, html], [503, "tools_unavailable", undefined]);
    });
  }
  for (
    const [name, answer] of [
      ["a redirect", () => Response.redirect("https://evil.example.com/")],
      ["an error", () => new Response("no", { status: 500 })],
      ["a page", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
    ] as const
  ) {
    await test.step(name, async () => {
      scene.mcp.instead = (_request, rpc) => rpc === "resources/read" ? answer() : undefined;
      const response = await scene.get(`/v1/threads/t1/apps/${call}`);
      assert.equal(response.status, 503);
      await response.body?.cancel();
    });
  }
});

/** Calls that an app may not make: the body, and the code of the refusal. */
const NO_CALLS: readonly (readonly [name: string, body: unknown, code: string])[] = [
  ["of a tool for the model alone", { name: "secret" }, "not_found"],
  ["by the agent's name", { name: "srv.refresh" }, "not_found"],
  ["of another server", { name: "show_weather_of_other" }, "not_found"],
  ["of another server by the agent's name", { name: "other.refresh" }, "not_found"],
  ["of a tool of the agent", { name: "read_output" }, "not_found"],
  ["of no tool", { name: "nothing" }, "not_found"],
  ["of a name of every object", { name: "__proto__" }, "not_found"],
  ["of a name with a path", { name: "../../../agents" }, "not_found"],
  ["without a name", {}, "invalid_request"],
  ["with an empty name", { name: "" }, "invalid_request"],
  ["with a long name", { name: "x".repeat(300) }, "invalid_request"],
  ["with a list of arguments", { name: "refresh", arguments: [1] }, "invalid_request"],
  ["with a text of arguments", { name: "refresh", arguments: "{}" }, "invalid_request"],
  ["with huge arguments", { name: "refresh", arguments: { a: "x".repeat(70_000) } }, "invalid_request"],
  ["with another thread", { name: "refresh", thread: "t2" }, "invalid_request"],
  ["with an execution", { name: "refresh", execution: "plan" }, "invalid_request"],
  ["with a user", { name: "refresh", user: "ann" }, "invalid_request"],
];

Deno.test("V7: a call that is not for apps does not run", async (test) => {
  const ran: string[] = [];
  await using other = serveMcp("modern", weatherTools(ran));
  await using scene = await appScene({ other: other.url });
  const call = await scene.show("t1");
  for (const [name, body, code] of NO_CALLS) {
    await test.step(name, async () => {
      const response = await scene.post(`/v1/threads/t1/apps/${call}/calls`, body);
      assert.equal((await response.json()).code, code);
    });
  }
  for (const id of ["call_00000000000000000000", "..", "__proto__", `${call}x`]) {
    await test.step(`a forged id ${id}`, async () => {
      const response = await scene.post(`/v1/threads/t1/apps/${encodeURIComponent(id)}/calls`, {
        name: "refresh",
      });
      assert.ok(response.status >= 400 && response.status < 500);
      await response.body?.cancel();
    });
  }
  assert.deepEqual([scene.ran, ran], [["show_weather {}"], []]);
  const { version } = await (await scene.get("/v1/threads/t1")).json();
  assert.equal(version, 2);
});

Deno.test("V7: an app calls no tool whose name in the agent is that of another server's: their prefixes meet", async () => {
  const ran: string[] = [];
  const others: string[] = [];
  // `other.mo` and `ve_station`, `other.` and `move_station`: in the agent both are `other.move_station`.
  const [show, , move] = weatherTools(ran);
  assert.ok(show !== undefined && move !== undefined);
  const run = () => {
    others.push("move_station");
    return words("moved");
  };
  const station = { ...move, ui: undefined, run };
  await using other = serveMcp("modern", [station]);
  const script = scenario().calls("other.moshow_weather", {}).next().says("It is sunny.");
  await using scene = await appScene({
    other: other.url,
    script,
    settings: { prefix: "other.mo" },
    tools: [show, { ...move, name: "ve_station" }],
  });
  const call = await scene.show("t1");
  const response = await scene.post(`/v1/threads/t1/apps/${call}/calls`, { name: "ve_station" });
  assert.equal((await response.json()).code, "not_found");
  assert.deepEqual([ran, others], [["show_weather {}"], []]);
});

Deno.test("V7: an app ends no wait: its call is refused while the thread waits for a person", async () => {
  const script = scenario().calls("srv.show_weather", {}).next().calls("srv.destroy", {});
  const ran: string[] = [];
  const destroy = {
    name: "destroy",
    description: "Destroys.",
    run: () => (ran.push("destroy"), words("gone")),
  };
  await using scene = await appScene({ script, tools: [...weatherTools(ran), destroy] });
  const call = await scene.show("t1");
  const before = await (await scene.get("/v1/threads/t1")).json();
  assert.equal(before.status, "waiting");
  const response = await scene.post(`/v1/threads/t1/apps/${call}/calls`, { name: "refresh" });
  assert.deepEqual([response.status, (await response.json()).code], [409, "thread_busy"]);
  const after = await (await scene.get("/v1/threads/t1")).json();
  assert.deepEqual([after.version, after.calls[0].state, ran], [before.version, "approval", [
    "show_weather {}",
  ]]);
});

Deno.test("V7: a call and an app of another thread, another tenant or another user do not exist", async () => {
  const [own, other] = ["acme-secret-0123456789", "beta-secret-0123456789"].map((key) => ({
    authorization: `Bearer ${key}`,
  }));
  await using scene = await appScene({
    env: { TREADLE_API_KEYS: "acme:acme-secret-0123456789,beta:beta-secret-0123456789" },
  });
  const body = { agent: "forecaster", input: "Weather?", until: "done" };
  const { calls } = await (await scene.post("/v1/threads/t1/steps", body, own)).json();
  await (await scene.post("/v1/threads/t2/steps", body, own)).text();
  const [{ id }] = calls;
  const statuses = [
    await scene.get(`/v1/threads/t1/apps/${id}`, own),
    await scene.get(`/v1/threads/t2/apps/${id}`, own),
    await scene.get(`/v1/threads/t1/apps/${id}`, other),
    await scene.get(`/v1/threads/t1/apps/${id}`),
    await scene.post(`/v1/threads/t2/apps/${id}/calls`, { name: "refresh" }, own),
    await scene.post(`/v1/threads/t1/apps/${id}/calls`, { name: "refresh" }, other),
    await scene.post(`/v1/threads/t1/apps/${id}/calls`, { name: "refresh" }),
  ].map((response) => (void response.body?.cancel(), response.status));
  assert.deepEqual(statuses, [200, 422, 404, 401, 422, 404, 401]);
  assert.ok(!scene.ran.some((line) => line.startsWith("refresh")));
});
