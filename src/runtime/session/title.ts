// The title of a thread: the beginning of its first input, for lists of threads.

import type { UserEntry } from "../../core/entry.ts";
import type { AgentState } from "../../core/state.ts";

/** Most characters of a title: every commit writes it. */
const TITLE_LIMIT = 80;

/** Code units of an input that a title is made of: white space makes more of them into one. */
const READ_LIMIT = 400;

/** The title that a thread has, or gets from the first of its inputs that has words. */
export function titleFields(
  { title }: Pick<AgentState, "title">,
  inbox: readonly Pick<UserEntry, "text">[],
): Pick<AgentState, "title"> {
  if (title !== undefined) return { title };
  for (const { text } of inbox) {
    const words = text.slice(0, READ_LIMIT).trim().replace(/\s+/g, " ");
    if (words !== "") return { title: shortenTitle(words) };
  }
  return {};
}

function shortenTitle(words: string): string {
  if (words.length <= TITLE_LIMIT) return words.toWellFormed();
  return `${words.slice(0, TITLE_LIMIT - 2).trimEnd().toWellFormed()} …`;
}
