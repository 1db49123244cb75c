// Callers with a user or a token: the threads of others do not exist for them.

import type { ThreadRef } from "../../core/store/thread.ts";
import type { RuntimeDeps } from "../deps.ts";
import { assertInRange, hasAll, isOwn, type Whose } from "../owner.ts";
import { threadUnknown } from "../snapshot.ts";

/**
 * Refuses a thread that the caller does not have, as if it did not exist; in one store request, and in none for a caller that has
 * all threads of its tenant. A missing thread passes.
 *
 * @throws {AgentError} thread_unknown; forbidden, when the id is outside of what a token is for
 */
export async function assertOwn(
  ref: ThreadRef,
  whose: Whose,
  { store }: Pick<RuntimeDeps, "store">,
): Promise<void> {
  if (hasAll(whose)) return;
  assertInRange(whose.bound, ref.thread);
  const snapshot = await store.read(ref);
  if (snapshot !== undefined && !isOwn(ref, snapshot.header, whose)) throw threadUnknown(ref);
}
