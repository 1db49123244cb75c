// Removes a thread with the threads of its phases: those that run, and those that its plan names.

import type { Agent } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import { parsePhases } from "../../core/plan/strategic_plan.ts";
import type { ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import type { Removal, RuntimeDeps } from "../deps.ts";
import { readMeta, readPendingCalls, readState } from "../stored.ts";
import { refsBelow, refsOfPhases } from "./refs.ts";

type Deps = Pick<RuntimeDeps, "store" | "histories" | "contributions">;

/** A thread as it was found, with its pending calls where they were read. */
export type StoredCalls = Pick<ThreadSnapshot, "header"> & Partial<Pick<ThreadSnapshot, "pending">>;

/**
 * True for a thread that may have threads below: the deployment has an agent that runs phases, or the thread has a plan of phases or calls
 * that run them, as a deployment that had such an agent has left it.
 */
export function mayHavePhases(
  ref: ThreadRef,
  found: StoredCalls | undefined,
  agents: ReadonlyMap<string, Agent>,
): boolean {
  for (const { orchestrate } of agents.values()) if (orchestrate !== undefined) return true;
  if (found === undefined) return false;
  try {
    const plan = readState(ref, found.header).plan ?? readMeta(ref, found.header).plan;
    return parsePhases(plan) !== undefined ||
      refsBelow(ref, readPendingCalls(ref, found.pending ?? null)).length > 0;
  } catch (error) {
    return ifReadable(error) ?? false;
  }
}

/** False when the thread was missing. A thread of a failed run of a phase that was run again stays. */
export async function removeTree(ref: ThreadRef, deps: Deps, why: Removal = "requested"): Promise<boolean> {
  const snapshot = await deps.store.read(ref).catch(ifReadable);
  const below = snapshot === undefined ? [] : listRefs(ref, snapshot);
  // A step that runs would begin further phases until it finds out: a cancel reaches it at once.
  if (snapshot?.running) await deps.store.cancel(ref);
  const removed = await removeAlone(ref, deps, why);
  await Promise.all(below.map((child) => removeOwn(child, ref.thread, deps, why)));
  return removed;
}

/** Removes the thread without those of its phases, and what plugins keep beside it. False when it was missing. */
export async function removeAlone(
  ref: ThreadRef,
  { store, histories, contributions }: Deps,
  why: Removal,
): Promise<boolean> {
  histories.forget(ref);
  const removed = await store.remove(ref);
  // Also of a thread that is gone: an earlier removal may have ended before them.
  for (const remove of contributions.removals) await remove(ref, why);
  return removed;
}

/** A fork names the threads of its source's phases: they stay. */
export async function removeOwn(
  ref: ThreadRef,
  parent: string,
  deps: Deps,
  why: Removal = "requested",
): Promise<void> {
  const snapshot = await deps.store.read(ref).catch(ifReadable);
  if (snapshot !== undefined && readMeta(ref, snapshot.header).parent?.thread === parent) {
    await removeTree(ref, deps, why);
  }
}

function listRefs(ref: ThreadRef, { header, pending }: ThreadSnapshot): readonly ThreadRef[] {
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
