// The inbox of a tenant: the calls that wait for people in all of its threads, and many answers at once.

import { AgentError } from "../../core/error.ts";
import type { AwaitingThread } from "../../core/store/thread.ts";
import type { InboxItem, InboxPage, InboxResult } from "../../core/contract/calls.ts";
import type { WakeIo } from "../../core/wake.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { readPendingCalls } from "../../kernel/stored.ts";
import { assertOwn } from "../../kernel/threads/assert_own.ts";
import { hasAll, isOwn, type Whose } from "../../kernel/owner.ts";
import { type ApprovalAnswer, decideApproval } from "../../kernel/threads/decide_approval.ts";
import { waitingCalls } from "./waiting_call.ts";

/** What a page of an inbox holds: the calls of about `limit` threads. */
export interface InboxQuery {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly order: "newest" | "oldest";
}

type Deps = Pick<RuntimeDeps, "store" | "clock" | "agents" | "executor" | "sleep" | "log" | "sources">;

type DecideDeps = Deps & Pick<RuntimeDeps, "wakes" | "plugins">;

/** Most pages of the store that one page of an inbox reads, so that threads that wait no longer cost a bounded time. */
const MOST_PAGES = 5;

/**
 * What waits for people, by the time since when; with a user in the threads of that user. The calls of a thread stay together, so a page may have more than `limit`;
 * it may be empty and still have a next one.
 *
 * @throws {AgentError} invalid_request - the cursor is malformed
 */
export async function listInbox(whose: Whose, query: InboxQuery, deps: Deps): Promise<InboxPage> {
  const { tenant } = whose;
  const items: InboxItem[] = [];
  let { cursor } = query;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const { limit, order } = query;
    const page = await deps.store.listAwaiting(tenant, { limit, order, cursor });
    for (const waiting of page.threads) {
      const { thread, header } = waiting;
      if (!hasAll(whose) && !isOwn({ tenant, thread }, header, whose)) continue;
      items.push(...await listReadableItems(tenant, waiting, deps));
    }
    cursor = page.cursor;
    if (cursor === undefined) return { items };
    if (items.length > 0) break;
  }
  return { items, cursor };
}

/** Nothing of a thread that cannot be read: a list of threads shows it as corrupted. */
async function listReadableItems(tenant: string, thread: AwaitingThread, deps: Deps): Promise<InboxItem[]> {
  try {
    return await listItems(tenant, thread, deps);
  } catch (error) {
    if (error instanceof AgentError && error.code === "store_corrupt") return [];
    throw error;
  }
}

async function listItems(tenant: string, thread: AwaitingThread, deps: Deps): Promise<InboxItem[]> {
  const ref = { tenant, thread: thread.thread };
  const since = new Date(thread.since).toISOString();
  const calls = await waitingCalls(ref, thread, readPendingCalls(ref, thread.pending), deps);
  return calls.map((call) => ({ ...call, since }));
}

/** One of many answers. */
export interface InboxAnswer extends ApprovalAnswer {
  readonly thread: string;
  readonly callId: string;
}

/** Calls that are answered at the same time. */
const AT_ONCE = 5;

/**
 * Records many answers, each by itself: one that is refused does not keep the others. The results have the order of the
 * answers. Answers about one call are recorded in their order, so of an approval and a denial the first one counts. A failure of
 * the store is the refusal of the answers that it concerns. With a user or a token the threads of others do not exist, at one store request
 * more for each answer.
 */
export async function decideMany(
  whose: Whose,
  answers: readonly InboxAnswer[],
  deps: DecideDeps,
  io?: WakeIo,
): Promise<InboxResult[]> {
  const results: InboxResult[] = new Array(answers.length);
  const calls = new Map<string, [place: number, answer: InboxAnswer][]>();
  for (const [place, answer] of answers.entries()) {
    const call = JSON.stringify([answer.thread, answer.callId]);
    const others = calls.get(call);
    if (others === undefined) calls.set(call, [[place, answer]]);
    else others.push([place, answer]);
  }
  const remaining = calls.values();
  const lane = async () => {
    for (const ofCall of remaining) {
      for (const [place, answer] of ofCall) results[place] = await decideOne(whose, answer, deps, io);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, calls.size) }, lane));
  return results;
}

async function decideOne(
  whose: Whose,
  { thread, callId, ...answer }: InboxAnswer,
  deps: DecideDeps,
  io: WakeIo | undefined,
): Promise<InboxResult> {
  try {
    const ref = { tenant: whose.tenant, thread };
    await assertOwn(ref, whose, deps);
    const approval = await decideApproval(ref, callId, answer, deps, io);
    return { thread, callId, status: "decided", approval };
  } catch (thrown) {
    if (!(thrown instanceof AgentError)) throw thrown;
    const { code, message } = thrown;
    return { thread, callId, status: "refused", error: { code, message } };
  }
}
