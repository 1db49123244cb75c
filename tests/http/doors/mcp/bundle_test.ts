// Row E10: a deployment without the door has nothing of it, and one with the door on demand loads the package at its first request.

import assert from "node:assert/strict";
import * as esbuild from "esbuild";
import { fromFileUrl, projectRoot } from "../../../support/project.ts";

const root = fromFileUrl(projectRoot);
const PLAIN = 'import { serve } from "./src/cloudflare/mod.ts"; export default serve({ agents: [] });';
const WITH_DOOR =
  'import { serve } from "./src/cloudflare/mod.ts"; import { mcp } from "./src/http/doors/mcp/on_demand.ts"; ' +
  "export default serve({ agents: [], doors: [mcp()] });";

async function build(contents: string): Promise<esbuild.Metafile["outputs"]> {
  const { metafile } = await esbuild.build({
    stdin: { contents, resolveDir: root, sourcefile: "worker.ts", loader: "ts" },
    ...{ absWorkingDir: root, outdir: "none", write: false, metafile: true, logLevel: "silent" },
    ...{ bundle: true, splitting: true, minify: true, format: "esm", target: "es2023" },
    ...{ conditions: ["workerd", "worker", "browser"], external: ["cloudflare:*", "node:*"] },
  });
  return metafile.outputs;
}

/** The inputs of a bundle: all of them, and those that its start loads. */
function inputsOf(outputs: esbuild.Metafile["outputs"]) {
  const first = Object.keys(outputs).find((name) => outputs[name]?.entryPoint === "worker.ts") ??
    assert.fail();
  const loaded = new Set<string>();
  const load = (name: string) => {
    if (loaded.has(name)) return;
    loaded.add(name);
    for (const { path, kind } of outputs[name]?.imports ?? []) if (kind === "import-statement") load(path);
  };
  load(first);
  const of = (names: Iterable<string>) =>
    [...names].flatMap((name) => Object.keys(outputs[name]?.inputs ?? {}));
  return { all: of(Object.keys(outputs)), start: of(loaded) };
}

const isPackage = (path: string) => path.includes("@modelcontextprotocol");
const isDoor = (path: string) => path.startsWith("src/http/doors/mcp/");

Deno.test("E10: without the door a bundle has nothing of it; with it on demand, a start loads its routes alone", async () => {
  try {
    const without = inputsOf(await build(PLAIN));
    assert.deepEqual(without.all.filter((path) => isPackage(path) || isDoor(path)), []);
    const { all, start } = inputsOf(await build(WITH_DOOR));
    assert.ok(all.some(isPackage));
    assert.deepEqual(start.filter(isPackage), []);
    assert.deepEqual(
      start.filter(isDoor).sort(),
      ["door.ts", "on_demand.ts", "routes.ts", "served_tools.ts", "site.ts"].map((file) =>
        `src/http/doors/mcp/${file}`
      ),
    );
  } finally {
    await esbuild.stop();
  }
});
