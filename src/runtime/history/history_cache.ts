// The histories that this isolate committed last, so that the next step of a thread in it reads only newer entries. Correctness
// does not depend on it: begin names what is held, and the store decides whether that is current (src/history/README.md).

import type { ThreadRef } from "../../core/store.ts";
import type { ReadHistory } from "../../history/read_history.ts";

/** A history as a commit of this isolate left it. */
export interface KeptHistory {
  /** The version that the commit produced, and its owner. */
  readonly version: number;
  readonly owner: string;
  readonly history: ReadHistory;
}

/** Estimated bytes of one thread beside its texts. */
const OVERHEAD_BYTES = 1_000;

/** Histories by thread, least recently used first out, bounded in bytes. */
export class HistoryCache {
  readonly #limitBytes: number;
  /** Oldest use first. */
  readonly #kept = new Map<string, { readonly value: KeptHistory; readonly bytes: number }>();
  #bytes = 0;

  /** Keeps at most `limitBytes`, at two a UTF-16 unit; 0 keeps nothing. */
  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(ref: ThreadRef): KeptHistory | undefined {
    const key = keyOf(ref);
    const found = this.#kept.get(key);
    if (!found) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, found);
    return found.value;
  }

  keep(ref: ThreadRef, value: KeptHistory): void {
    const key = keyOf(ref);
    this.#drop(key);
    const bytes = 2 * (value.history.size + key.length) + OVERHEAD_BYTES;
    if (bytes > this.#limitBytes) return;
    this.#kept.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#limitBytes) break;
      this.#drop(oldest);
    }
  }

  /** Drops what is kept of a thread, which is about to be removed. */
  forget(ref: ThreadRef): void {
    this.#drop(keyOf(ref));
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }
}

// Threads of different tenants never share a key.
function keyOf({ tenant, thread }: ThreadRef): string {
  return JSON.stringify([tenant, thread]);
}
