// What state a thread is in: the words for people, by what the API shows of it.

import { type StateFacts, type ThreadWords, threadWords } from "../../../core/contract/thread_words.ts";
import type { CorruptedThread } from "../../../core/contract/threads.ts";
import { timeWords } from "../words.ts";

/** The server does not answer. */
export const LOST: ThreadWords = { words: "Not connected", tone: "needs", kind: "failed" };

/** The state of a thread; one that rests says until when. */
export function describeState(thread: StateFacts | CorruptedThread): ThreadWords {
  const state = threadWords(thread, Date.now());
  return state.words === "Rests" && "resumeAt" in thread && thread.resumeAt !== undefined
    ? { ...state, words: `Rests until ${timeWords(thread.resumeAt)}` }
    : state;
}
