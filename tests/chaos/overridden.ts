// A store of which some methods are another's: how the harness gets between the runtime and a real store.

import { AgentError } from "../../src/core/error.ts";
import type { Store } from "../../src/core/store.ts";

/** The store, but for these methods. */
export function overridden(store: Store, methods: Partial<Store>): Store {
  return new Proxy(store, {
    get(target, property) {
      const method = Reflect.get(methods, property) ?? Reflect.get(target, property);
      return typeof method === "function" ? method.bind(target) : method;
    },
  });
}

/** Times that the harness itself sends a request to a store that is away: the attempts of the store's own client may all be lost. */
const PATIENCE = 10;

/** The store for what the harness itself does and reads: an outage is no finding. */
export function patient(store: Store): Store {
  return new Proxy(store, {
    get(target, property) {
      const method = Reflect.get(target, property);
      if (typeof method !== "function") return method;
      return async (...args: unknown[]) => {
        for (let sent = 1;; sent++) {
          try {
            return await method.apply(target, args);
          } catch (error) {
            const isAway = error instanceof AgentError && error.code === "store_unavailable";
            if (!isAway || sent === PATIENCE) throw error;
          }
        }
      };
    },
  });
}
