// What is known of a thread between the begin and the commit of a step, and what the commit does with its sets.

import type { CommitRequest } from "../../core/store/commit.ts";
import type { ThreadHeader } from "../../core/store/thread.ts";
import { entryNames, setNames } from "../../core/store/thread_filter.ts";
import type { Database } from "./database.ts";
import type { Move } from "./indexes/thread_sets.ts";

/** Of a thread that is new, or has had no facets yet, those are missing: a commit enters it into all of its sets. */
export interface KnownThread extends Partial<Pick<ThreadHeader, "status" | "facets">> {
  readonly length: number;
}

/** Between the sets of the thread before the commit and those behind it. */
export function moveByCommit(
  database: Database,
  { ref, status, facets }: Pick<CommitRequest, "ref" | "status" | "facets">,
  known: KnownThread,
): Promise<Move> {
  const before = setNames(known);
  const thread = { status, facets: facets ?? known.facets };
  const behind = setNames(thread);
  const isFirst = known.facets === undefined && facets !== undefined;
  return database.sets(ref.tenant).move(ref.thread, {
    enters: isFirst ? entryNames(thread) : behind.filter((name) => !before.includes(name)),
    leaves: before.filter((name) => !behind.includes(name)),
  });
}
