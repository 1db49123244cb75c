// What plugins and providers cost: each of the standard set in the size and the start of a Worker of the kernel, some providers beside
// them, and each plugin of docs/examples in a step.

import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import config from "../../../deno.json" with { type: "json" };
import { PACKAGE_FILES } from "../../slow/support/bundles/package.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { freePort } from "../../support/requires.ts";
import { STEP_PLUGINS } from "../contenders/step_plugins.ts";
import { compare, type Entrant, QUICK, THOROUGH } from "../lab/compare.ts";
import { Lab, WARM_BYTES } from "../lab/lab.ts";
import type { Part } from "../lab/part.ts";
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
  const scripts = [EMPTY, ...bundles.map(({ script }) => script)];
  const cpuMs = await startsOf(scripts, quick ? 3 : STARTS);
  const [emptyMs = NaN, ...startMs] = cpuMs.map(median);
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

const EMPTY = "export default { fetch: () => new Response() };";

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

/** Milliseconds of CPU of each start, by script; the scripts take turns. */
async function startsOf(scripts: readonly string[], times: number): Promise<number[][]> {
  const found: number[][] = scripts.map(() => []);
  const workerd = await findWorkerd();
  const folder = await Deno.makeTempDir({ prefix: "treadle-plugins-" });
  try {
    for (let time = 0; time <= times; time++) {
      for (const [index, script] of scripts.entries()) {
        const ms = await startCpuMs(workerd, script, folder);
        if (time > 0) found[index]?.push(ms); // the first fills the caches of files
      }
    }
    return found;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The program itself: `.bin/workerd` is a script that runs it, whose CPU would be counted in its place. */
async function findWorkerd(): Promise<string> {
  const packages = new URL("node_modules/.deno/", projectRoot);
  for await (const { name } of Deno.readDir(packages)) {
    const [, platform] = /^@cloudflare\+(workerd-[^@]+)@/.exec(name) ?? [];
    if (platform !== undefined) {
      return fromFileUrl(new URL(`${name}/node_modules/@cloudflare/${platform}/bin/workerd`, packages));
    }
  }
  throw new Error("There is no workerd in node_modules: run deno install.");
}

/** From the spawn of workerd to the first response of /healthz. */
async function startCpuMs(workerd: string, script: string, folder: string): Promise<number> {
  const port = freePort();
  await Deno.writeTextFile(`${folder}/worker.js`, script);
  await Deno.writeTextFile(`${folder}/config.capnp`, configOf(port));
  const child = new Deno.Command(workerd, {
    args: ["serve", `${folder}/config.capnp`],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  try {
    while (true) {
      try {
        await (await fetch(`http://127.0.0.1:${port}/healthz`)).text();
        return await cpuMsOf(child.pid);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 5)); // it does not listen yet
      }
    }
  } finally {
    child.kill("SIGKILL");
    await child.status;
  }
}

function configOf(port: number): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker.js", esModule = embed "worker.js")],
    compatibilityDate = "2026-04-01",
    bindings = [(name = "TREADLE_OPEN", text = "1"), (name = "TREADLE_STORE", text = "memory")],
  ))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;
}

/** CPU time of all threads so far; Linux counts it in nanoseconds. */
async function cpuMsOf(pid: number): Promise<number> {
  let nanoseconds = 0;
  for await (const { name: thread } of Deno.readDir(`/proc/${pid}/task`)) {
    const line = await Deno.readTextFile(`/proc/${pid}/task/${thread}/schedstat`).catch(() => "0"); // threads come and go
    nanoseconds += Number(line.split(" ")[0]);
  }
  return nanoseconds / 1e6;
}
