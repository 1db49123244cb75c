// Threads in tables as time passes: what has expired is seen by nobody, and is swept out before it piles up.

import type { Clock } from "../../core/ports.ts";
import { LIFETIMES, type StoreLifetimes, type ThreadRef } from "../../core/store.ts";
import type { Tables, ThreadKey, ThreadRecord } from "./tables.ts";

/** Time between two sweeps, and how many threads one takes at most. */
const SWEEP_MS = 60_000;
const SWEEP_THREADS = 100;

export class ExpiringThreads {
  readonly tables: Tables;
  readonly lifetimes: StoreLifetimes;
  readonly #clock: Clock;
  #sweepAt = 0;

  constructor(tables: Tables, lifetimes: Partial<StoreLifetimes>, clock: Clock) {
    this.tables = tables;
    this.lifetimes = { ...LIFETIMES, ...lifetimes };
    this.#clock = clock;
  }

  /** One transaction at one time. */
  write<T>(work: (now: number) => T): T {
    return this.tables.write(() => {
      const now = this.#clock();
      this.#sweep(now);
      return work(now);
    });
  }

  /** One consistent look at one time. */
  read<T>(work: (now: number) => T): T {
    return this.tables.read(() => work(this.#clock()));
  }

  find(ref: ThreadRef, now: number): ThreadRecord | undefined {
    const record = this.tables.thread(ref);
    return record && !isOver(record.expiresAt, now) ? record : undefined;
  }

  /** What is known of the thread even when it cannot be read. */
  findKey(ref: ThreadRef, now: number): ThreadKey | undefined {
    const key = this.tables.threadKey(ref);
    return key && !isOver(key.expiresAt, now) ? key : undefined;
  }

  /** Makes a thread where `find` found none. */
  insert(draft: ThreadRecord, now: number): ThreadRecord {
    this.clear(draft.ref, now);
    return this.tables.insertThread(draft);
  }

  /** Removes what is left of a thread that has expired. */
  clear(ref: ThreadRef, now: number): void {
    const key = this.tables.threadKey(ref);
    if (key && isOver(key.expiresAt, now)) this.remove(key);
  }

  remove(key: ThreadKey): void {
    this.tables.removeThread(key);
    this.tables.removeBlobs(key.ref);
  }

  blob(ref: ThreadRef, id: string, now: number): string | undefined {
    const key = this.tables.threadKey(ref);
    const blob = this.tables.blob(ref, id);
    if (blob === undefined || isOver(blob.expiresAt, now)) return undefined;
    return key && isOver(key.expiresAt, now) ? undefined : blob.text;
  }

  /** When a thread ends that is written to now. */
  until(now: number): number | null {
    const { threadMs } = this.lifetimes;
    return threadMs === undefined ? null : now + threadMs;
  }

  #sweep(now: number): void {
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + SWEEP_MS;
    for (const key of this.tables.expiredThreads(now, SWEEP_THREADS)) this.remove(key);
    this.tables.sweep(now);
  }
}

function isOver(expiresAt: number | null, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}
