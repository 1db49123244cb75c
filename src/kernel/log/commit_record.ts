// What a commit adds to the record of its thread: the head of the chain over its entries, and the agent's definition where the
// last recorded entry was made under another.

import { type Entry, findRequestRecord, type RecordedEntry } from "../../core/entry.ts";
import type { RecordState } from "../../core/record.ts";
import type { AgentState } from "../../core/state.ts";
import type { ThreadHeader, ThreadRef } from "../../core/store/thread.ts";
import { nextHead, startOfChain } from "../history/record_chain.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Session } from "../session.ts";
import { type Definition, getDefinition } from "./definition.ts";
import { SHORT_DIGEST } from "./request_record.ts";

/** The record of a thread while a commit is made. */
export interface OpenRecord {
  /** With what the first recorded one names besides its request. */
  readonly entries: readonly Entry[];
  /** To be kept with the thread; undefined when it is kept already, or nothing names it. */
  readonly definition: Definition | undefined;
  /** Before the commit, with {@link RecordState.agent} and its frame as they are behind it. */
  readonly before: RecordState;
}

/** The record before a commit of these entries. */
export async function openRecord(entries: readonly Entry[], session: Session): Promise<OpenRecord> {
  const { agent, state } = session;
  const before = await recordBefore(session.ref, session.header, state);
  const first = entries.findIndex((entry) => findRequestRecord(entry) !== undefined);
  if (first < 0) return { entries, definition: undefined, before };
  const definition = await getDefinition(agent);
  const mark = definition.digest.slice(0, SHORT_DIGEST);
  const isKnown = mark === before.agent;
  const names = {
    head: before.head.slice(0, SHORT_DIGEST),
    definition: isKnown ? undefined : definition.digest,
  };
  return {
    entries: entries.map((entry, index) => index === first ? withNames(entry, names) : entry),
    definition: isKnown ? undefined : definition,
    before: { ...before, agent: mark, frame: frameAfter(entries, session) },
  };
}

/** The frame of the last answer, where it is not that of the agent now. */
function frameAfter(entries: readonly Entry[], { frame }: Session): string | undefined {
  const answer = entries.findLast((entry) => entry.type === "assistant" && entry.record !== undefined);
  return answer?.type === "assistant" ? answer.record?.frame : frame?.digest;
}

/** The record that a commit goes on from. A thread of an earlier version begins its record here. */
export async function recordBefore(
  ref: ThreadRef,
  { version, meta }: Pick<ThreadHeader, "version" | "meta">,
  { record }: AgentState,
): Promise<RecordState> {
  if (record !== undefined) return record;
  const head = await startOfChain({ ...ref, meta, since: version });
  return version === 0 ? { head } : { head, since: version };
}

function withNames(entry: Entry, names: { readonly head: string; readonly definition?: string }): Entry {
  if (!isRecorded(entry) || entry.record === undefined) return entry;
  return { ...entry, record: { ...entry.record, ...names } };
}

function isRecorded(entry: Entry): entry is RecordedEntry {
  return findRequestRecord(entry) !== undefined;
}

/** The record behind the commit, which appends these stored texts. */
export async function closeRecord(
  { before }: OpenRecord,
  { header: { version } }: Session,
  texts: readonly string[],
  { sha256 }: Pick<RuntimeDeps, "sha256">,
): Promise<RecordState> {
  return { ...before, head: await nextHead(before.head, version + 1, texts, sha256) };
}
