// The blocks of a page as modules of this project.

import assert from "node:assert/strict";
import { blocksOf } from "../support/docs/blocks.ts";
import { readPage } from "../support/docs/markdown.ts";
import { fromFileUrl, projectRoot } from "../support/project.ts";

/** The modules of the blocks of a page, by the names in their first lines, until they are disposed. */
export interface Recipes extends AsyncDisposable {
  readonly names: readonly string[];
  /** Imports a module; its exports have the types that the caller names, which the blocks themselves are checked for elsewhere. */
  load<Exports>(name: string): Promise<Exports>;
}

/** Writes each block that names its file into a folder within the project, where the package has its name. */
export async function openRecipes(page: string): Promise<Recipes> {
  const data = new URL(".data/", projectRoot);
  await Deno.mkdir(data, { recursive: true });
  const folder = await Deno.makeTempDir({ dir: fromFileUrl(data), prefix: "recipes_" });
  const names: string[] = [];
  for (const { code } of blocksOf(await readPage(page))) {
    const [, name] = /^\/\/ (?:\w+\/)*(\w+)\.ts\n/.exec(code) ?? [];
    if (name === undefined) continue;
    await Deno.writeTextFile(`${folder}/${name}.ts`, code);
    names.push(name);
  }
  return {
    names,
    load(name) {
      assert.ok(names.includes(name), `${page} has no block ${name}.ts`);
      return import(`file://${folder}/${name}.ts`);
    },
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}
