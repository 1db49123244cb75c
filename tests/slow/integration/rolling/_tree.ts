// The tree of a released commit in a folder of its own, as it was, with the packages that are installed here. The commit comes from
// the history of the clone; a clone without that history has no such tree.

import { fromFileUrl, projectRoot } from "../../../support/project.ts";
import type { Requirement } from "../../../support/requires.ts";

const root = fromFileUrl(projectRoot);

/** Whether the clone has the commit. */
export function released(commit: string): Requirement {
  const { success } = new Deno.Command("git", {
    args: ["-C", root, "cat-file", "-e", `${commit}^{commit}`],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).outputSync();
  const reason = `commit ${commit} is not in this clone, git fetch --unshallow`;
  return { available: success, path: success ? commit : "", reason: success ? "" : reason };
}

/** A folder with `src` of a version; a disposal removes the folder of a released one. */
export interface Tree extends AsyncDisposable {
  readonly folder: string;
}

/** The tree of the commit, with these files of this tree at the same places in it: they use public entry points alone. */
export async function releasedTree(commit: string, files: readonly string[]): Promise<Tree> {
  const folder = await Deno.makeTempDir({ prefix: `treadle_${commit}_` });
  const archive = await output("git", ["-C", root, "archive", commit, "src", "deno.json"]);
  const extract = new Deno.Command("tar", { args: ["-x", "-C", folder], stdin: "piped" }).spawn();
  const writer = extract.stdin.getWriter();
  await writer.write(archive);
  await writer.close();
  if (!(await extract.status).success) throw new Error(`The tree of ${commit} cannot be extracted.`);
  const manifest = JSON.parse(await Deno.readTextFile(`${folder}/deno.json`));
  // The archive has no member of a workspace.
  const alone = { ...manifest, nodeModulesDir: "manual", workspace: undefined };
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(alone));
  await Deno.symlink(`${root}node_modules`, `${folder}/node_modules`);
  for (const file of files) {
    await Deno.mkdir(`${folder}/${file.slice(0, file.lastIndexOf("/"))}`, { recursive: true });
    await Deno.copyFile(`${root}${file}`, `${folder}/${file}`);
  }
  return { folder, [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }) };
}

/** The tree that this file stands in. */
export function currentTree(): Tree {
  return { folder: root, [Symbol.asyncDispose]: () => Promise.resolve() };
}

async function output(command: string, args: string[]): Promise<Uint8Array<ArrayBuffer>> {
  const { success, stdout, stderr } = await new Deno.Command(command, { args, stdin: "null" }).output();
  if (!success) throw new Error(`${command} failed: ${new TextDecoder().decode(stderr)}`);
  return stdout;
}
