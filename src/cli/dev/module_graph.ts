// The files of the project that an entry imports, directly or not.

import { fileURLToPath } from "node:url";

/** The graph, or why it has none. */
export type ModuleGraph =
  | { readonly type: "files"; readonly files: readonly string[] }
  /** A module cannot be read or parsed; the text names it and the place. */
  | { readonly type: "broken"; readonly reason: string };

/** Asks Deno, which parses the modules and loads none of their packages. Types are not checked. */
export async function readModuleGraph(entry: string): Promise<ModuleGraph> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "-q", "--json", "--no-npm", "--no-remote", "--no-lock", "--node-modules-dir=none", entry],
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  if (!success) return { type: "broken", reason: text.decode(stderr).trim() };
  const { modules = [] }: DenoInfo = JSON.parse(text.decode(stdout));
  const wrong = modules.find(({ specifier, error }) =>
    error !== undefined && specifier.startsWith("file:") && !specifier.includes("/node_modules/")
  );
  if (wrong?.error !== undefined) return { type: "broken", reason: `${wrong.specifier}: ${wrong.error}` };
  const files = modules.filter(({ specifier, local }) =>
    local !== undefined && specifier.startsWith("file:") && !specifier.includes("/node_modules/")
  );
  return { type: "files", files: files.map(({ specifier }) => fileURLToPath(specifier)) };
}

/** The part of the output of `deno info --json` that is used. */
interface DenoInfo {
  readonly modules?: readonly {
    readonly specifier: string;
    readonly local?: string;
    readonly error?: string;
  }[];
}
