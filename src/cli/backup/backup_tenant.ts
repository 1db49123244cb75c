// A tenant of a running store, copied into a backup without a lock. The threads of one tree (a thread, and those that phases of it run in) are
// copied as of one moment: each is read twice, and what is read of all of them between the two belongs to both.

import { schemaUnsupported } from "../../core/store/errors.ts";
import { SCHEMA } from "../../core/state.ts";
import { lockOf, type MovingThread, withLock } from "../../core/store/moving.ts";
import { sha256 } from "../../core/text/sha256.ts";
import { copyThread, dropLoaded, toText, whyUnreadable } from "../move/copy_thread.ts";
import { readDays } from "../move/tenant_parts.ts";
import { BELOW_ITSELF, listThreads, Tree } from "../move/thread_tree.ts";
import { copyDefinitions, copyDueWork, type CopyRequest, copyUsage } from "./tenant_rows.ts";

/** Milliseconds until threads that have changed while they were read are read again, and how often. */
const CHANGED_MS = 500;
const CHANGED_TRIES = 60;

/** Why a thread is left out that is none of the store any more. */
export const MOVED_AWAY = "it has moved to another store";

/** What a backup of a tenant is made of. */
export interface TenantBackupRequest extends Omit<CopyRequest, "replace"> {
  readonly pause: (ms: number) => Promise<void>;
  /** Gets each thread that is copied. */
  readonly onThread?: (thread: string) => void;
}

/** What a backup has of a tenant. */
export interface TenantBackup {
  readonly tenant: string;
  readonly threads: number;
  /** Why threads are not in it, by their names. */
  readonly left: Readonly<Record<string, string>>;
}

/**
 * Copies a tenant. Threads that were removed meanwhile are left out, and those that cannot be copied are named. What is due is read behind the
 * threads: of a step in the backup no delivery is missing.
 *
 * @throws {AgentError} store_unavailable
 */
export async function backupTenant(request: TenantBackupRequest): Promise<TenantBackup> {
  const copies = new Copies(request);
  await copies.run();
  const rows = { ...request, replace: false };
  await copyDueWork(rows);
  await copyDefinitions(rows, true);
  await copyUsage(rows);
  return { tenant: request.tenant, threads: copies.threads, left: copies.left };
}

/** True when the store has something of the tenant. */
export async function hasTenant(
  { from, tenant, now }: Pick<CopyRequest, "from" | "tenant" | "now">,
): Promise<boolean> {
  const { threads } = await from.list(tenant, { limit: 1 });
  if (threads.length > 0 || (await from.listDueOf(tenant)).length > 0) return true;
  if ((await from.listKinds(tenant)).length > 0) return true;
  for await (const _ of readDays(tenant, { from }, now)) return true;
  return false;
}

/** A thread as one read has it: its form as a text, and the thread, or why there is none. */
type Read =
  | { readonly digest: string; readonly thread: MovingThread }
  | { readonly digest: string; readonly why: string };

class Copies {
  threads = 0;
  readonly left: Record<string, string> = {};
  readonly #request: TenantBackupRequest;
  /** The time of each thread that is due. */
  #due: ReadonlyMap<string, number> = new Map();

  constructor(request: TenantBackupRequest) {
    this.#request = request;
  }

  async run(): Promise<void> {
    const { from, tenant, pause } = this.#request;
    let trees = new Tree(await listThreads(from, tenant));
    let open = trees.roots();
    for (let tries = 0; open.length > 0 && tries < CHANGED_TRIES; tries++) {
      if (tries > 0) await pause(CHANGED_MS);
      const before = new Map<string, string>();
      for (const name of open.flatMap((root) => trees.below(root))) {
        before.set(name, (await this.#read(name)).digest);
      }
      trees = new Tree(await listThreads(from, tenant));
      this.#due = new Map((await from.listDueOf(tenant)).map(({ name, at }) => [name, at]));
      const changed: string[] = [];
      for (const root of open.filter((name) => trees.has(name))) {
        if (!await this.#copyTree(trees.below(root), before)) changed.push(root);
      }
      open = changed;
    }
    for (const name of open.flatMap((root) => trees.below(root))) {
      this.left[name] = "it has changed each time that it was read: make the backup again";
    }
    for (const name of trees.belowThemselves()) this.left[name] = BELOW_ITSELF;
  }

  /** False when one of the threads has changed since `before`, or was removed or made. */
  async #copyTree(names: readonly string[], before: ReadonlyMap<string, string>): Promise<boolean> {
    const reads = new Map<string, Read>();
    for (const name of names) {
      const read = await this.#read(name);
      if (read.digest !== before.get(name)) return false;
      reads.set(name, read);
    }
    const copied: string[] = [];
    for (const [name, read] of reads) {
      const outcome = "why" in read ? read : await this.#copy(name, read.thread);
      if (outcome === "gone") {
        for (const each of names) await dropLoaded(this.#refOf(each), this.#request.to);
        return false;
      }
      if (outcome === "copied") copied.push(name);
      else if (outcome.why !== MOVED_AWAY) this.left[name] = outcome.why;
    }
    for (const name of copied) await this.#open(name);
    return true;
  }

  /** Copies a thread, whose entries and blobs are there as long as the thread is. */
  async #copy(name: string, thread: MovingThread): Promise<"copied" | "gone" | { readonly why: string }> {
    const ref = this.#refOf(name);
    const { from, to, now } = this.#request;
    try {
      await copyThread(ref, thread, { from, to }, now);
    } catch (thrown) {
      const why = whyUnreadable(thrown);
      await dropLoaded(ref, to);
      return await this.#isThere(name, thread) ? { why } : "gone";
    }
    return await this.#isThere(name, thread) ? "copied" : "gone";
  }

  /** True when the thread is still the one that was read, and no other one of its name. */
  async #isThere(name: string, { createdAt, header: { meta, version } }: MovingThread): Promise<boolean> {
    const read = await this.#read(name);
    if ("why" in read) return false;
    const { header } = read.thread;
    return read.thread.createdAt === createdAt && header.meta === meta && header.version >= version;
  }

  async #open(name: string): Promise<void> {
    const { tenant, to, onThread } = this.#request;
    const at = this.#due.get(name);
    if (at !== undefined) await to.moveDue(tenant, name, { to: at });
    await to.changeLock(this.#refOf(name), "loading", "open");
    this.threads++;
    onThread?.(name);
  }

  async #read(name: string): Promise<Read> {
    try {
      const thread = await this.#request.from.readThread(this.#refOf(name));
      const why = whyLeftOut(name, thread);
      const digest = await sha256(toText({ ...thread, receipts: [] }, 0));
      return why === undefined ? { digest, thread } : { digest, why };
    } catch (thrown) {
      const why = whyUnreadable(thrown);
      return { digest: why, why };
    }
  }

  #refOf(thread: string) {
    return { tenant: this.#request.tenant, thread };
  }
}

/** Why a thread is not one of the store that a backup or a restore copies; undefined for one that is. A thread that is about to move is. */
export function whyLeftOut(name: string, { header }: MovingThread): string | undefined {
  const schema = withLock(header.schema);
  switch (lockOf(header.schema)) {
    case "moved":
      return MOVED_AWAY;
    case "loading":
      return "a move or a restore to this store has stopped in it";
    default:
      return schema > SCHEMA ? schemaUnsupported(name, schema).message : undefined;
  }
}
