// Whether others have gone on with the thread on the page: in another tab, or on another machine.

import type { ListedThread } from "../api/api.ts";
import type { RunProgress } from "./run_progress.ts";

/**
 * Whether a list has more of the thread than the page shows of it.
 *
 * @param follows The page follows a step of it.
 */
export function hasGoneOn(
  listed: ListedThread,
  { version, waiting, waitsFor }: Pick<RunProgress, "version" | "waiting" | "waitsFor">,
  follows = false,
): boolean {
  if (listed.status === "corrupted" || listed.version < version) return false;
  if (follows || listed.version > version) return listed.version > version;
  return listed.running || listed.waiting !== waiting || listed.waitsFor !== waitsFor;
}
