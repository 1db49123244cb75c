// A store of which some methods are another's: how the harness gets between the runtime and a real store.

import type { Store } from "../../src/core/store.ts";
import { sleep } from "../../src/deps/ports.ts";
import { withStoreRetries } from "../../src/kernel/store_retry.ts";

/** The store, but for these methods. */
export function overridden(store: Store, methods: Partial<Store>): Store {
  return new Proxy(store, {
    get(target, property) {
      const method = Reflect.get(methods, property) ?? Reflect.get(target, property);
      return typeof method === "function" ? method.bind(target) : method;
    },
  });
}

/** The store for what the harness itself does and reads, where the attempts of the store's own client may all be lost: an outage is no finding. */
export function patient(store: Store): Store {
  return new Proxy(store, {
    get(target, property) {
      const method = Reflect.get(target, property);
      if (typeof method !== "function") return method;
      return (...args: unknown[]) =>
        withStoreRetries(async () => await method.apply(target, args), { sleep, log: () => {} });
    },
  });
}
