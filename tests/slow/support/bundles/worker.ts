// The Worker as wrangler bundles it, with modules in the place of those that are deployed. A bundle takes several seconds of CPU
// time: the test processes of one run share theirs in a folder.

import config from "../../../../deno.json" with { type: "json" };
import { eventually } from "../../../support/eventually.ts";
import { fromFileUrl, projectRoot } from "../../../support/project.ts";

/** What functions/deno.ts and functions/cloudflare.ts import their agents from. */
const SERVED_AGENTS = "./agents/mod.ts";

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

async function makeBundle(replaced: Replaced): Promise<string> {
  const { agents, main } = replaced;
  const out = await Deno.makeTempDir({ prefix: "treadle-worker-" });
  try {
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-A",
        config.imports.wrangler,
        "deploy",
        "--dry-run",
        "--outdir",
        out,
        ...(agents ?? main ? ["--config", await wranglerConfigWith(replaced, out)] : []),
      ],
      cwd: fromFileUrl(projectRoot),
      env: { WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false", NO_COLOR: "1" },
      stdin: "null",
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr));
    const [, name = "cloudflare"] = /([^/]+)\.ts$/.exec(main ?? "") ?? [];
    return await Deno.readTextFile(`${out}/${name}.js`);
  } finally {
    await Deno.remove(out, { recursive: true });
  }
}

/** wrangler.toml as it is, with modules replaced. The option --alias does nothing in wrangler 4.86; the table does. */
async function wranglerConfigWith({ agents, main }: Replaced, folder: string): Promise<string> {
  const absolute = (path: string) => JSON.stringify(fromFileUrl(new URL(path, projectRoot)));
  const toAbsolute = (_pair: string, target: string) => `= ${absolute(target)}`;
  const replacedAgents = agents === undefined
    ? ""
    : `${JSON.stringify(SERVED_AGENTS)} = ${absolute(agents)}\n`;
  const text = await Deno.readTextFile(new URL("wrangler.toml", projectRoot));
  const moved = text
    .replace(
      /^(main|directory) = "(.*)"$/gm,
      (_line, name, path) => `${name} = ${absolute(name === "main" ? main ?? path : path)}`,
    )
    .replace(
      /^\[alias\]\n((?:".*\n)*)/m,
      (_table, lines: string) => `[alias]\n${replacedAgents}${lines.replaceAll(/= "(.*)"/g, toAbsolute)}`,
    );
  const path = `${folder}/wrangler.toml`;
  await Deno.writeTextFile(path, moved);
  return path;
}
