// Calls of MCP servers' tools in steps of an agent, on both protocols.

import assert from "node:assert/strict";
import * as z from "zod";
import type { Observation } from "../../../../src/core/entry.ts";
import { type ServedTool, serveMcp, words } from "../../../support/mcp/server.ts";
import { mcpAgent, type McpScene, mcpScene } from "./_scene.ts";

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const add: ServedTool = {
  name: "add",
  description: "Adds two numbers.",
  schema: z.object({ a: z.number(), b: z.number() }),
  annotations: { readOnlyHint: true },
  run: ({ a, b }) => words(String(Number(a) + Number(b))),
};

/** The observation of the only call. */
async function observed({ lab }: McpScene): Promise<Observation> {
  await lab.run({ input: "go" });
  const { answer } = await lab.run({ until: "done" });
  assert.equal(answer.output, "Done.");
  const [tool] = (await lab.history()).filter((entry) => entry.type === "tool");
  assert.ok(tool);
  return tool;
}

for (const era of ["modern", "sessions", "stateless"] as const) {
  Deno.test(`E10: a tool of an MCP server (${era}) runs as a tool of the agent`, async () => {
    await using server = serveMcp(era, [add]);
    const scene = mcpScene(server.url, [["srv.add", { a: 2, b: 3 }]]);
    const { outcome, output } = await observed(scene);
    assert.deepEqual([outcome, output], ["completed", "5"]);
    const handshake = era === "modern"
      ? ["server/discover"]
      : ["server/discover", "initialize", "notifications/initialized"];
    assert.deepEqual(server.methods(), [...handshake, "tools/list", "tools/call"]);
    const call = server.requests.at(-1);
    assert.equal(call?.headers.get("mcp-protocol-version"), era === "modern" ? "2026-07-28" : "2025-11-25");
    assert.equal(call?.headers.get("mcp-name"), era === "modern" ? "add" : null);
    assert.equal(call?.headers.has("mcp-session-id"), era === "sessions");
  });

  Deno.test(`E10: a call of an MCP tool (${era}) carries its id as the idempotency key, and its trace`, async () => {
    let meta: Readonly<Record<string, unknown>> = {};
    await using server = serveMcp(era, [{ ...add, run: (_, call) => (meta = call.meta, words("")) }]);
    const { callId } = await observed(mcpScene(server.url, [["srv.add", { a: 1, b: 1 }]]));
    assert.equal(meta["treadle/idempotencyKey"], callId);
  });

  Deno.test(`E10: structured content, images and failures of an MCP tool (${era})`, async () => {
    const output = z.object({ sum: z.number() });
    await using server = serveMcp(era, [
      { ...add, name: "sum", output, run: () => ({ ...words("4"), structuredContent: { sum: 4 } }) },
      {
        ...add,
        name: "draw",
        run: () => ({ content: [{ type: "image", mimeType: "image/png", data: PNG }] }),
      },
      { ...add, name: "none", run: () => ({ content: [] }) },
      { ...add, name: "fail", run: () => ({ ...words("No such city."), isError: true }) },
    ]);
    const run = (tool: string) => observed(mcpScene(server.url, [[`srv.${tool}`, { a: 1, b: 1 }]]));
    assert.deepEqual((await run("sum")).output, { sum: 4 });
    assert.equal((await run("none")).output, null);
    const drawn = await run("draw");
    assert.deepEqual(drawn.media?.map(({ mediaType }) => mediaType), ["image/png"]);
    const failed = await run("fail");
    assert.deepEqual([failed.outcome, failed.error], [
      "failed",
      { kind: "failed", message: "No such city." },
    ]);
  });
}

Deno.test("E10: one call of a stateless server is one request, also in another isolate", async () => {
  await using server = serveMcp("modern", [add]);
  const first = mcpScene(server.url, [["srv.add", { a: 1, b: 1 }]]);
  await observed(first);
  const before = server.requests.length;
  const other = mcpScene(server.url, [["srv.add", { a: 1, b: 1 }]], { store: first.lab.store });
  other.now = first.now;
  await other.lab.run({ thread: "t2", agent: "a", input: "go" });
  await other.lab.run({ thread: "t2", until: "done" });
  assert.deepEqual(server.methods().slice(before), ["tools/call"]);
});

Deno.test("E10: a session that the server has ended is begun anew, and the call runs once", async () => {
  let runs = 0;
  await using server = serveMcp("sessions", [{ ...add, run: () => words(String(++runs)) }]);
  const scene = mcpScene(server.url, [["srv.add", { a: 1, b: 1 }], ["srv.add", { a: 2, b: 1 }]]);
  await scene.lab.run({ input: "go" });
  server.forget();
  const { answer } = await scene.lab.run({ until: "done" });
  assert.equal(answer.output, "Done.");
  assert.equal(runs, 2);
  assert.deepEqual(server.methods().slice(-5), [
    "tools/call",
    "initialize",
    "notifications/initialized",
    "tools/call",
    "tools/call",
  ]);
});

const LIMITED = () => new Response("slow down", { status: 429, headers: { "retry-after": "7" } });

for (
  const [what, effect, answer, expected] of [
    ["429 with a time", "once", LIMITED, { kind: "rate_limited", retryAfterMs: 7_000 }],
    ["401", "once", () => new Response("", { status: 401 }), { kind: "failed" }],
    ["a redirect to another host", "once", () => redirect(), { kind: "failed" }],
    ["500 of a pure tool", "pure", () => new Response("", { status: 500 }), { kind: "retryable" }],
    ["500 of a once tool", "once", () => new Response("", { status: 500 }), { kind: "failed" }],
    ["HTML", "pure", () => new Response("<html>", { headers: { "content-type": "text/html" } }), {
      kind: "retryable",
    }],
  ] as const
) {
  Deno.test(`E10: ${what} for a call of an MCP tool is an observation`, async () => {
    await using server = serveMcp("modern", [add]);
    server.instead = (_, rpc) => rpc === "tools/call" ? answer() : undefined;
    const { outcome, error } = await observed(
      mcpScene(server.url, [["srv.add", { a: 1, b: 1 }]], { effects: { add: effect } }),
    );
    assert.equal(outcome, "failed");
    const { message: _, hint, ...rest } = error ?? { message: "" };
    assert.deepEqual(rest, expected);
    if (effect === "once" && what.startsWith("500")) assert.match(hint ?? "", /may or may not/);
    assert.equal(server.methods().filter((rpc) => rpc === "tools/call").length, 1);
  });
}

function redirect(): Response {
  return new Response(null, { status: 307, headers: { location: "http://169.254.169.254/mcp" } });
}

Deno.test("E10: a call that takes too long ends by its timeout, and its request is aborted", async () => {
  await using server = serveMcp("modern", [add]);
  server.instead = (_, rpc) => rpc === "tools/call" ? new Promise(() => {}) : undefined;
  const scene = mcpScene(server.url, [["srv.add", { a: 1, b: 1 }]], { timeoutMs: 50 });
  assert.equal((await observed(scene)).error?.kind, "timeout");
  assert.equal(scene.signals.at(-1)?.aborted, true);
});

Deno.test("E10: the token of an MCP server comes from the environment and goes to the server alone", async () => {
  await using server = serveMcp("modern", [add]);
  const scene = mcpScene(server.url, [["srv.add", { a: 1, b: 1 }]], {
    token: "MCP_TOKEN",
    env: { MCP_TOKEN: "s3cret-value" },
    headers: { "x-team": "red" },
  });
  const observation = await observed(scene);
  assert.ok(server.requests.every(({ headers }) => headers.get("authorization") === "Bearer s3cret-value"));
  assert.ok(server.requests.every(({ headers }) => headers.get("x-team") === "red"));
  const kept = JSON.stringify([await scene.lab.history(), observation, scene.logs]);
  assert.ok(!kept.includes("s3cret-value"));
  assert.deepEqual(await scene.lab.store.listDefinitions("acme", "tool_list"), ["srv"]);
  const stored = await scene.lab.store.readDefinition("acme", "tool_list", "srv");
  assert.ok(!stored?.includes("s3cret-value"));
});

Deno.test("E10: a step without the token of its server is refused before anything is spent", async () => {
  await using server = serveMcp("modern", [add]);
  const { lab } = mcpScene(server.url, [], { token: "MCP_TOKEN" });
  const refusal = await lab.refused({ input: "go" });
  assert.equal(refusal.code, "config_invalid");
  assert.match(refusal.message, /MCP_TOKEN/);
  assert.equal(server.requests.length, 0);
});

Deno.test("E10: the url of an MCP server may be a variable: its tools run, and no value of it is in the record, the store or the settings", async () => {
  await using server = serveMcp("modern", [add]);
  const url = `${server.url}?key=s3cret-value`;
  const scene = mcpScene({ env: "MCP_URL" }, [["srv.add", { a: 1, b: 1 }]], { env: { MCP_URL: url } });
  const observation = await observed(scene);
  assert.equal(observation.error, undefined);
  assert.ok(server.requests.length > 0);
  const { toolSources: [source] = [], hash } = mcpAgent({ env: "MCP_URL" });
  assert.deepEqual(source?.env, ["MCP_URL"]);
  assert.deepEqual(source?.settings.url, { env: "MCP_URL" });
  assert.notEqual(hash, mcpAgent({ env: "OTHER_URL" }).hash);
  const stored = await scene.lab.store.readDefinition("acme", "tool_list", "srv");
  const kept = JSON.stringify([await scene.lab.history(), observation, scene.logs, source?.settings]) +
    stored;
  assert.doesNotMatch(kept, /s3cret-value/);
  assert.ok(!kept.includes(new URL(server.url).host), "the address is that of a deployment");
});

Deno.test("E10: another value of the variable of a url is another server: its list is read anew, in a store of the first", async () => {
  await using first = serveMcp("modern", [add]);
  await using second = serveMcp("modern", [{ ...add, name: "sum" }]);
  const before = mcpScene({ env: "MCP_URL" }, [], { env: { MCP_URL: first.url } });
  await before.lab.run({ input: "go" });
  const { store } = before.lab;
  const after = mcpScene({ env: "MCP_URL" }, [["srv.sum", { a: 1, b: 1 }]], {
    env: { MCP_URL: second.url },
    store,
  });
  await after.lab.run({ thread: "t2", input: "go" });
  assert.ok(second.requests.some(({ rpc }) => rpc === "tools/list"));
});

Deno.test("E10: a url whose variable is missing or wrong refuses the step with config_invalid and the variable, before anything is spent", async () => {
  for (
    const [value, message] of [
      [undefined, "Set MCP_URL: the server of tools srv needs it."],
      ["", "Set MCP_URL: the server of tools srv needs it."],
      ["s3cret.example.com/mcp", "MCP_URL, the url of the server of tools srv, must be an https URL."],
      ["ftp://s3cret.example.com", "MCP_URL, the url of the server of tools srv, must be an https URL."],
      [
        "https://ann:s3cret@example.com/",
        "MCP_URL, the url of the server of tools srv, holds credentials; name a variable in token.",
      ],
    ] as const
  ) {
    for (const optional of [false, true]) {
      const env: Record<string, string> = value === undefined ? {} : { MCP_URL: value };
      const scene = mcpScene({ env: "MCP_URL" }, [], { env, optional });
      const refusal = await scene.lab.refused({ input: "go" });
      assert.deepEqual([refusal.code, refusal.message], ["config_invalid", message]);
      assert.equal(scene.lab.counts.get("begin"), undefined);
      assert.doesNotMatch(scene.logs.join(), /s3cret/);
    }
  }
  const guarded = mcpScene({ env: "MCP_URL" }, [], {
    env: { MCP_URL: "https://10.0.0.1/s3cret" },
    allowPrivate: [],
  });
  const { code, message } = await guarded.lab.refused({ input: "go" });
  assert.equal(code, "tools_unavailable");
  assert.match(message, /https:\/\/10\.0\.0\.1 is refused \(private\): .+TREADLE_ALLOW_PRIVATE_HOSTS\.$/);
});

Deno.test("E10: a server on a private address is refused unless the deployment allows it", async () => {
  await using server = serveMcp("modern", [add]);
  const closed = mcpScene(server.url, [], { allowPrivate: [] });
  assert.equal((await closed.lab.refused({ input: "go" })).code, "tools_unavailable");
  const metadata = mcpScene("https://169.254.169.254/mcp", []);
  assert.equal((await metadata.lab.refused({ input: "go" })).code, "tools_unavailable");
  assert.equal(server.requests.length, 0);
});
