// A script with the client in it, as one ES module, by esbuild: what a page, a Worker or Node loads.

import * as esbuild from "esbuild";
import { fromFileUrl, projectRoot } from "../../../support/project.ts";

/** The text of the module. Packages cannot be in it: there is no dependency to find. */
export async function bundle(entry: string, options: { readonly minify?: boolean } = {}): Promise<string> {
  try {
    const { outputFiles: [file] } = await esbuild.build({
      entryPoints: [fromFileUrl(new URL(entry, projectRoot))],
      bundle: true,
      minify: options.minify ?? false,
      format: "esm",
      platform: "neutral",
      target: "es2023",
      packages: "external",
      alias: { "@treadle/react/client": fromFileUrl(new URL("src/react/client/mod.ts", projectRoot)) },
      write: false,
    });
    return file?.text ?? "";
  } finally {
    await esbuild.stop();
  }
}
