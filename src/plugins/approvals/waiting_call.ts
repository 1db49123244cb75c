// The calls that wait for people, as the inbox and the page of a link have them.

import type { WaitingCall } from "../../core/contract/calls.ts";
import type { CallMark, PlannedCall } from "../../core/call.ts";
import type { ThreadHeader, ThreadRef } from "../../core/store/thread.ts";
import type { Agent } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import { findVerdict } from "../../core/approval/verdict.ts";
import { waitsFor } from "../../core/held_calls/resolve_call.ts";
import type { JsonSchema } from "../../core/json.ts";
import { approvalTerms } from "../../kernel/held_calls/call_views.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { type StoredThread, toolOfThread } from "../../kernel/session/tools_of_thread.ts";
import { approvalDecided, approvalExpired, findApprovalCall } from "../../kernel/threads/decide_approval.ts";
import { readMeta, readState } from "../../kernel/stored.ts";
import { resolveTitle } from "../../kernel/views.ts";

type Deps = Pick<RuntimeDeps, "agents" | "clock" | "sources">;

/** A call that waits for people, and when its thread was created, in epoch milliseconds. */
export interface FoundCall {
  readonly waiting: WaitingCall;
  readonly createdAt: number;
}

/**
 * Finds a call that waits for people.
 *
 * @throws {AgentError} thread_unknown, call_unknown, approval_decided, approval_expired
 */
export async function readWaitingCall(
  ref: ThreadRef,
  callId: string,
  deps: Deps & Pick<RuntimeDeps, "store">,
): Promise<FoundCall> {
  const { ref: holder, snapshot: { header, marks }, call } = await findApprovalCall(ref, callId, deps);
  const [waiting] = await waitingCalls(holder, { header, marks }, [call], deps);
  if (waiting !== undefined) return { waiting, createdAt: readMeta(holder, header).createdAt };
  const { decisions = [] } = marks.get(callId) ?? {};
  throw findVerdict(call, { decisions }) === undefined
    ? approvalExpired(call)
    : approvalDecided(call, undefined, decisions);
}

/**
 * The views of those of a thread's pending calls that wait for people.
 *
 * @throws {AgentError} store_corrupt
 */
export async function waitingCalls(
  ref: ThreadRef,
  { header, marks }: { readonly header: ThreadHeader; readonly marks: ReadonlyMap<string, CallMark> },
  calls: readonly PlannedCall[],
  { agents, clock, sources }: Deps,
): Promise<WaitingCall[]> {
  const facts = { marks, cancelledEpoch: header.cancelledEpoch };
  const held = calls.filter((call) => waitsFor("people", call, facts, clock()));
  if (held.length === 0) return [];
  const thread = { ref, meta: readMeta(ref, header), state: readState(ref, header) };
  const { agent, user, metadata, parent, forkedFrom } = thread.meta;
  const title = resolveTitle(header, thread.state);
  const views = await Promise.all(held.map(async (call): Promise<WaitingCall[]> => {
    const approval = await approvalTerms(call, marks.get(call.id));
    if (approval === undefined) return [];
    const { id: callId, name, args } = call;
    return [{
      root: forkedFrom === undefined ? parent?.root : undefined,
      thread: ref.thread,
      agent,
      title,
      user,
      metadata,
      callId,
      name,
      args,
      approval,
      answer: approval.asks ? await answerSchema(agents.get(agent), name, thread, { sources }) : undefined,
    }];
  }));
  return views.flat();
}

/** The schema of the answer to a question; undefined where its tool cannot be found now. */
async function answerSchema(
  agent: Agent | undefined,
  name: string,
  thread: StoredThread,
  deps: Pick<RuntimeDeps, "sources">,
): Promise<JsonSchema | undefined> {
  if (agent?.threadTools === undefined) return agent?.tools.find((tool) => tool.name === name)?.answer;
  try {
    return (await toolOfThread(agent, name, thread, deps))?.answer;
  } catch (thrown) {
    if (thrown instanceof AgentError) return undefined;
    throw thrown;
  }
}
