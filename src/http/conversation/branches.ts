// The threads of one conversation of a client. It has one id; a message that is answered again, or edited, begins a fork of its
// thread, which is the next branch of the conversation: `c1`, then `c1:2`, `c1:3`. A page writes to the branch that it shows, and loads
// the branch that was written last.

import type { EntryView } from "../../core/contract/entries.ts";
import type { ThreadChanges } from "../../core/contract/requests.ts";
import type { ThreadView } from "../../core/contract/threads.ts";
import { chatOfBranch, findChat, isBranchOf } from "../../core/text/id.ts";
import type { PendingCalls, ThreadHeader, ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import { toFacetTexts } from "../../core/thread_facets.ts";
import { assertInRange, isInRange, isOwn, type Whose } from "../../kernel/owner.ts";
import { threadUnknown } from "../../kernel/snapshot.ts";
import { changeThread } from "../../kernel/threads/change_thread.ts";
import { cancelThread, removeThread } from "../../kernel/threads/threads.ts";
import { readMeta, readState } from "../../kernel/stored.ts";
import { assertSameUser, resolveThreadAgent, withThreadUser } from "../../kernel/session/resolve_agent.ts";
import { assertNotPaused } from "../../kernel/session/pausing.ts";
import type { StepRequest } from "../../kernel/request.ts";
import { AgentError, type ErrorCode } from "../../core/error.ts";
import type { HttpDeps } from "../context.ts";
import { type ForkOptions, requireForks } from "../ports/forks.ts";

/** Most branches of a conversation. */
const BRANCHES = 1_000;

/** A branch of a conversation. */
export interface Branch {
  /** Id of the conversation. */
  readonly id: string;
  readonly ref: ThreadRef;
  /** All branches, those that were made last first; none of a conversation that does not exist. */
  readonly all: readonly FoundThread[];
  /** The highest number that a thread has, of the conversation or not. */
  readonly highest: number;
  /** Undefined for a conversation that does not exist. */
  readonly snapshot: ThreadSnapshot | undefined;
}

/** A thread as it was found. */
export interface FoundThread {
  readonly ref: ThreadRef;
  readonly header: ThreadHeader;
  readonly running: boolean;
  /** Missing where a list has it, as the snapshot is. */
  readonly pending?: PendingCalls | null;
  readonly snapshot?: ThreadSnapshot | undefined;
}

/**
 * The branch that runs, else the one that was written last. By the id of a branch it is that one, or one that was forked from it while it
 * runs; `only` is the branch whatever runs. A thread of which only the id is that of a branch is none: anybody may have made it.
 *
 * @throws {AgentError} thread_unknown - it is another user's, or `only` is no branch; forbidden - a token is not for it
 */
export async function currentBranch(
  id: string,
  caller: Whose,
  deps: Pick<HttpDeps, "store">,
  only?: string,
): Promise<Branch> {
  assertInRange(caller.bound, id);
  const { id: chat, all, highest } = await readConversation(id, caller, deps);
  const isIt = ({ ref, running }: FoundThread) =>
    only === undefined && running || ref.thread === (only ?? id);
  const threads = chat === id && only === undefined ? all : withForks(only ?? id, all).filter(isIt);
  const current = threads.reduce<FoundThread | undefined>(
    (newest, thread) => newest && writtenAt(newest) > writtenAt(thread) ? newest : thread,
    undefined,
  );
  const ref = current?.ref ?? { tenant: caller.tenant, thread: id };
  if (current ? !isOwn(ref, current.header, caller) : only !== undefined) throw threadUnknown(ref);
  const snapshot = current && (current.snapshot ?? await deps.store.read(ref));
  return { id: chat, ref, all: all.toReversed(), highest, snapshot };
}

/** The thread and those that were forked from it. */
function withForks(id: string, threads: readonly FoundThread[]): readonly FoundThread[] {
  const ids = new Set([id]);
  return threads.filter((thread) => {
    const { ref } = thread;
    if (ids.has(readFoundMeta(thread).forkedFrom?.thread ?? "")) ids.add(ref.thread);
    return ids.has(ref.thread);
  });
}

interface Conversation {
  readonly id: string;
  /** Those that were made first come first. */
  readonly all: readonly FoundThread[];
  readonly highest: number;
}

/** The conversation of an id: of a branch that of its first thread, as far as a token is for that one. */
async function readConversation(
  id: string,
  caller: Whose,
  deps: Pick<HttpDeps, "store">,
): Promise<Conversation> {
  const chat = chatOfBranch(id);
  if (chat !== undefined && isInRange(caller.bound, chat)) {
    const found = await readBranches(chat, caller, deps);
    if (found.all.some(({ ref }) => ref.thread === id)) return found;
  }
  return await readBranches(id, caller, deps);
}

/**
 * The branches of a conversation, whichever of them were removed. Those from before 2026-11-29 are in no set of the store: they are found by
 * their numbers, up to the first that is missing.
 */
async function readBranches(
  id: string,
  caller: Whose,
  { store }: Pick<HttpDeps, "store">,
): Promise<Conversation> {
  const ref = { tenant: caller.tenant, thread: id };
  const filter = { facets: toFacetTexts({ chat: id }) };
  const [first, { threads }] = await Promise.all([
    store.read(ref),
    store.list(ref.tenant, { limit: BRANCHES, filter }),
  ]);
  const found = new Map<number, FoundThread>(first && [[1, { ref, snapshot: first, ...first }]]);
  for (const { thread, header, running } of threads) {
    if (header === null || chatOfBranch(thread) !== id) continue;
    found.set(Number(thread.slice(id.length + 1)), { ref: { ...ref, thread }, header, running });
  }
  for (let number = 2; number < BRANCHES; number++) {
    if (found.has(number)) continue;
    const branch = branchRef(ref, id, number);
    const snapshot = await store.read(branch);
    if (snapshot === undefined) break;
    found.set(number, { ref: branch, snapshot, ...snapshot });
  }
  const numbers = [...found.keys()].sort((a, b) => a - b);
  const all = numbers.flatMap((number) => found.get(number) ?? []).filter((thread) =>
    thread.ref.thread === id || findChat(thread.ref.thread, readFoundMeta(thread).forkedFrom?.thread) === id
  );
  // What is left of a conversation without its first thread is that of its caller.
  const root = first ? all[0] : all.find((thread) => isOwn(thread.ref, thread.header, caller));
  const own = all.filter((thread) => root && readFoundMeta(thread).user === readFoundMeta(root).user);
  return { id, all: own, highest: numbers.at(-1) ?? 1 };
}

function readFoundMeta({ ref, header }: FoundThread) {
  return readMeta(ref, header);
}

/** Epoch milliseconds; one that runs is written now. */
export function writtenAt({ ref, header, running }: FoundThread): number {
  return running ? Infinity : readState(ref, header).updatedAt;
}

/** The branch of this number. */
export function branchRef({ tenant }: ThreadRef, id: string, number: number): ThreadRef {
  return { tenant, thread: number === 1 ? id : `${id}:${number}` };
}

/** True for a thread that may be of the conversation which a client names by its id, or by that of a branch. */
export function mayBelongTo(id: string, thread: string): boolean {
  return isBranchOf(id, thread) || isBranchOf(chatOfBranch(id) ?? id, thread);
}

/**
 * As currentBranch, for what a client sends: a conversation of the id begins where there is none. `field` of the body has the id.
 *
 * @throws {AgentError} invalid_request - the id is that of a branch, and there is none
 */
export async function openBranch(
  id: string,
  caller: Whose,
  field: string,
  deps: Pick<HttpDeps, "store">,
  only?: string,
): Promise<Branch> {
  const branch = await currentBranch(id, caller, deps, only);
  if (branch.snapshot !== undefined || chatOfBranch(id) === undefined) return branch;
  const detail = "names no branch";
  throw new AgentError("invalid_request", `${field} ${detail}.`, {
    problems: [{ pointer: `/${field}`, detail }],
  });
}

/**
 * A new branch of the conversation, forked from one of its threads. Its number is the next free one behind `highest`, the highest that a
 * thread has: another request may fork the conversation at the same time. What still runs in the source is cancelled.
 *
 * @throws {AgentError} plugin_missing, before anything is cancelled; what `Forks.fork` throws
 */
export async function forkBranch(
  id: string,
  highest: number,
  source: { readonly ref: ThreadRef; readonly running: boolean },
  options: Pick<ForkOptions, "version" | "replan" | "before">,
  deps: HttpDeps,
): Promise<ThreadRef> {
  const forks = requireForks(deps);
  if (source.running) await cancelThread(source.ref, deps);
  for (let number = highest + 1;; number++) {
    const target = branchRef(source.ref, id, number);
    try {
      await forks.fork(source.ref, { ...options, thread: target.thread }, false, deps);
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
 * @throws {AgentError} agent_mismatch, user_mismatch, thread_unknown, model_unknown, invalid_request, agent_paused
 */
export async function assertForkable(
  request: StepRequest,
  { header }: ThreadSnapshot,
  deps: HttpDeps,
): Promise<void> {
  const meta = readMeta(request.ref, header);
  await resolveThreadAgent(meta, withThreadUser(meta, request), deps);
  assertSameUser(meta, request);
  await assertNotPaused(meta.agent, deps.pausing?.read(request.ref.tenant));
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
 * Removes a thread, and with the first one of a conversation its branches, also those that it has left behind: they would be those of the
 * next conversation of its id.
 *
 * @throws {AgentError} thread_unknown
 */
export async function removeConversation(ref: ThreadRef, caller: Whose, deps: HttpDeps): Promise<void> {
  const { all } = await readBranches(ref.thread, caller, deps).catch(unless("store_corrupt", { all: [] }));
  await eachOther(ref, all.toReversed(), (branch) => removeThread(branch.ref, deps, branch));
  const [first] = all;
  const isOver = first !== undefined && first.ref.thread !== ref.thread;
  if (!isOver) await removeThread(ref, deps, first);
}

/**
 * Renames a conversation, archives it, or takes it out of the archive: each of its branches, whichever of them is named.
 *
 * @throws {AgentError} what changeThread throws
 */
export async function changeConversation(
  ref: ThreadRef,
  changes: ThreadChanges,
  caller: Whose,
  deps: HttpDeps,
): Promise<ThreadView> {
  const { all } = await readConversation(ref.thread, caller, deps);
  await eachOther(ref, all, (branch) => changeThread(branch.ref, changes, deps));
  return await changeThread(ref, changes, deps);
}

/** Does something to the threads but one; another request may have removed one of them. */
async function eachOther(
  { thread }: ThreadRef,
  threads: readonly FoundThread[],
  work: (branch: FoundThread) => Promise<unknown>,
): Promise<void> {
  for (const branch of threads) {
    if (branch.ref.thread !== thread) await work(branch).catch(unless("thread_unknown", undefined));
  }
}

function unless<T>(code: ErrorCode, value: T): (thrown: unknown) => T {
  return (thrown) => {
    if (thrown instanceof AgentError && thrown.code === code) return value;
    throw thrown;
  };
}

/**
 * Where to fork a thread for another message in the place of an input. `previous` is the entry before the input: one step may have
 * consumed several inputs, and those before this one stay.
 */
export function toForkBefore(
  { id, version }: Pick<EntryView, "id" | "version">,
  previous: Pick<EntryView, "version"> | undefined,
): Pick<ForkOptions, "version" | "before"> {
  return previous?.version === version ? { version, before: id } : { version: version - 1 };
}
