/**
 * `deno task size`: bundles the Worker as `wrangler deploy` would and fails when it is over budget. Bytes are cold start,
 * and the openai SDK, which is loaded on first use, is counted apart so that it cannot hide what the rest grew by.
 * An argument measures another entrypoint: `deno task size functions/step.ts`.
 */
import { gzipSync } from "node:zlib";
import config from "../../deno.json" with { type: "json" };
import { fromFileUrl, projectRoot } from "../support/project.ts";

const KIB = 1024;

/** Gzipped bytes of everything that is uploaded. */
const BUDGET_BYTES = 204 * KIB;
/** Gzipped bytes without the openai package. */
const BUDGET_WITHOUT_OPENAI_BYTES = 114 * KIB;

/** What src imports of the openai package. */
const OPENAI_MODULES = ["openai/client", "openai/core/error"];

const OUTPUT = ".wrangler/size";

interface Size {
  raw: number;
  gzip: number;
}

if (import.meta.main) {
  const entrypoint = Deno.args[0] ?? "functions/cloudflare.ts";
  const whole = await bundle("whole", entrypoint, "wrangler.toml");
  const rest = await bundle("without_openai", entrypoint, await configWithoutOpenai());
  const results = [
    report("Worker", whole, BUDGET_BYTES),
    report("Worker without openai", rest, BUDGET_WITHOUT_OPENAI_BYTES),
  ];
  Deno.exit(results.every((fits) => fits) ? 0 : 1);
}

/** Prints one line; false when the bundle is over budget. */
function report(label: string, { raw, gzip }: Size, budget: number): boolean {
  const fits = gzip <= budget;
  const verdict = fits ? "ok" : `OVER BUDGET by ${kib(gzip - budget)}`;
  console.log(`${label}: ${kib(gzip)} gzip, ${kib(raw)} raw (budget ${kib(budget)} gzip): ${verdict}`);
  return fits;
}

/** Runs wrangler's dry run into a folder of its own and measures the modules that it would upload. */
async function bundle(name: string, entrypoint: string, configFile: string): Promise<Size> {
  const folder = new URL(`${OUTPUT}/${name}/`, projectRoot);
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--allow-all", config.imports.wrangler],
      ...[
        "deploy",
        entrypoint,
        "--config",
        configFile,
        "--dry-run",
        "--minify",
        "--outdir",
        `${OUTPUT}/${name}`,
      ],
    ],
    cwd: projectRoot,
    env: { WRANGLER_SEND_METRICS: "false", CI: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  if (!success) {
    console.error(new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr));
    console.error(`The Worker could not be bundled (${name}); wrangler says why above.`);
    Deno.exit(1);
  }
  const size = { raw: 0, gzip: 0 };
  for await (const entry of Deno.readDir(folder)) {
    if (!/\.(js|mjs|wasm|txt|html|bin)$/.test(entry.name)) continue;
    const bytes = await Deno.readFile(new URL(entry.name, folder));
    size.raw += bytes.length;
    size.gzip += gzipLength(bytes);
  }
  return size;
}

/**
 * Our wrangler.toml plus an alias that puts an empty module in the place of openai (the --alias option of wrangler 4.86 has no
 * effect). It is CommonJS because esbuild lets one import any name from that, so no import of openai has to be known here.
 */
async function configWithoutOpenai(): Promise<string> {
  const empty = new URL(`${OUTPUT}/empty.cjs`, projectRoot);
  await Deno.mkdir(new URL(OUTPUT, projectRoot), { recursive: true });
  await Deno.writeTextFile(empty, "module.exports = {};\n");
  const configFile = `${OUTPUT}/without_openai.toml`;
  const toml = await Deno.readTextFile(new URL("wrangler.toml", projectRoot));
  await Deno.writeTextFile(
    new URL(configFile, projectRoot),
    [
      toml,
      "[alias]",
      ...OPENAI_MODULES.map((name) => `"${name}" = ${JSON.stringify(fromFileUrl(empty))}`),
      "",
    ].join("\n"),
  );
  return configFile;
}

/** As wrangler counts on Node; the default level of Deno's gzip packs 1 % less. */
function gzipLength(bytes: Uint8Array): number {
  return gzipSync(bytes, { level: 9 }).length;
}

function kib(bytes: number): string {
  return `${(bytes / KIB).toFixed(1)} KiB`;
}
