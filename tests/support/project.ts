/** Where the project stands on this machine, for the tests that read its own files. */
import { fileURLToPath } from "node:url";
import project from "../../deno.json" with { type: "json" };
import tests from "../deno.json" with { type: "json" };

/** The folder of deno.json, as a URL that ends with a slash. */
export const projectRoot = new URL("../../", import.meta.url);

/** Every package that the project imports, its tests included, by name, as manifests have them. */
export const packages: Readonly<Record<string, string>> = { ...project.imports, ...tests.imports };

/** Copies deno.json and deno.lock to a folder that has no tests, so the manifest has no member. */
export async function copyManifest(folder: string): Promise<void> {
  const { workspace: _members, ...manifest } = project;
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(manifest));
  await Deno.copyFile(new URL("deno.lock", projectRoot), `${folder}/deno.lock`);
}

/** The path of a file URL, with forward slashes on every system. */
export function fromFileUrl(url: URL): string {
  return fileURLToPath(url).replaceAll("\\", "/");
}

/** Every file under a folder of the project, sorted, as paths such as `src/core/error.ts`. */
export async function* walkFiles(folder: string): AsyncGenerator<string> {
  const entries = await Array.fromAsync(Deno.readDir(new URL(`${folder}/`, projectRoot)));
  for (const entry of entries.sort((left, right) => left.name < right.name ? -1 : 1)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) yield* walkFiles(path);
    else yield path;
  }
}
