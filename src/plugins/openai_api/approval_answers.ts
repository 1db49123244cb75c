// The answers of people that a request for a response brings. What the thread has stored decides; an item only names it.

import { AgentError } from "../../core/error.ts";
import type { Json } from "../../core/json.ts";
import { callsAwaiting, heldView } from "../../core/held_calls/held_view.ts";
import type { CallView } from "../../core/contract/calls.ts";
import { readApprovalId, readResponseId } from "./encoders/response_ids.ts";
import { assertScope } from "../../http/access/scopes.ts";
import type { HttpContext, HttpDeps } from "../../http/context.ts";
import { type Path, refuse } from "../../http/conversation/refuse.ts";
import { assertSameCall, decideCall } from "../../http/conversation/decide_call.ts";
import type { RequestedTools } from "./requested_tools.ts";
import type { InputItem, ResponsesBody } from "./responses_schema.ts";
import type { StoredResponse } from "./stored/stored_response.ts";

/** An answer to one request for approval. */
export interface ApprovalItem {
  readonly thread: string;
  readonly callId: string;
  readonly approve: boolean;
  readonly reason: string;
  /** The request as the client has it; undefined where it does not send it. */
  readonly echo: InputItem | undefined;
  readonly path: Path;
}

type RequestedInput = Pick<ResponsesBody, "input" | "previous_response_id">;

/**
 * The `mcp_approval_response` items at the end of the input; none where it ends with something else. What stands before them is
 * the conversation that the thread has.
 *
 * @throws {AgentError} invalid_request - an item that is not whole, two answers to one request, or requests of two responses
 */
export function approvalAnswers(
  { input, previous_response_id: previous }: RequestedInput,
): readonly ApprovalItem[] {
  if (typeof input === "string") return [];
  const answers: ApprovalItem[] = [];
  for (const [index, item] of [...input.entries()].reverse()) {
    if (!isOfApproval(item)) break;
    if (item.type === "mcp_approval_response") answers.unshift(toAnswer(item, ["input", index], input));
  }
  const [first] = answers;
  if (first === undefined) return [];
  for (const [index, { thread, callId, path }] of answers.entries()) {
    if (thread !== first.thread) throw refuse([...path, ID], "is of another response than the first");
    if (answers.findIndex((other) => other.callId === callId) < index) {
      throw refuse([...path, ID], "is answered twice");
    }
  }
  if (previous && readResponseId(previous)?.thread !== first.thread) {
    throw refuse([...first.path, ID], "is not of the response of previous_response_id");
  }
  return answers;
}

const ID = "approval_request_id";

function isOfApproval({ type, id }: InputItem): boolean {
  if (type === "mcp_approval_response" || type === "mcp_approval_request") return true;
  return (type === "item_reference" || !type) && (id?.startsWith("mcpr_") ?? false);
}

function toAnswer(item: InputItem, path: Path, input: readonly InputItem[]): ApprovalItem {
  const { approval_request_id: id, approve, reason } = item;
  if (!id) throw refuse([...path, ID], "is missing");
  if (typeof approve !== "boolean") throw refuse([...path, "approve"], "must be true or false");
  const asked = readApprovalId(id);
  if (asked === undefined) throw refuse([...path, ID], "is no id of a request for approval");
  const echo = input.find((each) => each.type === "mcp_approval_request" && each.id === id);
  return { ...asked, approve, reason: reason ?? "", echo, path };
}

/**
 * Records the answers, after all of them were checked.
 *
 * @returns False when the run has gone on with these answers already.
 * @throws {AgentError} invalid_request - a call that does not wait, one that waits and has no answer, or one that has no form here
 * @throws {AgentError} approval_mismatch - the client has the request with another tool or with other arguments
 * @throws {AgentError} approval_decided - the call was answered before, otherwise or with effect; forbidden - without the scope
 * @throws {AgentError} what decideApproval throws
 */
export async function takeApprovals(
  c: HttpContext,
  answers: readonly ApprovalItem[],
  { ref, thread: { calls }, entries }: Pick<StoredResponse, "ref" | "thread" | "entries">,
  { toName, ...deps }: HttpDeps & Pick<RequestedTools, "toName">,
): Promise<boolean> {
  assertScope(c.get("scopes"), "decide");
  const found = answers.map((answer) => ({ answer, call: calls.find(({ id }) => id === answer.callId) }));
  if (found.every(({ call }) => call === undefined)) {
    const known = answers.every(({ callId }) =>
      entries.some((entry) =>
        entry.type === "tool" && entry.callId === callId && entry.approval !== undefined
      )
    );
    if (known) return false;
  }
  const checked = [];
  for (const { answer, call } of found) {
    checked.push({ answer, call: await checkCall(answer, call, toName) });
  }
  const open = callsAwaiting("people", calls).find(({ id }) => !answers.some(({ callId }) => callId === id));
  if (open !== undefined) {
    throw refuse(["input"], `must answer all requests for approval: ${open.id}`);
  }
  for (const { answer: { approve: approved, reason }, call } of checked) {
    if (heldView(call).verdict !== undefined) continue;
    const answer = { approved, digest: call.approval?.digest, ...(reason === "" ? {} : { reason }) };
    await decideCall(c, { ref, callId: call.id, answer }, deps);
  }
  return true;
}

async function checkCall(
  { approve, echo, path }: ApprovalItem,
  call: CallView | undefined,
  toName: RequestedTools["toName"],
): Promise<CallView> {
  const { approval } = call ?? {};
  if (call === undefined || approval === undefined) {
    throw refuse([...path, ID], "names no call that waits for approval");
  }
  if (approval.asks || approval.client) {
    throw refuse(
      [...path, ID],
      "is of a question or of a tool of the caller",
    );
  }
  if (echo !== undefined) {
    await assertSameCall(call, parseOrNull(echo.arguments ?? ""), toName(echo.name ?? ""));
  }
  const { verdict } = heldView(call);
  // One that is decided has not run yet: the same answer goes on with it.
  if (verdict === undefined || verdict === (approve ? "approved" : "denied")) return call;
  throw new AgentError("approval_decided", `Call ${call.id} was ${verdict} before; that answer stands.`);
}

function parseOrNull(text: string): Json {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}
