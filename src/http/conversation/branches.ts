// The threads of one conversation of a client. It has one id; a message that is answered again, or edited, begins a fork of its
// thread, which is the next branch of the conversation: `c1`, then `c1:2`, `c1:3`.

import * as z from "zod/mini";
import type { EntryView } from "../../core/contract/entries.ts";
import { THREAD_ID } from "../../core/text/id.ts";
import type { ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import { assertOwn } from "../../runtime/threads/assert_own.ts";
import { assertInRange, type Whose } from "../../runtime/owner.ts";
import { type ForkOptions, forkThread } from "../../runtime/threads/fork.ts";
import { cancelThread } from "../../runtime/threads/threads.ts";
import type { HttpDeps } from "../context.ts";

/** Most branches of a conversation. */
const BRANCHES = 1_000;

/** A branch of a conversation. */
export interface Branch {
  readonly ref: ThreadRef;
  readonly number: number;
  /** Undefined for a conversation that does not exist. */
  readonly snapshot: ThreadSnapshot | undefined;
}

/** The id of a conversation: that of its first thread. */
export const conversationId = z.string().check(
  z.regex(THREAD_ID, `must match ${THREAD_ID.source}`),
  z.maxLength(100),
  z.refine(
    (id) => !/:\d+$/.test(id),
    "must not end with a colon and a number, which branches of a conversation have",
  ),
);

/**
 * The newest branch, in one store request for each branch and one more.
 *
 * @throws {AgentError} thread_unknown - it is another user's; forbidden - a token is not for it
 */
export async function newestBranch(
  id: string,
  caller: Whose,
  deps: Pick<HttpDeps, "store">,
): Promise<Branch> {
  assertInRange(caller.bound, id);
  let branch: Branch = { ref: { tenant: caller.tenant, thread: id }, number: 1, snapshot: undefined };
  branch = { ...branch, snapshot: await deps.store.read(branch.ref) };
  while (branch.snapshot !== undefined && branch.number < BRANCHES) {
    const next = branchRef(branch.ref, id, branch.number + 1);
    const snapshot = await deps.store.read(next);
    if (snapshot === undefined) break;
    branch = { ref: next, number: branch.number + 1, snapshot };
  }
  await assertOwn(branch.ref, caller, deps);
  return branch;
}

/** The branch of this number. */
export function branchRef({ tenant }: ThreadRef, id: string, number: number): ThreadRef {
  return { tenant, thread: number === 1 ? id : `${id}:${number}` };
}

/** True for the thread of a branch of the conversation. */
export function isBranchOf(id: string, thread: string): boolean {
  return thread === id || thread.startsWith(`${id}:`) && /^\d{1,4}$/.test(thread.slice(id.length + 1));
}

/**
 * A new branch of the conversation, forked from one of its threads. `newest` is the number of the newest branch. What still runs
 * in the source is cancelled.
 *
 * @throws {AgentError} what forkThread throws
 */
export async function forkBranch(
  id: string,
  newest: number,
  source: { readonly ref: ThreadRef; readonly running: boolean },
  options: Pick<ForkOptions, "version" | "replan" | "before">,
  deps: HttpDeps,
): Promise<ThreadRef> {
  if (source.running) await cancelThread(source.ref, deps);
  const target = branchRef(source.ref, id, newest + 1);
  await forkThread(source.ref, { ...options, thread: target.thread }, deps);
  return target;
}

/**
 * What a branch shares in which another message stands in the place of an input. `previous` is the entry before the input: one step may have
 * taken several inputs, and those before this one stay.
 */
export function toForkBefore(
  { id, version }: Pick<EntryView, "id" | "version">,
  previous: Pick<EntryView, "version"> | undefined,
): Pick<ForkOptions, "version" | "before"> {
  return previous?.version === version ? { version, before: id } : { version: version - 1 };
}
