// Row E10: a deployment without the door has nothing of it, and one with the door evaluates
// the package at its first request.

import assert from "node:assert/strict";
import * as esbuild from "esbuild";
import { fromFileUrl, projectRoot } from "../../../../support/project.ts";

const root = fromFileUrl(projectRoot);
const PLAIN = 'import { serve } from "./src/cloudflare/mod.ts"; export default serve({ agents: [] });';
const WITH_DOOR =
  'import { serve } from "./src/cloudflare/mod.ts"; import { mcp } from "./src/plugins/mcp/server/mod.ts"; ' +
  "export default serve({ agents: [], doors: [mcp()] });";

async function build(contents: string): Promise<esbuild.Metafile["outputs"]> {
  const { metafile } = await esbuild.build({
    stdin: { contents, resolveDir: root, sourcefile: "worker.ts", loader: "ts" },
    absWorkingDir: root,
    outdir: "none",
    write: false,
    metafile: true,
    logLevel: "silent",
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: "es2023",
    conditions: ["workerd", "worker", "browser"],
    external: ["cloudflare:*", "node:*"],
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

const isPackage = (path: string) => path.startsWith("src/plugins/mcp/server/dist/");
const isZodOfPackage = (path: string) => /\/zod\/v4\/classic\//.test(path);
const isDoor = (path: string) => path.startsWith("src/plugins/mcp/server/");

Deno.test("E10: without the door a bundle has nothing of it; with it a start loads all but the package", async () => {
  try {
    const without = inputsOf(await build(PLAIN));
    assert.deepEqual(without.all.filter((path) => isPackage(path) || isDoor(path)), []);
    const { all, start } = inputsOf(await build(WITH_DOOR));
    assert.ok(all.some(isPackage));
    assert.deepEqual(start.filter(isPackage), []);
    assert.deepEqual(all.filter(isZodOfPackage), []);
    // A module of ours that an import() reaches takes what it imports with it into functions, which are compiled twice.
    const ours = (paths: readonly string[]) =>
      paths.filter((path) => isDoor(path) && !isPackage(path)).sort();
    assert.deepEqual(ours(start), ours(all));
    assert.ok(start.includes("src/plugins/mcp/server/server.ts"));
  } finally {
    await esbuild.stop();
  }
});

// An agent imports zod whole in every way that it has; an import() that reached zod would break the first of them (esbuild 0.27).
for (
  const statement of [
    'import * as z from "zod/mini"', // the first: zod whole sets the language of messages for the process
    'import * as z from "zod"',
    'import { z } from "zod"',
    'import z from "zod"',
    'import * as z from "zod/v4"',
  ]
) {
  Deno.test(`E10: in one file with the door, an agent's ${statement} works before and after its first request`, async () => {
    const folder = await Deno.makeTempDir();
    try {
      await esbuild.build({
        stdin: {
          contents: `${statement}; import { mcp } from "./src/plugins/mcp/server/mod.ts"; export { mcp }; ` +
            'export const load = () => import("./src/plugins/mcp/server/dist/package.js"); ' +
            "const schema = z.object({ city: z.string() }); export const parse = (value) => schema.safeParse(value);",
          resolveDir: root,
        },
        absWorkingDir: root,
        outfile: `${folder}/worker.mjs`,
        logLevel: "silent",
        bundle: true,
        minify: true,
        format: "esm",
        target: "es2024",
        conditions: ["workerd", "worker", "browser"],
        external: ["cloudflare:*", "node:*"],
      });
      const { load, parse } = await import(`file://${folder}/worker.mjs`);
      const before = JSON.stringify(parse({ city: 1 }).error?.issues);
      assert.equal(parse({ city: "Oslo" }).success, true);
      assert.equal(typeof (await load()).createMcpHandler, "function");
      assert.equal(JSON.stringify(parse({ city: 1 }).error?.issues), before);
    } finally {
      await Deno.remove(folder, { recursive: true });
      await esbuild.stop();
    }
  });
}
