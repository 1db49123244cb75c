// What state a thread is in: the words for people, by what the API shows of it.

import {
  type StateFacts,
  stateWords,
  type StatusWords,
  threadWords,
} from "../../../core/contract/status_words.ts";
import type { CorruptedThread } from "../../../core/contract/threads.ts";
import { timeWords } from "../words.ts";

/** The server does not answer. */
export const LOST: StatusWords = stateWords("lost");

/** The state of a thread; one that resumes later says when. */
export function describeState(thread: StateFacts | CorruptedThread): StatusWords {
  const state = threadWords(thread, Date.now());
  return state === stateWords("resting") && "resumeAt" in thread && thread.resumeAt !== undefined
    ? { ...state, words: `Resumes at ${timeWords(thread.resumeAt)}` }
    : state;
}
