// A backup is a sqlite file of the store's own form, and one table more, which says what it is a backup of. It is one file, without a log
// beside it, and nothing writes into it again.

import { existsSync, linkSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import process from "node:process";
import type { DatabaseSync } from "node:sqlite";
import { AgentError } from "../../core/error.ts";
import { toStoreError } from "../../stores/embedded/sqlite/errors.ts";
import { MIGRATIONS } from "../../stores/embedded/sqlite/schema.ts";
import { loadSqlite } from "../../stores/embedded/sqlite/load_sqlite.ts";
import { createSqliteStore } from "../../stores/embedded/sqlite/store.ts";
import { CommandError } from "../command_error.ts";
import { onExit } from "../terminal/signals.ts";
import type { Place } from "../move/copy_thread.ts";

/** What a backup says of itself. */
export interface BackupNote {
  /** Unique for the backup. */
  readonly id: string;
  /** When it was begun, in epoch milliseconds. */
  readonly at: number;
  /** The place, as the command names it. */
  readonly place: string;
}

/** A tenant of a file, and the number of its threads. */
export interface FileTenant {
  readonly tenant: string;
  readonly threads: number;
}

/** What a file with threads has. */
export interface FileFacts {
  readonly tenants: readonly FileTenant[];
  /** Of a backup. */
  readonly note: BackupNote | undefined;
}

/** A copy of a file, opened as a store; removed when it is disposed of. */
export interface OpenCopy extends AsyncDisposable {
  readonly place: Place;
}

/** Milliseconds that sqlite waits for a lock. */
const BUSY_MS = 5_000;

const NOTES =
  "CREATE TABLE IF NOT EXISTS backup_note (id TEXT NOT NULL, at INTEGER NOT NULL, place TEXT NOT NULL)";

/** The tables that name tenants. Earlier versions lack some. */
const TENANT_TABLES = ["threads", "definitions", "due", "ledger_days"] as const;

/**
 * Reads what a file has, and changes nothing in it.
 *
 * @throws {CommandError} file_unreadable - it is not there; backup_invalid - it has no threads
 * @throws {AgentError} schema_unsupported - a newer Treadle has written it
 */
export function readFacts(path: string): FileFacts {
  if (!existsSync(path)) throw new CommandError("file_unreadable", `There is no file ${path}.`);
  return withFile(path, true, (db) => {
    const names = new Set(all(db, "SELECT name FROM sqlite_master").map(({ name }) => name));
    if (!names.has("threads") || !names.has("entries")) throw notOurs(path);
    const [{ user_version: version } = {}] = all(db, "PRAGMA user_version");
    if (Number(version) > MIGRATIONS.length) {
      throw new AgentError(
        "schema_unsupported",
        `${path} was written by a newer Treadle: use the command line of that version.`,
      );
    }
    const counted = TENANT_TABLES.filter((table) => names.has(table)).map((table) =>
      `SELECT tenant, ${table === "threads" ? 1 : 0} AS threads FROM ${table}`
    );
    const tenants = all(
      db,
      `SELECT tenant, sum(threads) AS threads FROM (${
        counted.join(" UNION ALL ")
      }) GROUP BY tenant ORDER BY tenant`,
    ).map(({ tenant, threads }) => ({ tenant: String(tenant), threads: Number(threads) }));
    const [note] = names.has("backup_note") ? all(db, "SELECT id, at, place FROM backup_note") : [];
    return {
      tenants,
      note: note && { id: String(note.id), at: Number(note.at), place: String(note.place) },
    };
  });
}

/** Copies a file as it is at one moment, with what stands in its log, while others write into it. */
export function copyFile(from: string, to: string): void {
  withFile(from, true, (db) => void db.prepare("VACUUM INTO ?").run(to));
}

/** Opens a copy of the file whose clock stands at this time: nothing of it expires. The file itself is never changed, nor migrated. */
export function openCopy(path: string, at: number): OpenCopy {
  const folder = mkdtempSync(join(tmpdir(), "treadle-backup-"));
  const clear = () => rmSync(folder, { recursive: true, force: true });
  const offExit = onExit(clear);
  const remove = () => {
    offExit();
    clear();
  };
  try {
    const copy = join(folder, "copy.sqlite");
    copyFile(path, copy);
    const place = createSqliteStore({ path: copy, clock: () => at });
    return {
      place,
      async [Symbol.asyncDispose]() {
        await place.close();
        remove();
      },
    };
  } catch (thrown) {
    remove();
    throw thrown;
  }
}

/**
 * The name under which a backup is written until it is whole: two that are made of one name at once have two. Removes what is beside it of
 * processes that were stopped.
 */
export function toPart(file: string, id: string): string {
  const name = basename(file);
  for (const other of readdirSync(dirname(resolve(file)))) {
    const [, pid] = other.startsWith(name) ? PART.exec(other.slice(name.length)) ?? [] : [];
    if (pid !== undefined && !isAlive(Number(pid))) removeFile(join(dirname(file), other));
  }
  return `${file}.${process.pid}-${id.slice(0, 8)}.part`;
}

/** Behind the name of the file: the number of the process, and the beginning of the id of the backup. */
const PART = /^\.(\d+)-[0-9a-f]{8}\.part$/;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    return thrown instanceof Error && "code" in thrown && thrown.code === "EPERM"; // it is that of another user
  }
}

/**
 * Checks a file that is written, makes it a backup, and gives it its name.
 *
 * @throws {CommandError} file_unreadable - it is gone; backup_exists - without `replace`, another process has made a file of the name
 * @throws {AgentError} store_corrupt
 */
export function finishBackup(
  part: string,
  path: string,
  { note: { id, at, place }, replace }: { readonly note: BackupNote; readonly replace: boolean },
): void {
  if (!existsSync(part)) {
    throw new CommandError("file_unreadable", `${part} was removed while it was written.`);
  }
  withFile(part, false, (db) => {
    db.exec("PRAGMA journal_mode = DELETE");
    const [{ quick_check: found } = {}] = all(db, "PRAGMA quick_check(1)");
    if (found !== "ok") {
      throw new AgentError("store_corrupt", `The copy is damaged, as the store may be: ${found}.`);
    }
    db.exec(`BEGIN; ${NOTES}; DELETE FROM backup_note`);
    db.prepare("INSERT INTO backup_note VALUES (?, ?, ?)").run(id, at, place);
    db.exec("COMMIT");
  });
  if (replace) renameSync(part, path);
  else linkAs(part, path);
}

/** Gives the file its name unless there is one of it by now. */
function linkAs(part: string, path: string): void {
  try {
    linkSync(part, path);
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
    if (code === "EEXIST" || existsSync(path)) throw fileExists(path);
    renameSync(part, path); // a file system without links
  }
  rmSync(part, { force: true });
}

/** The refusal of a name that is in use. */
export function fileExists(file: string): CommandError {
  return new CommandError("backup_exists", `${file} is there already: name another file, or --replace it.`);
}

/** Removes a sqlite file, and what stands beside it while it is open. */
export function removeFile(path: string): void {
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(path + end, { force: true });
}

/**
 * Opens a file of sqlite for some work.
 *
 * @throws {CommandError} file_unreadable, backup_invalid
 * @throws {AgentError} store_unavailable, store_corrupt
 */
export function withFile<T>(path: string, readOnly: boolean, work: (db: DatabaseSync) => T): T {
  const { DatabaseSync } = loadSqlite();
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly, timeout: BUSY_MS });
    return work(db);
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : "";
    if (/not a database/.test(why)) throw notOurs(path);
    if (/unable to open/.test(why)) {
      throw new CommandError("file_unreadable", `${path} cannot be opened: ${why}.`);
    }
    throw toStoreError(thrown);
  } finally {
    db?.close();
  }
}

function all(db: DatabaseSync, sql: string): Record<string, unknown>[] {
  return db.prepare(sql).all();
}

function notOurs(path: string): CommandError {
  return new CommandError(
    "backup_invalid",
    `${path} is no file with threads: name one that treadle backup has made.`,
  );
}
