// Whether others have gone on with the thread on the page: in another tab, or on another machine.

/** @typedef {import("../../../core/contract/threads.ts").ThreadPage["threads"][number]} ListedThread */

/**
 * @param {ListedThread} listed
 * @param {Pick<import("./run_progress.js").RunProgress, "version" | "waiting" | "waitsFor">} shown As the page shows it.
 * @param {boolean} [follows] The page follows a step of it.
 */
export function hasGoneOn(listed, { version, waiting, waitsFor }, follows) {
  if (listed.status === "corrupted" || listed.version < version) return false;
  if (follows || listed.version > version) return listed.version > version;
  return listed.running || listed.waiting !== waiting || listed.waitsFor !== waitsFor;
}
