// The composition root: builds a deployment from an environment and agents. No other file constructs its parts.

import { assertAgentParts, assertAgents, whyNoTool } from "../agents/agent_parts.ts";
import { withMoreTools } from "../agents/more_tools.ts";
import type { Agent } from "../core/agent.ts";
import { AgentError } from "../core/error.ts";
import type { PluginView } from "../core/contract/deployment.ts";
import type { Driver } from "../core/driver.ts";
import type { ToolExecutor } from "../core/executor.ts";
import type { Clock, Log, RandomBytes, Sha256, Sleep } from "../core/ports.ts";
import type { Policy } from "../core/policy.ts";
import { fetchOnce } from "../core/outbound/fetch_once.ts";
import type { OutboundSetup, OutboundTransport } from "../core/outbound/setup.ts";
import type { ReservedNames } from "../kernel/session/reserved_names.ts";
import type { Outbox } from "../core/store/outbox.ts";
import type { Telemetry } from "../core/telemetry/telemetry.ts";
import type { ThreadRef } from "../core/store/thread.ts";
import type { Contributions } from "../kernel/deps.ts";
import type { AfterPlan } from "../kernel/run_deps.ts";
import type { EnvSource } from "../core/tool/bindings.ts";
import { sha256 } from "../core/text/sha256.ts";
import { accountsFor, type BudgetOptions, pricesFor } from "./budget_settings.ts";
import {
  assertOpened,
  assertPeopleAsked,
  assertPlugins,
  assertRoutesDiffer,
  assertWaking,
} from "./assert_plugins.ts";
import { type ModelOptions, modelResolver, toProviderName } from "./models.ts";
import { DRIVERS } from "./built_in.ts";
import { DeployedProviders } from "./deployed_providers.ts";
import { isWorkers } from "./environment.ts";
import { byName, collectNames, driverFinder } from "./names.ts";
import { openStore, type StoreOptions } from "./open_store.ts";
import { logLine, sleep } from "./ports.ts";
import { toPluginView } from "./plugin_view.ts";
import { resolveProtocols } from "./protocols.ts";
import { providerPage } from "./provider_page.ts";
import { rateLimitsFor } from "./rate_limits.ts";
import { newWakeParts, noWakes } from "./wake_parts.ts";
import { warnOfDeciders } from "./warn_deciders.ts";
import { readSettings, type Settings } from "./settings.ts";
import type { Access } from "../http/access/access.ts";
import type { Authenticate } from "../http/access/identity.ts";
import { createKeyring, toKeyCaller } from "../http/access/keyring.ts";
import type { HttpDeps } from "../http/context.ts";
import type { Deployment, OpenedPlugin, Plugin, PluginDeps } from "../http/plugin.ts";
import { PluginHost } from "../kernel/hooks/plugin_host.ts";
import type { Protocol } from "../protocols/protocol.ts";
import { HistoryCache } from "../kernel/stored_history/history_cache.ts";
import { CountGroups } from "../kernel/hooks/count_groups.ts";
import { CapabilityCache } from "../kernel/plan/capability_cache.ts";
import { DefinitionCache } from "../kernel/log/read_definition.ts";
import { StepPlaces } from "../kernel/step_places.ts";
import { readPluginCounts } from "../kernel/hooks/in_step/counted_days.ts";
import { readPluginStates } from "../kernel/hooks/in_step/plugin_states.ts";
import { createExecutor } from "../kernel/tools/executor.ts";
import { missingNames } from "../kernel/tools/tool_env.ts";
import { checkJson } from "../kernel/tools/validate.ts";

/** What a deployment is built from, its plugins apart. */
export interface DeploymentOptions extends StoreOptions, ModelOptions, BudgetOptions {
  readonly agents: readonly Agent[];
  /** Policies that agents name, beyond the built-in ones; one of the same name replaces a built-in one. */
  readonly policies?: readonly Policy[];
  /** Drivers beyond those of the package. */
  readonly drivers?: readonly Driver[];
  /**
   * Runs the calls of plans, in place of `createExecutor`: one of your own, or one around it. It keeps what {@link ToolExecutor} says: calls
   * that `denialOf` denies and that the thread cancelled do not run, and `markStarted` comes before a `once` tool.
   */
  readonly executor?: ToolExecutor;
  /** Finds the caller of each request, in place of TREADLE_API_KEYS and TREADLE_OPEN, which are then not set. */
  readonly authenticate?: Authenticate | undefined;
  /** Formats of streams beyond those of the package: a client chooses one by its content type in the header Accept. */
  readonly protocols?: readonly Protocol[];
  /** Sends every request of the deployment, but those to its store; on Deno one with an effect has to have a body that is not sent again. */
  readonly fetch?: typeof fetch;
  /** DNS, and connections to addresses that were checked; a server on Deno has its own. Workers have none. */
  readonly outboundTransport?: OutboundTransport | undefined;
  readonly clock?: Clock;
  readonly random?: RandomBytes;
  /** A faster one than the portable, where the runtime has one. */
  readonly sha256?: Sha256;
  readonly sleep?: Sleep;
  readonly log?: Log;
  /** What observes runs; @opentelemetry/api by default, with whatever is registered there. */
  readonly telemetry?: Telemetry;
  /** Milliseconds between two comments of an idle stream; 15,000 by default. */
  readonly heartbeatMs?: number;
  /**
   * Where TREADLE_MAX_STEPS is not set: how many runs this isolate works on at the same time, 0 for any number. 1,024 by default, and
   * any number on Workers, where the platform gives an isolate its requests.
   */
  readonly maxSteps?: number;
  /** Milliseconds between two reads of a running step's events; 250 by default. */
  readonly pollMs?: number;
}

/** What a deployment is built from, with every plugin that it has. */
export interface KernelDepsOptions extends DeploymentOptions {
  /** What the deployment adds to the kernel, such as `chat()` and `webhooks()`; each is an entry of the package. */
  readonly plugins: readonly Plugin[];
}

/** A deployment: the dependencies of the app, and the port and close function for its entrypoint. */
export interface AppDeps extends PluginDeps {
  readonly port: number;
  /** The inline waker begins no more steps: the process is about to end, and the cron pump of another one goes on. */
  stopWaking(): void;
  close(): Promise<void>;
}

/**
 * Builds a deployment of the plugins that are listed, and of no other.
 *
 * @throws {AgentError} config_invalid, with each variable that is wrong; values are left out.
 * @throws {AgentError} config_invalid, for agents that are no list of agents, for a setting whose plugin is missing, and for two
 * plugins of one name.
 * @throws {AgentError} config_invalid, for a protocol whose content type cannot choose it.
 * @throws {AgentError} agent_invalid, with each agent whose driver or provider the deployment does not have.
 * @throws {AgentError} agent_invalid, for agents that a plugin cannot serve, such as orchestrators whose workers are not there.
 * @throws {AgentError} policy_invalid, when the policy that an agent names does not fit the agent.
 */
export function createDeps(options: KernelDepsOptions): AppDeps {
  assertAgents(options.agents);
  const settings = readSettings(options.env);
  const maxSteps = settings.TREADLE_MAX_STEPS ?? options.maxSteps ?? (isWorkers() ? 0 : MAX_STEPS);
  const providers = new DeployedProviders(options);
  assertAgentParts(options.agents, { drivers: collectNames(DRIVERS, options.drivers), providers });
  assertDefaultModel(settings, options, providers);
  assertPlugins(options, settings);
  const plugins = new PluginHost(options.plugins);
  const agents = options.agents.map((agent) => plugins.extend(agent, withMoreTools));
  assertPeopleAsked(agents, options.plugins);
  const ports = {
    fetch: options.fetch ?? fetchOnce,
    clock: options.clock ?? Date.now,
    random: options.random ?? ((count) => crypto.getRandomValues(new Uint8Array(count))),
    sha256: options.sha256 ?? sha256,
    sleep: options.sleep ?? sleep,
    log: options.log ?? logLine,
  } satisfies Partial<HttpDeps>;
  const store = openStore(settings, options, ports);
  const toolEnv: EnvSource = { ...options.env, ...options.bindings };
  warnOfMissingNames({ ...options, agents }, toolEnv, ports.log);
  if (options.authenticate !== undefined && !options.isolated) warnOfDeciders(options.agents, ports.log);
  const outbound: OutboundSetup = {
    transport: options.outboundTransport,
    log: ports.log,
    fetch: (input, init) => ports.fetch(input, isPropagated ? traceless(init) : init),
    allowPrivate: settings.TREADLE_ALLOW_PRIVATE_HOSTS ?? [],
  };
  const openedPlugins: OpenedPlugin[] = [];
  const pageModules = new Map<string, string>();
  const pluginViews: PluginView[] = [];
  let { telemetry } = options;
  let isPropagated = false;
  const parts: SingleParts = {};
  const afterPlan: AfterPlan[] = [];
  const outboxes: Outbox[] = [];
  const removals: Contributions["removals"][number][] = [];
  const reserved: ReservedNames[] = [];
  const wakeParts = newWakeParts();
  const wakes = noWakes();
  const deps: AppDeps = {
    ...ports,
    store,
    histories: new HistoryCache(settings.TREADLE_HISTORY_CACHE),
    definitions: new DefinitionCache(),
    mediaLimits: {
      bytes: settings.TREADLE_MEDIA_MB * MB,
      tenantBytesPerDay: settings.TREADLE_MEDIA_TENANT_MB === undefined
        ? undefined
        : settings.TREADLE_MEDIA_TENANT_MB * MB,
      cacheBytes: settings.TREADLE_MEDIA_CACHE,
    },
    countGroups: new CountGroups(),
    capabilities: new CapabilityCache(),
    agents: byName(agents),
    plugins,
    accounts: accountsFor(settings, options),
    ledger: settings.TREADLE_LEDGER !== "off",
    model: modelResolver(settings, options, providers, { ...ports, prices: pricesFor(settings, options) }),
    providers: providerPage(options, providers, ports),
    driver: driverFinder(options.drivers ?? []),
    executor: options.executor ?? createExecutor({ clock: ports.clock, sleep: ports.sleep, env: toolEnv }),
    sources: {
      store,
      outbound,
      clock: ports.clock,
      log: ports.log,
      env: toolEnv,
      sleep: ports.sleep,
      random: ports.random,
      sealSecrets: settings.TREADLE_SEAL_SECRETS ?? [],
      check: whyNoTool,
    },
    checkJson,
    environmentChoice: settings.TREADLE_TOOL_CHOICE ?? settings.OPENAI_TOOL_CHOICE,
    access: resolveAccess(settings, options),
    publicUrl: settings.TREADLE_PUBLIC_URL?.replace(/\/+$/, ""),
    approvalSecrets: [settings.TREADLE_APPROVAL_SECRET, settings.TREADLE_APPROVAL_SECRET_PREVIOUS]
      .filter((secret) => secret !== undefined),
    outbound,
    sealSecrets: settings.TREADLE_SEAL_SECRETS ?? [],
    corsOrigins: settings.TREADLE_CORS_ORIGINS ?? [],
    tokens: {
      secrets: settings.TREADLE_TOKEN_SECRETS ?? [],
      audience: settings.TREADLE_TOKEN_AUDIENCE,
      notBefore: settings.TREADLE_TOKEN_NOT_BEFORE,
    },
    rateLimits: rateLimitsFor(settings, options, ports),
    protocols: resolveProtocols(options.protocols),
    heartbeatMs: options.heartbeatMs ?? 15_000,
    pollMs: options.pollMs ?? 250,
    openedPlugins,
    pageModules,
    pluginViews,
    afterPlan,
    contributions: { outboxes, removals, reserved },
    places: maxSteps === 0 ? undefined : new StepPlaces(maxSteps, ports.clock),
    prefixChecks: settings.TREADLE_PREFIX_CHECKS,
    wakeLimits: { budgetMs: settings.TREADLE_WAKE_MS, failures: settings.TREADLE_WAKE_FAILURES },
    wakes,
    port: settings.PORT ?? 8787,
    stopWaking: () => wakeParts.stop(),
    close: () => store.close(),
  };
  for (const plugin of options.plugins) {
    if (plugin.open === undefined) {
      pluginViews.push(toPluginView(plugin, undefined));
      continue;
    }
    const states = (ref: ThreadRef) => readPluginStates(plugin, ref, deps);
    const counts: Deployment["counts"] = (tenant, days) => readPluginCounts(plugin, tenant, days, deps);
    const opened = plugin.open({ deps, env: toolEnv, policies: options.policies ?? [], states, counts });
    assertOpened(plugin.name, opened);
    if (opened.load !== undefined) plugins.addLoader(plugin, opened.load.bind(opened));
    openedPlugins.push(opened);
    if (opened.page !== undefined) pageModules.set(plugin.name, opened.page.module);
    pluginViews.push(toPluginView(plugin, opened));
    telemetry ??= opened.telemetry;
    isPropagated ||= opened.isPropagated === true;
    addSingleParts(parts, opened);
    if (opened.afterPlan !== undefined) afterPlan.push(opened.afterPlan);
    if (opened.outbox !== undefined) outboxes.push(opened.outbox);
    if (opened.removeThread !== undefined) removals.push(opened.removeThread.bind(opened));
    if (opened.reserved !== undefined) reserved.push(opened.reserved);
    wakeParts.add(plugin.name, opened);
  }
  assertRoutesDiffer(openedPlugins);
  assertWaking(wakeParts.addedBy, parts);
  // The same object: a plugin may have kept it.
  Object.assign(wakes, parts.waking?.open(deps, wakeParts));
  return Object.assign(deps, parts, { telemetry });
}

/**
 * Where TREADLE_MODEL is not set, its default counts for agents that name no model.
 *
 * @throws {AgentError} config_invalid, when its provider is not there
 */
function assertDefaultModel(
  { TREADLE_MODEL: ref }: Settings,
  { agents, env }: DeploymentOptions,
  providers: DeployedProviders,
): void {
  const isUsed = Boolean(env.TREADLE_MODEL) || agents.some(({ model }) => model === undefined);
  const name = toProviderName(ref);
  if (isUsed && !providers.has(name)) {
    throw providers.refuse(env.TREADLE_MODEL ? "TREADLE_MODEL" : `TREADLE_MODEL, by default ${ref},`, name);
  }
}

/** The parts of which a deployment has one, and what each does. */
const SINGLE_PARTS = [
  ["spending", "limit what steps spend"],
  ["lateResults", "take results of deferred calls"],
  ["pinning", "pin entries"],
  ["pausing", "pause agents"],
  ["storedKeys", "store keys"],
  ["media", "store media"],
  ["delegation", "run calls in threads below"],
  ["forks", "fork threads"],
  ["waking", "run threads without a client"],
] as const;

type SingleParts = Pick<OpenedPlugin, typeof SINGLE_PARTS[number][0]>;

/** @throws {AgentError} config_invalid - two plugins bring one of them, and their order would decide */
function addSingleParts(parts: SingleParts, opened: OpenedPlugin): void {
  for (const [part, does] of SINGLE_PARTS) {
    if (opened[part] === undefined) continue;
    if (parts[part] !== undefined) {
      throw new AgentError("config_invalid", `Two plugins of the deployment ${does}; it takes one.`);
    }
    Object.assign(parts, { [part]: opened[part] });
  }
}

/** A connection of one's own adds no `traceparent`, so what goes through either has one, and the platform's `fetch` leaves it out. */
function traceless(init: RequestInit | undefined): RequestInit | undefined {
  const headers = new Headers(init?.headers);
  if (!headers.has("traceparent")) return init;
  headers.delete("traceparent");
  return { ...init, headers };
}

/** Runs at the same time. At 20 pieces of text a second each, about as many as one core carries. */
const MAX_STEPS = 1024;

/** Bytes of the unit that limits of media are set in. */
const MB = 1_000_000;

// An isolate of many would repeat it at each of its starts.
function warnOfMissingNames(
  { agents, isolated }: Pick<DeploymentOptions, "agents" | "isolated">,
  env: EnvSource,
  log: Log,
): void {
  const missing = isolated ? [] : missingNames(agents, env);
  if (missing.length === 0) return;
  log("warn", "agents or tools declare names in env that are neither variables nor bindings here", {
    names: missing.join(", "),
  });
}

function resolveAccess(
  { TREADLE_API_KEYS, TREADLE_OPEN, TREADLE_OPEN_HOSTS: listed = [], TREADLE_PUBLIC_URL: url }: Settings,
  { authenticate }: DeploymentOptions,
): Access {
  if (authenticate !== undefined) {
    if (TREADLE_API_KEYS === undefined && TREADLE_OPEN !== "1") return { type: "custom", authenticate };
    throw new AgentError(
      "config_invalid",
      "authenticate takes the place of TREADLE_API_KEYS and TREADLE_OPEN; remove them.",
    );
  }
  if (TREADLE_API_KEYS !== undefined) {
    const callers = TREADLE_API_KEYS.map(toKeyCaller);
    return { type: "keys", keyring: createKeyring(TREADLE_API_KEYS), callers };
  }
  if (TREADLE_OPEN !== "1") return { type: "closed" };
  return { type: "open", hosts: url === undefined ? listed : [...listed, new URL(url).hostname] };
}
