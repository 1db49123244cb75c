// The contenders of the part `objects`, and the threads that they have.

import { postStep } from "../lab/client.ts";
import { TASK } from "../lab/workload.ts";
import type { Kind, System } from "./systems.ts";

export interface Contender {
  readonly label: string;
  readonly kind: Kind;
}

/** What the others are compared with. */
export const REDIS: Contender = { label: "Redis over REST", kind: "redis" };
export const OBJECTS: Contender = { label: "Durable Objects", kind: "objects" };
export const ONE: Contender = { label: "Durable Objects, in one process", kind: "one" };
export const AGENT: Contender = { label: "agent in its object", kind: "agent" };

/** The answer is JSON. */
export const WHOLE = { accept: "application/json" } as const;

/** Steps that a thread has had before it is measured. */
const GROWN = 9;

const AT_ONCE = 16;

/** Gives new threads their history. */
export async function grow({ url }: System, threads: readonly string[]): Promise<void> {
  await forEach(
    threads,
    AT_ONCE,
    (thread) => postStep(url, thread, { ...WHOLE, agent: "orders", input: TASK }),
  );
  for (let step = 1; step < GROWN; step++) {
    await forEach(threads, AT_ONCE, (thread) => postStep(url, thread, WHOLE));
  }
}

/** Works on all items, on so many at a time. */
export async function forEach<Item>(
  items: readonly Item[],
  count: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  await Promise.all(Array.from({ length: count }, async () => {
    for (const item of left) await work(item);
  }));
}
