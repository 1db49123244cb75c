// The message whose step has not committed yet: after a reload the stored history does not have it.

const SENT = "treadle.sent";

/** @param {string} thread @param {string} text */
export function keepSent(thread, text) {
  sessionStorage.setItem(SENT, JSON.stringify({ thread, text }));
}

/** The step of the message has ended: the stored history has it. */
export function forgetSent() {
  sessionStorage.removeItem(SENT);
}

/** The kept message of a thread. @param {string} thread @returns {string | undefined} */
export function sentTo(thread) {
  const { thread: kept, text } = JSON.parse(sessionStorage.getItem(SENT) ?? "{}");
  return kept === thread && typeof text === "string" ? text : undefined;
}
