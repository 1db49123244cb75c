/**
 * `deno task types`: the types of src and functions by the compiler of TypeScript, but for the page's own modules, which have another
 * library. `deno check` checks all of the project and the examples of doc comments; a slow test runs it.
 */
import { fromFileUrl, projectRoot, walkFiles } from "../../../support/project.ts";
import { typeErrors } from "./type_check.ts";

const APART = /\/dist\/|^src\/playground\/browser\//;

if (import.meta.main) {
  const files = (await Promise.all(["src", "functions"].map((folder) => Array.fromAsync(walkFiles(folder)))))
    .flat().filter((file) => file.endsWith(".ts") && !APART.test(file));
  const report = await typeErrors(files.map((file) => fromFileUrl(new URL(file, projectRoot))));
  if (report !== "") console.error(report);
  Deno.exit(report === "" ? 0 : 1);
}
