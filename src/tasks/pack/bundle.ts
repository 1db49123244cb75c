// The modules of the package: one ES module for each entry and for the command line, and chunks for what they share and
// for what is imported on first use. Packages stay imports.

import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import {
  type Contained,
  formatLicences,
  formatNotice,
  listPackageFolders,
  readContained,
} from "./licences.ts";
import { BIN, BIN_TEXT, COMMAND_LINE, CONTAINED, findPackageName } from "./manifest.ts";

const PROJECT = fileURLToPath(new URL("../../../", import.meta.url));
const SOURCE = fileURLToPath(new URL("../../", import.meta.url));

/** What was written. */
export interface Bundled {
  /** The packages that the modules import. */
  readonly imported: readonly string[];
  /** The text about the licences of those whose code stands in the modules. */
  readonly licences: string;
}

/**
 * Writes the modules of these entries, as paths below src without an extension.
 *
 * `import.meta.main` becomes false: in a bundle a module stands in a file with others, of which one may be the main module.
 */
export async function bundlePackage(entries: readonly string[], lib: URL): Promise<Bundled> {
  try {
    const { metafile: { outputs } } = await esbuild.build({
      entryPoints: [...entries, COMMAND_LINE].map((entry) => `${SOURCE}${entry}.ts`),
      absWorkingDir: PROJECT,
      outbase: SOURCE,
      outdir: fileURLToPath(lib),
      chunkNames: "chunks/[name]-[hash]",
      bundle: true,
      splitting: true,
      metafile: true,
      format: "esm",
      platform: "neutral",
      // Of what the package contains: its code for every runtime, without modules of Node.
      conditions: ["browser"],
      mainFields: ["browser", "module", "main"],
      target: "es2023",
      define: { "import.meta.main": "false" },
      plugins: [packagesStayImports],
      logLevel: "warning",
    });
    await Deno.writeTextFile(new URL(BIN, lib), BIN_TEXT);
    const imports = Object.values(outputs).flatMap((output) => output.imports);
    return {
      imported: imports.filter(({ external }) => external).flatMap(({ path }) => findPackageName(path) ?? []),
      licences: await noteContained(outputs),
    };
  } finally {
    await esbuild.stop();
  }
}

/** Names, at the head of each file, the packages whose code it has; returns the text about their licences. */
async function noteContained(outputs: esbuild.Metafile["outputs"]): Promise<string> {
  const all = new Map<string, Contained>();
  for (const [file, { inputs }] of Object.entries(outputs)) {
    const folders = listPackageFolders(Object.keys(inputs));
    if (folders.length === 0) continue;
    const packages = await Promise.all(folders.map(readContained));
    for (const each of packages) all.set(each.name, each);
    const path = `${PROJECT}${file}`;
    await Deno.writeTextFile(path, `${formatNotice(packages)}\n${await Deno.readTextFile(path)}`);
  }
  return formatLicences([...all.values()]);
}

/** What the modules of src import stays an import, but for the packages that are contained, with all that these import. */
const packagesStayImports: esbuild.Plugin = {
  name: "packages-stay-imports",
  setup({ onResolve }) {
    onResolve({ filter: /^[^.\/]/ }, ({ path, importer, kind }) => {
      if (kind === "entry-point" || importer.includes("/node_modules/")) return undefined;
      const name = findPackageName(path);
      return name !== undefined && CONTAINED.has(name) ? undefined : { path, external: true };
    });
  },
};
