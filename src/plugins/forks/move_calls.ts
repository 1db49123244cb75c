// The once calls that a fork takes over leave its source: each of them runs in one thread at most.

import type { Agent } from "../../core/agent.ts";
import { isUntouched, type PlannedCall } from "../../core/call.ts";
import type { CallBlock } from "../../core/entry.ts";
import { AgentError } from "../../core/error.ts";
import type { Resolution } from "../../core/held_calls/hold.ts";
import { resolveCall } from "../../core/held_calls/resolve_call.ts";
import { RUN_PHASE } from "../../core/plan/child_thread.ts";
import type { ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import { newId } from "../../core/text/id.ts";
import { isOfSource } from "../../core/tool/tool_source.ts";
import { withClientTools } from "../../core/tool/with_client_tools.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { findAgent } from "../../kernel/session/resolve_agent.ts";
import { readMeta, readPendingCalls, readState } from "../../kernel/stored.ts";
import { statusWithout, waitsForFields } from "../../kernel/held_calls/thread_status.ts";
import type { ForkPoint } from "./fork_point.ts";
import { amend, type AmendedThread, type Amendment } from "../../kernel/amend.ts";

/** Which calls move, and where to. */
export interface MovedCalls {
  /** Ids of pending calls. */
  readonly ids: ReadonlySet<string>;
  /** Id of the fork. */
  readonly target: string;
  /** The version of the source that the fork was read from. */
  readonly version: number;
}

type Deps = Pick<RuntimeDeps, "store" | "clock" | "random" | "sleep" | "log">;

/**
 * The `once` calls that a step of the source could still run. A call that came to something without its tool never runs there; one whose
 * time to answer is over may still have been approved by another clock.
 */
export function callsToMove(
  source: ThreadRef,
  { header, pending, marks }: ThreadSnapshot,
  unanswered: readonly CallBlock[],
  deps: Pick<RuntimeDeps, "agents" | "clock">,
): ReadonlySet<string> {
  const facts = { marks, cancelledEpoch: header.cancelledEpoch };
  const now = deps.clock();
  const agent = findAgent(readMeta(source, header).agent, deps);
  const client = withClientTools(agent, readState(source, header).run.clientTools);
  const open = readPendingCalls(source, pending).filter((call) =>
    isUntouched(call) && mayStillRun(resolveCall(call, facts, now)) &&
    unanswered.some(({ id }) => id === call.id) && mayBeOnce(client, call.name)
  );
  return new Set(open.map(({ id }) => id));
}

function mayStillRun(resolution: Resolution): boolean {
  return resolution.type !== "settled" || resolution.by === "expired";
}

/** The calls of the source that moved to forks, and the ids of these forks. */
export function findMovedCalls(
  source: ThreadRef,
  { pending }: ThreadSnapshot,
  { behind }: Pick<ForkPoint, "behind">,
): ReadonlyMap<string, string> {
  const settled = behind.flatMap((entry) =>
    entry.type === "tool" && entry.movedTo !== undefined ? [[entry.callId, entry.movedTo] as const] : []
  );
  const open = readPendingCalls(source, pending).flatMap(({ id, disposition }) =>
    disposition.type === "moved" ? [[id, disposition.thread] as const] : []
  );
  return new Map([...settled, ...open]);
}

/**
 * True for a call that may be of a `once` tool, or that may run one: a phase runs what its worker plans. The tools of servers and of a
 * catalogue are not read here: one of them may be.
 */
export function mayBeOnce({ tools, toolSources, threadTools }: Agent, name: string): boolean {
  if (name === RUN_PHASE) return true;
  const tool = tools.find((own) => own.name === name);
  if (tool !== undefined) return tool.effect === "once";
  return threadTools !== undefined || isOfSource(toolSources, name);
}

/**
 * Settles calls of the source as moved to the fork, before there is a fork: by a commit under the lease of the source, so that no
 * step of it, in any isolate, runs them meanwhile or later. Were this isolate to end before the fork is made, a repetition that
 * names the same id makes it; until then the calls run nowhere.
 *
 * @throws {AgentError} thread_busy - a step of the source runs, or has ended since the source was read
 */
export async function moveCalls(
  source: ThreadRef,
  { ids, target, version }: MovedCalls,
  deps: Deps,
): Promise<void> {
  try {
    await amend(source, {
      owner: newId("run", deps.random),
      expectedVersion: version,
      entry: undefined,
      change: (thread) => toMoved(source, thread, { ids, target }, deps.clock()),
    }, deps);
  } catch (thrown) {
    if (thrown instanceof AgentError && thrown.code === "version_conflict") throw hasChanged(source);
    throw thrown;
  }
}

function toMoved(
  source: ThreadRef,
  { begun: { header, marks }, state, pending }: AmendedThread,
  { ids, target }: Pick<MovedCalls, "ids" | "target">,
  now: number,
): Amendment {
  const { waitsFor: _for, authorization: _of, ...rest } = state;
  const calls = pending.map((call): PlannedCall => {
    if (!ids.has(call.id)) return call;
    // A step that vanished may have run it since the source was read.
    if (!isUntouched(call) || marks.get(call.id)?.startedEpoch !== undefined) throw hasChanged(source);
    return { ...call, args: {}, disposition: { type: "moved", thread: target } };
  });
  return {
    state: { ...rest, ...waitsForFields(calls), updatedAt: now },
    status: statusWithout(header.status, calls, state.run),
    pending: calls,
  };
}

function hasChanged({ thread }: ThreadRef): AgentError {
  const message = `Thread ${thread} has gone on while it was forked; retry after 100 ms.`;
  return new AgentError("thread_busy", message, { retryAfterMs: 100 });
}
