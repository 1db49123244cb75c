// X4: a request that has an effect is one on the wire of workerd and Node, too: tests/outbound/fetch_once_test.ts has Deno.

import assert from "node:assert/strict";
import { build } from "esbuild";
import { SENDERS } from "../../../outbound/_senders.ts";
import { startClosingServer } from "../../../support/closing_server.ts";
import { projectRoot } from "../../../support/project.ts";
import { ENGINES } from "../../support/engine.ts";

const COUNT = 200;

/** How many requests of each sender had no answer, as all of them should. */
const SEND = `
import { SENDERS } from "./tests/outbound/_senders.ts";
async function send(url) {
  const lost = {};
  for (const [name, send] of Object.entries(SENDERS)) {
    lost[name] = 0;
    for (let sent = 0; sent < ${COUNT}; sent++) {
      await (await fetch(url)).text(); // a connection that is kept
      await send(url).catch(() => lost[name]++);
    }
  }
  return lost;
}
`;

async function bundle(contents: string, conditions: string[]): Promise<string> {
  const { outputFiles: [file] } = await build({
    stdin: { contents: `${SEND}${contents}`, resolveDir: new URL(".", projectRoot).pathname, loader: "js" },
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    conditions,
    external: ["node:*", "cloudflare:*"],
  });
  return file?.text ?? assert.fail();
}

const ALL = Object.fromEntries(Object.keys(SENDERS).map((name) => [name, COUNT]));

for (const engine of ["newest", "oldest"] as const) {
  Deno.test({
    name: `X4: of 1,000 requests that have an effect, 1,000 arrive from the ${engine} workerd`,
    // Miniflare keeps a child process and timers beyond a test's own scope.
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async () => {
      const script = await bundle(
        "export default { fetch: async (request) => Response.json(await send(await request.text())) };",
        ["workerd", "worker", "browser"],
      );
      const start = await ENGINES[engine]();
      const worker = start({
        modules: true,
        script,
        compatibilityDate: "2026-04-01",
        compatibilityFlags: ["nodejs_compat"], // the senders assert
      });
      try {
        await using server = await startClosingServer();
        const response = await worker.dispatchFetch("http://worker.test/", {
          method: "POST",
          body: server.url,
        });
        assert.deepEqual(await response.json(), ALL);
        assert.equal(server.had.length, COUNT * Object.keys(SENDERS).length);
      } finally {
        await worker.dispose();
      }
    },
  });
}

Deno.test("X4: of 1,000 requests that have an effect, 1,000 arrive from Node", async () => {
  await using server = await startClosingServer();
  const file = await Deno.makeTempFile({ suffix: ".mjs" });
  await Deno.writeTextFile(
    file,
    await bundle("console.log(JSON.stringify(await send(process.argv[2])));", ["node", "import"]),
  );
  const { stdout, stderr } = await new Deno.Command("node", { args: [file, server.url] }).output();
  await Deno.remove(file);
  const decoder = new TextDecoder();
  assert.deepEqual(JSON.parse(decoder.decode(stdout) || decoder.decode(stderr)), ALL);
  assert.equal(server.had.length, COUNT * Object.keys(SENDERS).length);
});
