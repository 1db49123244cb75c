// `deno task site`: writes dist/site/, the documentation as a site of static files, which site/wrangler.jsonc deploys.
// VitePress and its packages are in site/node_modules alone; they are installed when the lock file has changed.
// `--out <folder>` writes elsewhere.

import { execFile } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs, promisify } from "node:util";
import { parseContents } from "../cli/docs/contents.ts";
import { llmsFullText, llmsText } from "../cli/docs/llms.ts";

const PROJECT = new URL("../../", import.meta.url);
const DOCS = new URL("docs/", PROJECT);
const SITE = new URL("site/", PROJECT);

/** Where the site is written when nothing else is said. */
export const SITE_FOLDER = new URL("dist/site/", PROJECT);

/** Files beside docs that its pages link to. */
const BESIDE = ["CHANGELOG.md", "CONTRIBUTING.md", "skills/build-agent/SKILL.md"];

/**
 * What Cloudflare answers with: https://developers.cloudflare.com/workers/static-assets/headers/. Names of files in assets/
 * have a digest of their content. Programs of the examples are rendered, where a browser would save them.
 */
const HEADERS = `/*
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
/assets/*
  Cache-Control: public, max-age=31536000, immutable
/*.md
  Content-Type: text/plain; charset=utf-8
/examples/*
  Content-Type: text/plain; charset=utf-8
`;

/**
 * Builds the site into `folder`, in place of what is there.
 *
 * @throws {Error} for a dead link between pages, and whatever npm or VitePress refuses
 */
export async function buildSite(folder: URL): Promise<void> {
  await installPackages();
  await linkPages();
  await runNode([
    fileURLToPath(new URL("node_modules/vitepress/bin/vitepress.js", SITE)),
    "build",
    "--outDir",
    fileURLToPath(folder),
  ]);
  await copyTexts(DOCS, folder);
  for (const file of BESIDE) {
    const text = await Deno.readTextFile(new URL(file, PROJECT));
    await Deno.mkdir(new URL(".", new URL(file, folder)), { recursive: true });
    // The pages of docs are at the root of the site.
    await Deno.writeTextFile(new URL(file, folder), text.replaceAll("](../../docs/", "](../../"));
  }
  const contents = parseContents(await Deno.readTextFile(new URL("README.md", DOCS)));
  const full = await llmsFullText(contents, ({ path }) => Deno.readTextFile(new URL(path, DOCS)));
  await Deno.writeTextFile(new URL("llms.txt", folder), llmsText(contents, ""));
  await Deno.writeTextFile(new URL("llms-full.txt", folder), full);
  await Deno.writeTextFile(new URL("_headers", folder), HEADERS);
}

/** `npm ci`, unless the packages are those of the lock file. No package runs a script of its own. */
async function installPackages(): Promise<void> {
  const [lock, installed] = await Promise.all(
    ["package-lock.json", "node_modules/.installed-lock.json"].map((name) =>
      Deno.readTextFile(new URL(name, SITE)).catch(() => undefined)
    ),
  );
  if (lock !== undefined && lock === installed) return;
  await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
  if (lock !== undefined) {
    await Deno.writeTextFile(new URL("node_modules/.installed-lock.json", SITE), lock);
  }
}

/** site/pages leads to docs, so that the pages are in the folder of VitePress's packages. */
async function linkPages(): Promise<void> {
  const pages = new URL("pages", SITE);
  if (await Deno.lstat(pages).then(() => true, () => false)) return;
  await Deno.symlink("../docs", pages, { type: "dir" });
}

function runNode(args: readonly string[]): Promise<void> {
  return run("node", args);
}

/** Runs a program in the folder of the site. What it printed is the message of its failure. */
async function run(program: string, args: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)(program, [...args], { cwd: fileURLToPath(SITE), maxBuffer: 16_777_216 });
  } catch (thrown) {
    const { stdout = "", stderr = "" }: { stdout?: string; stderr?: string } = Object(thrown);
    throw new Error(`${program} ${args[0]} failed:\n${stdout}${stderr}`, { cause: thrown });
  }
}

/** The pages as Markdown and the programs of the examples, beside the pages as HTML. */
async function copyTexts(from: URL, to: URL): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copyTexts(new URL(`${name}/`, from), new URL(`${name}/`, to));
    else await Deno.copyFile(new URL(name, from), new URL(name, to));
  }
}

if (import.meta.main) {
  const { values: { out } } = parseArgs({ args: Deno.args, options: { out: { type: "string" } } });
  const folder = out === undefined ? SITE_FOLDER : pathToFileURL(`${out.replace(/\/$/, "")}/`);
  await buildSite(folder);
  console.log(fileURLToPath(folder));
}
