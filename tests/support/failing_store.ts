// A store whose requests fail, before or behind what they do: as that of a machine that vanishes.

import { AgentError } from "../../src/core/error.ts";
import type { Store } from "../../src/core/store.ts";

/** Fails the requests for which `fails` is true: behind what they do where `isDone`, else in its place. */
export function failingStore(store: Store, fails: () => boolean, isDone: boolean): Store {
  return new Proxy(store, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      return async (...args: unknown[]) => {
        const isLost = fails();
        const result = isLost && !isDone ? undefined : await Reflect.apply(value, target, args);
        if (isLost) throw new AgentError("store_unavailable", "The store is gone.");
        return result;
      };
    },
  });
}
