// The two real runtimes, booted as they are deployed: functions/deno.ts in its own process, functions/cloudflare.ts in
// workerd through Miniflare on the bundle that wrangler makes, with the settings of wrangler.toml. A test may put agents of its own in the place of
// functions/agents/mod.ts: by an import map on Deno, by an alias in the bundle, so that the entrypoints stay what they are.

import { CRON_PATHS, ENGINE, type EngineName, type EngineOptions, ENGINES } from "./engine.ts";
import config from "../../../deno.json" with { type: "json" };
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { freePort } from "../../support/requires.ts";
import { answers, eventually } from "../../support/eventually.ts";
import { bundleWorker, SERVED_AGENTS } from "./bundles/worker.ts";

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

export interface BootOptions {
  /** A free port unless given. */
  readonly port?: number;
  /** A module of the project that exports `agents`, in the place of functions/agents/mod.ts: `tests/x/agents.ts`. */
  readonly agents?: string;
  /** A module of the project that is deployed in the place of functions/deno.ts or functions/cloudflare.ts. */
  readonly main?: string;
  /** Only for the Worker: an engine in the place of the one that TEST_ENGINE names. */
  readonly engine?: EngineName;
  /** Only for the Worker: a server that gets what the binding AI sends, as Miniflare passes it on to a remote one. */
  readonly ai?: string;
  /** Only for the Worker: names of KV namespaces and of D1 databases, which are empty. */
  readonly kv?: readonly string[];
  readonly d1?: readonly string[];
  /** Only for the Worker: bindings of producers, each to a queue of that name which the Worker consumes as well. */
  readonly queues?: Readonly<Record<string, string>>;
}

/** `deno serve functions/deno.ts` with only these variables, ready when /healthz answers. */
export async function bootDeno(
  env: Record<string, string>,
  { port = freePort(), agents, main = "functions/deno.ts" }: BootOptions = {},
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
    [href(SERVED_AGENTS.path)]: href(agents),
  };
  const file = await Deno.makeTempFile({ prefix: "treadle-imports-", suffix: ".json" });
  await Deno.writeTextFile(file, JSON.stringify({ imports }));
  return file;
}

/** The Worker among the services of workerd. */
const WORKER_NAME = "treadle";

/** functions/cloudflare.ts in workerd with these bindings. Its bundle is made once. */
export async function bootWorker(
  bindings: Record<string, string>,
  { port = freePort(), agents, main, engine = ENGINE, ai, kv = [], d1 = [], queues = {} }: BootOptions = {},
): Promise<BootedProcess> {
  const [contents, settings] = await Promise.all([bundleWorker({ agents, main }), readSettings()]);
  let printed = "";
  const start = await ENGINES[engine]();
  const options: EngineOptions = {
    name: WORKER_NAME,
    modules: [{ type: "ESModule", path: "cloudflare.js", contents }],
    compatibilityDate: settings("compatibility_date"),
    assets: {
      directory: fromFileUrl(new URL(settings("directory"), projectRoot)),
      binding: settings("binding"),
      routerConfig: {
        has_user_worker: true,
        invoke_user_worker_ahead_of_assets: settings("run_worker_first") === "true",
      },
      assetConfig: {
        compatibility_date: settings("compatibility_date"),
        html_handling: settings("html_handling") === "none" ? "none" : "auto-trailing-slash",
      },
    },
    cf: false,
    port,
    host: "127.0.0.1",
    bindings,
    kvNamespaces: [...kv],
    d1Databases: [...d1],
    unsafeTriggerHandlers: true,
    queueProducers: queues,
    // A queue of wrangler.toml has these settings too.
    queueConsumers: Object.fromEntries(
      Object.values(queues).map((name) => [name, { maxBatchSize: 10, maxBatchTimeout: 0, maxRetries: 10 }]),
    ),
    ...(ai === undefined ? {} : { ai: { binding: "AI", remoteProxyConnectionString: toConnection(ai) } }),
    // Miniflare 4 takes no function that returns something.
    handleStructuredLogs: ({ message }: { readonly message: string }) => {
      printed += `${message}\n`;
    },
  };
  const miniflare = start(options);
  await miniflare.ready.catch((cause: unknown) => {
    throw new Error(`workerd does not start: ${printed}`, { cause });
  });
  const pid = await pidOfWorkerd(port);
  const url = `http://127.0.0.1:${port}`;
  let stopped: Promise<void> | undefined;
  const stop = () => stopped ??= miniflare.dispose(); // a second dispose() throws
  return {
    name: "workerd",
    url,
    pid,
    fetch: (path, init) => fetch(url + path, init),
    output: () => printed,
    // Not by `getWorker()`: its members are read synchronously, and while this thread waits nobody reads what workerd prints. Once the pipe is
    // full workerd waits for this thread, and this thread for workerd.
    scheduled: async () => {
      const response = await fetch(`${url}${CRON_PATHS[engine]}?cron=*+*+*+*+*`, {
        headers: { "MF-Route-Override": WORKER_NAME }, // past the assets, which know no such event
      });
      const outcome = await response.text();
      if (outcome !== "ok") throw new Error(`The Cron Trigger ended with ${outcome}: ${printed}`);
    },
    stop,
    // Miniflare sends SIGKILL too, but first it asks workerd for this and that.
    kill: async () => {
      Deno.kill(pid, "SIGKILL");
      await stop();
    },
    pause: () => Deno.kill(pid, "SIGSTOP"),
    resume: () => Deno.kill(pid, "SIGCONT"),
    [Symbol.asyncDispose]: stop,
  };
}

/** Under the brand that Miniflare wants. */
function toConnection(url: string) {
  return Object.assign(new URL(url), { __brand: "RemoteProxyConnectionString" } as const);
}

/** The child of this process that serves the port; Miniflare does not tell. */
async function pidOfWorkerd(port: number): Promise<number> {
  const { stdout } = await new Deno.Command("ps", { args: ["-axo", "pid=,ppid=,args="] }).output();
  for (const line of new TextDecoder().decode(stdout).split("\n")) {
    const [, pid, parent, args = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (Number(parent) === Deno.pid && args.includes("workerd") && args.includes(`127.0.0.1:${port}`)) {
      return Number(pid);
    }
  }
  throw new Error(`No workerd of this process serves port ${port}.`);
}

/** The values of wrangler.toml by name, whatever their table: what Miniflare does not read by itself. */
async function readSettings(): Promise<(name: string) => string> {
  const text = await Deno.readTextFile(new URL("wrangler.toml", projectRoot));
  return (name) => {
    const value = new RegExp(`^${name} = (?:"([^"]*)"|([^\\s#]+))`, "m").exec(text);
    const found = value?.[1] ?? value?.[2];
    if (found === undefined) throw new Error(`wrangler.toml has no ${name}.`);
    return found;
  };
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
