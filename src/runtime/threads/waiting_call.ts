// A call that waits for people, as the inbox and the page of a link show it.

import type { WaitingCall } from "../../core/view/inbox_view.ts";
import { awaitsDecision, isCancelled } from "../../core/approval/verdict.ts";
import type { CallMark, PlannedCall } from "../../core/call.ts";
import type { ThreadHeader, ThreadRef } from "../../core/store/thread.ts";
import { approvalTerms } from "../approval_views.ts";
import type { RuntimeDeps } from "../request.ts";
import { readMeta } from "../stored.ts";

/**
 * The view of a pending call; undefined when it waits for no person.
 *
 * @throws {AgentError} store_corrupt
 */
export async function waitingCall(
  ref: ThreadRef,
  { header, marks }: { readonly header: ThreadHeader; readonly marks: ReadonlyMap<string, CallMark> },
  call: PlannedCall,
  { agents, clock }: Pick<RuntimeDeps, "agents" | "clock">,
): Promise<WaitingCall | undefined> {
  const mark = marks.get(call.id);
  if (!awaitsDecision(call, mark, clock()) || isCancelled(call, header)) return undefined;
  const approval = await approvalTerms(call, mark);
  if (approval === undefined) return undefined;
  const { agent, metadata, parent, forkedFrom } = readMeta(ref, header);
  const { id: callId, name, args } = call;
  const answer = approval.asks
    ? agents.get(agent)?.tools.find((tool) => tool.name === name)?.answer
    : undefined;
  return {
    ...(parent === undefined || forkedFrom !== undefined ? {} : { root: parent.root }),
    ...{ thread: ref.thread, agent, metadata, callId, name, args, approval },
    ...(answer === undefined ? {} : { answer }),
  };
}
