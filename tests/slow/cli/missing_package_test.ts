// What the command line says of an optional peer that is not installed: Node and Deno are asked how they refuse the import.

import assert from "node:assert/strict";
import { isMissing, missingPackage } from "../../../src/cli/project/missing_package.ts";
import { projectRoot } from "../../support/project.ts";

const PEER = "@redis/client";

/** A module of an installed package that imports the peer, and prints what it gets. */
const MODULE = `try { await import("${PEER}"); } catch (error) {
  console.log(JSON.stringify({ code: error.code, message: error.message }));
}`;

for (const [runtime, args] of [["node", []], [Deno.execPath(), ["run", "-A", "-q"]]] as const) {
  Deno.test(`D2: an optional peer that is missing is known by the error of ${runtime.split("/").at(-1)}`, async () => {
    const folder = await Deno.makeTempDir({ prefix: "peer_" });
    await Deno.mkdir(`${folder}/node_modules/user`, { recursive: true });
    await Deno.writeTextFile(`${folder}/node_modules/user/index.js`, MODULE);
    await Deno.writeTextFile(
      `${folder}/node_modules/user/package.json`,
      '{"name":"user","version":"1.0.0","type":"module","exports":"./index.js"}',
    );
    await Deno.writeTextFile(`${folder}/package.json`, '{"type":"module","dependencies":{"user":"*"}}');
    await Deno.writeTextFile(`${folder}/main.js`, 'import "user";');
    const { stdout, stderr } = await new Deno.Command(runtime, { args: [...args, "main.js"], cwd: folder })
      .output();
    const text = new TextDecoder();
    const { code, message } = JSON.parse(text.decode(stdout) || assert.fail(text.decode(stderr)));
    const error = Object.assign(new Error(message), { code });
    assert.ok(isMissing(PEER, error), message);
    assert.ok(!isMissing("@upstash/qstash", error), "another package is not what is missing");
    assert.ok(!isMissing(PEER, new Error(message)), "a failure within the package is not its absence");
    await Deno.remove(folder, { recursive: true });
  });
}

Deno.test("D2: what is said of it ends with the command that installs it", () => {
  assert.equal(
    missingPackage(PEER).message,
    "@redis/client is not installed. Fix: npm install @redis/client",
  );
});

/** Defines an agent's server, reads its list twice at once, and prints what became of it. */
const AGENT = `import { mcpServer } from "MODULE";
const source = mcpServer({ name: "srv", url: "https://example.com/mcp", optional: true });
const ports = { store: {}, env: {} };
const lists = [0, 1].map(() => source.tools({ tenant: "acme", user: undefined }, ports));
for (const { reason: { code, message } } of await Promise.allSettled(lists)) {
  console.log(JSON.stringify({ code, message }));
}`;

Deno.test("E10, D2: without the client of MCP an agent with servers is defined, and its step is refused with the command that installs it", async () => {
  const { imports, ...config } = JSON.parse(await Deno.readTextFile(new URL("deno.json", projectRoot)));
  delete imports["@modelcontextprotocol/client"];
  const folder = await Deno.makeTempDir({ prefix: "no_client_" });
  const { unstable, compilerOptions } = config;
  const own = { imports, unstable, compilerOptions, nodeModulesDir: "none" };
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(own));
  const module = new URL("src/plugins/mcp/client/mod.ts", projectRoot).href;
  await Deno.writeTextFile(`${folder}/main.ts`, AGENT.replace("MODULE", module));
  const args = ["run", "-A", "-q", "--no-check", "--no-lock", "--config", "deno.json", "main.ts"];
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: folder }).output();
  const text = new TextDecoder();
  const lines = text.decode(stdout).trim().split("\n");
  assert.equal(lines.length, 2, text.decode(stderr));
  for (const line of lines) {
    const { code, message } = JSON.parse(line);
    assert.equal(code, "config_invalid");
    assert.match(
      message,
      /^The server of tools srv needs @modelcontextprotocol\/client, which cannot be loaded \(/,
    );
    assert.match(message, /\)\. Fix: npm install @modelcontextprotocol\/client$/);
  }
  await Deno.remove(folder, { recursive: true });
});
