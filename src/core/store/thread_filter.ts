// The filter of a list of threads. A facet is a text by which a thread is found besides its status, as its caller names it
// (core/thread_facets.ts). A store compares facets and does not interpret them. Each has a `=`, and none begins with `status=` or `archived=`.

import type { ThreadStatus } from "../state.ts";
import type { ThreadHeader } from "./thread.ts";

/** A list with a filter has the threads with all of it. */
export interface ThreadFilter {
  readonly status?: ThreadStatus | undefined;
  /** Facets, each of which the thread has. */
  readonly facets?: readonly string[] | undefined;
  /** Threads that are archived, or those that are not. */
  readonly archived?: boolean | undefined;
  /** Epoch milliseconds: threads that were created at this time or later. */
  readonly after?: number | undefined;
  /** Epoch milliseconds: threads that were created before this time. */
  readonly before?: number | undefined;
}

/** The set of the threads whose facets are kept. A list with a filter may miss any other one. No facet is this name. */
export const INDEXED = "indexed";

/** What decides which sets a thread is in. */
export type SetFacts = Pick<ThreadHeader, "status" | "facets" | "givenTitle" | "archived">;

/** The names of all sets that a thread is in. */
export function entryNames({ status, facets, givenTitle, archived }: SetFacts): string[] {
  const all = [...facets ?? [], ...givenTitle?.facets ?? []];
  return [
    ...facets === undefined ? [] : [INDEXED],
    ...setNames({ status, facets: all, archived: archived === true }),
  ];
}

/** The names of the sets whose threads a filter is about; that of a facet is its text. */
export function setNames(
  { status, facets = [], archived }: Pick<ThreadFilter, "status" | "facets" | "archived">,
): string[] {
  return [
    ...status === undefined ? [] : [`status=${status}`],
    ...archived === undefined ? [] : [`archived=${archived}`],
    ...new Set(facets),
  ];
}
