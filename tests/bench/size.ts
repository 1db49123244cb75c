/**
 * `deno task size`: bundles the Worker as `wrangler deploy` would and fails when it is over budget, for bytes are cold start.
 * It is measured five times: as it is uploaded, without the openai package, whose code is evaluated only by a deployment that
 * uses it, with the standard set of plugins alone, with chat and the provider OpenAI, and without a plugin. An argument measures another entrypoint in the place of
 * functions/cloudflare.ts: `deno task size functions/step.ts`. What each plugin weighs is the part `plugins` of the bench.
 */
import { gzipSync } from "node:zlib";
import { parse } from "smol-toml";
import config from "../../deno.json" with { type: "json" };
import { fromFileUrl, projectRoot } from "../support/project.ts";

const KIB = 1024;

const DEPLOYED = Deno.args[0] ?? "functions/cloudflare.ts";

interface Bundle {
  readonly label: string;
  readonly entrypoint: string;
  /** Gzipped bytes of everything that is uploaded as the script; the page is not of it. */
  readonly budgetBytes: number;
  /** A package that a module without content stands for. */
  readonly without?: string;
}

// The targets are 260 and 175 KiB. What is over them is the price of packages and features: docs/decisions.md, "Performance and size".
const BUNDLES: readonly Bundle[] = [
  { label: "Worker", entrypoint: DEPLOYED, budgetBytes: 650 * KIB },
  {
    label: "Worker without openai",
    entrypoint: DEPLOYED,
    budgetBytes: 615 * KIB,
    without: "openai/client",
  },
  { label: "Worker without doors", entrypoint: "tests/bench/no_doors.ts", budgetBytes: 510 * KIB },
  { label: "Worker of chat and OpenAI", entrypoint: "tests/bench/kernel_openai.ts", budgetBytes: 352 * KIB },
  { label: "Worker of the kernel", entrypoint: "tests/bench/kernel.ts", budgetBytes: 268 * KIB },
];

const OUTPUT = ".wrangler/size";
const METAFILE = "meta.json";

/** How many of the largest contributors are named. */
const NAMED = 10;

interface Size {
  raw: number;
  gzip: number;
}

/** What esbuild tells of a bundle, as far as it is read here. */
interface Metafile {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >;
}

if (import.meta.main) {
  let isOver = false;
  for (const { label, entrypoint, budgetBytes, without } of BUNDLES) {
    const folder = await bundle(entrypoint, without);
    const { raw, gzip } = await measure(folder);
    const verdict = gzip <= budgetBytes ? "ok" : `OVER BUDGET by ${kib(gzip - budgetBytes)}`;
    console.log(`${label}: ${kib(gzip)} gzip, ${kib(raw)} raw (budget ${kib(budgetBytes)} gzip): ${verdict}`);
    for (const [name, bytes] of (await contributors(folder)).slice(0, NAMED)) {
      console.log(`  ${kib(bytes).padStart(9)} raw  ${name}`);
    }
    isOver ||= gzip > budgetBytes;
  }
  Deno.exit(isOver ? 1 : 0);
}

/** Runs wrangler's dry run; the folder has the modules that it would upload, and what esbuild tells of them. */
async function bundle(entrypoint: string, without?: string): Promise<URL> {
  const isDeployed = entrypoint === DEPLOYED && without === undefined;
  const configFile = isDeployed ? "wrangler.toml" : await writeConfig(without);
  const folder = new URL(`${OUTPUT}/`, projectRoot);
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--allow-all",
      config.imports.wrangler,
      "deploy",
      entrypoint,
      "--config",
      configFile,
      "--dry-run",
      "--outdir",
      OUTPUT,
      "--metafile",
      `${OUTPUT}/${METAFILE}`,
    ],
    cwd: projectRoot,
    env: { WRANGLER_SEND_METRICS: "false", CI: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  if (!success) {
    console.error(new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr));
    console.error("The Worker could not be bundled; wrangler says why above.");
    Deno.exit(1);
  }
  return folder;
}

/**
 * A configuration with the settings and aliases of wrangler.toml that shape the bundle, and an empty module in place of the package. It binds
 * nothing, so that a Worker need not export a class of objects.
 * `--alias` of wrangler 4.86 does nothing, so it takes a file.
 */
async function writeConfig(without: string | undefined): Promise<string> {
  const text = await Deno.readTextFile(new URL("wrangler.toml", projectRoot));
  const [settings = ""] = text.split(/^\[/m);
  const deployed = Object.entries(Object(parse(text).alias)).map(([name, file]) => [
    name,
    fromFileUrl(new URL(String(file), projectRoot)),
  ]);
  const folder = new URL(".wrangler/", projectRoot);
  const empty = new URL("empty.js", folder);
  const aliases = Object.entries(config.exports).map(([entry, file]) => [
    `${config.name}${entry.slice(1)}`,
    fromFileUrl(new URL(file, projectRoot)),
  ]);
  const replaced = Object.fromEntries([
    ...deployed,
    ...aliases,
    ...without === undefined ? [] : [[without, fromFileUrl(empty)]],
  ]);
  const alias = Object.entries(replaced).map((pair) => pair.map((text) => JSON.stringify(text)).join(" = "));
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeTextFile(empty, "export {};\n");
  await Deno.writeTextFile(new URL("without.toml", folder), `${settings}[alias]\n${alias.join("\n")}\n`);
  return ".wrangler/without.toml";
}

async function measure(folder: URL): Promise<Size> {
  const size = { raw: 0, gzip: 0 };
  for await (const entry of Deno.readDir(folder)) {
    if (!/\.(js|mjs|wasm|txt|html|bin)$/.test(entry.name)) continue;
    const bytes = await Deno.readFile(new URL(entry.name, folder));
    size.raw += bytes.length;
    size.gzip += gzipLength(bytes);
  }
  return size;
}

/** Folders of src and packages with their minified bytes, the largest first. */
async function contributors(folder: URL): Promise<[name: string, bytes: number][]> {
  const metafile: Metafile = JSON.parse(await Deno.readTextFile(new URL(METAFILE, folder)));
  const sums = new Map<string, number>();
  for (const { inputs } of Object.values(metafile.outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const name = contributorOf(path);
      sums.set(name, (sums.get(name) ?? 0) + bytesInOutput);
    }
  }
  return [...sums].sort(([, left], [, right]) => right - left);
}

/** `npm:hono` for a file of that package, `src/http` for a file of ours. */
function contributorOf(path: string): string {
  const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
  return name === undefined ? path.split("/").slice(0, 2).join("/") : `npm:${name}`;
}

/** As wrangler counts on Node; the default level of Deno's gzip packs 1 % less. */
function gzipLength(bytes: Uint8Array): number {
  return gzipSync(bytes, { level: 9 }).length;
}

function kib(bytes: number): string {
  return `${(bytes / KIB).toFixed(1)} KiB`;
}
