/**
 * `deno run -A tests/bench/plugin_sizes.ts`: what each plugin of the standard set weighs in a Worker of the kernel with one agent and
 * the providers of the registry, as a table of Markdown: gzipped bytes of the minified bundle, source files of the package in it,
 * and how many of these are evaluated at its start.
 */
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import config from "../../deno.json" with { type: "json" };
import { fromFileUrl, projectRoot } from "../support/project.ts";
import { toTable } from "./lab/table.ts";

const KIB = 1024;

/** The calls that make the plugins of the standard set, by their entries. */
const STANDARD = { chat: "chat", ag_ui: "agUi", openai_api: "openaiApi", trace_svg: "traceSvg" } as const;

type Entry = keyof typeof STANDARD;

const PACKAGE = Object.fromEntries(
  Object.entries(config.exports).map(([entry, file]) => [
    `${config.name}${entry.slice(1)}`,
    fromFileUrl(new URL(file, projectRoot)),
  ]),
);

interface Weight {
  readonly gzipBytes: number;
  /** Files of src in the bundle. */
  readonly files: number;
  /** Those of them that no `import()` stands before. */
  readonly atStart: number;
}

if (import.meta.main) {
  const entries = Object.keys(STANDARD).filter((name): name is Entry => name in STANDARD);
  const sets = [
    { label: "all four", listed: entries },
    ...entries.map((left) => ({
      label: `without ${STANDARD[left]}()`,
      listed: entries.filter((entry) => entry !== left),
    })),
    { label: "none of the four", listed: [] },
  ];
  const rows: string[][] = [];
  let all: Weight | undefined;
  for (const { label, listed } of sets) {
    const weight = await weigh(workerWith(listed));
    all ??= weight;
    rows.push([
      label,
      (weight.gzipBytes / KIB).toFixed(1),
      ((all.gzipBytes - weight.gzipBytes) / KIB).toFixed(1),
      String(weight.files),
      String(weight.atStart),
    ]);
  }
  await esbuild.stop();
  console.log(toTable(["plugins", "KiB gzip", "KiB less", "files", "at start"], rows));
}

/** The main module of a Worker with these plugins. */
function workerWith(entries: readonly Entry[]): string {
  return [
    `import { defineAgent } from "${config.name}/kernel";`,
    `import { serve } from "${config.name}/kernel/cloudflare";`,
    ...entries.map((entry) => `import { ${STANDARD[entry]} } from "${config.name}/${entry}";`),
    `const agents = [defineAgent({ name: "demo", model: "scripted/demo" })];`,
    `export default serve({ agents, plugins: [${
      entries.map((entry) => `${STANDARD[entry]}()`).join(", ")
    }] });`,
  ].join("\n");
}

async function weigh(contents: string): Promise<Weight> {
  const options = {
    stdin: { contents, loader: "ts", resolveDir: fromFileUrl(projectRoot) },
    absWorkingDir: fromFileUrl(projectRoot),
    ...{ bundle: true, minify: true, format: "esm", write: false, alias: PACKAGE },
    ...{ conditions: ["workerd", "worker", "browser"], external: ["node:*", "cloudflare:*"] },
  } as const satisfies esbuild.BuildOptions;
  const { outputFiles: [file] } = await esbuild.build(options);
  if (file === undefined) throw new Error("esbuild made no bundle.");
  const { metafile } = await esbuild.build({
    ...options,
    ...{ splitting: true, metafile: true, outdir: "out", packages: "external", external: [] },
  });
  const main = Object.keys(metafile.outputs).find((path) => metafile.outputs[path]?.entryPoint === "<stdin>");
  const started = new Set(main === undefined ? [] : [main]);
  for (const path of started) {
    for (const { path: next, kind } of metafile.outputs[path]?.imports ?? []) {
      if (kind === "import-statement" && next in metafile.outputs) started.add(next);
    }
  }
  const filesOf = (outputs: Iterable<string>) =>
    new Set(
      Array.from(outputs, (path) => Object.keys(metafile.outputs[path]?.inputs ?? {})).flat()
        .filter((path) => path.startsWith("src/")),
    ).size;
  return {
    gzipBytes: gzipSync(file.contents, { level: 9 }).length,
    files: filesOf(Object.keys(metafile.outputs)),
    atStart: filesOf(started),
  };
}
