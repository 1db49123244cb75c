// The threads in which titles are written: one beside each thread that gets one, for as long as that takes.

import { AgentError } from "../../core/error.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { THREAD_ID } from "../../core/text/id.ts";
import type { HttpDeps } from "../../http/context.ts";
import { readMeta } from "../../kernel/stored.ts";
import { removeThread } from "../../kernel/threads/threads.ts";

const PREFIX = "title:";

/** True for the id of such a thread. */
export function isTitleThread(thread: string): boolean {
  return thread.startsWith(PREFIX);
}

/** The thread in which the title of a thread is written. */
export async function toTitleThread(
  { tenant, thread }: ThreadRef,
  { sha256 }: Pick<HttpDeps, "sha256">,
): Promise<ThreadRef> {
  const id = `${PREFIX}${thread}`;
  return { tenant, thread: THREAD_ID.test(id) ? id : `${PREFIX}${await sha256(thread)}` };
}

/** Removes the thread in which the title of a thread was to be written, if there is one. */
export async function removeTitleThread(ref: ThreadRef, deps: HttpDeps): Promise<void> {
  if (isTitleThread(ref.thread)) return;
  const written = await toTitleThread(ref, deps);
  const snapshot = await deps.store.read(written);
  // A caller may have a thread of such an id.
  if (snapshot === undefined || readMeta(written, snapshot.header).metadata.titleOf !== ref.thread) return;
  await removeIfThere(written, deps);
}

/** Removes a thread that another request may have removed. */
export async function removeIfThere(ref: ThreadRef, deps: HttpDeps): Promise<void> {
  try {
    await removeThread(ref, deps);
  } catch (thrown) {
    if (!(thrown instanceof AgentError) || thrown.code !== "thread_unknown") throw thrown;
  }
}
