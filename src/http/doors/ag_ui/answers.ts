// What the client brings for the calls that wait: answers of people, by `resume` or by the message of a tool, and results of tools
// of the page. What the thread has stored decides; a message only names a call.

import { digestOf } from "../../../core/approval/verdict.ts";
import type { CallView } from "../../../core/view/call_view.ts";
import type { Agent } from "../../../core/agent.ts";
import { AgentError } from "../../../core/error.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import type { ThreadRef } from "../../../core/store/thread.ts";
import { isMade } from "../../../protocols/ag_ui/ids.ts";
import type { ToolResult } from "../../../runtime/request.ts";
import { decideApproval } from "../../../runtime/threads/approvals.ts";
import { deciderOf } from "../../access/acting_user.ts";
import { assertScope } from "../../access/scopes.ts";
import type { HttpContext, HttpDeps } from "../../context.ts";
import { mediaIn, readContent } from "./content.ts";
import type { AgUiBody } from "./schema.ts";

/** The answer of a person to a call. */
interface PersonsAnswer {
  readonly call: CallView;
  readonly payload: Json;
  readonly pointer: string;
}

/** What a body brings, before anything of it is recorded. */
export interface Brought {
  readonly results: readonly ToolResult[];
  readonly answers: readonly PersonsAnswer[];
  /** Ids of calls and interrupts that the thread does not wait for, with their places. */
  readonly unknown: readonly { readonly pointer: string; readonly id: string }[];
}

/**
 * What the body brings for the outstanding calls; `anchor` is the index of the last message that the thread has.
 *
 * @throws {AgentError} invalid_request, approval_mismatch - a message names a call with other arguments
 */
export async function readBrought(
  { messages, resume = [] }: AgUiBody,
  { calls, agent, anchor }: {
    readonly calls: readonly CallView[];
    readonly agent: Agent;
    readonly anchor: number;
  },
): Promise<Brought> {
  const results: ToolResult[] = [];
  const answers: PersonsAnswer[] = [];
  const unknown: { pointer: string; id: string }[] = [];
  for (const [index, { interruptId, status, payload = true }] of resume.entries()) {
    const pointer = `/resume/${index}`;
    const call = calls.find(({ approval }) => approval?.digest === interruptId);
    if (call === undefined) unknown.push({ pointer: `${pointer}/interruptId`, id: interruptId });
    else {answers.push({
        call,
        payload: status === "cancelled" ? CANCELLED : payload,
        pointer: `${pointer}/payload`,
      });}
  }
  for (const [index, message] of messages.entries()) {
    const { id, role, toolCallId, error } = message;
    if (role !== "tool" || toolCallId === undefined || isMade(id)) continue;
    const pointer = `/messages/${index}`;
    const call = calls.find((each) => each.id === toolCallId);
    if (call === undefined) {
      if (index > anchor) unknown.push({ pointer: `${pointer}/toolCallId`, id: toolCallId });
      continue;
    }
    const content = readContent(message, `${pointer}/content`);
    const { text } = content;
    const isCallers = call.state === "client" || call.state === "pending" && agent.execution === "predict";
    if (isCallers && call.approval?.asks !== true) {
      const media = mediaIn(content);
      results.push({
        ...{ callId: call.id, output: error ?? jsonOf(text), failed: typeof error === "string" },
        ...(media.length === 0 ? {} : { media }),
      });
    } else if (call.approval !== undefined && !answers.some((answer) => answer.call === call)) {
      await assertSame(call, messages);
      answers.push({ call, payload: jsonOf(text), pointer: `${pointer}/content` });
    }
  }
  return { results, answers, unknown };
}

const CANCELLED: JsonObject = { approved: false, reason: "The user has closed the question." };

/** The object or the list of a text; any other text as it is. */
function jsonOf(text: string): Json {
  try {
    const value: Json = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : text;
  } catch {
    return text;
  }
}

/** The person has seen the arguments that the client shows, so these must be those of the call. */
async function assertSame({ id, name, args }: CallView, messages: AgUiBody["messages"]): Promise<void> {
  const shown = messages.flatMap(({ toolCalls }) => toolCalls ?? []).find((each) => each.id === id);
  const input = shown === undefined ? undefined : jsonOf(shown.function.arguments);
  const isSame = isJsonObject(input) &&
    await digestOf({ id, name, args: input }) === await digestOf({ id, name, args });
  if (isSame) return;
  throw new AgentError(
    "approval_mismatch",
    `The arguments of call ${id} in the messages are not those that wait for approval; read the thread again.`,
  );
}

/**
 * Records the answers of people. One to a call that was settled before counts as recorded: it stands.
 *
 * @throws {AgentError} invalid_request - an answer that does not say whether it approves; forbidden; what decideApproval throws
 */
export async function recordAnswers(
  answers: readonly PersonsAnswer[],
  ref: ThreadRef,
  c: HttpContext,
  deps: HttpDeps,
): Promise<void> {
  const read = answers.map((answer) => ({ ...answer, decision: decisionOf(answer) }));
  if (read.length > 0) assertScope(c.get("scopes"), "decide");
  for (const { call, decision } of read) {
    try {
      await decideApproval(ref, call.id, {
        ...decision,
        ...{
          digest: call.approval?.digest ?? "",
          by: deciderOf(c.var, undefined),
          key: c.var.by,
          via: "api",
        },
      }, deps);
    } catch (thrown) {
      const isLate = thrown instanceof AgentError && thrown.code === "approval_expired" &&
        !decision.approved;
      const isRepeated = thrown instanceof AgentError && thrown.code === "approval_decided";
      if (!isLate && !isRepeated) throw thrown;
    }
  }
}

interface ReadDecision {
  readonly approved: boolean;
  readonly reason?: string;
  readonly args?: JsonObject;
  readonly answer?: Json;
}

/** `true`, or an object with `approved`: nothing else approves a call. */
function decisionOf({ call, payload, pointer }: PersonsAnswer): ReadDecision {
  const fields = typeof payload === "boolean" ? { approved: payload } : payload;
  if (!isJsonObject(fields) || typeof fields.approved !== "boolean") {
    throw refused(pointer, "must be {approved: true or false}, and may have a reason");
  }
  const { approved, reason, args, answer } = fields;
  if (reason !== undefined && (typeof reason !== "string" || reason.length > 2_000)) {
    throw refused(`${pointer}/reason`, "must be a text of at most 2000 characters");
  }
  if (args !== undefined && !isJsonObject(args)) throw refused(`${pointer}/args`, "must be an object");
  return {
    approved,
    ...(reason === undefined || reason === "" ? {} : { reason }),
    ...(approved && args !== undefined ? { args } : {}),
    ...(approved && call.approval?.asks ? { answer: answer ?? reason ?? "" } : {}),
  };
}

function refused(pointer: string, detail: string): AgentError {
  return new AgentError("invalid_request", "The answer to an approval cannot be taken.", {
    problems: [{ pointer, detail }],
  });
}
