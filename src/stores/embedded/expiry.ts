// Lifetimes over tables: an expired record is never returned, and a sweep removes it later.

import type { Clock } from "../../core/ports.ts";
import { SCHEMA } from "../../core/state.ts";
import { schemaUnsupported } from "../../core/store/errors.ts";
import { LIFETIMES, type StoreLifetimes } from "../../core/store/limits.ts";
import type { NewThread, ThreadRef } from "../../core/store/thread.ts";
import { newRecord } from "./record.ts";
import type { KeptThread, Tables, ThreadKey, ThreadRecord } from "./tables.ts";

/** Milliseconds between two sweeps, and threads that one sweep removes at most. */
const SWEEP_MS = 60_000;
const SWEEP_THREADS = 100;

/** Tables with a clock: threads, blobs and logs as far as they have not expired. */
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

  /** Runs `work` as one transaction, with the time of the clock in epoch milliseconds. */
  write<T>(work: (now: number) => T): T {
    return this.tables.write(() => {
      const now = this.#clock();
      if (now >= this.#sweepAt) this.sweep(now);
      return work(now);
    });
  }

  /** Runs `work` on one consistent state, with the time of the clock. */
  read<T>(work: (now: number) => T): T {
    return this.tables.read(() => work(this.#clock()));
  }

  find(ref: ThreadRef, now: number): ThreadRecord | undefined {
    const record = this.tables.thread(ref);
    return record && !isOver(record.expiresAt, now) ? record : undefined;
  }

  /** The record of a thread that is made where `find` found none, with its epochs behind the kept one. */
  make(ref: ThreadRef, thread: NewThread, now: number): ThreadRecord {
    return newRecord(ref, thread, this.until(now), this.tables.keptEpoch(ref, now));
  }

  /**
   * As `find`, of a thread that this version reads.
   *
   * @throws {AgentError} schema_unsupported
   */
  readable(ref: ThreadRef, now: number): ThreadRecord | undefined {
    const record = this.find(ref, now);
    if (record && record.header.schema > SCHEMA) throw schemaUnsupported(ref.thread, record.header.schema);
    return record;
  }

  /** The name and the end of the thread, also when the rest cannot be read. */
  findKey(ref: ThreadRef, now: number): KeptThread | undefined {
    const key = this.tables.threadKey(ref);
    return key && !isOver(key.expiresAt, now) ? key : undefined;
  }

  /** Inserts a thread where `find` found none. */
  insert(draft: ThreadRecord, now: number): ThreadRecord {
    this.clear(draft.ref, now);
    this.tables.dropEpoch(draft.ref);
    return this.tables.insertThread(draft);
  }

  /** Removes the thread when it has expired. */
  clear(ref: ThreadRef, now: number): void {
    const key = this.tables.threadKey(ref);
    if (key && isOver(key.expiresAt, now)) this.remove(key);
  }

  remove(key: ThreadKey): void {
    this.tables.removeThread(key);
    this.tables.removeBlobs(key.ref);
    this.tables.due.remove(key.ref.tenant, key.ref.thread);
  }

  blob(ref: ThreadRef, id: string, now: number): string | undefined {
    const key = this.tables.threadKey(ref);
    const blob = this.tables.blob(ref, id);
    if (blob === undefined || isOver(blob.expiresAt, now)) return undefined;
    return key && isOver(key.expiresAt, now) ? undefined : blob.text;
  }

  /** The end of a thread that is written at `now`. */
  until(now: number): number | null {
    const { threadMs } = this.lifetimes;
    return threadMs === undefined ? null : now + threadMs;
  }

  /** Removes expired records, of threads a hundred at most. */
  sweep(now: number): void {
    this.#sweepAt = now + SWEEP_MS;
    for (const key of this.tables.expiredThreads(now, SWEEP_THREADS)) this.remove(key);
    this.tables.sweep(now);
  }
}

function isOver(expiresAt: number | null, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}
