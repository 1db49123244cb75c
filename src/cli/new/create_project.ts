// Writes the files of a template, and of a starter over it, into a new folder.

import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { CommandError } from "../command_error.ts";
import { cliFolder } from "../package_folder.ts";
import { PACKAGES, resolveDependency } from "./dependency.ts";
import { fillWords } from "./fill_words.ts";
import { type Files, layStarter } from "./starter_files.ts";
import { assertStarterTemplate, type Starter } from "./starters.ts";
import type { Template } from "./templates.ts";

/** What a project is made from. */
export interface ProjectOptions {
  /** Where it is made; its last name is the name of the project. */
  readonly folder: string;
  readonly template: Template;
  /** What is laid over the template. */
  readonly starter?: Starter | undefined;
  /** The version of the package. */
  readonly version: string;
  /** What the project depends on in place of that version. */
  readonly dependency: string | undefined;
}

/** What was made. */
export interface Project {
  readonly name: string;
  readonly folder: string;
  /** Sorted, relative to the folder. */
  readonly files: readonly string[];
}

/** A name that npm, Workers and a folder can have. */
const NAME = /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Entries of a folder that is new all the same. */
const OF_A_NEW_FOLDER: ReadonlySet<string> = new Set([".git", ".DS_Store"]);

/**
 * Makes the project. Everything is checked before the first file is written.
 *
 * @throws {CommandError} name_invalid, folder_not_empty, package_missing, template_unsupported
 */
export async function createProject(
  { folder, template, starter, version, dependency: asked }: ProjectOptions,
): Promise<Project> {
  const project = resolve(folder);
  const name = basename(project);
  assertName(name);
  await assertEmpty(folder, project);
  const home = fileURLToPath(cliFolder());
  const sources = await readSources(join(home, "templates"), template, starter);
  const texts = [...sources.values()];
  const packages = PACKAGES.filter((each) => texts.some((text) => text.includes(`_${each.toUpperCase()}}}`)));
  const manifests = (["deno.json", "package.json"] as const).filter((file) => sources.has(file));
  const dependency = resolveDependency({ home, version, project, asked, packages, manifests });
  const values = {
    name,
    ...Object.fromEntries(packages.flatMap((each) => [
      [`npm_${each}`, inJson(dependency.npm(each))],
      [`deno_${each}`, inJson(dependency.deno(each))],
    ])),
    cli: inJson(dependency.cli),
    secret: randomBytes(24).toString("hex"),
  };

  const files: string[] = [];
  for (const [path, source] of sources) {
    const text = fillWords(source, values);
    const target = visibleName(path);
    await mkdir(dirname(join(project, target)), { recursive: true });
    const { link } = dependency;
    await writeFile(
      join(project, target),
      target === "deno.json" && link !== undefined ? withLink(text, link) : text,
    );
    files.push(target);
  }
  return { name, folder, files: files.sort() };
}

function assertName(name: string): void {
  if (NAME.test(name)) return;
  const legal = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^[^a-z]+|-+$/g, "").slice(
    0,
    63,
  );
  const example = NAME.test(legal) ? legal : "my-agent";
  throw new CommandError(
    "name_invalid",
    `"${name}" is no name for a project: at most 63 of a-z, 0-9 and -, beginning with a letter. Fix: treadle new ${example}`,
  );
}

async function assertEmpty(folder: string, project: string): Promise<void> {
  if (!existsSync(project)) return;
  const entries = await readdir(project).catch(() => [folder]); // a file of that name
  const kept = entries.filter((entry) => !OF_A_NEW_FOLDER.has(entry));
  if (kept.length === 0) return;
  throw new CommandError(
    "folder_not_empty",
    `${folder} is there and has ${kept.slice(0, 3).join(", ")}. Fix: name a folder that is new or empty.`,
  );
}

/** The files that the project is made from; their names begin with `_` where those of the project begin with a dot. */
async function readSources(
  templates: string,
  template: Template,
  starter: Starter | undefined,
): Promise<Files> {
  const base = await readFiles(join(templates, template));
  if (starter === undefined) return base;
  const platform = assertStarterTemplate(starter, template);
  const shared = await readFiles(join(templates, "starters", `_${platform}`));
  const own = await readFiles(join(templates, "starters", starter));
  return layStarter(base, { shared, own }, platform);
}

async function readFiles(folder: string): Promise<Files> {
  const files = new Map<string, string>();
  for (const path of await listFiles(folder)) files.set(path, await readFile(join(folder, path), "utf8"));
  return files;
}

/** Paths below the folder, with forward slashes. `readdir` does not walk: that of a zip file, where Yarn keeps packages, cannot. */
async function listFiles(folder: string, below = ""): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  const paths = await Promise.all(entries.map((entry) => {
    const path = `${below}${entry.name}`;
    return entry.isDirectory() ? listFiles(folder, `${path}/`) : [path];
  }));
  return paths.flat();
}

/** npm leaves files such as .gitignore out of a package, so `_gitignore` stands for it. */
function visibleName(path: string): string {
  return path.replace(/(^|\/)_/, "$1.");
}

/** A text between the quotes of a JSON string. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function withLink(manifest: string, link: string): string {
  return manifest.replace("{\n", `{\n  "links": [${JSON.stringify(link)}],\n`);
}
