/** Which test files reach a module: what may be read by them alone is proven by running them alone. */
import { fromFileUrl, projectRoot } from "../project.ts";

/** What is read of `deno info --json`. */
export interface ModuleInfo {
  readonly specifier: string;
  readonly dependencies?: readonly {
    readonly code?: { readonly specifier?: string };
    readonly type?: { readonly specifier?: string };
  }[];
}

/** The files, as paths of the project, whose imports lead to `target`, however far. `entry` imports all of them. */
export async function filesReaching(
  target: string,
  files: readonly string[],
  entry: string,
): Promise<string[]> {
  const config = fromFileUrl(new URL("deno.json", projectRoot));
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "--config", config, entry],
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  const { modules }: { modules: ModuleInfo[] } = JSON.parse(new TextDecoder().decode(stdout));
  const reaching = importersOf(new URL(target, projectRoot).href, modules);
  return files.filter((file) => reaching.has(new URL(file, projectRoot).href));
}

/** The specifiers of the modules that import `target`, at any distance, and its own. Types and `import()` count. */
export function importersOf(target: string, modules: readonly ModuleInfo[]): ReadonlySet<string> {
  const importers = new Map<string, string[]>();
  for (const { specifier, dependencies = [] } of modules) {
    for (const imported of dependencies.flatMap(({ code, type }) => [code?.specifier, type?.specifier])) {
      if (imported !== undefined) importers.set(imported, [...importers.get(imported) ?? [], specifier]);
    }
  }
  const reached = new Set([target]);
  for (const specifier of reached) {
    for (const importer of importers.get(specifier) ?? []) reached.add(importer);
  }
  return reached;
}
