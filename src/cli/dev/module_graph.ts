// The files of the project that an entry imports, directly or not, and what Deno resolves their imports by.

import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The graph. Paths are absolute. */
export interface ModuleGraph {
  /** The modules, those that cannot be read among them. Of a graph that is not known there are none. */
  readonly files: readonly string[];
  /** A module cannot be read or parsed, or imports what is not there: the text names it and the place. */
  readonly broken?: string;
}

/** Asks Deno, which parses the modules and loads none of their packages. Types are not checked. */
export async function readModuleGraph(entry: string): Promise<ModuleGraph> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "-q", "--json", "--no-npm", "--no-remote", "--no-lock", "--node-modules-dir=none", entry],
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  if (!success) return { files: [], broken: text.decode(stderr).trim() };
  const { modules = [] }: DenoInfo = JSON.parse(text.decode(stdout));
  const own = modules.filter(({ specifier }) =>
    specifier.startsWith("file:") && !specifier.includes("/node_modules/")
  );
  const files = own.map(({ specifier }) => fileURLToPath(specifier));
  return { files, broken: findUnreadable(own) ?? findMissingImport(own) };
}

function findUnreadable(modules: readonly DenoModule[]): string | undefined {
  const unreadable = modules.find(({ error }) => error !== undefined);
  return unreadable && `${unreadable.specifier}: ${unreadable.error}`;
}

/** The first import that Deno would end a process for. Types, and what `import()` names, are not looked for before they are used. */
function findMissingImport(modules: readonly DenoModule[]): string | undefined {
  for (const { specifier: module, dependencies = [] } of modules) {
    for (const { specifier, code, isDynamic = false } of dependencies) {
      if (code?.error === undefined || isDynamic || isFromNode(specifier)) continue;
      const { line, character } = code.span.start;
      return `${code.error}\n    at ${module}:${line + 1}:${character + 1}\n` +
        `  Add it to the imports of deno.json, for a package of npm with: deno add npm:${
          packageName(specifier)
        }`;
    }
  }
  return undefined;
}

/** Whether Deno resolves it as Node does. Without the packages `deno info` knows nothing of package.json. */
function isFromNode(specifier: string): boolean {
  const name = packageName(specifier);
  return isBuiltin(specifier) || existsSync(join("node_modules", name)) ||
    existsSync("package.json") && readFileSync("package.json", "utf8").includes(JSON.stringify(name));
}

/** `zod` of `zod/mini`, `@acme/tools` of `@acme/tools/http`. */
function packageName(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

/** What a folder may have that says how imports are resolved. */
const CONFIG_FILES = ["deno.json", "deno.jsonc", "package.json"] as const;

/**
 * The files that say how imports of the entry are resolved: those of the folders above it, with the import map that they name. Of its own
 * folder and the current one they are listed also when they are not there yet.
 */
export function listConfigFiles(entry: string): readonly string[] {
  const home = dirname(resolve(entry));
  const near = [home, resolve(".")].flatMap((folder) => CONFIG_FILES.map((file) => join(folder, file)));
  const above = listFoldersAbove(home).flatMap((folder) => CONFIG_FILES.map((file) => join(folder, file)))
    .filter((file) => existsSync(file));
  const files = [...new Set([...near, ...above])];
  return [...files, ...files.flatMap(namedImportMap)];
}

function listFoldersAbove(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [parent, ...listFoldersAbove(parent)];
}

/** A text search, because the file may have comments, and may be wrong when it is read. */
function namedImportMap(file: string): readonly string[] {
  if (file.endsWith("package.json") || !existsSync(file)) return [];
  const [, path] = /"importMap"\s*:\s*"([^":]+)"/.exec(readFileSync(file, "utf8")) ?? [];
  return path === undefined ? [] : [resolve(dirname(file), path)];
}

/** The part of the output of `deno info --json` that is used. */
interface DenoInfo {
  readonly modules?: readonly DenoModule[];
}

interface DenoModule {
  readonly specifier: string;
  readonly error?: string;
  readonly dependencies?: readonly {
    readonly specifier: string;
    readonly isDynamic?: boolean;
    /** Not there for an import of types alone. Lines and characters begin at 0. */
    readonly code?: {
      readonly error?: string;
      readonly span: { readonly start: { readonly line: number; readonly character: number } };
    };
  }[];
}
