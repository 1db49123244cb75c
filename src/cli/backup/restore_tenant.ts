// A tenant out of a backup. Each thread is locked in the store until it is whole, and compared with the backup before it opens.

import type { MovingThread } from "../../core/store/moving.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import {
  assertReadable,
  type Copying,
  copyThread,
  dropLoaded,
  isBeginOf,
  type Place,
  toText,
  whyUnreadable,
  withWaitingMedia,
} from "../move/copy_thread.ts";
import { BELOW_ITSELF, listThreads, type NamedThread, Tree } from "../move/thread_tree.ts";
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

/** What a restore of a tenant is made of: with `keys` the stored keys and the links to threads are part of it. */
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
  /** Stored keys of the backup, or links to threads, were left out, and the store has not the same. */
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
  const { tenant, to, threads, onThread } = request;
  const tree = new Tree(threads);
  const restored: string[] = [];
  const there: string[] = [];
  const left: Record<string, string> = {};
  for (const name of tree.belowThemselves()) left[name] = BELOW_ITSELF;
  for (const root of tree.roots()) {
    const names = tree.below(root);
    const hold = names.length > 1 && request.replace ? await holdTree(tenant, names, to) : NOT_HELD;
    for (const name of names.toReversed()) {
      const below = tree.childrenOf(name).find((child) => left[child] !== undefined);
      const why = hold.why ??
        (below === undefined ? undefined : `${below}, which a phase of it runs in, was not restored`);
      const ref = { tenant, thread: name };
      const outcome = why === undefined ? await restoreThread(ref, request, hold.held.has(name)) : { why };
      onThread?.(name);
      if (outcome === "restored") restored.push(name);
      else if (outcome === "there") there.push(name);
      else if (outcome.why !== MOVED_AWAY) left[name] = outcome.why;
    }
    await release(tenant, hold.held, to);
  }
  return { restored, there, left };
}

/** The threads of a tree that are locked meanwhile, or why none of them is. */
interface Hold {
  readonly held: ReadonlySet<string>;
  readonly why?: string;
}

const NOT_HELD: Hold = { held: new Set() };

/**
 * Locks what the store has of a tree, from its root down, so that no step of it goes on while its threads are replaced one after another: a
 * phase that is as it was would wait again below a root that has its result.
 */
async function holdTree(tenant: string, names: readonly string[], to: Place): Promise<Hold> {
  const held = new Set<string>();
  for (const thread of names) {
    const ref = { tenant, thread };
    if (await to.findThread(ref) !== "open") continue;
    // No step goes on in a thread that cannot be read.
    const locked = await to.lockThread(ref).catch(whyUnreadable);
    if (typeof locked === "string") continue;
    if (locked.type === "locked") held.add(thread);
    if (locked.type !== "busy") continue;
    await release(tenant, held, to);
    return { held: new Set(), why: `a step of ${thread} runs in the store: run the command again` };
  }
  return { held };
}

/** Unlocks those that were not replaced. */
async function release(tenant: string, held: Iterable<string>, to: Place): Promise<void> {
  for (const thread of held) {
    const ref = { tenant, thread };
    if (await to.findThread(ref) === "leaving") await to.changeLock(ref, "leaving", "open");
  }
}

type Outcome = "restored" | "there" | { readonly why: string };

const OTHERS: Outcome = { why: "the store has another thread of this name: --replace replaces it" };

async function restoreThread(
  ref: ThreadRef,
  request: ThreadsRestoreRequest,
  isHeld: boolean,
): Promise<Outcome> {
  const { from, to, now } = request;
  try {
    const read = await from.readThread(ref);
    const why = whyLeftOut(ref.thread, read);
    if (why !== undefined) return { why };
    const thread = await withWaitingMedia(ref, read, from);
    const found = await makeRoom(ref, thread, request, isHeld);
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
  thread: MovingThread,
  { from, to, replace }: ThreadsRestoreRequest,
  isHeld: boolean,
): Promise<Outcome | undefined> {
  const lock = await to.findThread(ref);
  if (lock === "missing" || lock === "loading") return undefined;
  const there = await to.readThread(ref).catch(whyUnreadable);
  if (typeof there === "string") {
    if (!replace) {
      return { why: `the store cannot read the one that it has: --replace replaces it (${there})` };
    }
    await assertReadable(ref, thread, from);
    await to.remove(ref);
    return undefined;
  }
  const isSame = (lock === "open" || isHeld) && await isBeginOf(ref, thread, { from, to });
  const texts = [thread, there].map((each) => toText({ ...each, receipts: [] }, 0));
  if (isSame && (!replace || texts[0] === texts[1])) return "there";
  if (!replace) return OTHERS;
  await assertReadable(ref, thread, from);
  const locked = await to.lockThread(ref);
  if (locked.type === "busy") return { why: "a step of it runs in the store: run the command again" };
  if (locked.type === "locked") await to.dropLocked(ref, "leaving");
  return undefined;
}
