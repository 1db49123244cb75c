// The deployments of one Treadle: one for a given or process environment, and on Workers one for each bindings object.

import { AgentError } from "../core/error.ts";
import type { Store } from "../core/store.ts";
import { type AppDeps, createDeps } from "../deps.ts";
import { isWorkers, processEnvironment, textsOf } from "../deps/environment.ts";
import type { TreadleOptions } from "./options.ts";

/** The name under which a given store is registered. */
const GIVEN_STORE = "given";

/** Makes deployments of one set of options, and keeps them. */
export class Deployments {
  readonly #options: TreadleOptions;
  /** Of the environment that is given, or of the process. */
  #fixed: AppDeps | undefined;
  /** A wrong configuration is kept too: it stays wrong for as long as the bindings are the same object. */
  readonly #byBindings = new WeakMap<object, AppDeps | AgentError>();

  /**
   * Where the environment is that of a process, the deployment is made at once, so that its start fails on a wrong one. A Worker
   * makes it at its first request: a script that throws on its start cannot be deployed before its secrets are set.
   *
   * @throws {AgentError} as {@link createDeps} does
   */
  constructor(options: TreadleOptions) {
    this.#options = options;
    if (!isWorkers()) this.of();
  }

  /**
   * The deployment of a call; `bindings` are those of the request that it belongs to.
   *
   * @throws {AgentError} config_invalid - on Workers outside of a request; else as {@link createDeps} does
   */
  of(bindings?: unknown): AppDeps {
    const { env } = this.#options;
    if (env !== undefined || !isWorkers()) {
      return this.#fixed ??= createDeps(toDepsOptions(this.#options, env ?? processEnvironment()));
    }
    if (typeof bindings !== "object" || bindings === null) throw noBindings();
    let made = this.#byBindings.get(bindings);
    if (made === undefined) {
      made = this.#make({ ...bindings });
      this.#byBindings.set(bindings, made);
    }
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

  /** Closes the deployment of the environment; those of bindings end with their isolate. */
  async close(): Promise<void> {
    await this.#fixed?.close();
  }
}

function toDepsOptions(options: TreadleOptions, env: Readonly<Record<string, unknown>>) {
  const { store, stores } = options;
  const common = { isolated: isWorkers(), ...options, bindings: env };
  if (store === undefined) return { ...common, env: textsOf(env) };
  const name = typeof store === "string" ? store : GIVEN_STORE;
  assertNotSqlite(name, stores);
  return {
    ...common,
    env: { ...textsOf(env), TREADLE_STORE: name },
    stores: typeof store === "string" ? stores : { ...stores, [GIVEN_STORE]: (): Store => store },
  };
}

/** sqlite is in no default registry, so that node:sqlite does not enter the bundle of a Worker. */
function assertNotSqlite(name: string, stores: TreadleOptions["stores"] = {}): void {
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
