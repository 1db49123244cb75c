// Threads in one sqlite file: the embedded store of Deno. Several processes of one machine may use the same file.
//
// The file is in WAL mode with synchronous=NORMAL: an answered commit survives the end of the process at any moment,
// because the kernel has it. Only a power failure may undo the last commits, each as a whole.

import type { DatabaseSync, StatementSync } from "node:sqlite";
import { AgentError } from "../../../core/error.ts";
import type { Store } from "../../../core/store.ts";
import type { MovingStore } from "../../../core/store/moving.ts";
import type { LocalStoreOptions } from "../store.ts";
import type { WaitForLock } from "../tables.ts";
import { DAMAGED, isDamaged, isLocked, toStoreError } from "./errors.ts";
import { ENTER_SETS, MIGRATIONS, SETS_STEP } from "./schema.ts";
import { number, type Row, type Value } from "./rows.ts";
import type { SqliteFile } from "./file.ts";
import { loadSqlite } from "./load_sqlite.ts";
import { MovingSqliteStore } from "./moving.ts";
import { SqliteTables } from "./tables.ts";

/** Milliseconds between two tries to enter WAL mode. */
const LOCK_PAUSE_MS = 5;

/** Milliseconds until a transaction that met a lock begins again: twice as long each time, up to the last one. */
const FIRST_RETRY_MS = 1;
const LAST_RETRY_MS = 32;

/** Milliseconds between two checks whether another process has cancelled a step. */
const WATCH_MS = 200;

/** Options of a store in a sqlite file. */
export interface SqliteStoreOptions extends LocalStoreOptions {
  /** The file, created when it is missing; its folder must exist. `:memory:` keeps everything in memory. */
  readonly path: string;
  /** How long a transaction waits for another process before it is `store_unavailable`; 5 s by default. */
  readonly busyMs?: number | undefined;
}

/**
 * A store in a sqlite file.
 *
 * @throws {AgentError} config_invalid when the file cannot be opened, and on a Node without node:sqlite.
 * @throws {AgentError} store_unavailable when another process locks the file for longer than `busyMs`.
 * @throws {AgentError} schema_unsupported when a newer Treadle wrote the file.
 *
 * @example
 * ```ts
 * import { createSqliteStore } from "./store.ts";
 * import assert from "node:assert/strict";
 *
 * const store = createSqliteStore({ path: ":memory:" });
 * const ref = { tenant: "acme", thread: "t1" };
 * assert.equal(await store.create(ref, { meta: "{}", state: "{}", schema: 1, createdAt: 0 }), true);
 * await store.close();
 * ```
 */
export function createSqliteStore(
  { path, busyMs = 5_000, ...options }: SqliteStoreOptions,
): Store & MovingStore {
  const file = new OpenFile(open(path, busyMs));
  const settings = { watchMs: WATCH_MS, ...options };
  return new MovingSqliteStore("sqlite", new SqliteTables(file), file, settings, retryFor(busyMs));
}

/**
 * Sqlite waits for a lock without giving the event loop a turn, so it waits for none here: a transaction that meets one has
 * done nothing, and begins again later, while requests that need no transaction go on.
 */
function retryFor(busyMs: number): WaitForLock {
  const again = async <T>(work: () => T, locked: unknown): Promise<T> => {
    const deadline = Date.now() + busyMs;
    for (
      let delayMs = FIRST_RETRY_MS;
      Date.now() < deadline;
      delayMs = Math.min(LAST_RETRY_MS, delayMs * 2)
    ) {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      try {
        return work();
      } catch (error) {
        if (!isLocked(error)) throw error;
      }
    }
    throw locked;
  };
  return (work) => {
    try {
      return work();
    } catch (error) {
      if (!isLocked(error)) throw error;
      return again(work, error);
    }
  };
}

function open(path: string, busyMs: number): DatabaseSync {
  try {
    const { DatabaseSync } = loadSqlite();
    const db = new DatabaseSync(path, { timeout: busyMs });
    enterWalMode(db, busyMs);
    db.exec("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;");
    transaction(db, "IMMEDIATE", () => migrate(db, path));
    db.exec("PRAGMA busy_timeout = 0");
    return db;
  } catch (cause) {
    if (cause instanceof AgentError) throw cause;
    if (isLocked(cause)) throw toStoreError(cause);
    throw new AgentError(
      "config_invalid",
      `The sqlite file ${path} ${
        isDamaged(cause) ? DAMAGED : "cannot be opened; its folder must exist and be writable."
      }`,
      { cause },
    );
  }
}

/** A lock that the `timeout` of the binding does not cover: sqlite refuses to change the journal mode at once. */
function enterWalMode(db: DatabaseSync, busyMs: number): void {
  const deadline = Date.now() + busyMs;
  for (;;) {
    try {
      return db.exec("PRAGMA journal_mode = WAL");
    } catch (error) {
      if (!isLocked(error) || Date.now() >= deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_PAUSE_MS);
    }
  }
}

function migrate(db: DatabaseSync, path: string): void {
  const version = number(db.prepare("PRAGMA user_version").get() ?? {}, "user_version");
  if (version > MIGRATIONS.length) {
    throw new AgentError("schema_unsupported", `The sqlite file ${path} was written by a newer Treadle.`);
  }
  for (const [index, migration] of MIGRATIONS.entries()) {
    if (index < version) continue;
    db.exec(migration);
    if (index + 1 === SETS_STEP) db.exec(ENTER_SETS);
  }
  db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
}

function transaction<T>(db: DatabaseSync, kind: "DEFERRED" | "IMMEDIATE", work: () => T): T {
  db.exec(`BEGIN ${kind}`);
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

class OpenFile implements SqliteFile {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  transaction<T>(kind: "DEFERRED" | "IMMEDIATE", work: () => T): T {
    try {
      return transaction(this.#db, kind, work);
    } catch (error) {
      throw toStoreError(error);
    }
  }

  get(sql: string, ...values: Value[]): Row | undefined {
    return this.#statement(sql).get(...values);
  }

  all(sql: string, ...values: Value[]): Row[] {
    return this.#statement(sql).all(...values);
  }

  run(sql: string, ...values: Value[]): void {
    this.#statement(sql).run(...values);
  }

  close(): void {
    this.#db.close();
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
