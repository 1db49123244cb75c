// The composition root: environment and agents in, the deployment out. The only place that constructs things.

import { modelGroups } from "./choice/capability_matrix.ts";
import type { Agent } from "./core/agent.ts";
import type { CapabilityTable } from "./core/capability.ts";
import type { Driver } from "./core/driver.ts";
import { AgentError } from "./core/error.ts";
import type { Clock, Env, Log, RandomBytes, Sleep } from "./core/ports.ts";
import type { Provider, ProviderDefinition, ProviderSetup } from "./core/provider.ts";
import type { ProviderView } from "./core/provider_view.ts";
import {
  check,
  mapped,
  object,
  oneOf,
  optional,
  type Shape,
  type Shaped,
  text,
  withDefault,
} from "./core/shape.ts";
import { LIFETIMES, type Store } from "./core/store.ts";
import { parseToolChoice } from "./core/tool_choice.ts";
import { type Access, createKeyring, type TenantKey } from "./http/auth.ts";
import type { HttpDeps } from "./http/context.ts";
import {
  DRIVERS,
  type LoadProvider,
  loadProviders,
  PROTOCOLS,
  PROVIDERS,
  type StoreFactory,
  STORES,
} from "./registry.ts";
import { withRetries } from "./runtime/model_retry.ts";
import { HistoryCache } from "./runtime/history/history_cache.ts";
import { LearnedCapabilities } from "./runtime/choice/learned_capabilities.ts";
import { createExecutor } from "./tools/executor.ts";
import type { ResolvedModel } from "./runtime/request.ts";

export interface DepsOptions {
  readonly env: Env;
  readonly agents: readonly Agent[];
  /** What the platform gives besides texts: the bindings of a Worker. */
  readonly bindings?: Readonly<Record<string, unknown>>;
  /** Stores beyond those of the registry, by the name that TREADLE_STORE gives them. */
  readonly stores?: Readonly<Record<string, StoreFactory>>;
  /** What TREADLE_STORE is when it is not set and Upstash is not configured; `memory` by default. */
  readonly defaultStore?: string;
  /** Many isolates serve this deployment and share no memory: a store that only falls back to memory is warned about. */
  readonly isolated?: boolean;
  /** Drivers and providers beyond those of the registry. */
  readonly drivers?: readonly Driver[];
  readonly providers?: readonly Provider[];
  readonly fetch?: typeof fetch;
  readonly clock?: Clock;
  readonly random?: RandomBytes;
  readonly sleep?: Sleep;
  readonly log?: Log;
  readonly heartbeatMs?: number;
  readonly pollMs?: number;
}

/** A deployment: everything the app needs, and what its entrypoint has to know. */
export interface AppDeps extends HttpDeps {
  readonly port: number;
  close(): Promise<void>;
}

/** Builds a deployment. Throws `config_invalid`, naming each variable that is wrong; values are never repeated. */
export function createDeps(options: DepsOptions): AppDeps {
  const settings = readSettings(options.env);
  const ports = {
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    clock: options.clock ?? Date.now,
    random: options.random ?? ((count) => crypto.getRandomValues(new Uint8Array(count))),
    sleep: options.sleep ?? sleep,
    log: options.log ?? logLine,
  } satisfies Partial<HttpDeps>;
  const store = openStore(settings, options, ports);
  return {
    ...ports,
    store,
    histories: new HistoryCache(settings.TREADLE_HISTORY_CACHE),
    learned: new LearnedCapabilities(),
    agents: byName(options.agents),
    model: modelResolver(settings, options, ports),
    providers: providerPage(options, ports),
    driver: driverFinder(options.drivers ?? []),
    executor: createExecutor(ports),
    environmentChoice: settings.TREADLE_TOOL_CHOICE ?? settings.OPENAI_TOOL_CHOICE,
    access: accessOf(settings),
    corsOrigins: settings.TREADLE_CORS_ORIGINS ?? [],
    protocols: PROTOCOLS,
    heartbeatMs: options.heartbeatMs ?? 15_000,
    pollMs: options.pollMs ?? 250,
    port: settings.PORT ?? 8787,
    close: () => store.close(),
  };
}

// Environment -----------------------------------------------------------------------------------------------------------

const items = (text: string) => text.split(",").map((item) => item.trim()).filter((item) => item !== "");

const toolChoice = mapped(text(), (word, refuse) => {
  const parsed = parseToolChoice(word);
  if (parsed !== undefined && parsed.execution === undefined) return parsed.choice;
  refuse("must be a tool choice such as auto, none, required or a tool's name");
});

const apiKeys = mapped(text(), (line, refuse): readonly TenantKey[] => {
  const keys = items(line).map((pair) => {
    const [, tenant = "", key = ""] = /^([^:]*):(.*)$/.exec(pair) ?? [];
    return { tenant, key };
  });
  if (keys.length === 0) refuse("must list tenant:key pairs");
  if (keys.some(({ tenant }) => !/^[A-Za-z0-9_-]{1,64}$/.test(tenant))) {
    refuse("must be tenant:key pairs with tenants of letters, digits, _ and -");
  }
  if (keys.some(({ key }) => !/^[\x21-\x7e]{16,}$/.test(key))) {
    refuse("must have keys of at least 16 visible ASCII characters");
  }
  if (new Set(keys.map(({ key }) => key)).size < keys.length) refuse("must not give the same key twice");
  return keys;
});

const corsOrigins = mapped(text(), (line, refuse) => {
  const origins = items(line);
  const areOrigins = origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin);
  return areOrigins ? origins : refuse("must list origins such as https://example.com");
});

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const DURATION = {
  pattern: /^[1-9]\d{0,8}[smhd]$/,
  message: "must be a duration such as 45s, 90m, 12h or 30d",
};
const duration = mapped(text(DURATION), (word, refuse) => {
  const ms = Number(word.slice(0, -1)) * (UNIT_MS[word.slice(-1)] ?? NaN);
  return ms <= 10 * 365 * 86_400_000 ? ms : refuse("must be at most 10 years (3650d)");
});

const url = mapped(text(), (word, refuse) => {
  const protocol = URL.parse(word)?.protocol;
  return protocol === "https:" || protocol === "http:" ? word : refuse("must be an http or https URL");
});

const bytes = mapped(text(), (word, refuse) => {
  return /^\d{1,10}$/.test(word) ? Number(word) : refuse("must be a number of bytes; 0 keeps nothing");
});

const port = mapped(text(), (word, refuse) => {
  return /^\d{1,5}$/.test(word) && Number(word) <= 65_535 ? Number(word) : refuse("must be a port number");
});

const settingsShape = object({
  PORT: optional(port),
  TREADLE_STORE: optional(text()),
  TREADLE_API_KEYS: optional(apiKeys),
  TREADLE_OPEN: optional(oneOf(["0", "1"], "must be 0 or 1")),
  TREADLE_MODEL: withDefault(
    text({ pattern: /^[a-z_]+\/\S+$/, message: "must be provider/model" }),
    "scripted/demo",
  ),
  TREADLE_TOOL_CHOICE: optional(toolChoice),
  OPENAI_TOOL_CHOICE: optional(toolChoice),
  TREADLE_CORS_ORIGINS: optional(corsOrigins),
  TREADLE_THREAD_TTL: optional(duration),
  TREADLE_HISTORY_CACHE: withDefault(bytes, 16_000_000),
  UPSTASH_REDIS_REST_URL: optional(url),
  UPSTASH_REDIS_REST_TOKEN: optional(text()),
  OPENAI_API_KEY: optional(text()),
  OPENAI_BASE_URL: optional(url),
  OPENAI_API: optional(oneOf(["chat", "responses"], "must be chat or responses")),
});

/** The environment, checked. */
export type Settings = Shaped<typeof settingsShape>;

const deploymentShape: Shape<Settings> = mapped(settingsShape, (settings, refuse) => {
  if (settings.TREADLE_OPEN === "1" && settings.TREADLE_API_KEYS !== undefined) {
    refuse("must not be 1 while TREADLE_API_KEYS is set", undefined, ["TREADLE_OPEN"]);
  }
  const upstash = ["UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"] as const;
  const missing = upstash.filter((name) => settings[name] === undefined);
  if (missing.length === 1) {
    refuse(`must be set: ${upstash.join(" and ")} go together`, undefined, missing);
  }
  return settings;
});

/** Of the environment only what the settings name is looked at. */
function readSettings(env: Env): Settings {
  const names = Object.keys(settingsShape.fields);
  const given = names.map((name) => [name, env[name] === "" ? undefined : env[name]]);
  const checked = check(deploymentShape, Object.fromEntries(given));
  if (checked.ok) return checked.value;
  const wrong = checked.issues.map(({ path, message }) => `${String(path[0])} ${message}`);
  throw new AgentError("config_invalid", `The environment is wrong: ${[...new Set(wrong)].join("; ")}.`);
}

function accessOf({ TREADLE_API_KEYS, TREADLE_OPEN }: Settings): Access {
  if (TREADLE_API_KEYS !== undefined) return { type: "keys", keyring: createKeyring(TREADLE_API_KEYS) };
  return { type: TREADLE_OPEN === "1" ? "open" : "closed" };
}

// Variants --------------------------------------------------------------------------------------------------------------

function openStore(
  settings: Settings,
  options: DepsOptions,
  { clock, log }: Pick<HttpDeps, "clock" | "log">,
): Store {
  const { UPSTASH_REDIS_REST_URL: upstashUrl, UPSTASH_REDIS_REST_TOKEN: upstashToken } = settings;
  const hasUpstash = upstashUrl !== undefined && upstashToken !== undefined;
  const chosen = settings.TREADLE_STORE ?? (hasUpstash ? "upstash" : options.defaultStore ?? "memory");
  const [, name = "", location = ""] = /^([^:]*):?(.*)$/.exec(chosen) ?? [];
  const factories: Readonly<Record<string, StoreFactory>> = { ...STORES, ...options.stores };
  const factory = Object.hasOwn(factories, name) ? factories[name] : undefined;
  if (factory === undefined) {
    const known = Object.keys(factories).join(", ");
    throw new AgentError(
      "config_invalid",
      `TREADLE_STORE names no store of this deployment; it has: ${known}.`,
    );
  }
  if (options.isolated && settings.TREADLE_STORE === undefined && name === "memory") {
    log("warn", "threads are kept in the memory of one isolate, which no other sees; configure Upstash", {});
  }
  const lifetimes = { ...LIFETIMES, threadMs: settings.TREADLE_THREAD_TTL };
  return factory({ env: options.env, location, lifetimes, clock });
}

function modelResolver(
  settings: Settings,
  options: DepsOptions,
  ports: Pick<HttpDeps, "clock" | "sleep" | "random">,
): (ref: string | undefined) => Promise<ResolvedModel> {
  const providers = new Map<string, Provider>(
    options.providers?.map((provider) => [provider.name, provider]),
  );
  // The key is looked for on first use: a deployment may have agents that never ask the default model.
  assertProvider(settings.TREADLE_MODEL, [...Object.keys(PROVIDERS), ...providers.keys()]);
  const prepared = new Set<Provider>();
  return async (ref = settings.TREADLE_MODEL) => {
    const slash = ref.indexOf("/");
    const name = ref.slice(0, slash);
    let provider = providers.get(name);
    if (provider === undefined) {
      const setup = { env: options.env, bindings: options.bindings ?? {}, ...ports };
      const created = await createProvider(name, ref, setup);
      // Somebody else may have been faster.
      provider = providers.get(name) ?? withRetries(created, ports);
      providers.set(name, provider);
    }
    if (!prepared.has(provider)) {
      prepared.add(provider);
      prepareSoon(provider, ports.sleep);
    }
    return { provider, model: ref.slice(slash + 1), ref };
  };
}

/** Loading blocks the process, so it begins once the request to the store, which follows at once, is under way. */
const PREPARE_AFTER_MS = 5;

function prepareSoon(provider: Provider, sleep: Sleep): void {
  if (provider.prepare) void sleep(PREPARE_AFTER_MS).then(() => provider.prepare?.());
}

function assertProvider(ref: string, known: readonly string[]): void {
  if (known.includes(ref.slice(0, ref.indexOf("/")))) return;
  throw new AgentError(
    "config_invalid",
    `TREADLE_MODEL names no provider; write provider/model with one of: ${known.join(", ")}.`,
  );
}

async function createProvider(name: string, ref: string, setup: ProviderSetup): Promise<Provider> {
  const loaders: Readonly<Record<string, LoadProvider>> = PROVIDERS;
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (load !== undefined) return (await load()).create(setup);
  const known = Object.keys(PROVIDERS).join(", ");
  throw new AgentError(
    "config_invalid",
    `Model ${ref} names no provider; write provider/model with one of: ${known}.`,
  );
}

/** Asked for by few, so it is made when somebody does. */
function providerPage(options: DepsOptions, ports: Pick<HttpDeps, "clock" | "sleep">): HttpDeps["providers"] {
  let views: Promise<readonly ProviderView[]> | undefined;
  return () => views ??= listProviders(options, ports);
}

async function listProviders(
  { env, bindings = {}, providers = [] }: DepsOptions,
  ports: Pick<HttpDeps, "clock" | "sleep">,
): Promise<ProviderView[]> {
  const own = providers.map(({ name }) => name);
  const listed = (await loadProviders()).filter(([name]) => !own.includes(name));
  return [
    ...listed.map(([name, definition]): ProviderView => {
      const provider = ifConfigured(definition, { env, bindings, ...ports });
      return {
        name,
        configured: provider !== undefined,
        variables: definition.variables.map((name) => ({ name, set: Boolean(env[name]) })),
        groups: modelGroups(
          definition.capabilities,
          provider && ((model) => provider.capabilities(model, {})),
        ),
      };
    }),
    ...providers.map((provider): ProviderView => ({
      name: provider.name,
      configured: true,
      variables: [],
      groups: modelGroups(UNKNOWN, (model) => provider.capabilities(model, {})),
    })),
  ];
}

/** What is known of a provider that brings no table. */
const UNKNOWN: CapabilityTable = { lacks: {}, models: [], thinks: () => false };

function ifConfigured(definition: ProviderDefinition, setup: ProviderSetup): Provider | undefined {
  try {
    return definition.create(setup);
  } catch (error) {
    if (error instanceof AgentError && error.code === "config_invalid") return undefined;
    throw error;
  }
}

function driverFinder(extra: readonly Driver[]): (name: string) => Driver {
  const drivers = byName([...Object.values(DRIVERS).map((create) => create()), ...extra]);
  return (name) => {
    const driver = drivers.get(name);
    if (driver !== undefined) return driver;
    throw new AgentError(
      "agent_invalid",
      `There is no driver ${name}; there are: ${[...drivers.keys()].join(", ")}.`,
    );
  };
}

function byName<T extends { readonly name: string }>(things: readonly T[]): ReadonlyMap<string, T> {
  const map = new Map(things.map((thing) => [thing.name, thing]));
  if (map.size === things.length) return map;
  const twice = things.find((thing, index) => things.findIndex(({ name }) => name === thing.name) !== index);
  throw new AgentError("config_invalid", `The name ${twice?.name} is given twice; rename one of the two.`);
}

// Ports -----------------------------------------------------------------------------------------------------------------

/** Waits on a real timer. */
export const sleep: Sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    function stop() {
      clearTimeout(timer);
      reject(signal?.reason);
    }
    signal?.addEventListener("abort", stop, { once: true });
  });

const logLine: Log = (level, message, fields) => {
  const line = JSON.stringify({ level, message, at: new Date().toISOString(), ...fields });
  if (level === "info") console.log(line);
  else console.error(line);
};
