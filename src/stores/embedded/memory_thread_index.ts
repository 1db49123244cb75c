// The sets of threads that a list with a filter reads in the memory store: those of a tenant, and of them those with a status or a
// facet.

import {
  entryNames,
  INDEXED,
  type SetFacts,
  setNames,
  type ThreadFilter,
} from "../../core/store/thread_filter.ts";
import type { ThreadRecord } from "./tables.ts";

/** The name of the set of all threads of a tenant. No other set has it. */
const ALL = "";

/** Numbers of threads by tenant and by the names of their sets. */
export class MemoryThreadIndex {
  readonly #sets = new Map<string, Map<string, Set<number>>>();

  enter({ id, ref, header }: ThreadRecord): void {
    const sets = this.#sets.get(ref.tenant) ?? new Map<string, Set<number>>();
    this.#sets.set(ref.tenant, sets);
    for (const name of [ALL, ...entryNames(header)]) {
      const members = sets.get(name) ?? new Set<number>();
      sets.set(name, members.add(id));
    }
  }

  leave({ id, ref, header }: ThreadRecord): void {
    const sets = this.#sets.get(ref.tenant);
    for (const name of [ALL, ...entryNames(header)]) {
      const members = sets?.get(name);
      members?.delete(id);
      if (members?.size === 0) sets?.delete(name);
    }
  }

  /** Most changes of a thread leave it where it is. */
  move(before: ThreadRecord, now: ThreadRecord): void {
    if (haveSameSets(before.header, now.header)) return;
    this.leave(before);
    this.enter(now);
  }

  /** The threads that are in all sets of the filter, in any order. */
  find(tenant: string, filter: ThreadFilter): number[] {
    const sets = this.#sets.get(tenant);
    const wanted = [ALL, ...setNames(filter)].map((name) => sets?.get(name) ?? new Set<number>());
    const [smallest = new Set<number>(), ...others] = wanted.sort((left, right) => left.size - right.size);
    return [...smallest].filter((id) => others.every((set) => set.has(id)));
  }

  /** True for a tenant with a thread whose facets are not kept. */
  isIncomplete(tenant: string): boolean {
    const sets = this.#sets.get(tenant);
    return (sets?.get(ALL)?.size ?? 0) > (sets?.get(INDEXED)?.size ?? 0);
  }

  clear(): void {
    this.#sets.clear();
  }
}

function haveSameSets(left: SetFacts, right: SetFacts): boolean {
  return left.status === right.status && left.facets === right.facets &&
    left.givenTitle === right.givenTitle && left.archived === right.archived;
}
