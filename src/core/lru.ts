// Caches of one isolate: a bounded map, and what is made of an object as long as it lives.

interface Item<V> {
  readonly value: V;
  readonly weight: number;
}

/**
 * A map with a limit on the sum of its weights. While the sum exceeds the limit, the entry that was used longest ago is
 * evicted. `get` and `set` count as a use.
 *
 * @example
 * ```ts
 * import { Lru } from "./lru.ts";
 * import assert from "node:assert/strict";
 *
 * const squares = new Lru<number>(2); // two entries of weight 1
 * squares.set("2", 4);
 * squares.set("3", 9);
 * squares.get("2");
 * squares.set("4", 16);
 * assert.deepEqual([squares.get("2"), squares.get("3")], [4, undefined]);
 * ```
 */
export class Lru<V> {
  readonly #limit: number;
  /** The entry that was used longest ago first. */
  readonly #items = new Map<string, Item<V>>();
  #weight = 0;

  /** `limit` is in the unit of the weights; 0 keeps nothing. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Sum of the weights. */
  get weight(): number {
    return this.#weight;
  }

  /** The value of a key; undefined when there is none. */
  get(key: string): V | undefined {
    const item = this.#items.get(key);
    if (item === undefined) return undefined;
    this.#items.delete(key);
    this.#items.set(key, item);
    return item.value;
  }

  /** Keeps a value in place of the key's earlier one. A value heavier than the limit is not kept. */
  set(key: string, value: V, weight = 1): void {
    this.delete(key);
    if (weight > this.#limit) return;
    this.#items.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#items.keys()) {
      if (this.#weight <= this.#limit) break;
      this.delete(oldest);
    }
  }

  /** Drops a key; a key without a value changes nothing. */
  delete(key: string): void {
    this.#weight -= this.#items.get(key)?.weight ?? 0;
    this.#items.delete(key);
  }
}

/** The function, which runs once for each object: what is made of an agent, a schema or a list of tools does not change. */
export function remembered<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new WeakMap<Key, Made>();
  return (key) => {
    let known = made.get(key);
    if (known === undefined && !made.has(key)) made.set(key, known = make(key));
    return known as Made;
  };
}
