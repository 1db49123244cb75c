// What a thread is found by: what it is created with, and what each of its steps adds.

import type { Entry } from "../core/entry.ts";
import type { PlannedCall } from "../core/call.ts";
import type { AgentState, ThreadMeta, ThreadStatus } from "../core/state.ts";
import type { ThreadHeader } from "../core/store/thread.ts";
import {
  isOfChat,
  toFacetTexts,
  withFacetTexts,
  withoutError,
  withTitleOfFork,
} from "../core/thread_facets.ts";
import { needAfter } from "./held_calls/thread_need.ts";

/** The facets of a thread that begins. */
export function facetsOfNew({ user, agent, metadata }: ThreadMeta): readonly string[] {
  return toFacetTexts({ user, agent, metadata });
}

/** What a commit changes of a thread. */
interface ChangedThread {
  readonly entries: readonly Entry[];
  readonly status: ThreadStatus;
  readonly state: AgentState;
  /** Calls without an observation. */
  readonly pending: readonly PlannedCall[];
}

/** The facets of a thread behind a commit: it has called the tools of all its plans, and has the failure of its last step alone. */
export function facetsAfter(
  { facets }: Pick<ThreadHeader, "facets">,
  meta: ThreadMeta,
  { entries, status, state, pending }: ChangedThread,
): readonly string[] {
  const known = facets ?? facetsOfNew(meta);
  const error = status === "failed" ? state.error?.code : undefined;
  return withFacetTexts(known, {
    tools: entries.flatMap(listCalledTools),
    doors: entries.flatMap(listDoors),
    error,
    needs: needAfter({ status, state, pending }),
    title: state.title,
  });
}

/** The facets of a fork: those of its source, but for the failure, and with its own title, what it needs, and the chat of which it is a branch. */
export function facetsOfFork(
  { facets }: Pick<ThreadHeader, "facets">,
  meta: ThreadMeta,
  { source, chat, ...fork }: Omit<ChangedThread, "entries"> & {
    readonly source: string;
    /** By its id and that of its source, which may be no branch of the chat. */
    readonly chat: string | undefined;
  },
): readonly string[] {
  const known = withoutError(facets ?? facetsOfNew(meta), needAfter(fork));
  const isBranch = chat === source || isOfChat(known, chat);
  return withTitleOfFork(known, { title: fork.state.title, chat: isBranch ? chat : undefined });
}

/** The tools that the plan of an entry calls. */
export function listCalledTools(entry: Entry): string[] {
  if (entry.type !== "assistant") return [];
  return entry.blocks.flatMap((block) => block.type === "call" ? [block.name] : []);
}

/** The way in of an entry that came from outside. */
export function listDoors(entry: Entry): string[] {
  return entry.type === "user" && entry.door !== undefined ? [entry.door] : [];
}
