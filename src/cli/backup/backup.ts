// A backup of a store, and a restore into one: what the two commands do.

import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Env } from "../../core/ports.ts";
import type { StoreLifetimes } from "../../core/store/limits.ts";
import { createSqliteStore } from "../../stores/embedded/sqlite/store.ts";
import { CommandError } from "../command_error.ts";
import type { Place } from "../move/copy_thread.ts";
import { openPlace } from "../move/places.ts";
import { onExit } from "../terminal/signals.ts";
import {
  copyFile,
  fileExists,
  type FileTenant,
  finishBackup,
  openCopy,
  readFacts,
  removeFile,
  toPart,
} from "./backup_file.ts";
import { backupTenant, hasTenant, type TenantBackup, type TenantBackupRequest } from "./backup_tenant.ts";
import { restoreTenant, type TenantRestore, type TenantRestoreRequest } from "./restore_tenant.ts";

/** What both commands are called with. */
interface Call {
  readonly from: string;
  readonly to: string;
  readonly tenant?: string | undefined;
  readonly replace: boolean;
  readonly env: Env;
  readonly now: () => number;
}

/** What a backup is made of: `from` is a place, `to` a file. */
export type BackupRequest = Call & Pick<TenantBackupRequest, "pause" | "onThread">;

/** What a backup has. */
export interface BackupReport {
  readonly file: string;
  readonly bytes: number;
  readonly tenants: readonly TenantBackup[];
}

/** What a restore is made of: `from` is a file, `to` a place. */
export type RestoreRequest = Call & Pick<TenantRestoreRequest, "onThread" | "keys">;

/** What a restore has made. */
export interface RestoreReport {
  /** The backup, the place of which it is one, and when it was begun, in ISO 8601. */
  readonly backup: { readonly id: string; readonly place: string; readonly at: string };
  readonly tenants: readonly TenantRestore[];
}

/** Threads of a backup live until it is removed. */
const FOR_EVER: Partial<StoreLifetimes> = { threadMs: undefined };

const FILE = "sqlite:";

/**
 * Makes a backup. The file has its name when it is whole; a backup that was stopped begins again.
 *
 * @throws {CommandError} backup_exists, place_unknown, tenant_unknown, file_unreadable, backup_invalid
 * @throws {AgentError} store_unavailable, schema_unsupported
 */
export async function backup(request: BackupRequest): Promise<BackupReport> {
  const { from, to: file, tenant, replace, now } = request;
  const path = from.startsWith(FILE) ? from.slice(FILE.length) : undefined;
  if (path !== undefined && resolve(path) === resolve(file)) throw sameFile(file);
  assertFree(file, replace);
  const note = { id: crypto.randomUUID(), at: now(), place: from };
  const part = toPart(file, note.id);
  const offExit = onExit(() => removeFile(part));
  try {
    const tenants = path !== undefined && tenant === undefined
      ? copyAll(path, part)
      : [await copyTenant(path, part, note.at, request)];
    finishBackup(part, file, { note, replace });
    return { file, bytes: statSync(file).size, tenants };
  } finally {
    offExit();
    removeFile(part);
  }
}

/** A file with a log beside it is open, and would be given that log for its own. */
function assertFree(file: string, replace: boolean): void {
  if (existsSync(`${file}-wal`)) {
    throw new CommandError("backup_exists", `${file} is a store that is open: name another file.`);
  }
  if (!existsSync(file) || replace) return;
  throw fileExists(file);
}

/** All tenants of a file, as of one moment. */
function copyAll(path: string, part: string): readonly TenantBackup[] {
  readFacts(path);
  copyFile(path, part);
  return readFacts(part).tenants.map((each) => ({ ...each, left: {} }));
}

async function copyTenant(
  path: string | undefined,
  part: string,
  at: number,
  { from, tenant, env, now, pause, onThread }: BackupRequest,
): Promise<TenantBackup> {
  if (tenant === undefined) {
    throw new CommandError(
      "tenant_unknown",
      `Name the tenant by --tenant: only a file of sqlite is copied whole.`,
    );
  }
  if (path !== undefined) assertTenant(path, readFacts(path).tenants, tenant);
  await using source = path === undefined ? openStore(openPlace(from, env, false)) : openCopy(path, at);
  const request = { tenant, from: source.place, now: now() };
  if (!await hasTenant(request)) throw tenantUnknown(from, tenant);
  await using target = openStore(createSqliteStore({ path: part, lifetimes: FOR_EVER }));
  return await backupTenant({ ...request, to: target.place, pause, onThread });
}

/**
 * Restores a backup, or one tenant of it. What the store has stays, unless it is to be replaced.
 *
 * @throws {CommandError} place_unknown, tenant_unknown, file_unreadable, backup_invalid
 * @throws {AgentError} store_unavailable, store_full: the same call goes on where this one has stopped
 */
export async function restore(
  { from: file, to, tenant, replace, keys, env, now, onThread }: RestoreRequest,
): Promise<RestoreReport> {
  if (to.startsWith(FILE) && resolve(to.slice(FILE.length)) === resolve(file)) throw sameFile(file);
  const { tenants, note } = readFacts(file);
  if (note === undefined) {
    throw new CommandError(
      "backup_invalid",
      `${file} is no backup: a file that a server has open may lack what stands in its log. Make one of it.`,
    );
  }
  if (tenant !== undefined) assertTenant(file, tenants, tenant);
  const names = tenant === undefined ? tenants.map((each) => each.tenant) : [tenant];
  await using target = openStore(openPlace(to, env, true));
  await target.place.ping();
  await using source = openCopy(file, note.at);
  const restored: TenantRestore[] = [];
  for (const name of names) {
    const places = { from: source.place, to: target.place };
    restored.push(
      await restoreTenant({ ...places, tenant: name, id: note.id, replace, keys, now: now(), onThread }),
    );
  }
  const { id, place, at } = note;
  return { backup: { id, place, at: new Date(at).toISOString() }, tenants: restored };
}

function openStore(place: Place): AsyncDisposable & { readonly place: Place } {
  return { place, [Symbol.asyncDispose]: () => place.close() };
}

function assertTenant(path: string, tenants: readonly FileTenant[], tenant: string): void {
  if (tenants.some((each) => each.tenant === tenant)) return;
  throw tenantUnknown(path, tenant, tenants.map((each) => each.tenant));
}

function tenantUnknown(place: string, tenant: string, others: readonly string[] = []): CommandError {
  const known = others.length === 0 ? "" : ` It has ${others.join(", ")}.`;
  return new CommandError("tenant_unknown", `${place} has nothing of the tenant ${tenant}.${known}`);
}

function sameFile(file: string): CommandError {
  return new CommandError("place_unknown", `${file} is named by both --from and --to: name another file.`);
}
