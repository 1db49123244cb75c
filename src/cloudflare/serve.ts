// The entry `@treadle/treadle/kernel/cloudflare`: a Worker of the plugins that are listed, and of no other. One isolate keeps one deployment for as long as its bindings are the
// same object.

import { assertAgents } from "../agents/agent_parts.ts";
import { createApp } from "../app.ts";
import type { Agent } from "../core/agent.ts";
import { AgentError } from "../core/error.ts";
import { remembered } from "../core/lru.ts";
import type { Defer, Env, ReadAsset } from "../core/ports.ts";
import { ALARM_HEADER, ALARM_URL } from "../core/store/alarm.ts";
import { isRelaying, MOVE_HEADER } from "../core/store/moving.ts";
import type { WakeIo } from "../core/wake.ts";
import { type AppDeps, createDeps, type DeploymentOptions } from "../deps/create_deps.ts";
import { toTexts } from "../deps/environment.ts";
import { findMistypedVariables, mistypedFields } from "../deps/mistyped.ts";
import { logLine } from "../deps/ports.ts";
import type { Plugin, QueueBatch } from "../http/plugin.ts";
import { configurationRefused, logConfiguration } from "../http/configuration_refused.ts";
import { isSame } from "../http/access/keyring.ts";
import { OwnRoutes } from "../http/own_routes.ts";
import { REPAIR_MS } from "../kernel/due_times.ts";

/** What a Worker is made from: the parts of a deployment, of which only `agents` and `plugins` have no default. */
export interface ServeOptions extends Partial<Omit<DeploymentOptions, "agents">> {
  readonly agents: readonly Agent[];
  /** What the Worker adds to the kernel, such as `chat()` and `webhooks()`; each is an entry of the package. */
  readonly plugins: readonly Plugin[];
  /** Reads the files of the playground; by default from the binding ASSETS, and without it there is no page. */
  readonly assets?: ReadAsset;
  /**
   * What responds to every request that Treadle has no route for, such as an app of Hono. Keys, CORS and limits of Treadle are not for its
   * routes. One of them that Treadle has as well is refused as a wrong configuration.
   */
  readonly routes?: OwnApp;
}

/** Routes of a project: the handler of an app, or one of its own. */
export interface OwnApp {
  /** `invocation` is always given; it is optional here as in an app of Hono. */
  fetch(request: Request, bindings: object, invocation?: Invocation): Response | Promise<Response>;
}

/** Bindings: texts are environment variables, ASSETS has the playground; providers and tools use the others. */
type Bindings = Readonly<Record<string, unknown>>;

/** The part of a Worker's ExecutionContext that is used. */
interface Invocation {
  waitUntil(promise: Promise<unknown>): void;
}

/** The default export of a Worker's main module. */
export interface CloudflareEntry {
  fetch(request: Request, bindings: object, invocation: Invocation): Response | Promise<Response>;
  /** Cron Triggers: each one, whatever its schedule, runs the cron pump. Once a minute is meant: `crons = ["* * * * *"]`. */
  scheduled(controller: object, bindings: object, invocation: Invocation): Promise<void>;
  /**
   * Consumes a batch of a queue, which a plugin of the deployment takes.
   *
   * @throws {AgentError} config_invalid - no plugin takes the queue: its messages are delivered again
   */
  queue(batch: QueueBatch, bindings: object, invocation: Invocation): Promise<void>;
}

/** The binding to the static assets of a Worker. */
interface Assets {
  fetch(url: string): Promise<Response>;
}

/** The handlers of one deployment. */
interface Handlers {
  fetch: CloudflareEntry["fetch"];
  /** Undefined where the configuration is wrong. */
  readonly deps: AppDeps | undefined;
}

/**
 * A Worker that serves the routes of the kernel and of its plugins. Variables and secrets come from its bindings. A wrong configuration is 500 config_invalid
 * on every request, and the log names each wrong variable.
 *
 * @example
 * ```ts ignore
 * // src/index.ts, `main` of wrangler.jsonc
 * import { chat } from "@treadle/treadle/chat";
 * import { serve } from "@treadle/treadle/kernel/cloudflare";
 * import { support } from "./agents/support.ts";
 *
 * export default serve({ agents: [support], plugins: [chat()] });
 * ```
 */
export function serve(options: ServeOptions): CloudflareEntry {
  const handlersOf = remembered((bindings: object) => deploy({ ...bindings }, options));
  return {
    fetch: (request, bindings, invocation) => handlersOf(bindings).fetch(request, bindings, invocation),
    async scheduled(_controller, bindings, invocation) {
      await handlersOf(bindings).deps?.wakes.pump(toWakeIo(invocation));
    },
    async queue(batch, bindings, invocation) {
      const { openedPlugins = [] } = handlersOf(bindings).deps ?? {};
      for (const plugin of openedPlugins) if (await plugin.queue?.(batch, toWakeIo(invocation))) return;
      throw new AgentError(
        "config_invalid",
        `No plugin of this deployment takes the queue ${batch.queue}; add queues() to plugins.`,
      );
    },
  };
}

function toWakeIo(invocation: Invocation): WakeIo {
  return { defer: (promise) => invocation.waitUntil(promise) };
}

function deploy(bindings: Bindings, { assets, routes, ...options }: ServeOptions): Handlers {
  const env = toTexts(bindings);
  try {
    assertAgents(options.agents);
    warnOfMistyped(env, options);
    const deps = createDeps({ env, bindings, isolated: true, ...options });
    const app = createApp(deps, { readAsset: assets ?? assetReader(bindings.ASSETS) });
    const { TREADLE_MOVE_SECRET: moveSecret = "" } = env;
    const own = routes && { app: routes, routes: new OwnRoutes(app.routes, routes) };
    // A store with alarms needs no cron trigger, once the first request of the isolate has made sure that its due index has all that is scheduled.
    let isNew = deps.store.claimAlarm !== undefined;
    return {
      fetch: (request, given, invocation) => {
        const io = toWakeIo(invocation);
        if (isNew) io.defer(deps.wakes.pump(io, []));
        isNew = false;
        if (request.url === ALARM_URL && request.headers.has(ALARM_HEADER)) {
          return answerAlarm(request, deps, io.defer);
        }
        if (moveSecret !== "" && request.headers.has(MOVE_HEADER)) {
          return answerMove(request, deps, moveSecret);
        }
        return own === undefined || own.routes.isTreadle(request)
          ? app.fetch(request, io)
          : own.app.fetch(request, given, invocation);
      },
      deps,
    };
  } catch (thrown) {
    if (!(thrown instanceof AgentError)) throw thrown;
    logConfiguration(thrown, options.log ?? logLine);
    return { fetch: configurationRefused, deps: undefined };
  }
}

/** One line for each isolate, at its first request: before it the bindings are not known. */
function warnOfMistyped(env: Env, { agents, log = logLine }: Pick<ServeOptions, "agents" | "log">): void {
  const mistyped = findMistypedVariables(env, agents);
  if (mistyped.length > 0) log("warn", "variables look mistyped", mistypedFields(mistyped));
}

/** Reads the assets that the Worker's configuration uploads beside the script; undefined without that binding. */
function assetReader(assets: unknown): ReadAsset | undefined {
  if (!isAssets(assets)) return undefined;
  return async (name) => {
    const response = await assets.fetch(`https://assets.invalid/${name}`); // any host: only the path counts
    if (response.ok) return await response.text();
    await response.body?.cancel();
    throw new Error(`The binding ASSETS responds with ${response.status} to ${name}.`);
  };
}

function isAssets(binding: unknown): binding is Assets {
  return typeof binding === "object" && binding !== null && "fetch" in binding;
}

/** A call of `treadle threads move`. 401 for another secret, 410 where threads are in a store that others reach as well. */
async function answerMove(request: Request, { store }: AppDeps, secret: string): Promise<Response> {
  if (!isSame(secret, request.headers.get(MOVE_HEADER) ?? "")) return new Response(null, { status: 401 });
  if (!isRelaying(store)) return new Response(null, { status: 410 });
  return new Response(await store.relay(await request.text()), {
    headers: { "content-type": "application/json" },
  });
}

/**
 * Runs what the alarm hands over, and responds when all of it has come to its end: until then the invocation goes on, and for a while when the
 * object ends before. 403 for a token that the object has not given, 410 where threads are in a store without alarms.
 */
async function answerAlarm(
  request: Request,
  { store, wakes, clock }: AppDeps,
  defer: Defer,
): Promise<Response> {
  if (store.claimAlarm === undefined) return new Response(null, { status: 410 });
  const token = request.headers.get(ALARM_HEADER) ?? "";
  const claimed = await store.claimAlarm(await request.text(), token, clock() + REPAIR_MS);
  if (claimed === undefined) return new Response(null, { status: 403 });
  const going: Promise<unknown>[] = [];
  const keep = (work: Promise<unknown>) => {
    defer(work);
    going.push(work.catch(() => {})); // what fails has logged why
  };
  await wakes.pump({ defer: keep }, claimed);
  for (const work of going) await work; // more are added meanwhile
  return new Response(null, { status: 204 });
}
