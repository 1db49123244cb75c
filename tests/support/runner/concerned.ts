/**
 * Which tests a change concerns. A module depends on what it imports and on each file and folder of the project that a text of it names:
 * so tests find what they boot, read or walk. What it imports as types alone is no part of it when it runs; types are checked as a whole.
 */
import project from "../../../deno.json" with { type: "json" };
import { dirname, join } from "node:path/posix";
import { projectRoot, walkFiles } from "../project.ts";
import { isTestFile, subjectOf, tierOf } from "./tiers.ts";

/** By path, the paths that a file depends on. */
export type Dependencies = ReadonlyMap<string, ReadonlySet<string>>;

const FOLDERS = ["docs", "functions", "site", "skills", "src", "templates", "tests"];
const IS_CODE = /\.(?:tsx?|mts|mjs|jsx?)$/;
const IS_MADE = /\/dist\/|\/node_modules\//;

/** Texts in code, but for templates with values. */
const TEXTS = /"((?:[^"\\\n]|\\.)*)"|`([^`$\\]*)`/g;

/** Imports of types alone. */
const OF_TYPES = /^(?:import|export) type \{[^}]*\} from "[^"]*";$/gm;

/** What every test depends on: the lock, and the manifests of the project, its members and its tests. */
const IS_OF_ALL = /^deno\.lock$|^(?:(?:src|tests)\/(?:.*\/)?)?deno\.json$/;

/** The dependencies of every module of the project. */
export async function readDependencies(): Promise<Dependencies> {
  const files = (await Promise.all(FOLDERS.map((folder) => Array.fromAsync(walkFiles(folder))))).flat()
    .filter((file) => !IS_MADE.test(file));
  const known = new Set(files);
  const folders = foldersOf(files);
  const dependencies = new Map<string, Set<string>>();
  await Promise.all(
    files.filter((file) => IS_CODE.test(file)).map(async (file) => {
      const source = await Deno.readTextFile(new URL(file, projectRoot));
      const walks = source.includes("walkFiles(");
      const targets = new Set<string>();
      for (const text of textsIn(source.replaceAll(OF_TYPES, ""))) {
        const path = pathOf(file, text);
        if (path === undefined) continue;
        if (known.has(path)) targets.add(path);
        // A folder is what its files are, where a text means it as one.
        else if (text.endsWith("/") || walks) {
          for (const each of folders.get(path) ?? []) targets.add(each);
        }
      }
      dependencies.set(file, targets);
    }),
  );
  return dependencies;
}

/** The texts of a source that may name files: without spaces, and not too long. */
export function textsIn(source: string): string[] {
  return [...source.matchAll(TEXTS)].map(([, quoted, template]) => quoted ?? template ?? "")
    .filter((text) => text.length < 200 && /^[\w@./-]+$/.test(text));
}

/** The path of the project that a text in a file names, perhaps. */
export function pathOf(file: string, text: string): string | undefined {
  if (text.startsWith("./") || text.startsWith("../")) return join(dirname(file), text).replace(/\/$/, "");
  if (file.startsWith("src/")) return undefined; // there the name of a file or of an entry stands in messages
  if (text === project.name || text.startsWith(`${project.name}/`)) {
    const entry = Object.entries(project.exports).find(([name]) =>
      name === `.${text.slice(project.name.length)}`
    );
    return entry?.[1].replace(/^\.\//, "");
  }
  const [first = ""] = text.split("/");
  return FOLDERS.includes(first) ? text.replace(/\/$/, "") : undefined;
}

function foldersOf(files: readonly string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const file of files) {
    for (let folder = dirname(file); folder !== "."; folder = dirname(folder)) {
      const inside = folders.get(folder);
      if (inside === undefined) folders.set(folder, [file]);
      else inside.push(file);
    }
  }
  return folders;
}

/** Every file that depends on one of these, at any distance, and they themselves. */
export function dependentsOf(changed: readonly string[], dependencies: Dependencies): Set<string> {
  const dependents = new Map<string, string[]>();
  for (const [file, targets] of dependencies) {
    for (const target of targets) dependents.set(target, [...dependents.get(target) ?? [], file]);
  }
  const reached = new Set(changed);
  for (const file of reached) for (const dependent of dependents.get(file) ?? []) reached.add(dependent);
  return reached;
}

/** The test files among `files` that these changes concern. */
export function concernedBy(
  changed: readonly string[],
  files: readonly string[],
  dependencies: Dependencies,
): string[] {
  if (changed.some((path) => IS_OF_ALL.test(path))) return [...files];
  const reached = dependentsOf(changed, dependencies);
  return files.filter((file) => reached.has(file));
}

/** Paths that differ from a revision, in commits and in the working tree, new files among them. */
export async function changedSince(revision: string): Promise<string[]> {
  const git = async (...args: string[]) => {
    const { success, stdout, stderr } = await new Deno.Command("git", { args, cwd: projectRoot }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr).trim());
    return new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "");
  };
  return [
    ...await git("diff", "--name-only", "--no-renames", revision, "--"),
    ...await git("ls-files", "--others", "--exclude-standard"),
  ];
}

/** Folders of src that are one subject each: those of plugins, providers, stores and the kernel, and the other folders. */
export function subjectsOfSource(files: readonly string[]): string[] {
  const subjects = files.flatMap((file) =>
    /^src\/(?:(?:kernel|plugins|providers|stores)\/)?[a-z_]+(?=\/)/.exec(file) ?? []
  );
  return [...new Set(subjects)].filter((folder) => !/^src\/(?:plugins|providers|stores)$/.test(folder))
    .toSorted();
}

/**
 * The share of the fast and slow test files that a change in each folder of src concerns, in percent, rounded up. The tests of the
 * folder's own are not counted: a feature's own tests may become more, those of others that depend on it are to become fewer.
 */
export function countConcerned(dependencies: Dependencies): Record<string, number> {
  const files = [...dependencies.keys()];
  const tests = files.filter((file) =>
    file.startsWith("tests/") && isTestFile(file) && tierOf(file) !== "search"
  );
  const shares = subjectsOfSource(files).map((folder) => {
    const own = `${folder.replace("src", "tests")}/`;
    const reached = dependentsOf(
      files.filter((file) => file.startsWith(`${folder}/`) && !IS_OF_ALL.test(file)),
      dependencies,
    );
    const concerned = tests.filter((file) => reached.has(file) && !subjectOf(file).startsWith(own));
    return [folder, Math.ceil(concerned.length / tests.length * 100)] as const;
  });
  return Object.fromEntries(shares);
}
