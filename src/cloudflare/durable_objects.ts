// The entry `@treadle/treadle/stores/durable-objects`: threads in Durable Objects, without an account elsewhere.

import { AgentError } from "../core/error.ts";
import type { StoreFactory } from "../deps/built_in.ts";
import {
  isObjectNamespace,
  type Jurisdiction,
  type LocationHint,
} from "../stores/durable_objects/platform.ts";
import { createDurableObjectsStore } from "../stores/durable_objects/store.ts";

export { ThreadsObject } from "../stores/durable_objects/object.ts";
export {
  createDurableObjectsStore,
  type DurableObjectsStoreOptions,
} from "../stores/durable_objects/store.ts";
export type * from "../stores/durable_objects/platform.ts";

/** Where the objects of a deployment are. */
export interface DurableObjectsOptions {
  /** The binding to the namespace; `THREADS` by default. */
  readonly binding?: string;
  /** Where an object is made that is not there yet; near the Worker that makes it by default. */
  readonly locationHint?: LocationHint;
  /** Where objects may be. Those of a jurisdiction are others than those without. */
  readonly jurisdiction?: Jurisdiction;
  /**
   * In how many objects the threads of each tenant are, from 1 to 64; 1 by default. More are for tenants that outgrow one (10 GB, about 1,000
   * requests in a second). A tenant that has threads keeps its number: another one is `config_invalid`.
   */
  readonly shards?: number;
}

/**
 * The store `durable_objects`. Where its binding is there, it is the store of a deployment without TREADLE_STORE and without Upstash.
 *
 * @throws {AgentError} config_invalid, when it is chosen and the binding is missing
 * @example
 * ```ts ignore
 * import { serve } from "@treadle/treadle/kernel/cloudflare";
 * import { durableObjects, ThreadsObject } from "@treadle/treadle/stores/durable-objects";
 *
 * export { ThreadsObject };
 * export default serve({ agents, plugins, stores: { durable_objects: durableObjects() } });
 * ```
 */
export function durableObjects(
  { binding = "THREADS", locationHint, jurisdiction, shards }: DurableObjectsOptions = {},
): StoreFactory {
  const open: StoreFactory = ({ bindings = {}, lifetimes }) => {
    const namespace: unknown = Reflect.get(bindings, binding);
    if (isObjectNamespace(namespace)) {
      return createDurableObjectsStore({ namespace, lifetimes, locationHint, jurisdiction, shards });
    }
    throw new AgentError(
      "config_invalid",
      `The store durable_objects needs the binding ${binding}: add it and its migration to the configuration of the Worker.`,
    );
  };
  return Object.assign(open, {
    isBound: (bindings: object) => isObjectNamespace(Reflect.get(bindings, binding)),
  });
}
