// The thread of a phase: its id, what it is created with, its input, and its result.

import { joinText } from "../../core/entry.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { ThreadParent } from "../../core/plan/child_thread.ts";
import { fitPlan } from "../../core/plan/fit_plan.ts";
import { parsePhases, type Phase } from "../../core/plan/strategic_plan.ts";
import type { ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import { unpackEntry } from "../../kernel/stored_history/blobs.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import type { ResultInput } from "../../kernel/request.ts";
import type { Session } from "../../kernel/session.ts";
import { isOwn } from "../../kernel/owner.ts";

/** Levels of threads that may lie below the thread of the session. */
export function levelsBelow({ agent, meta: { parent } }: Pick<Session, "agent" | "meta">): number {
  const own = agent.orchestrate?.depth ?? 0;
  return parent === undefined ? own : Math.min(own, parent.levels);
}

/** What a phase's thread has of the thread above. */
export function toThreadParent(session: Session, callId: string, phase: string): ThreadParent {
  const { ref: { thread }, meta: { parent, forkedFrom } } = session;
  return {
    thread,
    callId,
    phase,
    depth: (parent?.depth ?? 0) + 1,
    // A fork of a phase's thread is below no other: nothing above it knows of its phases.
    root: parent === undefined || forkedFrom !== undefined ? thread : parent.root,
    levels: levelsBelow(session) - 1,
  };
}

/** The plan of the orchestrator as a worker reads it, with the phase that is its own. What other workers answered is not in it. */
export function planOfWorker(phases: readonly Phase[], own: string): JsonObject {
  return fitPlan(phases.map(({ result: _, ...phase }) => phase), { your_phase: own });
}

/** Most characters of the result of one earlier phase that a worker reads, and of all of them. */
const RESULT_LIMIT = 6_000;
const RESULTS_LIMIT = 24_000;

/**
 * The thread of a phase that has run, by the id that the plan of a thread of `user` has; undefined when it is gone. A caller may
 * write a plan, so the thread of another user counts as gone.
 */
export async function readChild(
  ref: ThreadRef,
  user: string | undefined,
  { store }: Pick<RuntimeDeps, "store">,
): Promise<ThreadSnapshot | undefined> {
  const snapshot = await store.read(ref);
  const isForeign = snapshot !== undefined && !isOwn(ref, snapshot.header, { tenant: ref.tenant, user });
  return isForeign ? undefined : snapshot;
}

/** The input of a phase: its goal, and when it is done. */
export function formatInput({ goal, done_when }: Phase): string {
  return `Goal: ${goal}\n\nDone when: ${done_when}`;
}

/**
 * The results of the phases that a phase comes after, as the result of the call of `run_phase`; undefined where there are none. What
 * other workers have answered is not the user's word.
 */
export async function resultsBefore(
  { after = [] }: Phase,
  callId: string,
  phases: readonly Phase[],
  above: Pick<Session, "ref" | "meta">,
  deps: RuntimeDeps,
): Promise<ResultInput | undefined> {
  const earlier = phases.filter(({ id }) => after.includes(id));
  if (earlier.length === 0) return undefined;
  const results = await Promise.all(earlier.map(async ({ id, thread = "", result = "" }) => {
    const whole = await resultIn(above, thread, deps);
    return `### ${id}\n${cut(whole ?? result, RESULT_LIMIT)}`;
  }));
  const text = `## RESULTS OF EARLIER PHASES\n${cut(results.join("\n\n"), RESULTS_LIMIT)}`;
  return { resultOf: callId, text };
}

/** The answer of the thread that the plan of a thread names; undefined for none that the thread may read. */
export async function resultIn(
  { ref: { tenant }, meta: { user } }: Pick<Session, "ref" | "meta">,
  thread: string,
  deps: Pick<RuntimeDeps, "store">,
): Promise<string | undefined> {
  if (thread === "") return undefined;
  const child = { tenant, thread };
  const snapshot = await readChild(child, user, deps);
  return snapshot === undefined ? undefined : await readAnswer(child, deps, snapshot);
}

/** The answer of a phase's thread: its last text, or the output of its last call. Undefined when the thread is empty. */
export async function readAnswer(
  ref: ThreadRef,
  deps: Pick<RuntimeDeps, "store">,
  snapshot: ThreadSnapshot,
): Promise<string | undefined> {
  if (snapshot.header.length === 0) return undefined;
  const page = await deps.store.history(ref, { after: Math.max(0, snapshot.header.length - 2), limit: 2 });
  const entries = await Promise.all((page?.entries ?? []).map((text) => unpackEntry(deps.store, ref, text)));
  const last = entries.findLast(({ type }) => type === "assistant" || type === "tool");
  if (last?.type === "assistant") return joinText(last.blocks);
  return last?.type === "tool" ? JSON.stringify(last.output) : undefined;
}

/** Most characters of a result in an observation. */
const OBSERVED_LIMIT = 32_000;

/** A result as the orchestrator reads it. */
export function cutResult(text: string): string {
  return cut(text, OBSERVED_LIMIT);
}

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const mark = ` … [cut, ${text.length} characters]`;
  return text.slice(0, limit - mark.length).toWellFormed() + mark;
}

/** The phases of a plan of JSON; none for one that is no plan of phases. */
export function readPhases(plan: Json | undefined): readonly Phase[] {
  return parsePhases(plan) ?? [];
}
