// `treadle dev`: serves a project on this machine, and starts it again when a file of it changes.

import { spawn } from "node:child_process";
import process from "node:process";
import { Command } from "commander";
import config from "../../../deno.json" with { type: "json" };
import { CommandError } from "../command_error.ts";
import { devPort, findDevProject, readDevEnv } from "../dev/dev_project.ts";
import type { Say } from "../dev/dev_server.ts";
import { examples } from "../output.ts";

interface DevOptions {
  readonly port?: string;
  readonly host: string;
  readonly envFile?: string;
  readonly nodeModulesDir?: string;
  readonly watch: boolean;
  readonly json?: boolean;
}

/** The command. A project for Deno alone is served by `deno serve`, one for Workers alone by `wrangler dev`. */
export function devCommand(): Command {
  return new Command("dev")
    .description("Serves a project on this machine and starts it again when a file of it changes.")
    .argument(
      "[entry]",
      "the module that serves the agents: main.ts, src/main.ts or functions/deno.ts by default",
    )
    .option("--port <port>", "where it listens; else PORT of the environment or of the env file, else 8787")
    .option("--host <address>", "the address it listens on", "127.0.0.1")
    .option("--env-file <file>", "the file with variables; .env by default, when it is there")
    .option("--no-watch", "do not start again when a file changes")
    .option("--node-modules-dir <mode>", "passed on to Deno: auto, manual or none")
    .option("--json", "log lines of JSON, also on a terminal")
    .addHelpText(
      "after",
      examples({
        "dev": "Serve the project of this folder on http://127.0.0.1:8787:",
        "dev --port 8788": "Serve it on another port:",
        "dev src/server.ts --env-file .env.local": "Serve another module, with variables of another file:",
      }),
    )
    .action(async (entry: string | undefined, options: DevOptions) => {
      const project = findDevProject(entry);
      const code = project.type === "wrangler"
        ? await serveWorker(options)
        : await serveDeno(project.entry, options);
      process.exit(code);
    });
}

async function serveDeno(entry: string, options: DevOptions): Promise<number> {
  if (!("Deno" in globalThis)) {
    const line = `npx -y deno@2.9.5 run -A npm:${config.name} dev ${entry}`;
    throw new CommandError("deno_needed", `${entry} is served by Deno: ${line}`);
  }
  const file = readDevEnv(options.envFile);
  const port = devPort(options.port, process.env, file);
  const [{ DevServer }, { assertPortIsFree }] = await Promise.all([
    import("../dev/dev_server.ts"),
    import("../dev/dev_port.ts"),
  ]);
  await assertPortIsFree(options.host, port, entry);
  if (options.json === true) process.env.TREADLE_LOG = "json";
  const { host, nodeModulesDir } = options;
  const server = new DevServer({ entry, host, port, envFile: file.path, nodeModulesDir }, toSay(options));
  return await server.run(options.watch);
}

/** wrangler has a port, a watch and a log of its own. YAML is compiled on Deno, which loads the tools that it names. */
async function serveWorker({ port, host, envFile, watch }: DevOptions): Promise<number> {
  const given = port ?? (process.env.PORT || undefined);
  if (!watch) {
    throw new CommandError(
      "option_unknown",
      "--no-watch is for projects on Deno; wrangler dev always watches.",
    );
  }
  const args = [
    ...["wrangler", "dev", "--ip", host],
    ...(given === undefined ? [] : ["--port", String(devPort(given, {}, { path: undefined, values: {} }))]),
    ...(envFile === undefined ? [] : ["--env-file", envFile]),
  ];
  const agents = "Deno" in globalThis ? (await import("../dev/watch_agents.ts")).watchAgents() : undefined;
  const child = spawn("npx", args, { stdio: "inherit", shell: process.platform === "win32" });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  return await new Promise<number>((resolve, reject) => {
    child.on(
      "error",
      () =>
        reject(
          new CommandError(
            "npx_missing",
            "npx is not on the PATH, which starts wrangler dev; install Node 20.",
          ),
        ),
    );
    child.on("exit", (code) => resolve(code ?? 0));
  }).finally(() => agents?.close());
}

function toSay({ json = false }: DevOptions): Say {
  return (event, message) => console.error(json ? JSON.stringify({ event, message }) : message);
}
