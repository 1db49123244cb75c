// The histories that this isolate committed last, so that the next step of a thread in it reads only newer entries. Correctness
// does not depend on it: begin names what is held, and the store decides whether that is current (src/kernel/history/README.md).

import { Lru } from "../../core/lru.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { ReadHistory } from "../history/read_history.ts";

/** A history as a commit of this isolate left it. */
export interface KeptHistory {
  /** The version that the commit produced, and its owner. */
  readonly version: number;
  readonly owner: string;
  readonly history: ReadHistory;
}

/** Estimated bytes of one thread besides its texts. */
const OVERHEAD_BYTES = 1_000;

/** The histories that an isolate holds; the one that was used longest ago leaves first. */
export class HistoryCache {
  readonly #kept: Lru<KeptHistory>;

  /** Keeps at most so many bytes, at two a character; 0 keeps nothing. */
  constructor(limitBytes: number) {
    this.#kept = new Lru(limitBytes);
  }

  /** Bytes that are held. */
  get bytes(): number {
    return this.#kept.weight;
  }

  get(ref: ThreadRef): KeptHistory | undefined {
    return this.#kept.get(toKey(ref));
  }

  keep(ref: ThreadRef, value: KeptHistory): void {
    const key = toKey(ref);
    this.#kept.set(key, value, 2 * (value.history.size + key.length) + OVERHEAD_BYTES);
  }

  /** Drops the history of a thread that is removed. */
  forget(ref: ThreadRef): void {
    this.#kept.delete(toKey(ref));
  }
}

/** Tenants share nothing: no thread of one has the key of another's. */
function toKey({ tenant, thread }: ThreadRef): string {
  return JSON.stringify([tenant, thread]);
}
