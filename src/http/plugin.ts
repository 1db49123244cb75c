// A plugin: a feature that a deployment adds to the kernel by `plugins`. A plugin that is not added is not in the bundle.

import type { AgentError } from "../core/error.ts";
import type { PluginView } from "../core/contract/deployment.ts";
import type { Policy } from "../core/policy.ts";
import type { ReservedNames } from "../kernel/session/reserved_names.ts";
import type { Outbox } from "../core/store/outbox.ts";
import type { ThreadRef } from "../core/store/thread.ts";
import type { Telemetry } from "../core/telemetry/telemetry.ts";
import type { EnvSource } from "../core/tool/bindings.ts";
import type { Tick, WakeHandler, WakeIo, Waker } from "../core/wake.ts";
import type { LoadHooks } from "../kernel/hooks/load_hooks.ts";
import type { AgentFacts, LoadFacts, Slices } from "../kernel/hooks/facts.ts";
import type { StepPlugin } from "../kernel/hooks/plugin.ts";
import type { CountedDay } from "../kernel/hooks/step_counts.ts";
import type { AfterPlan } from "../kernel/run_deps.ts";
import type { Forks } from "./ports/forks.ts";
import type { LateResults } from "./ports/late_results.ts";
import type { Waking } from "./ports/waking.ts";
import type { Delegation } from "../kernel/children/delegation.ts";
import type { Pausing } from "../kernel/session/pausing.ts";
import type { Pinning } from "../kernel/pinning.ts";
import type { MediaStorage } from "../kernel/media.ts";
import type { Spending } from "../kernel/spending.ts";
import type { CountedRange } from "../kernel/hooks/in_step/counted_days.ts";
import type { Removal } from "../kernel/deps.ts";
import type { StoredKeys } from "./access/keyring.ts";
import type { App, HttpDeps } from "./context.ts";

/**
 * What a deployment adds to the kernel: `chat()`, `webhooks()`, `mcp()` and others make one, and `definePlugin` one of your own. It has
 * decisions about steps (`compile`), or a part of the deployment, such as routes (`open`), or both.
 */
export interface Plugin<Thread = unknown, Run = unknown, Config = unknown> extends StepPlugin<Thread, Run> {
  /**
   * Its part of one deployment. Called once when the deployment is made, before the first request. It makes no request, since
   * Workers permit none then.
   *
   * @throws {AgentError} config_invalid, with each setting that is wrong; values are left out
   * @throws {AgentError} agent_invalid, with each agent that it cannot serve
   */
  open?(deployment: Deployment<Thread, Run>): OpenedPlugin<Thread, Run, Config>;
}

/** @deprecated It is a {@link Plugin}; this name goes with the next release. */
export type Door = Plugin;

/** @deprecated It is an {@link OpenedPlugin}; this name goes with the next release. */
export type OpenDoor<Thread = unknown, Run = unknown, Config = unknown> = OpenedPlugin<Thread, Run, Config>;

/** What the app needs of a deployment with its plugins. */
export interface PluginDeps extends HttpDeps {
  /** The plugins of the deployment, opened. */
  readonly openedPlugins: readonly OpenedPlugin[];
  /** The modules of plugins for the page, by the names of the plugins. */
  readonly pageModules: ReadonlyMap<string, string>;
  /** What the deployment says of its plugins, in their order. */
  readonly pluginViews: readonly PluginView[];
}

/** The deployment that a plugin belongs to. */
export interface Deployment<Thread = unknown, Run = unknown> {
  readonly deps: HttpDeps;
  /** Variables and bindings. */
  readonly env: EnvSource;
  /** `policies` of the deployment's options. */
  readonly policies: readonly Policy[];
  /**
   * The states of the plugin as the last commit of a thread has left them; the initial ones where it has none. Whether the caller may know
   * them is up to the route: one below `/v1/threads/:id/` is refused for threads of others.
   *
   * @throws {AgentError} thread_unknown, store_corrupt
   * @throws {AgentError} plugin_failed, schema_unsupported - the states cannot be read
   */
  states(ref: ThreadRef): Promise<Slices<Thread, Run>>;
  /**
   * What `count` of the plugin has counted in the steps of a tenant, the oldest day first; days without a count are left out. The counts
   * are those of all users: a route that serves them checks `c.var.user`.
   *
   * @throws {AgentError} invalid_request - a day that is none, or more than 100 days
   */
  counts(tenant: string, days: CountedRange): Promise<readonly CountedDay[]>;
}

/** The part of a plugin in one deployment. Each member may be missing. */
export interface OpenedPlugin<Thread = unknown, Run = unknown, Config = unknown> {
  /** Makes the decisions for a thread before each of its steps, in place of those of `compile`: where they depend on what has to be fetched. */
  load?(agent: AgentFacts<Config>, thread: LoadFacts): ReturnType<LoadHooks<Thread, Run, Config>>;
  /** Served behind the middleware of the app, as its other routes. One that the kernel or another plugin has is refused at start. */
  readonly routes?: App;
  /**
   * Its requests that take a token for browsers, as method and path below the base path: `POST /agui`. Every other one needs a key.
   * What they run and read is bounded by `c.var.bound`.
   */
  readonly tokenRoutes?: readonly RegExp[];
  /** Its paths, below the base path, that need no caller, because the path itself is a secret: as that of a signed link. */
  readonly publicPaths?: readonly RegExp[];
  /** Its paths, below the base path, where a POST runs a step: without a free place the request is refused before its body is read. */
  readonly runRoutes?: readonly RegExp[];
  /** The response of an error on a path whose clients read another form than problem+json; undefined for every other path. */
  formatError?(path: string, error: AgentError): Response | undefined;
  /** True for a request that proves itself, by a signature, in place of a caller's key. `path` is below the base path. */
  isSigned?(method: string, path: string): boolean;
  /** Its place on the page of the deployment, for which it may have routes to read. */
  readonly page?: PluginPage;
  /** Takes the place of the waker of the deployment. */
  readonly waker?: Waker;
  /** Does the work of wake-ups of these kinds. */
  readonly wakes?: Readonly<Record<string, WakeHandler>>;
  /** Part of every run of the cron pump; where the store has alarms, of each alarm and of the first request of an isolate. */
  readonly tick?: Tick;
  /** Limits what steps spend. Of two plugins that do the deployment is refused. */
  readonly spending?: Spending;
  /** Decides which entries of threads may be pinned. Of two plugins that do the deployment is refused. */
  readonly pinning?: Pinning;
  /** Says which agents are paused. Of two plugins that do the deployment is refused. */
  readonly pausing?: Pausing;
  /** Finds callers beside those of TREADLE_API_KEYS. Of two plugins that do the deployment is refused. */
  readonly storedKeys?: StoredKeys;
  /** Takes results of deferred calls. Of two plugins that do the deployment is refused. */
  readonly lateResults?: LateResults;
  /** Makes forks of threads. Of two plugins that do the deployment is refused. */
  readonly forks?: Forks;
  /** Runs threads without a client. Of two plugins that do the deployment is refused. */
  readonly waking?: Waking;
  /** Stores media. Of two plugins that do the deployment is refused. */
  readonly media?: MediaStorage;
  /** Runs calls in threads below. Of two plugins that do the deployment is refused. */
  readonly delegation?: Delegation;
  /** Adds to a step behind its plan, in the same commit, such as a summary. */
  readonly afterPlan?: AfterPlan;
  /** What committed steps leave. */
  readonly outbox?: Outbox;
  /**
   * Removes what the plugin keeps beside a thread; called when the thread is removed, and again when that is repeated. One that is
   * `unstored` was made for one answer alone (`store: false`), and no caller expects its reports to be withheld.
   */
  removeThread?(ref: ThreadRef, why: Removal): Promise<void>;
  /** Names of users and threads that are its own: requests of other ways in that use them are refused. */
  readonly reserved?: ReservedNames;
  /** Observes runs, where the options of the deployment name nothing that does. Of two plugins with one the deployment is refused. */
  readonly telemetry?: Telemetry;
  /** The platform adds `traceparent` to what its `fetch` sends, so that requests of tools leave theirs out. */
  readonly isPropagated?: boolean;
  /** Takes a batch of a Cloudflare Queue whose messages are its own; false for a queue of others. */
  queue?(batch: QueueBatch, io: WakeIo): Promise<boolean>;
}

/**
 * A place on the page of a deployment, at `#/plugins/<name>`. Where the deployment serves no page, it has none. Files of the page need no
 * key, so the module contains nothing secret: what it shows comes by its `fetch`.
 */
export interface PluginPage {
  /** Its name in the list of places: 1 to 24 characters of one line. */
  readonly title: string;
  /**
   * The text of an ES module that exports `mount(element, { fetch })`. `mount` draws into the element and returns, or resolves with, a
   * function that ends what it has begun, or nothing. `fetch` has the key of the page and paths below the base path, such as
   * `/v1/refusals`. The content security policy of the page holds: no inline style, no markup from text, no other origin.
   */
  readonly module: string;
}

/** The part of a MessageBatch of Cloudflare Queues that is used. */
export interface QueueBatch {
  readonly queue: string;
  readonly messages: readonly QueueMessage[];
}

/** The part of a Message of Cloudflare Queues that is used. */
export interface QueueMessage {
  readonly id: string;
  readonly body: unknown;
  /** Deliveries of this message so far, from 1. */
  readonly attempts: number;
  ack(): void;
  retry(options?: { readonly delaySeconds?: number }): void;
}
