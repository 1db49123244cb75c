// Removes a thread with the threads of its phases: those that run, and those that its plan names.

import type { Agent } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import type { ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import type { RuntimeDeps } from "../deps.ts";
import { readMeta, readPendingCalls, readState } from "../stored.ts";
import { refsBelow } from "./cancel.ts";
import { refsOfPhases } from "./child_thread.ts";

type Deps = Pick<RuntimeDeps, "store" | "histories">;

/** True when threads of the deployment may have phases. */
export function hasOrchestrators(agents: ReadonlyMap<string, Agent>): boolean {
  for (const { orchestrate } of agents.values()) if (orchestrate !== undefined) return true;
  return false;
}

/** False when the thread was missing. A thread of a failed run of a phase that was run again stays. */
export async function removeTree(ref: ThreadRef, deps: Deps): Promise<boolean> {
  const snapshot = await deps.store.read(ref).catch(ifReadable);
  const below = snapshot === undefined ? [] : refsOf(ref, snapshot);
  deps.histories.forget(ref);
  // A step that runs would begin further phases until it finds out: a cancel reaches it at once.
  if (snapshot?.running) await deps.store.cancel(ref);
  const removed = await deps.store.remove(ref);
  await Promise.all(below.map((child) => removeOwn(child, ref.thread, deps)));
  return removed;
}

/** A fork names the threads of its source's phases: they stay. */
export async function removeOwn(ref: ThreadRef, parent: string, deps: Deps): Promise<void> {
  const snapshot = await deps.store.read(ref).catch(ifReadable);
  if (snapshot !== undefined && readMeta(ref, snapshot.header).parent?.thread === parent) {
    await removeTree(ref, deps);
  }
}

function refsOf(ref: ThreadRef, { header, pending }: ThreadSnapshot): readonly ThreadRef[] {
  try {
    return [
      ...refsOfPhases(ref, readState(ref, header).plan),
      ...refsBelow(ref, readPendingCalls(ref, pending)),
    ];
  } catch (error) {
    return ifReadable(error) ?? [];
  }
}

/** What cannot be read has nothing below it that is known. */
function ifReadable(error: unknown): undefined {
  if (error instanceof AgentError && error.code === "store_corrupt") return undefined;
  throw error;
}
