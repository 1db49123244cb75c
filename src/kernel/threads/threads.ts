// Threads are created, viewed, cancelled and removed here. kernel/run.ts runs them.

import type { EntryView, HistoryPage } from "../../core/contract/entries.ts";
import type { Cancelled, ThreadDetail, ThreadView } from "../../core/contract/threads.ts";
import { callsAwaiting } from "../../core/held_calls/held_view.ts";
import type { CallView } from "../../core/contract/calls.ts";
import { isExpired } from "../../core/approval/expiry.ts";
import type { Entry } from "../../core/entry.ts";
import { AgentError } from "../../core/error.ts";
import { canonicalJson } from "../../core/text/hash.ts";
import { newId } from "../../core/text/id.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { ThreadMeta } from "../../core/state.ts";
import type { ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import { cancelTree } from "../children/cancel.ts";
import { refsBelow } from "../children/refs.ts";
import { mayHavePhases, removeAlone, removeTree, type StoredCalls } from "../children/remove.ts";
import { waitingBelow } from "../children/waiting.ts";
import { approvalRecordView, outstandingViews } from "../held_calls/call_views.ts";
import { readSnapshot, threadUnknown, viewSnapshot, viewThread } from "../snapshot.ts";
import { readMeta, readPendingCalls, readState, waitingBehind } from "../stored.ts";
import { assertNamesFree } from "../session/reserved_names.ts";
import { findAgent } from "../session/resolve_agent.ts";
import { newThread } from "../session/run_state.ts";
import { mediaView } from "./media_view.ts";
import { unpackEntry } from "../stored_history/blobs.ts";
import { storedSize } from "../history/reference.ts";
import { redactPlan } from "../redaction/redact_entries.ts";
import { findRedactor } from "../redaction/find_redactor.ts";
import type { Removal, RuntimeDeps } from "../deps.ts";
import type { RunDeps } from "../run_deps.ts";
import type { Binding } from "../owner.ts";

/** What a new thread is created from. */
export interface CreateRequest {
  readonly tenant: string;
  /** Minted when it is missing. */
  readonly thread?: string;
  readonly agent: string;
  readonly metadata?: JsonObject;
  /** The user whom the steps are booked to. */
  readonly user?: string | undefined;
  /** What the caller's token is bound to. */
  readonly bound?: Binding | undefined;
  readonly plan?: Json;
  /** `thread` belongs to an idempotency key: when it exists as the request would make it, it is the answer. */
  readonly idempotent?: boolean;
}

/** A thread that a request made, or that the same request made before. */
export interface Created {
  readonly thread: ThreadView;
  readonly replayed: boolean;
}

type Deps = Pick<
  RunDeps,
  "store" | "agents" | "plugins" | "clock" | "random" | "contributions" | "delegation"
>;

/**
 * Creates an empty thread.
 *
 * @throws {AgentError} agent_unknown, thread_exists, idempotency_mismatch; forbidden, for a name that is a plugin's
 * @throws {AgentError} plugin_failed - the plan cannot be redacted
 */
export async function createThread(asked: CreateRequest, deps: Deps): Promise<Created> {
  const agent = findAgent(asked.agent, deps);
  const request = redactPlan(asked, findRedactor(agent.name, deps));
  const ref = { tenant: request.tenant, thread: request.thread ?? newId("thread", deps.random) };
  assertNamesFree({ ...request, ref, origin: { door: "api" } }, deps.contributions.reserved);
  const made = await deps.store.create(ref, newThread(agent, request, deps.clock(), deps));
  if (!made && !request.idempotent) {
    throw new AgentError(
      "thread_exists",
      `Thread ${ref.thread} exists already; choose another id or leave it out.`,
    );
  }
  const thread = await viewThread(ref, deps);
  if (!made) {
    assertReplayable(thread, isMadeBy(request, readMeta(ref, (await readSnapshot(ref, deps)).header)));
  }
  return { thread, replayed: !made };
}

/**
 * Refuses a replay whose thread was made by another request; `same` is true when the request is the same.
 *
 * @throws {AgentError} idempotency_mismatch
 */
export function assertReplayable({ id }: ThreadView, same: boolean): void {
  if (same) return;
  throw new AgentError(
    "idempotency_mismatch",
    `Thread ${id} was made by another request; use a new idempotency key.`,
  );
}

function isMadeBy(request: CreateRequest, meta: ThreadMeta): boolean {
  const facts = (
    { agent, metadata = {}, plan, user }: Pick<CreateRequest, "agent" | "metadata" | "plan" | "user">,
  ) => canonicalJson({ agent, metadata, plan, user });
  return meta.forkedFrom === undefined && meta.parent === undefined && facts(request) === facts(meta);
}

/**
 * A thread with its outstanding calls. It is `open` when the time to answer all of its approvals is over: a step records the
 * denials.
 *
 * @throws {AgentError} thread_unknown, store_corrupt
 */
export async function readThread(ref: ThreadRef, deps: Pick<Deps, "store" | "clock">): Promise<ThreadDetail> {
  const { header, running, waiting, pending, marks } = await readSnapshot(ref, deps);
  const planned = readPendingCalls(ref, pending);
  const now = deps.clock();
  const calls = await outstandingViews(planned, { header, marks }, now);
  const view = await viewSnapshot(ref, { header, waiting }, deps);
  const below = await waitingBelow(ref, planned, deps);
  // Nothing is written when the time to answer ends: a thread that waited for expired approvals alone has work for a step.
  const hasExpired = below !== undefined ||
    planned.some((call) => isExpired(call, marks.get(call.id), now));
  const all = [...calls, ...below ?? []];
  const isOpen = view.status === "waiting" && (all.some((call) => isDue(call, now)) ||
    hasExpired && callsAwaiting("people", all).length + callsAwaiting("later", all).length === 0);
  return {
    ...view,
    status: isOpen ? "open" : view.status,
    running,
    waiting: await waitingBehind(ref, { waiting, running }, deps),
    calls: all,
    head: readState(ref, header).record?.head,
  };
}

/** True when a step polls for the result of the call, or gives it up. */
function isDue({ deferred }: CallView, now: number): boolean {
  if (deferred === undefined) return false;
  return Date.parse(deferred.pollAt ?? deferred.expiresAt) <= now;
}

/**
 * Entries from index `after` on, oldest first: at most `limit` of them and about 4 MB, but at least one. Large entries are
 * fetched whole, one after the other.
 *
 * @throws {AgentError} `thread_unknown`
 */
export async function readHistory(
  ref: ThreadRef,
  page: { after: number; limit: number },
  { store }: Pick<Deps, "store">,
): Promise<HistoryPage> {
  const [{ header }, window] = await Promise.all([readSnapshot(ref, { store }), store.history(ref, page)]);
  if (window === undefined) throw threadUnknown(ref);
  const entries: EntryView[] = [];
  for (const text of withinPage(window.entries)) {
    const entry = await unpackEntry(store, ref, text);
    entries.push(entryView(entry, ref, window.start + entries.length));
  }
  const end = window.start + entries.length;
  // Without entries `start` is the requested index, wherever the history ends. A commit may follow the header.
  const length = entries.length > 0
    ? Math.max(header.length, window.start + window.entries.length)
    : header.length;
  return { entries, start: window.start, length, next: entries.length > 0 && end < length ? end : null };
}

function entryView(entry: Entry, ref: ThreadRef, index: number): EntryView {
  const at = new Date(entry.at).toISOString();
  switch (entry.type) {
    case "tool": {
      const { approval, media, ...rest } = entry;
      return {
        ...rest,
        at,
        approval: approval && approvalRecordView(approval),
        media: media?.map((mediaPart) => mediaView(mediaPart, ref, index)),
      };
    }
    case "user": {
      // An isolate from before the mark leaves it in the history.
      const { parts, queued: _, ...rest } = entry;
      if (parts === undefined) return { ...rest, at };
      return {
        ...rest,
        at,
        parts: parts.map((part) => part.type === "text" ? part : mediaView(part, ref, index)),
      };
    }
    default:
      return { ...entry, at };
  }
}

/** Most UTF-8 bytes of entries in one page; an entry that is larger has a page of its own. */
const PAGE_BYTES = 4_000_000;

/** The first texts that make a page together. */
function withinPage(texts: readonly string[]): readonly string[] {
  let bytes = 0;
  const end = texts.findIndex((text, index) => (bytes += storedSize(text)) > PAGE_BYTES && index > 0);
  return end < 0 ? texts : texts.slice(0, end);
}

/**
 * Fences the running step of the thread and of the threads in which its phases run; their outstanding calls do not run. A thread
 * that has nothing to stop stays as it is: in one store request, else it takes one more.
 *
 * @throws {AgentError} thread_unknown
 */
export async function cancelThread(
  ref: ThreadRef,
  { store, agents }: Pick<Deps, "store" | "agents">,
): Promise<Cancelled> {
  const snapshot = await readSnapshot(ref, { store });
  const { header: { status, version } } = snapshot;
  if ((status === "done" || status === "cancelled") && isAtRest(ref, snapshot)) {
    return { id: ref.thread, status, changed: false, running: false, version };
  }
  const cancelled = mayHavePhases(ref, snapshot, agents)
    ? await cancelTree(ref, { store })
    : await store.cancel(ref);
  if (cancelled === undefined) throw threadUnknown(ref);
  return { id: ref.thread, status: "cancelled", changed: true, ...cancelled };
}

/** No step runs, none waits, and no phase is unfinished: those of a cancelled thread may have outlived a cancel that failed. */
function isAtRest(ref: ThreadRef, { running, waiting, pending }: ThreadSnapshot): boolean {
  return !running && waiting === 0 && refsBelow(ref, readPendingCalls(ref, pending)).length === 0;
}

/**
 * Removes everything of the thread, the threads in which its phases run or have run, and what plugins keep beside it. `found` is the thread
 * as the caller has read it: without it those of a deployment that has no agent with phases any more stay.
 *
 * @throws {AgentError} thread_unknown
 */
export async function removeThread(
  ref: ThreadRef,
  deps: Pick<RuntimeDeps, "store" | "histories" | "agents" | "contributions">,
  found?: StoredCalls,
  why: Removal = "requested",
): Promise<void> {
  const removed = mayHavePhases(ref, found, deps.agents)
    ? await removeTree(ref, deps, why)
    : await removeAlone(ref, deps, why);
  if (!removed) throw threadUnknown(ref);
}
