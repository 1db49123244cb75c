// The processes that `treadle dev` starts. They write to the terminal of the command.

import config from "../deno.json" with { type: "json" };
import { findEnvFile } from "./dev_project.ts";

/** How the server is started. */
export interface ServerCommand {
  readonly entry: string;
  readonly host: string;
  readonly port: number;
  /** The file that Deno reads variables from; `.env` without it, when that is there at a start. */
  readonly envFile: string | undefined;
  /** The value of Deno's --node-modules-dir; the project's own setting without it. */
  readonly nodeModulesDir: string | undefined;
}

/** Starts `deno serve`. TREADLE_DEV has the env file, which the server names in its greeting. */
export function startServer(
  { entry, host, port, envFile: named, nodeModulesDir }: ServerCommand,
): Deno.ChildProcess {
  const envFile = findEnvFile(named);
  const args = [
    "serve",
    "-A",
    "-q",
    "--no-prompt",
    "--host",
    host,
    "--port",
    String(port),
    ...(nodeModulesDir === undefined ? [] : [`--node-modules-dir=${nodeModulesDir}`]),
    ...(envFile === undefined ? [] : [`--env-file=${envFile}`]),
    entry,
  ];
  return new Deno.Command(Deno.execPath(), {
    args,
    env: { TREADLE_DEV: envFile ?? "" },
    stdin: "null",
    stdout: "inherit",
    stderr: "inherit",
  }).spawn();
}

/**
 * Compiles the agents of a folder as `treadle agents` does, in a process of its own, because tools.ts is loaded anew. False
 * when a file is wrong: the process has printed file, line and fix.
 */
export async function compileAgents(folder: string, nodeModulesDir: string | undefined): Promise<boolean> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "-q",
      "--no-prompt",
      ...ownModule(nodeModulesDir),
      "agents",
      folder,
    ],
    stdin: "null",
  }).output();
  if (!success) console.error(new TextDecoder().decode(stderr).trimEnd());
  return success;
}

/**
 * What `deno run` is given for the whole command line: the module in a clone or in node_modules, else the package. A clone's
 * settings ask for a node_modules folder, which a fresh one has not.
 */
export function ownModule(nodeModulesDir?: string): string[] {
  const main = Deno.mainModule.replace(/\/src\/cli\/dev\.ts$/, "/src/cli/main.ts");
  const mode = nodeModulesDir ?? (main.endsWith("/src/cli/main.ts") ? "none" : undefined);
  const isCached = /\/npm\/[^/]+\/@treadle\//.test(main);
  return [
    ...(mode === undefined ? [] : [`--node-modules-dir=${mode}`]),
    isCached ? `npm:${config.name}@${config.version}` : main,
  ];
}
