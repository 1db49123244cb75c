// The life of a server process: it listens, serves, stays up when a tool leaves an error behind, and ends in order.

import { createApp } from "../app.ts";
import { failureFields, unreachable } from "../core/error.ts";
import type { ReadAsset } from "../core/ports.ts";
import type { AppDeps, DeploymentOptions } from "../deps/create_deps.ts";
import { deploymentFacts } from "../deps/facts.ts";
import { unpricedText } from "../deps/unpriced.ts";
import { mistypedFields } from "../deps/mistyped.ts";
import type { Access } from "../http/access/access.ts";
import { OwnRoutes } from "../http/own_routes.ts";
import { CompressedPage } from "./compressed_page.ts";
import { type CronPumpOptions, registerCron, startPump } from "./cron_pump.ts";
import { findEnvFile } from "./env_file.ts";
import { type GreetingFacts, greetingFields, greetingText } from "./greeting.ts";
import { findOtherPort, isLoopback } from "./loopback.ts";
import { portInUseText } from "./port_in_use.ts";
import type { RunningTools } from "./running_tools.ts";
import type { LogFormat, PageAddress } from "./text_log.ts";

/** Milliseconds that running steps have after SIGTERM or SIGINT. */
const SHUTDOWN_MS = 5_000;

/** Milliseconds that the last bytes of a response have to leave the process. */
const FLUSH_MS = 200;

/** Origins whose refusal is logged. */
const MOST_REFUSED = 20;

type ServerState =
  | { readonly type: "starting" }
  /** `local`: no other machine can reach the socket. */
  | { readonly type: "listening"; readonly local: boolean }
  | { readonly type: "stopping" };

/** The parts of a server. */
export interface ServerOptions {
  readonly deps: AppDeps;
  /** What `deps` was made from. */
  readonly options: DeploymentOptions;
  readonly tools: RunningTools;
  readonly readAsset: ReadAsset;
  readonly format: LogFormat;
  /** Gets the address when the server listens. */
  readonly page: PageAddress;
  /** Deno Deploy runs the process: other machines reach it on every address. */
  readonly isDeployed: boolean;
  /** Responds to what Treadle has no route for. */
  readonly routes: OwnApp | undefined;
}

/** Routes of a project: `OwnApp` of serve.ts in the types of Deno. */
interface OwnApp {
  fetch(request: Request, info: Deno.ServeHandlerInfo): Response | Promise<Response>;
}

/** A server over one deployment. `fetch` and `onListen` are what `deno serve` calls. */
export class DenoServer {
  readonly #deps: AppDeps;
  readonly #options: DeploymentOptions;
  readonly #format: LogFormat;
  readonly #page: PageAddress;
  readonly #tools: RunningTools;
  readonly #app: ReturnType<typeof createApp>;
  /** Origins of pages that have been logged. */
  readonly #refused = new Set<string>();
  readonly #compressed = new CompressedPage();
  readonly #own: { readonly app: OwnApp; readonly routes: OwnRoutes } | undefined;
  /** Without keys only this machine is served, and only through a socket that no other machine can reach. */
  readonly #isLocalOnly: boolean;
  /** Responses that are not sent yet, and promises that outlive their response. */
  readonly #pending = new Set<Promise<unknown>>();
  #state: ServerState = { type: "starting" };
  readonly #isDeployed: boolean;
  readonly #pump: CronPumpOptions;
  /** The platform runs the pump. */
  #hasCron = false;

  constructor({ deps, options, tools, readAsset, isDeployed, format, page, routes }: ServerOptions) {
    this.#deps = deps;
    this.#isDeployed = isDeployed;
    this.#pump = {
      wakes: deps.wakes,
      log: deps.log,
      defer: (promise) => this.#track(promise),
      isStopping: () => this.#state.type === "stopping",
    };
    this.#options = options;
    this.#format = format;
    this.#page = page;
    this.#tools = tools;
    this.#app = createApp(deps, { readAsset });
    this.#own = routes && { app: routes, routes: new OwnRoutes(this.#app.routes, routes) };
    this.#isLocalOnly = deps.access.type === "closed" && !isDeployed;
  }

  /**
   * Handles errors that no code awaits, and listens on PORT when `isMain` is true, unless `deno serve` has called onListen before or was
   * refused its port: there is no other difference between the two ways to start. Deno 2.9.6 reports the refusal between the first turn
   * of timers and the second, Deno 2.9.5 before both.
   */
  run(isMain: () => Promise<boolean>): void {
    this.#hasCron = registerCron(this.#pump, this.#isDeployed);
    globalThis.addEventListener("unhandledrejection", (event) => this.#logUnawaited(event, event.reason));
    globalThis.addEventListener("error", (event) => this.#logUnawaited(event, event.error));
    setTimeout(() => setTimeout(() => this.#listen(isMain)));
  }

  async #listen(isMain: () => Promise<boolean>): Promise<void> {
    if (!await isMain() || this.#state.type !== "starting") return;
    const hostname = this.#isLocalOnly ? "127.0.0.1" : "0.0.0.0";
    const { port } = this.#deps;
    try {
      Deno.serve({ port, hostname, onListen: this.onListen }, this.fetch);
    } catch (thrown) {
      if (!(thrown instanceof Deno.errors.AddrInUse)) throw thrown;
      giveUp(await portInUseText({ type: "run", port }));
    }
  }

  readonly fetch = (
    request: Request,
    info: Deno.ServeHandlerInfo,
  ): Response | Promise<Response> => {
    const { remoteAddr, completed } = info;
    if (this.#state.type === "stopping") {
      return new Response(null, { status: 503, headers: { "retry-after": "1" } });
    }
    this.#track(completed);
    if (this.#own !== undefined && !this.#own.routes.isTreadle(request)) {
      return this.#own.app.fetch(request, info);
    }
    const peer = this.#isLocalOnly && this.#state.type === "listening" && this.#state.local &&
        "hostname" in remoteAddr
      ? remoteAddr.hostname
      : "";
    const local = isLoopback(request, peer, this.#deps.corsOrigins);
    const response = this.#app.fetch(request, {
      defer: (promise) => this.#track(promise),
      local,
      refusal: local ? undefined : this.#refuse(request, peer),
    });
    return this.#isDeployed || !this.#compressed.concerns(request)
      ? response
      : this.#compress(request, response);
  };

  /** What a page on another port of this machine needs; the log has it once for each, since its browser hides a response without CORS. */
  #refuse(request: Request, peer: string): string | undefined {
    const origin = findOtherPort(request, peer, this.#deps.corsOrigins);
    if (origin === undefined) return undefined;
    const text = `A page of ${origin} may use this server with TREADLE_CORS_ORIGINS=${origin}.`;
    if (!this.#refused.has(origin) && this.#refused.size < MOST_REFUSED) {
      this.#refused.add(origin);
      this.#deps.log("warn", text);
    }
    return text;
  }

  async #compress(request: Request, response: Response | Promise<Response>): Promise<Response> {
    return await this.#compressed.compress(request, await response);
  }

  readonly onListen = (address: Deno.Addr): void => {
    if (address.transport !== "tcp") return;
    const local = address.hostname === "127.0.0.1" || address.hostname === "::1";
    this.#state = { type: "listening", local };
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      if (signal === "SIGTERM" && Deno.build.os === "windows") continue;
      Deno.addSignalListener(signal, () => this.#shutDown());
    }
    if (!this.#hasCron) startPump(this.#pump);
    this.#page.url = `http://127.0.0.1:${address.port}`;
    this.#track(this.#greet(this.#page.url, local));
  };

  /** Deno keeps promises running by itself; only the shutdown reads the set. */
  #track(promise: Promise<unknown>): void {
    this.#pending.add(promise);
    const forget = () => this.#pending.delete(promise);
    promise.then(forget, forget);
  }

  /**
   * A rejected promise or an exception that no code awaits ends a Deno process, and with it the steps of all
   * tenants. Once the server listens it is an error in the log: its class and place, and not its message, which may
   * hold secrets.
   */
  #logUnawaited(event: Event, reason: unknown): void {
    if (this.#state.type === "starting") {
      if (!(reason instanceof Deno.errors.AddrInUse)) return;
      event.preventDefault();
      this.#state = { type: "stopping" }; // deno run would listen by itself now
      return void portInUseText({ type: "serve" }).then(giveUp);
    }
    event.preventDefault();
    this.#deps.log("error", "an error that no code awaits, probably left behind by one of these tool calls", {
      ...failureFields(reason),
      calls: this.#tools.suspects(),
    });
  }

  /**
   * Takes no more requests, lets running steps commit and their responses reach their clients, and ends. A step
   * that takes longer is dropped: its lease runs out and the thread goes on from its last commit, as after a crash.
   */
  async #shutDown(): Promise<void> {
    if (this.#state.type === "stopping") return;
    this.#state = { type: "stopping" };
    this.#deps.stopWaking();
    const deadline = new Promise((resolve) => setTimeout(resolve, SHUTDOWN_MS));
    await Promise.race([this.#settlePending(), deadline]);
    await this.#deps.close();
    Deno.exit(0);
  }

  // What runs may start something more: a response begins to be sent when its step has ended. `completed` means
  // that Deno has received the last bytes of a response, which is a moment before they leave the process.
  async #settlePending(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending);
    await new Promise((resolve) => setTimeout(resolve, FLUSH_MS));
  }

  async #greet(url: string, local: boolean): Promise<void> {
    const { access, log } = this.#deps;
    const facts = {
      ...await deploymentFacts(this.#options),
      url,
      access: describeAccess(access, this.#isLocalOnly && local),
      envFile: await findEnvFile(Deno.env.toObject(), Deno.env.get("TREADLE_DEV")),
    } as const;
    if (this.#format === "text") return console.log(greetingText(facts));
    log("info", "Treadle listens", greetingFields(facts));
    if (facts.mistyped.length > 0) log("warn", "variables look mistyped", mistypedFields(facts.mistyped));
    if (facts.unpriced.length > 0) {
      log("warn", "a budget in dollars refuses models without a price; set TREADLE_PRICES", {
        unpriced: facts.unpriced.map(unpricedText).join("; "),
      });
    }
    if (facts.budgetConflicts.length > 0) {
      log("warn", "budgets are never used up", { conflicts: facts.budgetConflicts.join("; ") });
    }
  }
}

/** What the greeting says of an access; without keys this machine may be served. */
function describeAccess({ type }: Access, isLocal: boolean): GreetingFacts["access"] {
  switch (type) {
    case "keys":
      return "keys";
    case "custom":
      return "own";
    case "open":
      return "served";
    case "closed":
      return isLocal ? "served" : "closed";
    default:
      return unreachable(type);
  }
}

/** Ends a process that cannot start, with one line that names the reason. */
export function giveUp(reason: string): never {
  console.error(reason);
  Deno.exit(1);
}
