// Where the selections of a step stand, which has run on this page: its events do not have them.

/** @typedef {{ entries: readonly import("../../../core/contract/entries.ts").EntryView[], index: number }} AnswerPlace */

import { readDetail, readHistory } from "../api.js";

/** Entries of one read. */
const PAGE = 200;

/**
 * The answer of a step among the newest entries.
 *
 * @param {string} thread @param {number} version That the step has committed.
 * @returns {Promise<AnswerPlace>}
 */
export async function findAnswer(thread, version) {
  const { length } = await readDetail(thread);
  const { entries } = await readHistory(thread, Math.max(0, length - PAGE), PAGE);
  return {
    entries,
    index: entries.findIndex((entry) => entry.type === "assistant" && entry.version === version),
  };
}
