// Callers with a user: the threads of other users do not exist for them.

import type { ThreadRef } from "../../core/store/thread.ts";
import type { RuntimeDeps } from "../request.ts";
import { isOwn } from "./owner.ts";
import { threadUnknown } from "./threads.ts";

/**
 * Refuses a thread of another user or of none, as if it did not exist; in one store request. A missing thread passes.
 *
 * @throws {AgentError} thread_unknown
 */
export async function assertOwn(
  ref: ThreadRef,
  user: string,
  { store }: Pick<RuntimeDeps, "store">,
): Promise<void> {
  const snapshot = await store.read(ref);
  if (snapshot !== undefined && !isOwn(ref, snapshot.header, user)) throw threadUnknown(ref);
}
