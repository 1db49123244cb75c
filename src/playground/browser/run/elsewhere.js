// Whether others have gone on with the thread on the page: in another tab, or on another machine.

/** @typedef {import("../../../core/view/thread_view.ts").ThreadPage["threads"][number]} ListedThread */

/** @param {ListedThread} listed @param {number} version Of the thread as the page shows it. */
export function hasGoneOn(listed, version) {
  if (listed.status === "corrupted") return false;
  return listed.version > version || (listed.running && listed.version === version);
}

/** A person has begun to write in a form of the conversation. @param {HTMLElement} root */
export function isEdited(root) {
  const fields = root.querySelectorAll(/** @type {"input"} */ ("input, .edit textarea"));
  return [...fields].some(({ value }) => value !== "");
}
