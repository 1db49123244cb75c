// What is known of a thread between the begin and the commit of a step, and what the commit does with its sets.

import type { CommitRequest } from "../../core/store/commit.ts";
import { entryNames, type SetFacts } from "../../core/store/thread_filter.ts";
import type { Database } from "./database.ts";
import type { Move } from "./indexes/thread_sets.ts";

/** Of a thread that is new, or has had no facets yet, those are missing: a commit enters it into all of its sets. */
export interface KnownThread extends Partial<SetFacts> {
  readonly length: number;
}

/** Between the sets of the thread before the commit and those behind it. */
export function moveByCommit(
  database: Database,
  { ref, status, facets }: Pick<CommitRequest, "ref" | "status" | "facets">,
  known: KnownThread,
): Promise<Move> {
  const before = known.status === undefined ? [] : entryNames({ ...known, status: known.status });
  const behind = entryNames({ ...known, status, facets: facets ?? known.facets });
  const isFirst = known.facets === undefined && facets !== undefined;
  return database.sets(ref.tenant).move(ref.thread, {
    enters: isFirst ? behind : behind.filter((name) => !before.includes(name)),
    leaves: before.filter((name) => !behind.includes(name)),
  });
}
