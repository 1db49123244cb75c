// A project outside the repository's tree: the files of project/, and in node_modules what `npm install <tarball>` makes.

import config from "../../../deno.json" with { type: "json" };
import { MEMBERS } from "../../../src/tasks/pack/members.ts";
import { installedPackage } from "../support/packed.ts";
import { packages } from "../support/manifests.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";

const SOURCES = new URL("project/", import.meta.url);
export interface Project extends AsyncDisposable {
  /** Without a slash at its end. */
  readonly folder: string;
  write(name: string, text: string): Promise<void>;
  /** Runs a program in the folder and returns what it prints; it throws when the program fails. */
  run(program: string, ...args: readonly string[]): Promise<string>;
}

export async function makeProject(): Promise<Project> {
  const installed = await installedPackage();
  const folder = await Deno.makeTempDir({ prefix: "treadle-project-" });
  const write = (name: string, text: string) => Deno.writeTextFile(`${folder}/${name}`, text);
  const dependencies = Object.fromEntries(MEMBERS.map(({ name }) => [name, config.version]));
  await write(
    "package.json",
    JSON.stringify({ name: "project", private: true, type: "module", dependencies }),
  );
  await Deno.symlink(installed, `${folder}/node_modules`);
  for await (const { name } of Deno.readDir(SOURCES)) {
    await Deno.copyFile(new URL(name, SOURCES), `${folder}/${name}`);
  }
  return {
    folder,
    write,
    run: (program, ...args) => run(folder, program, args),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

/** Runs a command of an npm package that the project names: `publint`, `typescript/tsc`. */
export function runTool(name: string, ...args: readonly string[]): Promise<string> {
  const [, path = ""] = /^(?:@[^/]+\/)?[^/]+(\/.*)?$/.exec(name) ?? [];
  const specifier = Object.entries(packages).find(([known]) => name === known + path)?.[1];
  if (specifier === undefined) throw new Error(`No manifest has an import for ${name}.`);
  return run(fromFileUrl(projectRoot), Deno.execPath(), ["run", "-A", "-q", specifier + path, ...args]);
}

async function run(cwd: string, program: string, args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    cwd,
    env: { NO_COLOR: "1", WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" },
    stdin: "null",
  }).output();
  const [printed = "", errors = ""] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  if (!success) throw new Error(`${program} ${args.join(" ")} fails:\n${printed}${errors}`);
  return printed;
}
