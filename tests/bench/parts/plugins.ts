// What plugins and providers cost: each of the standard set in the size and the start of a Worker of the kernel, some providers beside
// them, and each plugin of docs/examples in a step.

import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import config from "../../../deno.json" with { type: "json" };
import { PACKAGE_FILES } from "../../slow/support/bundles/package.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { STEP_PLUGINS } from "../contenders/step_plugins.ts";
import { compare, type Entrant, QUICK, THOROUGH } from "../lab/compare.ts";
import { Lab, WARM_BYTES } from "../lab/lab.ts";
import type { Part } from "../lab/part.ts";
import { EMPTY_WORKER, workerStarts } from "../lab/starts.ts";
import { median } from "../lab/statistics.ts";
import { toTable } from "../lab/table.ts";

const KIB = 1024;
const STARTS = 15;

/** The calls that make the plugins of the standard set, by their entries. */
const STANDARD = {
  policies: "policies",
  approvals: "approvals",
  chat: "chat",
  ag_ui: "agUi",
  openai_api: "openaiApi",
  trace_svg: "traceSvg",
  analytics: "analytics",
  telemetry: "telemetry",
} as const;

type Entry = keyof typeof STANDARD;

/** Providers by what their entries export, which is the name of the entry, too. */
type ProviderName = "anthropic" | "mistral" | "openai" | "scripted";

export const plugins: Part = {
  title: "Plugins",
  note:
    "A minified Worker of the kernel with one agent and the store Upstash, by its plugins, with the provider OpenAI, and below " +
    "by its provider, with `chat()`: its size, the files of `src` in it, those of them that are evaluated at its start, and the CPU of workerd " +
    `from its spawn to its first response, above that of an empty Worker: medians of ${STARTS} starts, interleaved. ` +
    "Below it a step in process, warm, at ten steps of history: of an agent that no plugin is about but those of the " +
    "standard set, of the same without `analytics()`, which counts its steps, of one that a " +
    "plugin of docs/examples/plugins decides about alone, with its states in every commit, and of one with all four.",
  async measure({ quick }) {
    return `${await weights(quick)}\n\n${await steps(quick)}`;
  },
};

async function weights(quick: boolean): Promise<string> {
  const entries = Object.keys(STANDARD).filter((name): name is Entry => name in STANDARD);
  const providers: readonly ProviderName[] = ["openai", "anthropic", "mistral", "scripted"];
  const workers: readonly { label: string; listed: readonly Entry[]; provider: ProviderName }[] = [
    { label: "all of the set", listed: entries, provider: "openai" },
    ...entries.map((left) => ({
      label: `without \`${STANDARD[left]}()\``,
      listed: entries.filter((entry) => entry !== left),
      provider: "openai" as const,
    })),
    { label: "none of the set", listed: [], provider: "openai" },
    ...providers.map((provider) => ({
      label: `\`chat()\` and the provider ${provider}`,
      listed: ["chat"] as const,
      provider,
    })),
  ];
  const bundles = [];
  for (const { label, listed, provider } of workers) {
    bundles.push({ label, ...await bundle(workerWith(listed, provider)) });
  }
  await esbuild.stop();
  const scripts = [EMPTY_WORKER, ...bundles.map(({ script }) => script)];
  const starts = await workerStarts(scripts, quick ? 3 : STARTS);
  const [emptyMs = NaN, ...startMs] = starts.map((those) => median(those.map(({ cpuMs }) => cpuMs)));
  return toTable(
    ["plugins", "KiB gzip", "files", "at start", "start CPU ms"],
    bundles.map(({ label, script, files, atStart }, index) => [
      label,
      (gzipSync(script, { level: 9 }).length / KIB).toFixed(1),
      String(files),
      String(atStart),
      ((startMs[index] ?? NaN) - emptyMs).toFixed(1),
    ]),
  );
}

async function steps(quick: boolean): Promise<string> {
  await using lab = await Lab.open();
  const names = Object.keys(STEP_PLUGINS);
  const rows = [
    ["none", ""],
    ["without `analytics()`", "-analytics"],
    ...names.map((name) => [`\`${name}()\``, name]),
    ["all four", names.join(",")],
  ];
  const entrants: Entrant[] = [];
  for (const [label = "", plugins] of rows) {
    const child = await lab.contender({
      name: "treadle",
      layout: "treadle",
      historyCache: WARM_BYTES,
      plugins,
    });
    entrants.push({ label, layout: "treadle", warm: true, run: (threads) => child.ask("run", { threads }) });
  }
  return await compare(lab, entrants, { ...(quick ? QUICK : THOROUGH), histories: [10], toolsDiffer: true });
}

/** The main module of a Worker with these plugins and this provider. */
function workerWith(entries: readonly Entry[], provider: ProviderName): string {
  return [
    `import { defineAgent } from "${config.name}/kernel";`,
    `import { serve } from "${config.name}/kernel/cloudflare";`,
    ...entries.map((entry) => `import { ${STANDARD[entry]} } from "${config.name}/${entry}";`),
    `import { ${provider} } from "${config.name}/providers/${provider}";`,
    `const agents = [defineAgent({ name: "demo", model: "${provider}/any" })];`,
    `const plugins = [${entries.map((entry) => `${STANDARD[entry]}()`).join(", ")}];`,
    `export default serve({ agents, plugins, providers: [${provider}] });`,
  ].join("\n");
}

interface Bundle {
  readonly script: string;
  /** Files of src in the bundle. */
  readonly files: number;
  /** Those of them that no `import()` stands before. */
  readonly atStart: number;
}

async function bundle(contents: string): Promise<Bundle> {
  const options = {
    stdin: { contents, loader: "ts", resolveDir: fromFileUrl(projectRoot) },
    absWorkingDir: fromFileUrl(projectRoot),
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    alias: PACKAGE_FILES,
    conditions: ["workerd", "worker", "browser"],
    external: ["node:*", "cloudflare:*"],
  } as const satisfies esbuild.BuildOptions;
  const { outputFiles: [file] } = await esbuild.build(options);
  if (file === undefined) throw new Error("esbuild made no bundle.");
  const { metafile: { outputs } } = await esbuild.build({
    ...options,
    splitting: true,
    metafile: true,
    outdir: "out",
    packages: "external",
    external: [],
  });
  const main = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === "<stdin>");
  const started = new Set(main === undefined ? [] : [main]);
  for (const path of started) {
    for (const { path: next, kind } of outputs[path]?.imports ?? []) {
      if (kind === "import-statement" && next in outputs) started.add(next);
    }
  }
  const filesOf = (paths: Iterable<string>) => {
    const inputs = Array.from(paths, (path) => Object.keys(outputs[path]?.inputs ?? {})).flat();
    return new Set(inputs.filter((path) => path.startsWith("src/"))).size;
  };
  return { script: file.text, files: filesOf(Object.keys(outputs)), atStart: filesOf(started) };
}
