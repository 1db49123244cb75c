// What an assistant message of the client brings: answers of a person to approvals, and results of client tools. What the thread
// has stored decides; a part of the message only names it.

import { heldView } from "../../core/held_calls/held_view.ts";
import type { CallView } from "../../core/contract/calls.ts";
import type { ThreadDetail } from "../../core/contract/threads.ts";
import type { Agent } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { ToolResult } from "../../kernel/request.ts";
import { assertScope } from "../../http/access/scopes.ts";
import type { HttpContext, HttpDeps } from "../../http/context.ts";
import { assertSameCall, decideCall } from "../../http/conversation/decide_call.ts";
import type { ChatMessage } from "./schema.ts";

type Part = ChatMessage["parts"][number];

/** What a message brings for the calls that wait. */
export interface Answers {
  readonly results: readonly ToolResult[];
  /** How many decisions were recorded now. */
  readonly decided: number;
  /** A decision was about a call of a phase, which moves the thread of the chat on. */
  readonly moved: boolean;
  /** Calls of client tools that were approved and that the caller is to run now. */
  readonly toRun: readonly CallView[];
}

/** A message, and what it may answer. */
export interface Answered {
  readonly message: ChatMessage;
  readonly thread: ThreadDetail;
  readonly agent: Agent;
}

/**
 * Records the decisions of the message, and collects its results.
 *
 * @throws {AgentError} approval_mismatch - an approval is for another call or other arguments
 * @throws {AgentError} approval_decided - a denial of a call that was approved before
 * @throws {AgentError} forbidden; and what decideApproval throws, but for a call that was decided before
 */
export async function takeAnswers(
  { message, thread: { calls }, agent }: Answered,
  ref: ThreadRef,
  c: HttpContext,
  deps: HttpDeps,
): Promise<Answers> {
  const results: ToolResult[] = [];
  const toRun: CallView[] = [];
  let decided = 0;
  let moved = false;
  for (const call of calls) {
    const part = message.parts.find((each) => each.toolCallId === call.id && isToolPart(each));
    if (part === undefined) continue;
    const result = findResult(part);
    const { waitsFor } = heldView(call, agent.execution);
    if (waitsFor === "caller" && result !== undefined) results.push(result);
    const { waitsFor: stands, verdict, asks } = heldView(call);
    // Approved before, by another way in or in a response that was lost.
    if (stands === "caller" && part.state === "approval-responded") toRun.push(call);
    if (stands === undefined && verdict === "approved" && isDenial(part)) throw approvedBefore(call);
    if (stands !== "people" || part.state !== "approval-responded" || part.approval === undefined) continue;
    assertScope(c.get("scopes"), "decide");
    if (await decide(call, part, asks, ref, c, deps)) decided++;
    moved ||= call.thread !== undefined;
    if (call.approval?.client && call.approval.needed === 1 && part.approval.approved === true) {
      toRun.push(call);
    }
  }
  return { results, decided, moved, toRun };
}

function isToolPart({ type }: Part): boolean {
  return type === "dynamic-tool" || type.startsWith("tool-");
}

function findResult(
  { toolCallId: callId = "", state, output = null, errorText }: Part,
): ToolResult | undefined {
  if (state === "output-available") return { callId, output, failed: false };
  return state === "output-error" ? { callId, output: errorText ?? "", failed: true } : undefined;
}

function isDenial({ state, approval }: Part): boolean {
  return state === "approval-responded" && approval?.approved === false;
}

/** A person who denies a call that another one has approved must know that it will run. */
function approvedBefore({ id, approval }: CallView): AgentError {
  const { by = "another person" } = approval?.decisions.at(-1) ?? {};
  return new AgentError(
    "approval_decided",
    `Call ${id} was approved by ${by} before; stop the run, or read the chat again.`,
  );
}

/** True when the answer was recorded; false when it was answered before. */
async function decide(
  call: CallView,
  part: Part,
  asks: boolean,
  ref: ThreadRef,
  c: HttpContext,
  deps: HttpDeps,
): Promise<boolean> {
  const { id = "", approved = false, reason } = part.approval ?? {};
  await assertSameCall(call, part.input);
  const answer = approved && asks ? { answer: reason ?? "" } : {};
  try {
    const said = reason === undefined || reason === "" ? {} : { reason };
    await decideCall(c, { ref, callId: call.id, answer: { approved, digest: id, ...said, ...answer } }, deps);
    return true;
  } catch (thrown) {
    if (!(thrown instanceof AgentError) || thrown.code !== "approval_decided") throw thrown;
    if (!approved && thrown.details.approved === true) throw thrown;
    return false;
  }
}
