/** Where the project stands on this machine, for the tests that read its own files. */
import { fileURLToPath } from "node:url";

/** The folder of deno.json, as a URL that ends with a slash. */
export const projectRoot = new URL("../../", import.meta.url);

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
