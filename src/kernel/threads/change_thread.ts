// What people put on a thread: its title, and whether it is archived.

import type { ThreadChanges } from "../../core/contract/requests.ts";
import type { ThreadView } from "../../core/contract/threads.ts";
import type { GivenTitle, ThreadRef } from "../../core/store/thread.ts";
import { titleTexts } from "../../core/thread_facets.ts";
import type { RuntimeDeps } from "../deps.ts";
import { redactorOfThread } from "../redaction/find_redactor.ts";
import { threadUnknown, viewThread } from "../snapshot.ts";

/**
 * Renames a thread, archives it, or takes it out of the archive; also while a step runs. No step, input or fork changes either.
 *
 * @throws {AgentError} thread_unknown, thread_busy - others change it at the same time, schema_unsupported
 * @throws {AgentError} plugin_failed - the title cannot be redacted
 */
export async function changeThread(
  ref: ThreadRef,
  { title, archived }: ThreadChanges,
  deps: Pick<RuntimeDeps, "store" | "agents" | "plugins">,
): Promise<ThreadView> {
  const given = title === undefined ? undefined : await toGivenTitle(title, ref, deps);
  if (!await deps.store.putLabel(ref, { title: given, archived })) throw threadUnknown(ref);
  return await viewThread(ref, deps);
}

async function toGivenTitle(
  title: string,
  ref: ThreadRef,
  deps: Pick<RuntimeDeps, "store" | "agents" | "plugins">,
): Promise<GivenTitle> {
  const redactor = await redactorOfThread(ref, deps);
  const text = redactor?.text(title) ?? title;
  return { text, facets: titleTexts(text) };
}
