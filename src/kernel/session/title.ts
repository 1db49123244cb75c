// The title of a thread: the beginning of its first input, for lists of threads.

import type { UserEntry } from "../../core/entry.ts";

/** Most characters of a title: every commit writes it. */
const TITLE_LIMIT = 80;

/** Code units of an input that a title is made of: white space makes more of them into one. */
const READ_LIMIT = 400;

/** The title of the first of these inputs that has words; undefined where none has. */
export function findTitle(inputs: readonly Pick<UserEntry, "text">[]): string | undefined {
  for (const { text } of inputs) {
    const words = text.slice(0, READ_LIMIT).trim().replace(/\s+/g, " ");
    if (words !== "") return shortenTitle(words);
  }
  return undefined;
}

function shortenTitle(words: string): string {
  if (words.length <= TITLE_LIMIT) return words.toWellFormed();
  return `${words.slice(0, TITLE_LIMIT - 2).trimEnd().toWellFormed()} …`;
}
