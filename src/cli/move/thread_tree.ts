// The threads of a tenant, and which of them run below others.

import { isJsonObject, parseJson } from "../../core/json.ts";
import type { Store } from "../../core/store.ts";

/** A thread of a list. */
export interface NamedThread {
  readonly thread: string;
  /** The thread whose phase runs in it. */
  readonly parent: string | undefined;
}

/** All of them, before the first is removed. */
export async function listThreads(store: Store, tenant: string): Promise<readonly NamedThread[]> {
  const listed: NamedThread[] = [];
  for (let cursor: string | undefined, isLast = false; !isLast;) {
    const page = await store.list(tenant, { limit: 100, ...cursor === undefined ? {} : { cursor } });
    listed.push(...page.threads.map(({ thread, header }) => ({ thread, parent: parentOf(header?.meta) })));
    cursor = page.cursor;
    isLast = cursor === undefined;
  }
  return listed;
}

/** The thread above, by the stored text of a meta. */
export function parentOf(meta = ""): string | undefined {
  const value = parseJson(meta);
  const parent = isJsonObject(value) ? value.parent : undefined;
  return isJsonObject(parent) && typeof parent.thread === "string" ? parent.thread : undefined;
}

/** Why a thread of {@link Tree.belowThemselves} is left. */
export const BELOW_ITSELF = "it is below itself: threads name each other as those whose phases run in them";

/** Threads, and those that phases of them run in. */
export class Tree {
  readonly #parents: ReadonlyMap<string, string | undefined>;
  readonly #children = new Map<string, string[]>();

  constructor(threads: readonly NamedThread[]) {
    this.#parents = new Map(threads.map(({ thread, parent }) => [thread, parent]));
    for (const { thread, parent } of threads) {
      if (parent !== undefined) this.#children.set(parent, [...this.childrenOf(parent), thread]);
    }
  }

  has(thread: string): boolean {
    return this.#parents.has(thread);
  }

  /** Those that are below no other one. */
  roots(): readonly string[] {
    return [...this.#parents].flatMap(([name, parent]) =>
      parent !== undefined && this.has(parent) ? [] : [name]
    );
  }

  /** Those that no root leads to: they name each other as those whose phases run in them. */
  belowThemselves(): readonly string[] {
    const reached = new Set(this.roots().flatMap((root) => this.below(root)));
    return [...this.#parents.keys()].filter((name) => !reached.has(name));
  }

  /** A thread and all below it. */
  below(thread: string): readonly string[] {
    return [thread, ...this.childrenOf(thread).flatMap((child) => this.below(child))];
  }

  childrenOf(thread: string): readonly string[] {
    return this.#children.get(thread) ?? [];
  }

  deepestFirst(): readonly string[] {
    return [...this.#parents.keys()].map((name) => ({ name, depth: this.#depthOf(name, 0) }))
      .sort((left, right) => right.depth - left.depth).map(({ name }) => name);
  }

  #depthOf(thread: string, depth: number): number {
    const parent = this.#parents.get(thread);
    return parent === undefined || depth > this.#parents.size ? depth : this.#depthOf(parent, depth + 1);
  }
}
