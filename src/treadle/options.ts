// What createTreadle takes.

import type { Agent } from "../core/agent.ts";
import type { Defer, ReadAsset } from "../core/ports.ts";
import type { Store } from "../core/store.ts";
import type { DeploymentOptions } from "../deps/create_deps.ts";
import type { Authenticate } from "../http/access/identity.ts";
import type { Plugin } from "../http/plugin.ts";
import type { StandardOptions } from "../plugins/standard.ts";

/** What a {@link Treadle} is made from. Everything but `agents` has a default. */
export interface TreadleOptions
  extends Partial<Omit<DeploymentOptions, "agents" | "env" | "bindings">>, StandardOptions {
  readonly agents: readonly Agent[];
  /**
   * A store, or a text as TREADLE_STORE has it: `memory`, `upstash`. By default what the environment says, else `memory`.
   * {@link Treadle.close} closes it.
   */
  readonly store?: Store | string;
  /**
   * Variables (texts) and bindings (other values) in one record. By default the environment of the process on Deno and Node, and
   * the bindings of each request on Workers.
   */
  readonly env?: Readonly<Record<string, unknown>>;
  /** Reads the files of the playground and openapi.json; without it the routes have neither. */
  readonly assets?: ReadAsset;
  /**
   * Keeps the invocation alive until a run has ended, whose caller may leave before: `waitUntil` of `cloudflare:workers`. Routes
   * take it from their request.
   */
  readonly defer?: Defer;
}

/** What a {@link Treadle} of the kernel is made from: every plugin that it has is listed. */
export interface KernelTreadleOptions extends Omit<TreadleOptions, keyof StandardOptions> {
  /** What the deployment adds to the kernel, such as `chat()` and `webhooks()`; each is an entry of the package. */
  readonly plugins: readonly Plugin[];
}

/** What the routes of one mount have of their own. */
export interface RoutesOptions {
  /** Finds the caller of each request of this mount, in place of that of {@link TreadleOptions}. */
  readonly authenticate?: Authenticate;
  /** In place of that of {@link TreadleOptions}. */
  readonly assets?: ReadAsset;
}
