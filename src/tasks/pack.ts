// `deno task pack`: writes dist/npm/, the packages as npm and Deno install them: a folder and a tarball for each member of the
// workspace. Every entry is one file with its declarations; what entries share is in chunks. `--out <folder>` writes elsewhere,
// and `--write` writes the sizes into docs/package.md.

import { execFile } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs, promisify } from "node:util";
import { parseContents } from "../cli/docs/contents.ts";
import { llmsText } from "../cli/docs/llms.ts";
import { bundleMembers } from "./pack/bundle.ts";
import { declareMembers } from "./pack/declarations.ts";
import { BIN, BIN_TEXT, manifest, toMovedPath } from "./pack/manifest.ts";
import { findRepository } from "./pack/repository.ts";
import { measureFolder, writeSizes } from "./pack/sizes.ts";
import { CLI, type Member, MEMBERS, MOVED, RUNTIME, STUDIO, toFolderName } from "./pack/members.ts";

const PROJECT = new URL("../../", import.meta.url);

/** Where the packages are written when nothing else is said. */
export const PACKAGE_FOLDER = new URL("dist/npm/", PROJECT);

/** What the compiler keeps from one time to the next. */
const DECLARATIONS = new URL("dist/declarations/", PROJECT);

/** The page with a table of the packages. */
const SIZES_PAGE = new URL("docs/package.md", PROJECT);

/** Files and folders of the project and where they stand in a package; what the project does not have is left out. */
const COPIED = new Map<Member, Readonly<Record<string, string>>>([
  [RUNTIME, {
    "CHANGELOG.md": "CHANGELOG.md",
    "src/agents/yaml/agent.schema.json": "agent.schema.json",
    "docs": "docs",
    "skills": "skills",
  }],
  [CLI, { "templates": "templates" }],
  [STUDIO, { "src/playground/dist": "page" }],
]);

/** Pictures of README.md alone, which npm shows from the repository. */
const PICTURES = "docs/assets";

/** Of the packages in the server of MCP. */
const CUT_LICENCES = "src/plugins/mcp/server/dist/licenses.txt";

/**
 * Writes the packages into folders of `folder`, in place of what is there, and returns the paths of their tarballs, that of the runtime
 * first. `note` has a line for each part that begins or is done.
 *
 * @throws {Error} for a type error, an import that no manifest names, and whatever npm refuses
 */
export async function pack(folder: URL, note: (line: string) => void = () => {}): Promise<string[]> {
  await Deno.mkdir(folder, { recursive: true });
  await Deno.remove(folder, { recursive: true });
  const homes = new Map(MEMBERS.map((member) => [member, new URL(`${toFolderName(member)}/`, folder)]));
  const libs = new Map(MEMBERS.map((member) => [member, new URL("lib/", homes.get(member))]));
  note(`Writes the modules and the declarations of ${MEMBERS.length} packages.`);
  const [bundled, declared] = await Promise.all([
    timed("modules", bundle(libs), note),
    timed("declarations", declareMembers(libs, DECLARATIONS), note),
  ]);
  const repository = await findRepository(PROJECT);
  const tarballs: string[] = [];
  for (const [member, home] of homes) {
    const modules = bundled.get(member);
    const types = declared.get(member);
    const imported = new Set([...modules?.imported ?? [], ...types?.imported ?? []]);
    const isShared = modules?.isShared === true || types?.isShared === true;
    await writeTexts(member, home, modules?.licences ?? "");
    const text = JSON.stringify(manifest(member, imported, isShared, repository), null, 2);
    await Deno.writeTextFile(new URL("package.json", home), `${text}\n`);
    tarballs.push(await makeTarball(fileURLToPath(home), fileURLToPath(folder)));
  }
  return tarballs;
}

/** The members beside the runtime in one bundle with it, each of the others in one of its own. */
async function bundle(libs: ReadonlyMap<Member, URL>): ReturnType<typeof bundleMembers> {
  const beside = new Map([...libs].filter(([{ isBesideRuntime }]) => isBesideRuntime));
  const alone = [...libs].filter(([{ isBesideRuntime }]) => !isBesideRuntime).map((each) => new Map([each]));
  const bundled = [];
  for (const each of [beside, ...alone]) bundled.push(...await bundleMembers(each));
  return new Map(bundled);
}

/** What a package has beside its modules, its declarations and its package.json. */
async function writeTexts(member: Member, home: URL, licences: string): Promise<void> {
  await copy("LICENSE", new URL("LICENSE", home));
  await copy(`${member.folder}README.md`, new URL("README.md", home));
  for (const [from, to] of Object.entries(COPIED.get(member) ?? {})) await copy(from, new URL(to, home));
  const cut = member === RUNTIME ? [await Deno.readTextFile(new URL(CUT_LICENCES, PROJECT))] : [];
  const texts = [...cut, licences].filter((text) => text !== "");
  if (texts.length > 0) await Deno.writeTextFile(new URL("licenses.txt", home), texts.join("\n\n"));
  if (member === CLI) await Deno.writeTextFile(new URL(`lib/${BIN}`, home), BIN_TEXT);
  if (member === RUNTIME) await writeRuntimeTexts(home);
}

/** The list of pages, and the entries that members have now under their old names. */
async function writeRuntimeTexts(home: URL): Promise<void> {
  const contents = parseContents(await Deno.readTextFile(new URL("docs/README.md", PROJECT)));
  await Deno.writeTextFile(new URL("llms.txt", home), llmsText(contents, "docs/"));
  for (const [entry, name] of MOVED) {
    const head =
      `Deprecated: import from "${name}", whose package is to be installed. The next release has no ${
        entry.slice(2)
      } here.`;
    const text = `/** @deprecated ${head} */\nexport * from "${name}";\n`;
    const file = new URL(`lib/${toMovedPath(entry)}`, home);
    await Deno.mkdir(new URL(".", file), { recursive: true });
    for (const ending of [".js", ".d.ts"]) await Deno.writeTextFile(new URL(`${file}${ending}`), text);
  }
}

/** Notes how long a part took: `  declarations  74 s`. */
async function timed<T>(part: string, work: Promise<T>, note: (line: string) => void): Promise<T> {
  const startedAt = Date.now();
  const made = await work;
  note(`  ${part.padEnd(12)}  ${Math.round((Date.now() - startedAt) / 1000)} s`);
  return made;
}

/** `npm pack` decides what a tarball holds, so it makes it. */
async function makeTarball(home: string, folder: string): Promise<string> {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const { stdout } = await promisify(execFile)("npm", args, { cwd: home });
  const [{ filename }]: [{ filename: string }] = JSON.parse(stdout);
  return `${folder}${filename}`;
}

/** A file, or a folder with all that is in it. */
async function copy(from: string, to: URL): Promise<void> {
  if (from === PICTURES) return;
  const source = new URL(from, PROJECT);
  const stat = await Deno.stat(source).catch((thrown: unknown) => {
    if (thrown instanceof Deno.errors.NotFound) return undefined;
    throw thrown;
  });
  if (stat?.isFile) return await Deno.copyFile(source, to);
  if (stat === undefined) return;
  await Deno.mkdir(to, { recursive: true });
  for await (const { name } of Deno.readDir(source)) await copy(`${from}/${name}`, new URL(`${to}/${name}`));
}

/** Writes the kB of each package below `folder` into the table of the page. */
async function updatePage(folder: URL): Promise<void> {
  const sizes = await Promise.all(MEMBERS.map(async (member) => {
    const bytes = await measureFolder(new URL(`${toFolderName(member)}/`, folder));
    return [member.name, Math.round(bytes / 1_000)] as const;
  }));
  const page = await Deno.readTextFile(SIZES_PAGE);
  await Deno.writeTextFile(SIZES_PAGE, writeSizes(page, new Map(sizes)));
}

if (import.meta.main) {
  const { values: { out, write } } = parseArgs({
    args: Deno.args,
    options: { out: { type: "string" }, write: { type: "boolean" } },
  });
  const folder = out === undefined ? PACKAGE_FOLDER : pathToFileURL(`${out.replace(/\/$/, "")}/`);
  for (const tarball of await pack(folder, (line) => console.error(line))) console.log(tarball);
  if (write === true) await updatePage(folder);
}
