// Cancels a thread and the threads of its phases. Their ids follow from the pending calls, which a cancel leaves as they are.

import type { ThreadRef } from "../../core/store/thread.ts";
import type { RuntimeDeps } from "../deps.ts";
import { readPendingCalls } from "../stored.ts";
import { refsBelow } from "./refs.ts";

/**
 * Fences the running steps of the thread and of the threads of its unfinished phases, at any depth. A phase that is over stays
 * as it is. Undefined when the thread is missing.
 */
export async function cancelTree(
  ref: ThreadRef,
  deps: Pick<RuntimeDeps, "store">,
): Promise<{ readonly running: boolean; readonly version: number } | undefined> {
  // The thread before the phases: a step that goes on would begin further ones.
  const cancelled = await deps.store.cancel(ref);
  if (cancelled === undefined) return undefined;
  const snapshot = await deps.store.read(ref);
  const below = snapshot === undefined ? [] : refsBelow(ref, readPendingCalls(ref, snapshot.pending));
  await Promise.all(below.map((child) => cancelUnfinished(child, deps)));
  return cancelled;
}

async function cancelUnfinished(ref: ThreadRef, deps: Pick<RuntimeDeps, "store">): Promise<void> {
  const snapshot = await deps.store.read(ref);
  if (snapshot === undefined) return;
  const { status } = snapshot.header;
  const isOver = status === "done" || status === "failed";
  if (!isOver || snapshot.running || snapshot.waiting > 0) await cancelTree(ref, deps);
}
