// The facts about a thread between the begin and the commit of a step, and the changes of its sets by the commit.

import { THREAD_STATUSES } from "../../core/state.ts";
import type { CommitRequest } from "../../core/store/commit.ts";
import { entryNames, type SetFacts, setNames } from "../../core/store/thread_filter.ts";
import type { Database } from "./database.ts";
import type { Move, MoveOptions } from "./indexes/thread_sets.ts";

/** Of a thread that is new, or has had no facets yet, those are missing: a commit enters it into all of its sets. */
export interface KnownThread extends Partial<SetFacts> {
  readonly length: number;
}

/** The sets that nothing but a step enters a thread into while one runs: a cancel enters another one, and so do labels. */
const OF_STEPS = THREAD_STATUSES.filter((status) => status !== "cancelled").flatMap((status) =>
  setNames({ status })
);

/** To the set of threads that are cancelled. It may have been in any other one, and a step that ends may enter it there now. */
export const BY_CANCEL: MoveOptions = {
  enters: setNames({ status: "cancelled" }),
  leaves: OF_STEPS,
  shared: OF_STEPS,
};

/** Between the sets of the thread before the commit and those behind it. */
export function moveByCommit(
  database: Database,
  { ref, version, status, facets }: Pick<CommitRequest, "ref" | "version" | "status" | "facets">,
  known: KnownThread,
): Promise<Move> {
  if (known.status === status && (facets === undefined || facets === known.facets)) {
    return database.sets(ref.tenant).move(ref.thread, {});
  }
  const before = known.status === undefined ? [] : entryNames({ ...known, status: known.status });
  const behind = entryNames({ ...known, status, facets: facets ?? known.facets });
  const leaves = before.filter((name) => !behind.includes(name));
  const isFirst = known.facets === undefined && facets !== undefined;
  return database.sets(ref.tenant).move(ref.thread, {
    enters: isFirst ? behind : behind.filter((name) => !before.includes(name)),
    leaves,
    version: version + 1,
    shared: leaves.filter((name) => !OF_STEPS.includes(name)),
  });
}
