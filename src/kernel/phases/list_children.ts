// The threads in which the phases of a thread have run or run.

import type { ThreadRef } from "../../core/store/thread.ts";
import { readPhaseTree } from "./tree.ts";
import type { ChildView } from "../../core/contract/threads.ts";
import type { RuntimeDeps } from "../deps.ts";
import { threadUnknown } from "../snapshot.ts";

/**
 * The phases with their threads, in the order of the plan.
 *
 * @throws {AgentError} thread_unknown, store_corrupt
 */
export async function listChildren(
  ref: ThreadRef,
  deps: Pick<RuntimeDeps, "store" | "clock" | "agents">,
): Promise<readonly ChildView[]> {
  const children = await readPhaseTree(ref, deps);
  if (children === undefined) throw threadUnknown(ref);
  return children;
}
