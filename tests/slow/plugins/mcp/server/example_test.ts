// docs/examples/mcp_server.ts, called as the configurations of docs/mcp.md say.

import assert from "node:assert/strict";
import { blocksOf } from "../../../../support/docs/blocks.ts";
import { readPage } from "../../../../support/docs/markdown.ts";
import { mcpServersOf } from "../../../support/docs/mcp_servers.ts";
import { fromFileUrl, projectRoot } from "../../../../support/project.ts";
import { freePort } from "../../../../support/requires.ts";
import { CLIENTS } from "../../../../plugins/mcp/server/_clients.ts";

/** The types of the example are checked with those of this file: its folder is left out of `deno check`. */
export type Example = typeof import("../../../../../docs/examples/mcp_server.ts").default;

const KEY = "key-of-acme-0123456789";

Deno.test("E10: clients call docs/examples/mcp_server.ts by the configurations of docs/mcp.md", async () => {
  const port = freePort();
  const server = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", "--no-check", "--config", "deno.json", "docs/examples/mcp_server.ts"],
    cwd: fromFileUrl(projectRoot),
    clearEnv: true,
    env: {
      HOME: Deno.env.get("HOME") ?? "/",
      PATH: Deno.env.get("PATH") ?? "",
      NO_COLOR: "1",
      ...(Deno.env.has("DENO_DIR") ? { DENO_DIR: Deno.env.get("DENO_DIR") ?? "" } : {}),
      PORT: String(port),
      TREADLE_STORE: "memory",
      TREADLE_API_KEYS: `acme:${KEY}`,
      TREADLE_APPROVAL_SECRET: "a-secret-of-at-least-32-characters-for-tests",
    },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const printed: string[] = [];
  const listens = Promise.withResolvers<void>();
  const reading = [server.stdout, server.stderr].map(async (stream) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      printed.push(text);
      if (printed.join("").includes(String(port))) listens.resolve();
    }
    listens.resolve();
  });
  try {
    await listens.promise;
    const blocks = blocksOf(await readPage("docs/mcp.md")).filter(({ kind }) => kind === "mcpServers");
    assert.equal(blocks.length, 2);
    for (const { code } of blocks) {
      const { desk } = mcpServersOf(code.replaceAll(":8787", `:${port}`), { TREADLE_KEY: KEY });
      assert.ok(desk);
      for (const kind of CLIENTS) {
        await using client = await kind.connect({
          ...desk,
          onForm: () => ({ action: "accept", content: { approve: true } }),
        });
        const names = (await client.list()).map(({ name }) => name);
        assert.deepEqual(names, ["ask_desk", "get_weather", "delete_record", "continue_run"]);
        const { text } = await client.call("ask_desk", { input: "What is the weather in Paris?" });
        assert.match(text, /18 °C and clear in Paris/);
        const removed = await client.call("delete_record", { id: "r1" });
        assert.match(removed.text, kind.isModern ? /"deleted":"r1"/ : /waits for the approval of people/);
      }
    }
  } catch (thrown) {
    throw new Error(printed.join(""), { cause: thrown });
  } finally {
    server.kill("SIGTERM");
    await server.status;
    await Promise.all(reading);
  }
});
