// A store of which some methods are another's: how the harness gets between the runtime and a real store.

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
