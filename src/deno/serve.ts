// The entry `@treadle/treadle/kernel/deno`: a server on Deno, here or on Deno Deploy, of the plugins that are listed and of no other.

import { assertAgents } from "../agents/agent_parts.ts";
import type { Agent } from "../core/agent.ts";
import { AgentError } from "../core/error.ts";
import { createDeps, type DeploymentOptions, type KernelDepsOptions } from "../deps/create_deps.ts";
import type { StoreFactory } from "../deps/built_in.ts";
import { findMistypedVariables, mistypedText } from "../deps/mistyped.ts";
import { logLine } from "../deps/ports.ts";
import type { Plugin } from "../http/plugin.ts";
import { createSqliteStore } from "../stores/embedded/sqlite/store.ts";
import { nodeSha256 } from "./node_sha256.ts";
import { createPinnedTransport } from "./pinned_transport.ts";
import { RunningTools } from "./running_tools.ts";
import { DenoServer, giveUp } from "./server.ts";
import { logFormat, type PageAddress, textLog } from "./text_log.ts";

/** What a server is made from: the parts of a deployment, of which only `agents` and `plugins` have no default. */
export interface ServeOptions extends Partial<Omit<DeploymentOptions, "agents">> {
  readonly agents: readonly Agent[];
  /** What the server adds to the kernel, such as `chat()` and `webhooks()`; each is an entry of the package. */
  readonly plugins: readonly Plugin[];
  /**
   * What responds to every request that Treadle has no route for, such as an app of Hono. Keys, CORS and limits of Treadle are not for its
   * routes. One of them that Treadle has as well is refused at the start.
   */
  readonly routes?: OwnApp;
}

/** Routes of a project: the handler of an app, or one of its own. */
export interface OwnApp {
  fetch(request: Request, info: ServeInfo): Response | Promise<Response>;
}

/** `Deno.Addr`, in words that the compiler of a project on Node knows too: its declarations are part of the package. */
export interface SocketAddress {
  readonly transport: string;
  /** Without it the socket is not one of IP. */
  readonly hostname?: string;
  readonly port?: number;
}

/** `Deno.ServeHandlerInfo`: the peer of a request, and the end of its response. */
export interface ServeInfo {
  readonly remoteAddr: SocketAddress;
  readonly completed: Promise<void>;
}

/** The default export of the main module; `deno serve` calls it. */
export interface DenoEntry {
  fetch(request: Request, info: ServeInfo): Response | Promise<Response>;
  onListen(address: SocketAddress): void;
}

/**
 * A server of the routes of the kernel and of its plugins, as the default export of the main module. It listens on PORT when that module is run
 * (`deno run`, Deno Deploy), and `deno serve` listens for it; when another program imports the module, nothing listens.
 * Threads are kept in `.data/treadle.sqlite` unless TREADLE_STORE or Upstash is configured. A wrong configuration ends
 * the process with one line that names each wrong variable.
 *
 * @example
 * ```ts ignore
 * // main.ts: deno run -A main.ts
 * import { chat } from "@treadle/treadle/chat";
 * import { serve } from "@treadle/treadle/kernel/deno";
 * import { support } from "./agents/support.ts";
 *
 * export default serve({ agents: [support], plugins: [chat()] });
 * ```
 */
export function serve(options: ServeOptions): DenoEntry {
  const { routes, ...parts } = options;
  refuseOthers(parts.agents);
  const tools = new RunningTools();
  const isDeployed = Deno.env.has("DENO_DEPLOY");
  const format = logFormat(Deno.env.get("TREADLE_LOG"), isDeployed);
  const page: PageAddress = {};
  const log = format === "text" ? textLog(Deno.stdout.isTerminal() && !Deno.noColor, page) : logLine;
  const deployed = withDefaults({ log, ...parts }, tools, isDeployed);
  const server = giveUpWhenWrong(deployed, () => {
    const deps = createDeps(deployed);
    return new DenoServer({ deps, options: deployed, tools, readAsset, isDeployed, format, page, routes });
  });
  const entry: DenoEntry = { fetch: server.fetch, onListen: server.onListen };
  server.run(() => isMain(entry, isDeployed));
  return entry;
}

function refuseOthers(agents: readonly Agent[]): void {
  try {
    assertAgents(agents);
  } catch (thrown) {
    if (thrown instanceof AgentError) giveUp(thrown.message);
    throw thrown;
  }
}

function withDefaults(
  options: Omit<ServeOptions, "routes">,
  tools: RunningTools,
  isDeployed: boolean,
): KernelDepsOptions {
  return {
    env: Deno.env.toObject(),
    sha256: nodeSha256(),
    outboundTransport: createPinnedTransport(),
    defaultStore: isDeployed ? "memory" : `sqlite:${SQLITE_FILE}`,
    isolated: isDeployed,
    ...options,
    agents: options.agents.map((agent) => tools.register(agent)),
    stores: { sqlite: openSqlite, ...options.stores },
  };
}

/** What `make` makes of the options; a process whose configuration is wrong ends. */
function giveUpWhenWrong<Made>(options: KernelDepsOptions, make: () => Made): Made {
  try {
    return make();
  } catch (thrown) {
    if (thrown instanceof AgentError) giveUp([thrown.message, ...listMistyped(options)].join("\n"));
    throw thrown;
  }
}

/** A variable that is missing is often there under a mistyped name. */
function listMistyped({ env, agents }: DeploymentOptions): string[] {
  return findMistypedVariables(env, agents).map(mistypedText);
}

/** Where threads are kept when TREADLE_STORE names no file. */
const SQLITE_FILE = ".data/treadle.sqlite";

function openSqlite({ location, lifetimes, clock }: Parameters<StoreFactory>[0]): ReturnType<StoreFactory> {
  const path = location || SQLITE_FILE;
  const folder = path.replace(/[^/\\]*$/, "");
  if (folder !== "") Deno.mkdirSync(folder, { recursive: true });
  return createSqliteStore({ path, lifetimes, clock });
}

/**
 * Loaded at the first request of the page: 240 KB of text, on npm in a package of its own.
 *
 * @throws {AgentError} not_found - rejected, where that package is not installed
 */
async function readAsset(name: string): Promise<string> {
  const { readAsset: read } = await import("../playground/bundled.ts").catch((cause: unknown) => {
    if (!(cause instanceof Error) || !("code" in cause) || cause.code !== "ERR_MODULE_NOT_FOUND") throw cause;
    const message =
      "The page is in @treadle/studio, which is not installed. Fix: npm install @treadle/studio";
    throw new AgentError("not_found", message, { cause });
  });
  return await read(name);
}

/** True when the module whose default export is `entry` is the one that Deno was started with. */
async function isMain(entry: DenoEntry, isDeployed: boolean): Promise<boolean> {
  try {
    const main: { readonly default?: unknown } = await import(Deno.mainModule);
    return main.default === entry;
  } catch {
    return isDeployed; // the platform loads the entrypoint in a way of its own
  }
}
