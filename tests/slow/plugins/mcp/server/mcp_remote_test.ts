// Row E10: mcp-remote, the bridge through which clients of MCP that know stdio alone use a server of HTTP, as its package has it.

import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { defineAgent } from "../../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../../src/agents/define_tool.ts";
import { scenario } from "../../../../../src/providers/scripted/scenario.ts";
import { eventually } from "../../../../support/eventually.ts";
import { KEY, serveMcp } from "../../../../plugins/mcp/server/_app.ts";

/** The bridge is a process of its own: the test ends it, and its streams are the transport's. */
const loose = { sanitizeOps: false, sanitizeResources: false };

interface Called {
  readonly text: string;
  readonly data: Record<string, unknown> | undefined;
  readonly thread: unknown;
}

/** A client behind the bridge, which is run as its documentation says. */
async function connect(url: string, folder: string) {
  const client = new Client({ name: "test", version: "1.0.0" });
  const header = `Authorization: Bearer ${KEY}`;
  const run = ["run", "-A", "--quiet", import.meta.resolve("mcp-remote/dist/proxy.js")];
  const transport = new StdioClientTransport({
    command: Deno.execPath(),
    args: [...run, url, "--allow-http", "--header", header],
    env: { ...Deno.env.toObject(), MCP_REMOTE_CONFIG_DIR: folder },
    stderr: "ignore",
  });
  await client.connect(transport);
  return {
    client,
    async call(name: string, args: Record<string, unknown>, onProgress?: (line: string) => void) {
      const onprogress = ({ message = "" }: { message?: string }) => onProgress?.(message);
      const result = await client.callTool({ name, arguments: args }, onProgress && { onprogress });
      const { content = [], structuredContent: data, _meta = {} } = Object(result);
      return { text: content[0]?.text ?? "", data, thread: _meta["treadle/thread"] } satisfies Called;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

Deno.test({
  name:
    "E10: mcp-remote: a client of stdio lists tools, asks an agent with progress, and has a call approved",
  ...loose,
  async fn() {
    const lines: string[] = [];
    // A client passes over progress that comes together with the result.
    const find = defineTool({
      name: "find_slowly",
      description: "Finds an order.",
      effect: "pure",
      async run() {
        await eventually(() => lines.length > 0);
        return { state: "sent" };
      },
    });
    const slow = defineAgent({ name: "slow", description: "Is slow.", model: "scripted/m", tools: [find] });
    const script = scenario().calls("find_slowly", {}).next().says("It was sent.");
    await using served = serveMcp({ script, tools: true, more: [slow] });
    const folder = await Deno.makeTempDir();
    await using remote = await connect(`${served.url}/mcp`, folder);
    const { tools } = await remote.client.listTools();
    assert.ok(tools.some(({ name }) => name === "ask_support"));

    const found = await remote.call("Orders_Find", { id: "o7" });
    assert.deepEqual(found.data, { id: "o7", state: "sent" });

    const asked = await remote.call("ask_slow", { input: "Where is o1?" }, (line) => lines.push(line));
    assert.equal(asked.text, "It was sent.");
    assert.equal(lines[0], "step 1", "progress passes the bridge");

    const waits = await remote.call("remove", { id: "o1" });
    const [, path = ""] = / at POST (\S+)\. /.exec(waits.text) ?? [];
    const decided = await served.post({ approved: true }, {}, path);
    assert.equal(decided.status, 200, await decided.text());
    const removed = await remote.call("continue_run", { thread: waits.thread });
    assert.match(removed.text, /"removed":"o1"/);
    assert.deepEqual(served.ran, ["find o7", "remove o1"]);
    await Deno.remove(folder, { recursive: true });
  },
});
