// `deno task pack`: writes dist/npm/, the package as npm and Deno install it, and its tarball beside it. Every entry of
// deno.json's exports is one file with its declarations; what entries share is in chunks. `--out <folder>` writes elsewhere.

import { execFile } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs, promisify } from "node:util";
import config from "../../deno.json" with { type: "json" };
import { parseContents } from "../cli/docs/contents.ts";
import { llmsText } from "../cli/docs/llms.ts";
import { bundlePackage } from "./pack/bundle.ts";
import { declarePackage } from "./pack/declarations.ts";
import { manifest, toModulePath } from "./pack/manifest.ts";

const PROJECT = new URL("../../", import.meta.url);

/** Where the package is written when nothing else is said. */
export const PACKAGE_FOLDER = new URL("dist/npm/", PROJECT);

/** What the compiler keeps from one time to the next. */
const DECLARATIONS = new URL("dist/declarations/", PROJECT);

/** Files of the project and their names in the package. */
const TEXTS = {
  "README.md": "README.md",
  "LICENSE": "LICENSE",
  "CHANGELOG.md": "CHANGELOG.md",
  "src/agents/yaml/agent.schema.json": "agent.schema.json",
};

/** Of the packages in the server of MCP. */
const CUT_LICENCES = "src/plugins/mcp/server/dist/licenses.txt";

/** Folders of the project and where they stand in the package; a folder that the project does not have is left out. */
const FOLDERS = {
  "docs": "docs",
  "skills": "skills",
  "templates": "templates",
  "src/playground/dist": "playground",
};

/**
 * Writes the package into `folder`, in place of what is there, and returns the path of the tarball. `note` has a line for each part that
 * begins or is done.
 *
 * @throws {Error} for a type error, an import that deno.json does not name, and whatever npm refuses
 */
export async function pack(folder: URL, note: (line: string) => void = () => {}): Promise<string> {
  await Deno.mkdir(folder, { recursive: true });
  await Deno.remove(folder, { recursive: true });
  const lib = new URL("lib/", folder);
  const files = Object.values(config.exports).map(toModulePath);
  note(`Writes the modules and the declarations of ${files.length} entries.`);
  const [{ imported, licences }, declared] = await Promise.all([
    timed("modules", bundlePackage(files, lib), note),
    timed("declarations", declarePackage(files, lib, DECLARATIONS), note),
  ]);
  for (const [from, to] of Object.entries(TEXTS)) {
    await Deno.copyFile(new URL(from, PROJECT), new URL(to, folder));
  }
  const cut = await Deno.readTextFile(new URL(CUT_LICENCES, PROJECT));
  await Deno.writeTextFile(new URL("licenses.txt", folder), `${cut}\n\n${licences}`);
  for (const [from, to] of Object.entries(FOLDERS)) {
    await copyFolder(new URL(`${from}/`, PROJECT), new URL(`${to}/`, folder));
  }
  const contents = parseContents(await Deno.readTextFile(new URL("docs/README.md", PROJECT)));
  await Deno.writeTextFile(new URL("llms.txt", folder), llmsText(contents, "docs/"));
  const text = JSON.stringify(manifest(new Set([...imported, ...declared])), null, 2);
  await Deno.writeTextFile(new URL("package.json", folder), `${text}\n`);
  return await timed("tarball", makeTarball(fileURLToPath(folder)), note);
}

/** Notes how long a part has taken: `  declarations  74 s`. */
async function timed<T>(part: string, work: Promise<T>, note: (line: string) => void): Promise<T> {
  const startedAt = Date.now();
  const made = await work;
  note(`  ${part.padEnd(12)}  ${Math.round((Date.now() - startedAt) / 1000)} s`);
  return made;
}

/** `npm pack` decides what a tarball holds, so it makes it. */
async function makeTarball(folder: string): Promise<string> {
  const { stdout } = await promisify(execFile)("npm", ["pack", "--json", "--ignore-scripts"], {
    cwd: folder,
  });
  const [{ filename }]: [{ filename: string }] = JSON.parse(stdout);
  return `${folder}${filename}`;
}

async function copyFolder(from: URL, to: URL): Promise<void> {
  if (!await exists(from)) return;
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copyFolder(new URL(`${name}/`, from), new URL(`${name}/`, to));
    else await Deno.copyFile(new URL(name, from), new URL(name, to));
  }
}

async function exists(folder: URL): Promise<boolean> {
  try {
    return (await Deno.stat(folder)).isDirectory;
  } catch (thrown) {
    if (thrown instanceof Deno.errors.NotFound) return false;
    throw thrown;
  }
}

if (import.meta.main) {
  const { values: { out } } = parseArgs({ args: Deno.args, options: { out: { type: "string" } } });
  const folder = out === undefined ? PACKAGE_FOLDER : pathToFileURL(`${out.replace(/\/$/, "")}/`);
  console.log(await pack(folder, (line) => console.error(line)));
}
