// `treadle dev`: serves a project on this machine, and starts it again when a file of it changes.

import { spawn } from "node:child_process";
import process from "node:process";
import { Command } from "commander";
import config from "../deno.json" with { type: "json" };
import { CommandError } from "../command_error.ts";
import { devPort, findDevProject, readDevEnv } from "../dev/dev_project.ts";
import { isPortTaken } from "../project/port_taken.ts";
import { ENTRIES, readProject, WRANGLER_FILES } from "../project/project.ts";
import type { Say } from "../dev/dev_server.ts";
import { examples } from "../output.ts";
import { paint } from "../terminal/style.ts";

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
    .argument("[entry]", `the module that Deno serves: ${ENTRIES.join(", ")} by default`)
    .option(
      "--port <port>",
      "where it listens; else PORT of the environment, else that of the env file (Workers: dev.port of wrangler's file), else 8787",
    )
    .option("--host <address>", "the address it listens on", "127.0.0.1")
    .option(
      "--env-file <file>",
      "the file with variables; .env by default, when it is there (Workers: .dev.vars, else .env)",
    )
    .option("--no-watch", "do not start again when a file changes (Deno alone; wrangler always watches)")
    .option("--node-modules-dir <mode>", "passed on to Deno: auto, manual or none")
    .option("--json", "log lines of JSON, also on a terminal (Workers: no greeting beside wrangler's lines)")
    .addHelpText(
      "after",
      `\n${paint("A project for Workers:", "bold")}\n  Without an entry for Deno, a folder with ${
        WRANGLER_FILES.join(" or ")
      }\n  is served by npx wrangler dev --test-scheduled, which serves the main of that file.\n`,
    )
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
    const line = `npx -y deno@2.9.6 run -A npm:${config.name} dev ${entry}`;
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
  const server = new DevServer(
    { entry, host, port, envFile: options.envFile, nodeModulesDir },
    toSay(options),
  );
  return await server.run(options.watch);
}

/**
 * wrangler has a port, a watch and a log of its own. YAML is compiled on Deno, which loads the tools that it names. With --test-scheduled
 * a request to /__scheduled is a Cron Trigger.
 */
async function serveWorker(options: DevOptions): Promise<number> {
  const { port, host, envFile, watch } = options;
  const given = port ?? (process.env.PORT || undefined);
  if (!watch) {
    throw new CommandError(
      "option_unknown",
      "--no-watch is for projects on Deno; wrangler dev always watches.",
    );
  }
  const args = [
    "wrangler",
    "dev",
    "--test-scheduled",
    "--ip",
    host,
    ...(given === undefined ? [] : ["--port", String(devPort(given, {}, { path: undefined, values: {} }))]),
    ...(envFile === undefined ? [] : ["--env-file", envFile]),
  ];
  const agents = "Deno" in globalThis ? (await import("../dev/watch_agents.ts")).watchAgents() : undefined;
  const ended = new AbortController();
  const address = await findWorkerAddress(options);
  const child = spawn("npx", args, { stdio: "inherit", shell: process.platform === "win32" });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  const greeting = greet(address, ended.signal);
  return await new Promise<number>((resolve, reject) => {
    child.on(
      "error",
      () =>
        reject(
          new CommandError(
            "npx_missing",
            "npx is not on the PATH, which starts wrangler dev; install Node 22.",
          ),
        ),
    );
    child.on("exit", (code) => resolve(code ?? 0));
  }).finally(async () => {
    agents?.close();
    ended.abort();
    await greeting;
  });
}

/**
 * The address of a Worker that is about to start, with its keys. Undefined where another program has the port, since wrangler takes the next
 * one then, and with --json.
 */
async function findWorkerAddress({ port, host, envFile, json = false }: DevOptions): Promise<
  { readonly url: string; readonly keys: string | undefined } | undefined
> {
  const { env, wrangler } = readProject(".", process.env, envFile);
  const { port: configured } = Object(wrangler?.content?.dev);
  const number = Number(port ?? (process.env.PORT || configured) ?? 8787);
  return json || await isPortTaken(number)
    ? undefined
    : { url: `http://${host}:${number}`, keys: env.TREADLE_API_KEYS };
}

/** Says what the Worker serves when it answers. */
async function greet(
  address: { readonly url: string; readonly keys: string | undefined } | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (address === undefined) return;
  const { greetWorker } = await import("../dev/worker_greeting.ts");
  const lines = await greetWorker(address.url, { keys: address.keys, signal });
  if (lines !== undefined && !signal.aborted) console.log(`\n${lines}\n`);
}

function toSay({ json = false }: DevOptions): Say {
  return (event, message) => console.error(json ? JSON.stringify({ event, message }) : message);
}
