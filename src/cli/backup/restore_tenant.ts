// A tenant out of a backup. Each thread is locked in the store until it is whole, and compared with the backup before it opens.

import type { ThreadRef } from "../../core/store/thread.ts";
import {
  type Copying,
  copyThread,
  dropLoaded,
  isBeginOf,
  toText,
  whyUnreadable,
} from "../move/copy_thread.ts";
import { listThreads, type NamedThread, Tree } from "../move/thread_tree.ts";
import { MOVED_AWAY, whyLeftOut } from "./backup_tenant.ts";
import { copyDefinitions, type CopyRequest, copyUsage, restoreDueWork } from "./tenant_rows.ts";

/** What threads are restored from and to. With `replace` a thread of the store goes back to what is restored. */
export interface ThreadsRestoreRequest extends Copying, Pick<CopyRequest, "tenant" | "replace" | "now"> {
  readonly threads: readonly NamedThread[];
  /** When a thread is due, in epoch milliseconds; undefined when it is not. It is called behind the thread's read. */
  dueAt(thread: string): number | undefined;
  /** Gets each thread behind what became of it. */
  readonly onThread?: ((thread: string) => void) | undefined;
}

/** What a restore of a tenant is made of: with `keys` the stored keys are part of it. */
export interface TenantRestoreRequest extends CopyRequest, Pick<ThreadsRestoreRequest, "onThread"> {
  readonly keys: boolean;
  /** Of the backup. */
  readonly id: string;
}

/** What became of threads. */
export interface RestoredThreads {
  readonly restored: readonly string[];
  /** Those that the store has as the backup has them, or later: this restore has stopped before, or they were not lost. */
  readonly there: readonly string[];
  /** Why threads were not restored, by their names. */
  readonly left: Readonly<Record<string, string>>;
}

/** What a restore has made of a tenant. */
export interface TenantRestore extends RestoredThreads {
  readonly tenant: string;
  readonly definitions: number;
  /** Definitions that the store has in another form, as `<kind> <name>`: they stay. */
  readonly kept: readonly string[];
  /** The stored keys of the backup were left out, and the store has not the same. */
  readonly keysLeft: boolean;
  /** Deliveries and other work that is due. */
  readonly due: number;
  /** Days of usage of which something was booked. */
  readonly days: number;
}

/**
 * Restores a tenant: budgets and definitions first, then threads, those below others before these, then what is due.
 *
 * @throws {AgentError} store_unavailable, store_full: the same call goes on where this one has stopped
 */
export async function restoreTenant(request: TenantRestoreRequest): Promise<TenantRestore> {
  const definitions = await copyDefinitions(request, request.keys);
  const days = await copyUsage(request);
  const { tenant, from } = request;
  const times = new Map((await from.listDueOf(tenant)).map(({ name, at }) => [name, at]));
  const threads = await restoreThreads({
    ...request,
    threads: await listThreads(from, tenant),
    dueAt: (thread) => times.get(thread),
  });
  const due = await restoreDueWork(request, request.id);
  return {
    tenant,
    ...threads,
    definitions: definitions.copied,
    kept: [...definitions.kept, ...due.kept],
    keysLeft: definitions.keysLeft,
    due: due.copied,
    days,
  };
}

/**
 * Restores threads, those below others before these. Each is locked until it is whole.
 *
 * @throws {AgentError} store_unavailable, store_full: the same call goes on where this one has stopped
 */
export async function restoreThreads(request: ThreadsRestoreRequest): Promise<RestoredThreads> {
  const { tenant, threads, onThread } = request;
  const tree = new Tree(threads);
  const restored: string[] = [];
  const there: string[] = [];
  const left: Record<string, string> = {};
  for (const name of tree.deepestFirst()) {
    const below = tree.childrenOf(name).find((child) => left[child] !== undefined);
    const outcome = below === undefined
      ? await restoreThread({ tenant, thread: name }, request)
      : { why: `${below}, which a phase of it runs in, was not restored` };
    onThread?.(name);
    if (outcome === "restored") restored.push(name);
    else if (outcome === "there") there.push(name);
    else if (outcome.why !== MOVED_AWAY) left[name] = outcome.why;
  }
  return { restored, there, left };
}

type Outcome = "restored" | "there" | { readonly why: string };

const OTHERS: Outcome = { why: "the store has another thread of this name: --replace replaces it" };

async function restoreThread(ref: ThreadRef, request: ThreadsRestoreRequest): Promise<Outcome> {
  const { from, to, now } = request;
  try {
    const thread = await from.readThread(ref);
    const why = whyLeftOut(ref.thread, thread);
    if (why !== undefined) return { why };
    const found = await makeRoom(ref, request);
    if (found !== undefined) return found;
    if (!await copyThread(ref, thread, { from, to }, now)) return OTHERS; // a client has made it meanwhile
    const due = request.dueAt(ref.thread);
    if (due !== undefined) await to.moveDue(ref.tenant, ref.thread, { to: due });
    await to.changeLock(ref, "loading", "open");
    return "restored";
  } catch (thrown) {
    const why = whyUnreadable(thrown);
    await dropLoaded(ref, to);
    return { why };
  }
}

/** Removes the thread of this name where it may be replaced. Undefined when there is none now, or what was loaded of it in part. */
async function makeRoom(
  ref: ThreadRef,
  { from, to, replace }: ThreadsRestoreRequest,
): Promise<Outcome | undefined> {
  const lock = await to.findThread(ref);
  if (lock === "missing" || lock === "loading") return undefined;
  const thread = await from.readThread(ref);
  const there = await to.readThread(ref).catch(whyUnreadable);
  if (typeof there === "string") {
    if (!replace) {
      return { why: `the store cannot read the one that it has: --replace replaces it (${there})` };
    }
    await to.remove(ref);
    return undefined;
  }
  const isSame = lock === "open" && await isBeginOf(ref, thread, { from, to });
  const texts = [thread, there].map((each) => toText({ ...each, receipts: [] }, 0));
  if (isSame && (!replace || texts[0] === texts[1])) return "there";
  if (!replace) return OTHERS;
  const locked = await to.lockThread(ref);
  if (locked.type === "busy") return { why: "a step of it runs in the store: run the command again" };
  if (locked.type === "locked") await to.dropLocked(ref, "leaving");
  return undefined;
}
