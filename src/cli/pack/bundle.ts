// The modules of the package: one ES module for each entry and for the command line, and chunks for what they share and
// for what is imported on first use. Packages stay imports.

import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { textImports } from "../text_imports.ts";
import { BIN, BIN_TEXT, COMMAND_LINE, packageOf } from "./manifest.ts";

const SOURCE = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Writes the modules of these entries, as paths below src without an extension, and returns the packages that they import.
 *
 * `import.meta.main` becomes false: in a bundle a module stands in a file with others, of which one may be the main module.
 */
export async function bundlePackage(entries: readonly string[], lib: URL): Promise<string[]> {
  try {
    const { metafile } = await esbuild.build({
      entryPoints: [...entries, COMMAND_LINE].map((entry) => `${SOURCE}${entry}.ts`),
      outbase: SOURCE,
      outdir: fileURLToPath(lib),
      chunkNames: "chunks/[name]-[hash]",
      bundle: true,
      splitting: true,
      metafile: true,
      format: "esm",
      platform: "neutral",
      target: "es2023",
      packages: "external",
      define: { "import.meta.main": "false" },
      plugins: [textImports],
      logLevel: "warning",
    });
    await Deno.writeTextFile(new URL(BIN, lib), BIN_TEXT);
    const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
    return imports.filter(({ external }) => external).flatMap(({ path }) => packageOf(path) ?? []);
  } finally {
    await esbuild.stop();
  }
}
