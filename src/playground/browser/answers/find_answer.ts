// Where the selections of a step stand, which has run on this page: its events do not have them.

import type { EntryView } from "../../../core/contract/entries.ts";
import { ENTRIES_READ, readDetail, readHistory } from "../api/api.ts";

/** An entry among those around it. */
export interface AnswerPlace {
  readonly entries: readonly EntryView[];
  /** -1 where the answer is not among them. */
  readonly index: number;
}

/** The answer of the step that has committed a version, among the newest entries. */
export async function findAnswer(thread: string, version: number): Promise<AnswerPlace> {
  const { length } = await readDetail(thread);
  const { entries } = await readHistory(thread, Math.max(0, length - ENTRIES_READ), ENTRIES_READ);
  return {
    entries,
    index: entries.findIndex((entry) => entry.type === "assistant" && entry.version === version),
  };
}
