// What a plan reads before its window: the pinned entries that have left it, and the task of the run. Notices in a user's voice
// part them from the window, since entries between are missing.

import type { Entry, UserEntry } from "../core/entry.ts";
import { readEntry } from "./codec.ts";

/** A pinned entry: its index in the whole history, and its whole text. */
export interface PinnedText {
  readonly index: number;
  readonly text: string;
}

/** The entries before a window, oldest first; the same for the same values. */
export function entriesBefore(pinned: readonly PinnedText[], task: string | undefined): readonly Entry[] {
  const ofTask = task === undefined ? [] : [userEntry("entry_task", task)];
  if (pinned.length === 0) return ofTask;
  return [PINNED, ...pinned.map(({ text }) => readEntry(text)), GOES_ON, ...ofTask];
}

function userEntry(id: string, text: string): UserEntry {
  return { type: "user", id, at: 0, version: 0, text };
}

const PINNED = userEntry("entry_pinned", "[Pinned entries from earlier in this conversation follow.]");
const GOES_ON = userEntry("entry_window", "[End of the pinned entries. The conversation goes on.]");
