// Programs that import the package by its entries, bundled as their users bundle them.

import * as esbuild from "esbuild";
import config from "../../../../deno.json" with { type: "json" };
import { fromFileUrl, projectRoot } from "../../../support/project.ts";

/** The file of each entry of the package, by what imports it. */
export const PACKAGE_FILES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(config.exports).map(([entry, file]) => [
    `${config.name}${entry.slice(1)}`,
    fromFileUrl(new URL(file, projectRoot)),
  ]),
);

/** What is in a bundle. */
export interface PackageBundle {
  /** The modules that esbuild has read, with what they import. */
  readonly inputs: esbuild.Metafile["inputs"];
  /** Those that the bundle has code of. */
  readonly files: ReadonlySet<string>;
  readonly bytes: number;
}

/** Bundles a TypeScript module, without the packages that it imports; the caller ends esbuild by `esbuild.stop()`. */
export async function bundlePackage(contents: string): Promise<PackageBundle> {
  const { metafile: { inputs, outputs } } = await esbuild.build({
    stdin: { contents, loader: "ts", resolveDir: fromFileUrl(projectRoot) },
    absWorkingDir: fromFileUrl(projectRoot),
    bundle: true,
    minify: true,
    format: "esm",
    packages: "external",
    write: false,
    metafile: true,
    alias: PACKAGE_FILES,
  });
  const [output] = Object.values(outputs);
  if (output === undefined) throw new Error("esbuild made no bundle.");
  return { inputs, files: new Set(Object.keys(output.inputs)), bytes: output.bytes };
}
