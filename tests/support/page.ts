// The files of the playground as they are served, for the tests that make an app of their own.

import { projectRoot } from "./project.ts";

export const DIST_FOLDER = new URL("src/playground/dist/", projectRoot);

export function readPage(name: string): Promise<string> {
  return Deno.readTextFile(new URL(name, DIST_FOLDER));
}
