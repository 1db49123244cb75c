// Modules of a project, which may be TypeScript: Deno and Node from 22.18 on load it, an older Node by the package tsx of the project.

import { createRequire } from "node:module";
import { resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { CommandError } from "../command_error.ts";
import { explainFailure } from "../project/load_failure.ts";

/**
 * What a module exports.
 *
 * @throws {CommandError} evaluation_unreadable - it cannot be loaded, with the file at fault and what an older Node needs for TypeScript
 */
export async function loadModule(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    if (/\.[cm]?ts$/.test(file)) await learnTypeScript();
    return await import(pathToFileURL(resolve(file)).href);
  } catch (thrown) {
    const { reason, fix } = Object(thrown).code === "ERR_UNKNOWN_FILE_EXTENSION"
      ? {
        reason: `Node ${process.versions.node} loads no TypeScript`,
        fix: "npm install --save-dev tsx, or Node 22.18 or Deno.",
      }
      : explainFailure(thrown);
    const what = `${file} cannot be loaded: ${reason}`;
    throw new CommandError("evaluation_unreadable", fix === undefined ? what : `${what}. Fix: ${fix}`);
  }
}

/** Has tsx load TypeScript where the runtime does not, and the project has it. */
async function learnTypeScript(): Promise<void> {
  if ("Deno" in globalThis || "Bun" in globalThis || process.features.typescript) return;
  let path;
  try {
    path = createRequire(resolve("package.json")).resolve("tsx/esm");
  } catch {
    return; // the project has none: the import fails, and says what is missing
  }
  await import(pathToFileURL(path).href); // as node --import does
}
