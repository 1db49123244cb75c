// The Worker as wrangler bundles it, and with modules in the place of those that are deployed. The test processes of one run share their
// bundles in a folder.

import * as esbuild from "esbuild";
import { parse } from "smol-toml";
import config from "../../../../deno.json" with { type: "json" };
import { eventually } from "../../../support/eventually.ts";
import { fromFileUrl, projectRoot } from "../../../support/project.ts";
import { PACKAGE_FILES } from "./package.ts";

/** What functions/deno.ts and functions/cloudflare.ts import their agents from. */
const SERVED_AGENTS = /^\.\/agents\/mod\.ts$/;

/** The folder of a run of all tests, which does not outlive it: what is bundled does not change meanwhile. */
const SHARED = Deno.env.get("TEST_BUNDLES");

/** Modules in the place of those that are deployed. */
export type Replaced = { readonly [Name in "agents" | "main"]: string | undefined };

const bundles = new Map<string, Promise<string>>();

/** The text of the bundle, made once in a test process, and once for all of them where they share a folder. */
export function bundleWorker(replaced: Replaced): Promise<string> {
  const key = JSON.stringify(replaced);
  const made = bundles.get(key) ??
    (SHARED === undefined ? makeBundle(replaced) : sharedBundle(key, replaced));
  bundles.set(key, made);
  return made;
}

/** The first process that has made the folder of the key makes its bundle; the others wait for that, or make theirs if it failed. */
async function sharedBundle(key: string, replaced: Replaced): Promise<string> {
  const place = `${SHARED}/${encodeURIComponent(key)}`;
  const [text, failed] = [`${place}/bundle.js`, `${place}/failed`];
  try {
    await Deno.mkdir(place);
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    await eventually(async () => await exists(text) || await exists(failed), () => place);
    return await exists(text) ? await Deno.readTextFile(text) : await makeBundle(replaced);
  }
  try {
    const bundle = await makeBundle(replaced);
    await Deno.writeTextFile(`${place}/part`, bundle);
    await Deno.rename(`${place}/part`, text);
    return bundle;
  } catch (error) {
    await Deno.writeTextFile(failed, "");
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

async function makeBundle({ agents, main }: Replaced): Promise<string> {
  return agents === undefined && main === undefined
    ? await bundleDeployed()
    : await bundleReplaced({ agents, main });
}

/** The bundle that is deployed, by wrangler: about ten seconds of CPU time. */
async function bundleDeployed(): Promise<string> {
  const out = await Deno.makeTempDir({ prefix: "treadle-worker-" });
  try {
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", config.imports.wrangler, "deploy", "--dry-run", "--outdir", out],
      cwd: fromFileUrl(projectRoot),
      env: { WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false", NO_COLOR: "1" },
      stdin: "null",
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr));
    return await Deno.readTextFile(`${out}/cloudflare.js`);
  } finally {
    await Deno.remove(out, { recursive: true });
  }
}

/** The same with other modules, by the bundler of wrangler with the settings that it has there: a tenth of the time. */
async function bundleReplaced({ agents, main = "functions/cloudflare.ts" }: Replaced): Promise<string> {
  const inProject = (path: string) => fromFileUrl(new URL(path, projectRoot));
  try {
    const { outputFiles: [file] } = await esbuild.build({
      entryPoints: [main],
      absWorkingDir: inProject("."),
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      target: "es2024",
      conditions: ["workerd", "worker", "browser"],
      define: { "process.env.NODE_ENV": '"production"' },
      external: ["cloudflare:*", "node:*"],
      alias: { ...PACKAGE_FILES, ...await readAliases() },
      plugins: [{
        name: "agents",
        setup: (build) =>
          build.onResolve(
            { filter: SERVED_AGENTS },
            () => agents === undefined ? null : { path: inProject(agents) },
          ),
      }],
      write: false,
      logLevel: "silent",
    });
    if (file === undefined) throw new Error("esbuild made no bundle.");
    return file.text;
  } finally {
    await esbuild.stop(); // its process would be a leak of the test
  }
}

/** What wrangler.toml puts in the place of modules of packages. */
async function readAliases(): Promise<Record<string, string>> {
  const { alias } = parse(await Deno.readTextFile(new URL("wrangler.toml", projectRoot)));
  return Object.fromEntries(
    Object.entries(Object(alias)).map((
      [name, file],
    ) => [name, fromFileUrl(new URL(String(file), projectRoot))]),
  );
}
