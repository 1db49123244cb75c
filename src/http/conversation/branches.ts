// The threads of one conversation of a client. It has one id; a message that is answered again, or edited, begins a fork of its
// thread, which is the next branch of the conversation: `c1`, then `c1:2`, `c1:3`. A page writes on the branch that it shows; what a page
// loads is the branch that was written last.

import * as z from "zod/mini";
import type { EntryView } from "../../core/contract/entries.ts";
import { THREAD_ID } from "../../core/text/id.ts";
import type { ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import { assertOwn } from "../../runtime/threads/assert_own.ts";
import { assertInRange, type Whose } from "../../runtime/owner.ts";
import { type ForkOptions, forkThread } from "../../runtime/threads/fork.ts";
import { cancelThread, removeThread } from "../../runtime/threads/threads.ts";
import { readMeta, readState } from "../../runtime/stored.ts";
import { assertSameUser, resolveAgentOf, withUserOf } from "../../runtime/session/resolve_agent.ts";
import type { StepRequest } from "../../runtime/request.ts";
import { AgentError, type ErrorCode } from "../../core/error.ts";
import type { HttpDeps } from "../context.ts";

/** Most branches of a conversation. */
const BRANCHES = 1_000;

/** A branch of a conversation. */
export interface Branch {
  readonly ref: ThreadRef;
  /** All branches, those that were made last first. */
  readonly all: readonly ThreadRef[];
  /** The highest number that a thread has, of the conversation or not. */
  readonly highest: number;
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
 * The branch that runs, else the one that was written last, in one store request for each branch and one more. A thread of which only the id
 * is that of a branch is none: anybody may have made it.
 *
 * @throws {AgentError} thread_unknown - it is another user's; forbidden - a token is not for it
 */
export async function currentBranch(
  id: string,
  caller: Whose,
  deps: Pick<HttpDeps, "store">,
): Promise<Branch> {
  assertInRange(caller.bound, id);
  const ref = { tenant: caller.tenant, thread: id };
  const first = await deps.store.read(ref);
  let current: Pick<Branch, "ref" | "snapshot"> = { ref, snapshot: first };
  let highest = 1;
  const all = [ref];
  for (; first !== undefined && highest < BRANCHES; highest++) {
    const next = branchRef(ref, id, highest + 1);
    const snapshot = await deps.store.read(next);
    if (snapshot === undefined) break;
    const found = { ref: next, snapshot };
    if (!isForkOf(id, { ref, snapshot: first }, found)) continue;
    all.unshift(next);
    if (writtenAt(found) >= writtenAt(current)) current = found;
  }
  await assertOwn(current.ref, caller, deps);
  return { ...current, all, highest };
}

/** Epoch milliseconds; one that runs is written now. */
function writtenAt({ ref, snapshot }: Pick<Branch, "ref" | "snapshot">): number {
  if (snapshot === undefined) return 0;
  return snapshot.running ? Infinity : readState(ref, snapshot.header).updatedAt;
}

interface FoundThread {
  readonly ref: ThreadRef;
  readonly snapshot: ThreadSnapshot;
}

/** True for a fork of a thread of the conversation, of the user who began it. */
function isForkOf(id: string, first: FoundThread, thread: FoundThread): boolean {
  const { forkedFrom, user } = readMeta(thread.ref, thread.snapshot.header);
  return forkedFrom !== undefined && isBranchOf(id, forkedFrom.thread) &&
    user === readMeta(first.ref, first.snapshot.header).user;
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
 * A new branch of the conversation, forked from one of its threads. Its number is the next free one behind `highest`, the highest that a
 * thread has: another request may fork the conversation at the same time. What still runs in the source is cancelled.
 *
 * @throws {AgentError} what forkThread throws
 */
export async function forkBranch(
  id: string,
  highest: number,
  source: { readonly ref: ThreadRef; readonly running: boolean },
  options: Pick<ForkOptions, "version" | "replan" | "before">,
  deps: HttpDeps,
): Promise<ThreadRef> {
  if (source.running) await cancelThread(source.ref, deps);
  for (let number = highest + 1;; number++) {
    const target = branchRef(source.ref, id, number);
    try {
      await forkThread(source.ref, { ...options, thread: target.thread }, deps);
      return target;
    } catch (thrown) {
      const isTaken = thrown instanceof AgentError && thrown.code === "thread_exists";
      if (!isTaken || number >= highest + CLASHES) throw thrown;
    }
  }
}

/** Forks of a conversation that are made at the same time. */
const CLASHES = 20;

/**
 * Refuses a message before the run that goes on is stopped for it and its thread is forked: its agent, its user, its model or its tools are
 * not those of the conversation. Budgets are those of the fork, which are known when there is one.
 *
 * @throws {AgentError} agent_mismatch, user_mismatch, thread_unknown, model_unknown, invalid_request
 */
export async function assertForkable(
  request: StepRequest,
  { header }: ThreadSnapshot,
  deps: HttpDeps,
): Promise<void> {
  const meta = readMeta(request.ref, header);
  await resolveAgentOf(meta, withUserOf(meta, request), deps);
  assertSameUser(meta, request);
}

/** Makes something of a new fork, and removes the fork where that is refused: it would be the branch that is loaded, with nothing in it. */
export async function orRemoveFork<T>(fork: ThreadRef, work: () => Promise<T>, deps: HttpDeps): Promise<T> {
  try {
    return await work();
  } catch (refusal) {
    const snapshot = await deps.store.read(fork);
    const isUntouched = snapshot !== undefined && !snapshot.running && snapshot.waiting === 0 &&
      readMeta(fork, snapshot.header).forkedFrom?.version === snapshot.header.version;
    if (isUntouched) await removeThread(fork, deps);
    throw refusal;
  }
}

/**
 * Removes a thread, and with the first one of a conversation its branches: they would be those of the next conversation of its id.
 *
 * @throws {AgentError} thread_unknown
 */
export async function removeConversation(ref: ThreadRef, deps: HttpDeps): Promise<void> {
  const { all } = await currentBranch(ref.thread, { tenant: ref.tenant }, deps)
    .catch(unless("store_corrupt", { all: [ref] }));
  // Those that were made last first: a removal that fails leaves no hole behind which others are not found.
  for (const branch of all.slice(0, -1)) {
    await removeThread(branch, deps).catch(unless("thread_unknown", undefined)); // another request has removed it
  }
  await removeThread(ref, deps);
}

function unless<T>(code: ErrorCode, value: T): (thrown: unknown) => T {
  return (thrown) => {
    if (thrown instanceof AgentError && thrown.code === code) return value;
    throw thrown;
  };
}

/**
 * Where to fork a thread for another message in the place of an input. `previous` is the entry before the input: one step may have
 * taken several inputs, and those before this one stay.
 */
export function toForkBefore(
  { id, version }: Pick<EntryView, "id" | "version">,
  previous: Pick<EntryView, "version"> | undefined,
): Pick<ForkOptions, "version" | "before"> {
  return previous?.version === version ? { version, before: id } : { version: version - 1 };
}
