// Programs that import the package by its entries, bundled as their users bundle them.

import * as esbuild from "esbuild";
import { entryFiles } from "../manifests.ts";
import { fromFileUrl, projectRoot } from "../../../support/project.ts";

/** The file of each entry of the packages, by what imports it. */
export const PACKAGE_FILES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(entryFiles).map(([name, source]) => [name, fromFileUrl(new URL(source, projectRoot))]),
);

/** The begin of what esbuild calls a module that has no file. */
const MODULE = "module:";

/** What is in a bundle. */
export interface PackageBundle {
  /** The modules that esbuild has read for all bundles, with what they import. */
  readonly inputs: esbuild.Metafile["inputs"];
  /** Those that the bundle has code of. */
  readonly files: ReadonlySet<string>;
  readonly bytes: number;
}

/**
 * Bundles TypeScript modules without the packages that they import, each by itself: what several import is parsed once. The bundles have the
 * names of their modules.
 */
export async function bundlePackages(
  modules: Readonly<Record<string, string>>,
): Promise<(name: string) => PackageBundle> {
  const resolveDir = fromFileUrl(projectRoot);
  try {
    const { metafile: { inputs, outputs } } = await esbuild.build({
      entryPoints: Object.keys(modules).map((name) => ({ in: `${MODULE}${name}`, out: name })),
      plugins: [{
        name: "modules",
        setup: (build) => {
          build.onResolve(
            { filter: new RegExp(`^${MODULE}`) },
            ({ path }) => ({ path, namespace: "module" }),
          );
          build.onLoad({ filter: /^/, namespace: "module" }, ({ path }) => ({
            contents: modules[path.slice(MODULE.length)],
            loader: "ts",
            resolveDir,
          }));
        },
      }],
      absWorkingDir: resolveDir,
      outdir: "none",
      bundle: true,
      minify: true,
      format: "esm",
      packages: "external",
      write: false,
      metafile: true,
      alias: PACKAGE_FILES,
    });
    return (name) => {
      const { inputs: files, bytes } = outputs[`none/${name}.js`] ?? {};
      if (files === undefined || bytes === undefined) throw new Error(`esbuild made no bundle of ${name}.`);
      const own = Object.keys(files).filter((file) => !file.startsWith(MODULE));
      return { inputs, files: new Set(own), bytes };
    };
  } finally {
    await esbuild.stop(); // its process would be a leak of the test
  }
}
