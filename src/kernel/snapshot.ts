// What the store has of a thread, and the view of it.

import { AgentError } from "../core/error.ts";
import type { ThreadRef, ThreadSnapshot } from "../core/store/thread.ts";
import type { ThreadView } from "../core/contract/threads.ts";
import type { RuntimeDeps } from "./deps.ts";
import { countTakeable } from "./session/select_waiting_inputs.ts";
import { threadView } from "./views.ts";

type Deps = Pick<RuntimeDeps, "store">;

/**
 * Reads the header and the stored texts of a thread.
 *
 * @throws {AgentError} thread_unknown
 */
export async function readSnapshot(ref: ThreadRef, { store }: Deps): Promise<ThreadSnapshot> {
  const snapshot = await store.read(ref);
  if (snapshot === undefined) throw threadUnknown(ref);
  return snapshot;
}

/** The error for a thread that does not exist: `thread_unknown`. */
export function threadUnknown(ref: ThreadRef): AgentError {
  return new AgentError("thread_unknown", `Thread ${ref.thread} does not exist.`);
}

/**
 * The view of a thread.
 *
 * @throws {AgentError} thread_unknown, store_corrupt
 */
export async function viewThread(ref: ThreadRef, deps: Deps): Promise<ThreadView> {
  return await viewSnapshot(ref, await readSnapshot(ref, deps), deps);
}

/**
 * The view of a thread that is read: one whose next step takes inputs of its inbox is `open`.
 *
 * @throws {AgentError} store_corrupt
 */
export async function viewSnapshot(
  ref: ThreadRef,
  snapshot: Pick<ThreadSnapshot, "header" | "waiting">,
  deps: Deps,
): Promise<ThreadView> {
  return threadView(ref, snapshot.header, await countTakeable(ref, snapshot, deps));
}
