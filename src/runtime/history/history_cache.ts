// The histories that this isolate has seen last, so that a thread's next step here reads only what is newer. Nothing depends on
// it: begin says what is held, and the store alone decides whether that is current.

import type { ThreadRef } from "../../core/store.ts";
import type { ReadHistory } from "../../history/window.ts";

/** A history as a commit of this isolate left it. */
export interface KeptHistory {
  /** The version that the commit produced, and its owner. */
  readonly version: number;
  readonly owner: string;
  readonly history: ReadHistory;
}

/** What one thread takes beside its texts. */
const OVERHEAD_BYTES = 1_000;

export class HistoryCache {
  readonly #limitBytes: number;
  /** Oldest use first. */
  readonly #kept = new Map<string, { readonly value: KeptHistory; readonly bytes: number }>();
  #bytes = 0;

  /** Keeps at most so many bytes, at two a character; 0 keeps nothing. */
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

  /** The thread is to be removed: nothing of it stays here. */
  forget(ref: ThreadRef): void {
    this.#drop(keyOf(ref));
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }
}

/** Tenants share nothing: no thread of one has the key of another's. */
function keyOf({ tenant, thread }: ThreadRef): string {
  return JSON.stringify([tenant, thread]);
}
