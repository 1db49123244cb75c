// What a plan reads before its window: the assistant's recall of what has left it, the pinned entries that have, and the task of the
// run. Notices in a user's voice part them from the window, since entries between are missing.

import type { Entry, UserEntry } from "../../core/entry.ts";
import { readEntry } from "./codec.ts";
import { recallEntry } from "./recall.ts";

/** A pinned entry: its index in the whole history, and its whole text. */
export interface PinnedText {
  readonly index: number;
  readonly text: string;
}

/** The entries before a window, oldest first; the same for the same values. */
export function entriesBefore(
  pinned: readonly PinnedText[],
  task: string | undefined,
  recall?: string,
): readonly Entry[] {
  const ofTask = task === undefined ? [] : [userEntry("entry_task", task)];
  const said = recall === undefined ? [] : [recallEntry(recall)];
  if (pinned.length > 0) {
    return [...said, PINNED, ...pinned.map(({ text }) => readEntry(text)), GOES_ON, ...ofTask];
  }
  return said.length > 0 && ofTask.length === 0 ? [...said, BEHIND_RECALL] : [...said, ...ofTask];
}

function userEntry(id: string, text: string): UserEntry {
  return { type: "user", id, at: 0, version: 0, text };
}

const BEHIND_RECALL = userEntry("entry_behind_recall", "[The conversation goes on.]");
const PINNED = userEntry("entry_pinned", "[Pinned entries from earlier in this conversation follow.]");
const GOES_ON = userEntry("entry_window", "[End of the pinned entries. The conversation goes on.]");
