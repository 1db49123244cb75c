// `deno serve functions/deno.ts` in a process of its own, as it is deployed. A test may put agents of its own in the place of
// functions/agents/mod.ts, by an import map, so that the entrypoint stays what it is.

import config from "../../deno.json" with { type: "json" };
import { answers, eventually } from "./eventually.ts";
import { fromFileUrl, projectRoot } from "./project.ts";
import { freePort } from "./requires.ts";

/** The module of the agents that both entrypoints serve. */
const SERVED_AGENTS = "functions/agents/mod.ts";

export interface Booted extends AsyncDisposable {
  readonly name: string;
  /** Without a trailing slash. */
  readonly url: string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

export interface BootedProcess extends Booted {
  readonly pid: number;
  /** SIGKILL: nothing is finished, nothing is flushed. */
  kill(): Promise<void>;
  /** SIGSTOP, as a machine that sleeps or swaps: alive for the kernel, dead for everybody else. */
  pause(): void;
  /** SIGCONT. */
  resume(): void;
  /** What the process has printed so far. */
  output(): string;
  /** Only of the Worker: a Cron Trigger, to its end. */
  readonly scheduled?: () => Promise<void>;
}

export interface DenoOptions {
  /** A free port unless given. */
  readonly port?: number;
  /** A module of the project that exports `agents`, in the place of functions/agents/mod.ts: `tests/x/agents.ts`. */
  readonly agents?: string;
  /** A module of the project that is deployed in the place of functions/deno.ts or functions/cloudflare.ts. */
  readonly main?: string;
}

/** `deno serve functions/deno.ts` with only these variables, ready when /healthz answers. */
export async function bootDeno(
  env: Record<string, string>,
  { port = freePort(), agents, main = "functions/deno.ts" }: DenoOptions = {},
): Promise<BootedProcess> {
  const imports = agents === undefined ? undefined : await importMapWith(agents);
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "serve",
      ...(imports === undefined ? [] : ["--import-map", imports, "--frozen"]),
      "-A",
      "-q",
      "--no-prompt",
      "--host",
      "127.0.0.1",
      "--port",
      String(port),
      main,
    ],
    cwd: fromFileUrl(projectRoot),
    clearEnv: true,
    env: { ...inherited(), ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let printed = "";
  const reading = [child.stdout, child.stderr].map(async (stream) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) printed += text;
  });
  const url = `http://127.0.0.1:${port}`;
  const end = async (signal: Deno.Signal) => {
    try {
      child.kill(signal);
    } catch { /* it has ended by itself */ }
    await child.status;
    await Promise.all(reading);
    if (imports !== undefined) await Deno.remove(imports).catch(() => {});
  };
  const booted: BootedProcess = {
    name: "deno",
    url,
    pid: child.pid,
    fetch: (path, init) => fetch(url + path, init),
    output: () => printed,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    pause: () => Deno.kill(child.pid, "SIGSTOP"),
    resume: () => Deno.kill(child.pid, "SIGCONT"),
    [Symbol.asyncDispose]: () => end("SIGKILL"),
  };
  await ready(booted, () => printed);
  return booted;
}

/**
 * A file of the project's own imports, with the agents replaced: an import map may name a module by its URL. A file, for Deno 2.9.6 panics
 * on a `data:` URL beside a workspace.
 */
async function importMapWith(agents: string): Promise<string> {
  const href = (path: string) => new URL(path, projectRoot).href;
  // deno.json means subpaths too (hono/cors); an import map has to say so.
  const subpaths = Object.entries(config.imports).map(([name, target]) =>
    [`${name}/`, `${target.replace("npm:", "npm:/")}/`] as const
  );
  const imports = {
    ...config.imports,
    ...Object.fromEntries(subpaths),
    [href(SERVED_AGENTS)]: href(agents),
  };
  const file = await Deno.makeTempFile({ prefix: "treadle-imports-", suffix: ".json" });
  await Deno.writeTextFile(file, JSON.stringify({ imports }));
  return file;
}

function inherited(): Record<string, string> {
  const env: Record<string, string> = { NO_COLOR: "1" };
  for (const name of ["PATH", "HOME", "DENO_DIR", "TMPDIR", "DENO_COVERAGE_DIR"]) {
    const value = Deno.env.get(name);
    if (value !== undefined) env[name] = value;
  }
  return env;
}

async function ready(booted: Booted, printed: () => string): Promise<void> {
  try {
    await eventually(() => answers(() => booted.fetch("/healthz")), printed);
  } catch (error) {
    await booted.stop();
    throw error;
  }
}
