// Public bug reports of MCP: servers that page badly or forget sessions, and clients with a session that this server never began.

import assert from "node:assert/strict";
import * as z from "zod";
import { type ServedMcp, serveMcp, words } from "../../support/mcp/server.ts";
import { type McpScene, mcpScene, type SceneOptions } from "../../plugins/mcp/client/_scene.ts";
import { serveMcp as serveDoor } from "../../plugins/mcp/server/_app.ts";
import { reports } from "./_report.ts";

const look = { name: "look", description: "Looks.", schema: z.object({}), run: () => words("seen") };

interface Page {
  readonly tools: readonly string[];
  readonly nextCursor?: string;
}

/** The server lists these pages, one for each request. */
function listPages(server: ServedMcp, pageOf: (cursor: string | undefined, index: number) => Page): void {
  let index = 0;
  server.instead = async (request, rpc) => {
    if (rpc !== "tools/list") return undefined;
    const { id, params } = await request.json();
    const { tools, ...rest } = pageOf(params?.cursor, index++);
    const listed = tools.map((name) => ({ name, inputSchema: { type: "object" } }));
    return Response.json({ jsonrpc: "2.0", id, result: { tools: listed, ...rest } });
  };
}

/** What an agent is offered of a server, the warnings of its step, and the requests for pages. */
async function offered(server: ServedMcp, options?: SceneOptions) {
  const { lab }: McpScene = mcpScene(server.url, [], options);
  const { events } = await lab.run({ input: "go" });
  const [source] = lab.deps.agents.get("a")?.toolSources ?? [];
  const listed = await source?.tools({ tenant: "acme", user: undefined }, lab.deps.sources);
  return {
    tools: listed?.tools.map(({ name }) => name.replace("srv.", "")) ?? [],
    warnings: events.flatMap((event) => event.type === "warning" ? [event.message] : []).join("\n"),
    pages: server.methods().filter((rpc) => rpc === "tools/list").length,
  };
}

reports<{ page: { tools: number; nextCursor: string } }>(
  "codebase-memory-mcp-1247",
  "a list ends at a cursor that does not advance, and at one that is always new, each with a warning",
  async ({ page: { tools: count, nextCursor } }) => {
    const tools = Array.from({ length: count }, (_, place) => `tool_${place}`);
    {
      await using server = serveMcp("stateless", [look]);
      listPages(server, () => ({ tools, nextCursor }));
      const { tools: listed, warnings, pages } = await offered(server);
      assert.deepEqual([listed, pages], [tools, 2]);
      assert.match(warnings, /the list ends at a page that names one of before as the next/);
    }
    await using server = serveMcp("stateless", [look]);
    listPages(server, (_, index) => ({ tools, nextCursor: `${nextCursor}_${index}` }));
    const { tools: listed, warnings, pages } = await offered(server);
    assert.deepEqual(listed, tools);
    assert.ok(pages <= 20, `${pages} pages`);
    assert.match(warnings, /the list has more than 20 pages/);
  },
);

reports<{ pages: Page[]; variant: string }>(
  "agentic-api-311",
  "an empty cursor is a cursor: its page is read, and the same one again ends the list with a warning",
  async ({ pages: given, variant }) => {
    assert.match(variant, /always nextCursor ""/);
    {
      await using server = serveMcp("stateless", [look]);
      const asked: (string | undefined)[] = [];
      listPages(server, (cursor, index) => {
        asked.push(cursor);
        return given[index] ?? { tools: [] };
      });
      assert.deepEqual((await offered(server)).tools, given.flatMap(({ tools }) => tools));
      assert.deepEqual(asked, [undefined, given[0]?.nextCursor]);
    }
    {
      await using server = serveMcp("stateless", [look]);
      listPages(server, () => given[0] ?? assert.fail());
      const { tools, warnings, pages } = await offered(server);
      assert.deepEqual([tools, pages], [given[0]?.tools, 2]);
      assert.match(warnings, /the list ends at a page that names one of before as the next/);
    }
    // A page that fails takes no part of the list away in silence: the step is refused, with the reason.
    await using server = serveMcp("stateless", [look]);
    listPages(server, () => given[0] ?? assert.fail());
    const { instead } = server;
    let requests = 0;
    server.instead = (request, rpc) =>
      rpc === "tools/list" && requests++ > 0
        ? new Response("away", { status: 503 })
        : instead?.(request, rpc);
    const { lab, logs } = mcpScene(server.url, []);
    assert.equal((await lab.refused({ input: "go" })).code, "tools_unavailable");
    assert.match(logs.join("\n"), /does not answer, and no list of its tools is known .*"status":503/);
  },
);

reports<{ call1: string; restart: boolean; call2: string }>(
  "mcp-python-3556",
  "a session that a restart has ended is begun anew, and a call that may have run is not sent twice",
  async ({ call1, restart, call2 }) => {
    assert.deepEqual([call1, restart], ["ok", true]);
    assert.match(call2, /^404 .*Session not found/);
    for (const effect of ["pure", "keyed", "once"] as const) {
      const ran: unknown[] = [];
      const add = {
        name: "add",
        schema: z.object({ n: z.number() }),
        run: ({ n }: Record<string, unknown>) => {
          ran.push(n);
          return words("added");
        },
      };
      await using server = serveMcp("sessions", [add]);
      const { lab } = mcpScene(
        server.url,
        [["srv.add", { n: 1 }], ["srv.add", { n: 2 }], ["srv.add", { n: 3 }]],
        { effects: { add: effect } },
      );
      await lab.run({ input: "go" });
      await lab.run({});
      assert.deepEqual(ran, [1]);
      server.forget();
      await lab.run({});
      const [refused, initialize, initialized, again] = server.requests.slice(-4);
      assert.deepEqual(
        [refused?.rpc, initialize?.rpc, initialized?.rpc, again?.rpc],
        ["tools/call", "initialize", "notifications/initialized", "tools/call"],
      );
      assert.equal(initialize?.headers.has("mcp-session-id"), false);
      assert.deepEqual(ran, [1, 2]);
      // What has been answered may have run: no new session, no second request.
      const before = server.requests.length;
      server.instead = (_, rpc) => rpc === "tools/call" ? new Response("", { status: 502 }) : undefined;
      await lab.run({});
      assert.deepEqual(server.methods().slice(before), ["tools/call"]);
      const observed = (await lab.history()).filter((entry) => entry.type === "tool");
      assert.deepEqual(observed.map(({ outcome }) => outcome), ["completed", "completed", "failed"]);
    }
  },
);

reports<{ requests: { method: string; headers: Record<string, string> }[] }>(
  "omniroute-5957",
  "an unknown session id is no obstacle: initialize and tools/list work, before and after a deploy",
  async ({ requests }) => {
    const answers: unknown[][] = [];
    for (const _deployment of ["before", "after"]) {
      await using door = serveDoor();
      for (const { method, headers } of requests) {
        const params = method === "initialize"
          ? { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "c", version: "1" } }
          : {};
        const response = await door.post({ jsonrpc: "2.0", id: 1, method, params }, headers);
        const text = await response.text();
        const { result } = JSON.parse(/\{.*\}/s.exec(text)?.[0] ?? "{}");
        assert.ok(method === "initialize" ? result.serverInfo : result.tools.length > 0, text);
        answers.push([method, response.status, response.headers.get("mcp-session-id"), Object.keys(result)]);
      }
    }
    assert.deepEqual(answers.map(([, status, session]) => [status, session]), answers.map(() => [200, null]));
    assert.deepEqual(answers.slice(0, requests.length), answers.slice(requests.length));
  },
);
