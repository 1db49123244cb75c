// The message whose step has not committed yet: after a reload the stored history does not have it.

import { tabStorage } from "../storage.js";

const SENT = "treadle.sent";

/** @param {string} thread @param {string} text */
export function keepSent(thread, text) {
  tabStorage.set(SENT, JSON.stringify({ thread, text }));
}

/** The step of the message has ended: the stored history has it. */
export function forgetSent() {
  tabStorage.remove(SENT);
}

/** The kept message of a thread. @param {string} thread @returns {string | undefined} */
export function sentTo(thread) {
  const { thread: kept, text } = JSON.parse(tabStorage.get(SENT) ?? "{}");
  return kept === thread && typeof text === "string" ? text : undefined;
}
