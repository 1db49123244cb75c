// What the deployment has of a thread, as a page takes it over.

import { type Conversation, EMPTY_CONVERSATION } from "./client/collect/conversation.ts";
import { hasCode } from "./client/error.ts";
import type { Thread } from "./client/thread.ts";

/** A conversation, and how many inputs wait behind it. */
export interface StoredThread {
  readonly stored: Conversation;
  readonly waiting: number;
}

/** The stored conversation; with `countsWaiting` also the inputs behind it at the same moment, else 0. @throws {TreadleError} */
export async function readStored(
  thread: Thread,
  countsWaiting: boolean,
  signal: AbortSignal,
): Promise<StoredThread> {
  for (;;) {
    const stored = await thread.conversation({ signal }).catch((thrown) => {
      if (hasCode(thrown, "thread_unknown")) return EMPTY_CONVERSATION; // the first input creates the thread
      throw thrown;
    });
    if (!countsWaiting) return { stored, waiting: 0 };
    const { status, running, waiting, counters } = await thread.get({ signal });
    const isSame = counters.steps === stored.storedSteps && (running ? "running" : status) === stored.status;
    if (isSame) return { stored, waiting }; // else a step has consumed inputs in between
  }
}
