// `deno task build`: writes dist/deno.js, the Deno entrypoint with everything it imports. Deno reads one file at
// the start in place of 330. Chunks beside it hold what is imported on first use, the page among them.

import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { CUT_ALIASES } from "./cut_packages.ts";
import { ENTRY_SOURCES } from "./pack/members.ts";

const ENTRYPOINT = new URL("../../functions/deno.ts", import.meta.url);

/** Where the bundle is written. */
export const BUILD_FOLDER = new URL("../../dist/", import.meta.url);

/** The entries of the packages by the names that functions/ imports them by. */
const PACKAGES = Object.fromEntries(
  Object.entries(ENTRY_SOURCES).map(([name, source]) => [
    name,
    fileURLToPath(new URL(`../../${source}`, import.meta.url)),
  ]),
);

/** Writes the bundle in place of the one before it. The folders beside its files are `deno task pack`'s, which may be at work. */
export async function buildDeno(folder: URL = BUILD_FOLDER): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (isFile) await Deno.remove(new URL(name, folder));
  }
  try {
    await esbuild.build({
      entryPoints: [fileURLToPath(ENTRYPOINT)],
      outdir: fileURLToPath(folder),
      bundle: true,
      splitting: true,
      minifySyntax: true,
      minifyWhitespace: true, // names stay: the log names the functions of an unexpected error
      format: "esm",
      platform: "node",
      alias: { ...PACKAGES, ...CUT_ALIASES },
      conditions: ["deno"],
      mainFields: ["module", "main"],
      logLevel: "warning",
    });
  } finally {
    await esbuild.stop();
  }
}

if (import.meta.main) await buildDeno();
