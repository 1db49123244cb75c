// The branch of the conversation that the client shows, and how far it has its messages: ids of messages that were made here name
// their thread and their step.

import { AgentError } from "../../core/error.ts";
import type { Agent } from "../../core/agent.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import type { ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import type { EntryView, UserEntryView } from "../../core/contract/entries.ts";
import { type MessagePlace, parseMessageId } from "./encoder/ids.ts";
import { assertOwn } from "../../kernel/threads/assert_own.ts";
import type { Whose } from "../../kernel/owner.ts";
import type { ThreadDetail } from "../../core/contract/threads.ts";
import { readWaitingInputs } from "../../kernel/threads/list_waiting.ts";
import { readThread } from "../../kernel/threads/threads.ts";
import { readMeta } from "../../kernel/stored.ts";
import type { HttpDeps } from "../../http/context.ts";
import { type Branch, mayBelongTo, openBranch } from "../../http/conversation/branches.ts";
import { NEWEST, newestEntries } from "../../http/conversation/newest_entries.ts";
import { type AgUiBody, readProps } from "./schema.ts";

/** A thread that the client shows; `all` where the client shows no message of a branch. */
export interface VisibleBranch extends Pick<Branch, "all"> {
  readonly ref: ThreadRef;
  /** Undefined for a thread that there is not, as is `detail`. */
  readonly snapshot: ThreadSnapshot | undefined;
  readonly detail: ThreadDetail | undefined;
  /** The number of a step less the version of its commit. */
  readonly offset: number;
  /** Index in the client's messages of the last one that a commit has; -1 without one. */
  readonly anchor: number;
  /** The version of that commit; 0 without one. */
  readonly version: number;
  /**
   * The client has edited nothing that it had when its last run began, by the state that it sends back, or without one since it shows no
   * answer: a message that it lacks is one that another page has written.
   */
  readonly isUnedited: boolean;
  /** Entries from that version on. */
  readonly entries: readonly EntryView[];
  /** Entries before it, as far as they are read with those: of the newest {@link NEWEST}. */
  readonly earlier: readonly EntryView[];
  /** Inputs that no commit has consumed. */
  readonly waiting: readonly UserEntryView[];
}

/**
 * The branch of the last message that was made here, else that which `forwardedProps.branch` names, else the current one.
 *
 * @throws {AgentError} thread_unknown - it is another user's; agent_mismatch
 */
export async function readVisibleBranch(
  { threadId, messages, state, forwardedProps }: AgUiBody,
  agent: Agent,
  caller: Whose,
  deps: HttpDeps,
): Promise<VisibleBranch> {
  const places = messages.map(({ id }) => {
    const place = parseMessageId(id);
    return place !== undefined && mayBelongTo(threadId, place.thread) ? place : undefined;
  });
  const { branch } = readProps(forwardedProps);
  const { ref, snapshot, all } = await findVisible(
    threadId,
    places.findLast((place) => place !== undefined),
    typeof branch === "string" ? branch : undefined,
    caller,
    deps,
  );
  if (snapshot === undefined) return createEmptyBranch(ref);
  const { header } = snapshot;
  const { agent: owner } = readMeta(ref, header);
  if (owner !== agent.name) {
    throw new AgentError(
      "agent_mismatch",
      `Thread ${ref.thread} belongs to agent ${owner}, not ${agent.name}.`,
    );
  }
  const { steps } = header.counters;
  const offset = steps - header.version;
  const anchor = places.findLastIndex((place) => place !== undefined && place.step <= steps);
  const version = Math.max(0, (places[anchor]?.step ?? offset) - offset);
  const [inputs, detail] = await Promise.all([
    readInputs({ ref, snapshot }, version, deps),
    readThread(ref, deps),
  ]);
  const had = findLastMessage(state, ref);
  const isUnedited = had === undefined ? anchor < 0 : messages.some(({ id }) => id === had);
  return { ref, snapshot, all, detail, offset, anchor, version, isUnedited, ...inputs };
}

/** `message` of the state of the thread, as `stateSnapshot` has left it with the client. */
function findLastMessage(state: Json | undefined, { thread }: ThreadRef): string | undefined {
  const known = state !== undefined && isJsonObject(state) ? state.thread : undefined;
  if (known === undefined || !isJsonObject(known) || known.id !== thread) return undefined;
  return typeof known.message === "string" ? known.message : undefined;
}

/** What a turn is read by, from a version on. */
export async function readInputs(
  { ref, snapshot }: Pick<VisibleBranch, "ref" | "snapshot">,
  version: number,
  deps: HttpDeps,
): Promise<Pick<VisibleBranch, "entries" | "earlier" | "waiting">> {
  if (snapshot === undefined) return { entries: [], earlier: [], waiting: [] };
  const [waiting, read] = await Promise.all([
    readWaitingInputs(ref, snapshot, deps),
    readNewest(ref, version, snapshot.header.length, deps),
  ]);
  return { waiting, ...read };
}

/** The entries from the version on, and those before it that cost no other request of the store. */
export async function readNewest(
  ref: ThreadRef,
  version: number,
  length: number,
  deps: HttpDeps,
): Promise<Pick<VisibleBranch, "entries" | "earlier">> {
  const read: EntryView[] = [];
  for await (const entry of newestEntries(ref, length, deps)) {
    read.push(entry);
    if (entry.version < version && read.length % NEWEST === 0) break;
  }
  const oldest = read.reverse();
  const from = oldest.findIndex((entry) => entry.version >= version);
  return from < 0
    ? { earlier: oldest, entries: [] }
    : { earlier: oldest.slice(0, from), entries: oldest.slice(from) };
}

function createEmptyBranch(ref: ThreadRef): VisibleBranch {
  const nothing = { snapshot: undefined, detail: undefined, all: [], entries: [], earlier: [], waiting: [] };
  return { ref, ...nothing, offset: 0, anchor: -1, version: 0, isUnedited: false };
}

/** The thread as it stands, whatever the client has of it: without what a turn is read by, its entries and the inputs that wait. */
export async function readBranch(ref: ThreadRef, deps: HttpDeps): Promise<VisibleBranch> {
  const snapshot = await deps.store.read(ref);
  if (snapshot === undefined) return createEmptyBranch(ref);
  const { counters, version } = snapshot.header;
  const detail = await readThread(ref, deps);
  return { ...createEmptyBranch(ref), snapshot, detail, offset: counters.steps - version };
}

async function findVisible(
  id: string,
  place: MessagePlace | undefined,
  only: string | undefined,
  caller: Whose,
  deps: HttpDeps,
): Promise<Pick<VisibleBranch, "ref" | "snapshot" | "all">> {
  if (place === undefined) return await openBranch(id, caller, "threadId", deps, only);
  const ref = { tenant: caller.tenant, thread: place.thread };
  await assertOwn(ref, caller, deps);
  const snapshot = await deps.store.read(ref);
  // An id may name a thread that was removed, or that never was.
  return snapshot === undefined ? await openBranch(id, caller, "threadId", deps) : { ref, snapshot, all: [] };
}
