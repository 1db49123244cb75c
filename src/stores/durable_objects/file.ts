// The SQLite of an object as the file of the embedded store, and what its rows of at most 2 MB cannot have in one piece.

import { AgentError } from "../../core/error.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { utf8Bytes } from "../../core/text/utf8_bytes.ts";
import type { SqliteFile } from "../embedded/sqlite/file.ts";
import { number, type Row, text, type Value } from "../embedded/sqlite/rows.ts";
import { MIGRATIONS } from "../embedded/sqlite/schema.ts";
import { SqliteTables } from "../embedded/sqlite/tables.ts";
import type { BlobRecord } from "../embedded/tables.ts";
import type { ObjectStorage } from "./platform.ts";

/** Bytes of a row at most: https://developers.cloudflare.com/durable-objects/platform/limits/. */
const ROW_BYTES = 2_000_000;

/** UTF-16 units of a text in one row: 1.5 MB at most. */
const PIECE_UNITS = 500_000;

/**
 * The name of the object stands here, which an alarm does not say; SQLite's own `user_version` is closed to objects. `failures` are the
 * alarms in a row that did not reach the Worker. `shards` has a row where the threads of the tenant are in several objects.
 */
const OWN_TABLES = `
  CREATE TABLE IF NOT EXISTS object (
    version INTEGER NOT NULL,
    name TEXT NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE IF NOT EXISTS answers (
    id TEXT PRIMARY KEY,
    text TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS answers_expiring ON answers (expires_at);
  CREATE TABLE IF NOT EXISTS shards (count INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS blob_pieces (
    id TEXT NOT NULL,
    place INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (id, place)
  ) STRICT, WITHOUT ROWID;
`;

/** Behind the tables of the embedded store. */
const OWN_TRIGGER = `
  CREATE TRIGGER IF NOT EXISTS blob_pieces_unused AFTER DELETE ON blob_texts
    BEGIN DELETE FROM blob_pieces WHERE id = OLD.id; END;
`;

/** An object's SQLite. One event runs at a time there, so that what reads needs no transaction. */
export class ObjectFile implements SqliteFile {
  readonly #storage: ObjectStorage;
  /** How many objects have the threads of the tenant; undefined until it was read. */
  #shards: number | undefined;

  constructor(storage: ObjectStorage) {
    this.#storage = storage;
  }

  /**
   * Makes sure that the threads of the tenant are in so many objects; a call that writes keeps the number, where none is kept and this
   * object has no thread.
   *
   * @throws {AgentError} config_invalid - they are in another number of objects, and would not be found
   */
  assertShards(shards: number, writes: boolean): void {
    const row = this.#shards === undefined ? this.get("SELECT count FROM shards") : undefined;
    this.#shards ??= row === undefined ? 1 : number(row, "count");
    if (this.#shards === shards) return;
    if (this.#shards > 1 || this.get("SELECT 1 FROM threads LIMIT 1") !== undefined) {
      throw shardsChanged(this.#shards, shards);
    }
    if (!writes) return;
    this.run("INSERT INTO shards (count) VALUES (?)", shards);
    this.#shards = shards;
  }

  /**
   * Makes the tables, or brings them to this version.
   *
   * @throws {AgentError} schema_unsupported when a newer Treadle wrote them.
   */
  migrate(name: string): void {
    this.#storage.transactionSync(() => {
      this.#storage.sql.exec(OWN_TABLES);
      const row = this.get("SELECT version FROM object");
      const version = row === undefined ? 0 : number(row, "version");
      if (version === MIGRATIONS.length) return;
      if (version > MIGRATIONS.length) {
        throw new AgentError("schema_unsupported", `The object of ${name} was written by a newer Treadle.`);
      }
      for (const migration of MIGRATIONS.slice(version)) this.#storage.sql.exec(migration);
      this.#storage.sql.exec(OWN_TRIGGER);
      this.run("DELETE FROM object");
      this.run("INSERT INTO object (version, name) VALUES (?, ?)", MIGRATIONS.length, name);
    });
  }

  /** Removes all tables, with the names in them. */
  async clear(): Promise<void> {
    this.#shards = undefined;
    await this.#storage.deleteAll();
  }

  /** The name of an object that has tables. */
  readName(): string | undefined {
    const has = this.get("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'object'");
    const row = has && this.get("SELECT name FROM object");
    return row && text(row, "name");
  }

  transaction<T>(kind: "DEFERRED" | "IMMEDIATE", work: () => T): T {
    try {
      return kind === "DEFERRED" ? work() : this.#storage.transactionSync(work);
    } catch (error) {
      throw toStoreError(error);
    }
  }

  get(sql: string, ...values: Value[]): Row | undefined {
    return this.all(sql, ...values)[0];
  }

  /** @throws {AgentError} store_failed when the values are more than a row has. */
  all(sql: string, ...values: Value[]): Row[] {
    const sizes = values.map((value) => typeof value === "string" ? value.length : 0);
    if (sumOf(sizes) > ROW_BYTES / 3) assertFits(values);
    return this.#storage.sql.exec(sql, ...values).toArray();
  }

  run(sql: string, ...values: Value[]): void {
    this.all(sql, ...values);
  }

  close(): void {}
}

function shardsChanged(kept: number, shards: number): AgentError {
  return new AgentError(
    "config_invalid",
    `The threads of the tenant are in ${kept} of its objects, and this deployment has shards: ${shards}. Set shards to ${kept}, or deploy ` +
      "another Worker and take them along: treadle threads move.",
  );
}

/** The platform does not refuse all that it says it does, and what it does refuse only behind other statements. */
function assertFits(values: readonly Value[]): void {
  const bytes = sumOf(values.map((value) => typeof value === "string" ? utf8Bytes(value) : 0));
  if (bytes <= ROW_BYTES) return;
  throw new AgentError(
    "store_failed",
    `A row of an object has at most 2 MB, and ${bytes} bytes were given for one: put large texts into blobs.`,
  );
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** What expires, each with an index of its times. An object takes five terms of UNION at most. */
const EXPIRING = [
  "SELECT min(expires_at) AS at FROM threads WHERE expires_at IS NOT NULL",
  "SELECT min(expires_at) AS at FROM blobs WHERE expires_at IS NOT NULL",
  "SELECT min(log_until) AS at FROM threads WHERE log_count > 0",
  "SELECT min(expires_at) AS at FROM receipts",
  "SELECT min(expires_at) AS at FROM ledger_days",
  "SELECT min(expires_at) AS at FROM answers",
] as const;

/** When the first row is due, and when the first one expires, in epoch milliseconds; Infinity where there is none. */
export function readAlarmTimes(file: ObjectFile): { readonly due: number; readonly expiry: number } {
  const read = (sql: string): number => {
    const { at = null } = file.get(sql) ?? {};
    return typeof at === "number" ? at : Infinity;
  };
  return { due: read("SELECT min(at) AS at FROM due"), expiry: Math.min(...EXPIRING.map(read)) };
}

/** The tables of an object: long texts of blobs are in several rows, and answers are kept for a while. */
export class ObjectTables extends SqliteTables {
  readonly #file: ObjectFile;

  constructor(file: ObjectFile) {
    super(file);
    this.#file = file;
  }

  override blob(ref: ThreadRef, id: string): BlobRecord | undefined {
    const first = super.blob(ref, id);
    if (first === undefined || first.text.length < PIECE_UNITS - 1) return first;
    const sql = "SELECT CAST(text AS BLOB) AS text FROM blob_pieces WHERE id = ? ORDER BY place";
    return {
      ...first,
      text: [first, ...this.#file.all(sql, id).map(toText)].map(({ text }) => text).join(""),
    };
  }

  override putBlob(ref: ThreadRef, id: string, { text, expiresAt }: BlobRecord): void {
    const [first = "", ...others] = toPieces(text);
    super.putBlob(ref, id, { text: first, expiresAt });
    for (const [place, piece] of others.entries()) {
      this.#file.run(
        "INSERT OR IGNORE INTO blob_pieces (id, place, text) VALUES (?, ?, ?)",
        id,
        place,
        piece,
      );
    }
  }

  /** The answer to the call of this id, as a text. */
  answer(id: string): string | undefined {
    const row = this.#file.get("SELECT CAST(text AS BLOB) AS text FROM answers WHERE id = ?", id);
    return row && text(row, "text");
  }

  putAnswer(id: string, answer: string, expiresAt: number): void {
    this.#file.run("INSERT INTO answers (id, text, expires_at) VALUES (?, ?, ?)", id, answer, expiresAt);
  }

  override sweep(now: number): void {
    super.sweep(now);
    this.#file.run("DELETE FROM answers WHERE expires_at <= ?", now);
  }
}

/** Never cut inside a surrogate pair. */
function toPieces(whole: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < whole.length;) {
    const isInPair = /[\uD800-\uDBFF]/.test(whole[from + PIECE_UNITS - 1] ?? "");
    const to = from + PIECE_UNITS - (isInPair ? 1 : 0);
    pieces.push(whole.slice(from, to));
    from = to;
  }
  return pieces;
}

function toText(row: Row): { readonly text: string } {
  return { text: text(row, "text") };
}

/** An error of the object's SQLite as one of the store; its message ends with the name of SQLite's code. */
function toStoreError(cause: unknown): unknown {
  if (cause instanceof AgentError || !(cause instanceof Error)) return cause;
  if (!/SQLITE_|database or disk is full/.test(cause.message)) return cause; // of our own code
  if (/SQLITE_FULL|database or disk is full/.test(cause.message)) {
    return new AgentError(
      "store_full",
      "The object has no room left: delete threads, or move some to another store.",
      { cause },
    );
  }
  return new AgentError("store_failed", "The storage of the object failed; the log has the cause.", {
    cause,
  });
}
