// functions/cloudflare.ts in workerd, booted through Miniflare as it is deployed: on the bundle that wrangler makes, with the settings of
// wrangler.toml. A test may put agents of its own in the place of functions/agents/mod.ts, by an alias in the bundle, so that the entrypoint
// stays what it is.

import type { BootedProcess, DenoOptions } from "../../support/boot_deno.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { freePort } from "../../support/requires.ts";
import { bundleWorker } from "./bundles/worker.ts";
import { CRON_PATHS, ENGINE, type EngineName, type EngineOptions, ENGINES } from "./engine.ts";

/** How the Worker is booted. */
export interface WorkerOptions extends DenoOptions {
  /** An engine in the place of the one that TEST_ENGINE names. */
  readonly engine?: EngineName;
  /** A server that gets what the binding AI sends, as Miniflare passes it on to a remote one. */
  readonly ai?: string;
  /** Names of KV namespaces and of D1 databases, which are empty. */
  readonly kv?: readonly string[];
  readonly d1?: readonly string[];
  /** The folder of what its Durable Objects keep, which a later process finds. Without one it has none. */
  readonly objects?: string;
  /** Bindings of producers, each to a queue of that name which the Worker consumes as well. */
  readonly queues?: Readonly<Record<string, string>>;
}

/** The Worker among the services of workerd. */
const WORKER_NAME = "treadle";

/** functions/cloudflare.ts in workerd with these bindings. Its bundle is made once. */
export async function bootWorker(
  bindings: Record<string, string>,
  { port = freePort(), agents, main, engine = ENGINE, ai, kv = [], d1 = [], objects, queues = {} }:
    WorkerOptions = {},
): Promise<BootedProcess> {
  const [contents, settings] = await Promise.all([bundleWorker({ agents, main }), readSettings()]);
  let printed = "";
  const start = await ENGINES[engine]();
  const options: EngineOptions = {
    name: WORKER_NAME,
    modules: [{ type: "ESModule", path: "cloudflare.js", contents }],
    compatibilityDate: settings("compatibility_date"),
    compatibilityFlags: JSON.parse(settings("compatibility_flags")),
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
    ...(objects === undefined ? {} : {
      durableObjects: { THREADS: { className: "ThreadsObject", useSQLite: true } },
      durableObjectsPersist: objects,
    }),
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
