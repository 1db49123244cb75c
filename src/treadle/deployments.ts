// The deployments of one Treadle: one for a given or process environment, and on Workers one for each bindings object.

import { AgentError } from "../core/error.ts";
import type { Store } from "../core/store.ts";
import { type AppDeps, createDeps } from "../deps/create_deps.ts";
import { isWorkers, processEnvironment, toTexts } from "../deps/environment.ts";
import type { KernelTreadleOptions } from "./options.ts";

/** The name under which a given store is registered. */
const GIVEN_STORE = "given";

/** Makes deployments of one set of options, and keeps them. */
export class Deployments {
  readonly #options: KernelTreadleOptions;
  /** By the environment: the bindings of a request, or these options, whose environment is given or that of the process. */
  readonly #made = new WeakMap<object, AppDeps | AgentError>();
  #closed: Promise<void> | undefined;

  /**
   * Where the environment is that of a process, the deployment is made at once, so that its start fails on a wrong one. A Worker
   * makes it at its first request: a script that throws on its start cannot be deployed before its secrets are set.
   *
   * @throws {AgentError} as {@link createDeps} does
   */
  constructor(options: KernelTreadleOptions) {
    this.#options = options;
    if (!isWorkers()) this.of();
  }

  /**
   * The deployment of a call; `bindings` are those of the request that it belongs to.
   *
   * @throws {AgentError} config_invalid - on Workers outside of a request; store_unavailable - after close; else as
   * {@link createDeps} does
   */
  of(bindings?: unknown): AppDeps {
    if (this.#closed !== undefined) throw new AgentError("store_unavailable", CLOSED);
    const { env } = this.#options;
    if (env !== undefined || !isWorkers()) return this.#keep(this.#options, env ?? processEnvironment());
    if (typeof bindings !== "object" || bindings === null) throw noBindings();
    return this.#keep(bindings, { ...bindings });
  }

  /** A wrong configuration is kept too: it stays wrong for as long as the key is the same object. */
  #keep(key: object, env: Readonly<Record<string, unknown>>): AppDeps {
    const made = this.#made.get(key) ?? this.#make(env);
    this.#made.set(key, made);
    if (made instanceof AgentError) throw made;
    return made;
  }

  #make(env: Readonly<Record<string, unknown>>): AppDeps | AgentError {
    try {
      return createDeps(toDepsOptions(this.#options, env));
    } catch (thrown) {
      if (thrown instanceof AgentError) return thrown;
      throw thrown;
    }
  }

  /** Closes the deployment of the environment, once; those of bindings end with their isolate. */
  close(): Promise<void> {
    const made = this.#made.get(this.#options);
    return this.#closed ??= made === undefined || made instanceof AgentError
      ? Promise.resolve()
      : made.close();
  }
}

const CLOSED = "This Treadle is closed, and its store with it; make another one with createTreadle.";

function toDepsOptions(options: KernelTreadleOptions, env: Readonly<Record<string, unknown>>) {
  const { store, stores } = options;
  const common = { isolated: isWorkers(), ...options, bindings: env };
  if (store === undefined) return { ...common, env: toTexts(env) };
  const name = typeof store === "string" ? store : GIVEN_STORE;
  assertNotSqlite(name, stores);
  return {
    ...common,
    env: { ...toTexts(env), TREADLE_STORE: name },
    stores: typeof store === "string" ? stores : { ...stores, [GIVEN_STORE]: (): Store => store },
  };
}

/** sqlite is in no default registry, so that node:sqlite does not enter the bundle of a Worker. */
function assertNotSqlite(name: string, stores: KernelTreadleOptions["stores"] = {}): void {
  const [kind, location] = name.split(/:(.*)/);
  if (kind !== "sqlite" || Object.hasOwn(stores, "sqlite")) return;
  const path = JSON.stringify(location || ".data/treadle.sqlite");
  throw new AgentError(
    "config_invalid",
    `The store sqlite is given as a store: import createSqliteStore from @treadle/treadle/stores/sqlite, and write store: createSqliteStore({ path: ${path} }).`,
  );
}

function noBindings(): AgentError {
  return new AgentError(
    "config_invalid",
    'Outside of a request this Treadle has no environment: import { env } from "cloudflare:workers", and write createTreadle({ agents, env }).',
  );
}
