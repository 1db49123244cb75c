// What people put on a thread: its title, and whether it is archived.

import type { ThreadChanges } from "../../core/contract/requests.ts";
import type { ThreadView } from "../../core/contract/threads.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { titleTexts } from "../../core/thread_facets.ts";
import type { RuntimeDeps } from "../deps.ts";
import { threadUnknown, viewThread } from "../snapshot.ts";

/**
 * Renames a thread, archives it, or takes it out of the archive; also while a step runs. No step, input or fork changes either.
 *
 * @throws {AgentError} thread_unknown, thread_busy - others change it at the same time, schema_unsupported
 */
export async function changeThread(
  ref: ThreadRef,
  { title, archived }: ThreadChanges,
  deps: Pick<RuntimeDeps, "store">,
): Promise<ThreadView> {
  const given = title === undefined ? undefined : { text: title, facets: titleTexts(title) };
  if (!await deps.store.putLabel(ref, { title: given, archived })) throw threadUnknown(ref);
  return await viewThread(ref, deps);
}
