// An earlier commit of this project, to be measured beside the present one: a work tree of its own with its own packages.

import { fromFileUrl, projectRoot } from "../../support/project.ts";

/** Where the work trees lie: outside git, and kept for the next run. */
const FOLDER = new URL(".data/bench/", projectRoot);

/**
 * The root of a work tree of this commit, made and installed when it is not there yet.
 *
 * @throws {Error} when git does not know the commit, or its packages cannot be installed.
 */
export async function checkoutOf(commit: string): Promise<URL> {
  const hash = await run("git", ["rev-parse", "--verify", "--short=8", `${commit}^{commit}`], projectRoot);
  const root = new URL(`${hash}/`, FOLDER);
  const marker = new URL(`${hash}.installed`, FOLDER);
  if (await exists(marker)) return root;
  await Deno.mkdir(FOLDER, { recursive: true });
  if (!await exists(root)) {
    await run(
      "git",
      ["clone", "--quiet", "--no-checkout", fromFileUrl(projectRoot), fromFileUrl(root)],
      FOLDER,
    );
    await run("git", ["checkout", "--quiet", "--detach", hash], root);
  }
  await run(Deno.execPath(), ["install", "-q"], root);
  await Deno.writeTextFile(marker, "");
  return root;
}

async function run(command: string, args: string[], cwd: URL): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, { args, cwd: fromFileUrl(cwd) })
    .output();
  const decoder = new TextDecoder();
  if (!success) throw new Error(`${command} ${args.join(" ")} failed:\n${decoder.decode(stderr)}`);
  return decoder.decode(stdout).trim();
}

async function exists(place: URL): Promise<boolean> {
  return await Deno.stat(place).then(() => true, () => false);
}
