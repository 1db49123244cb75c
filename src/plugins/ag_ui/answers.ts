// What the client brings for the calls that wait: answers of people, by `resume` or by the message of a tool, and results of tools
// of the page. What the thread has stored decides; a message only names a call.

import { heldView } from "../../core/held_calls/held_view.ts";
import type { CallView } from "../../core/contract/calls.ts";
import type { EntryView } from "../../core/contract/entries.ts";
import type { Agent } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { isMade } from "./encoder/ids.ts";
import type { Whose } from "../../kernel/owner.ts";
import type { ToolResult } from "../../kernel/request.ts";
import { assertScope } from "../../http/access/scopes.ts";
import type { HttpContext, HttpDeps } from "../../http/context.ts";
import { type Path, refuse } from "../../http/conversation/refuse.ts";
import { assertSameCall, decideCall } from "../../http/conversation/decide_call.ts";
import { readContent } from "./content.ts";
import { withOwnMedia } from "./own_media.ts";
import type { AgUiBody, AgUiInput } from "./schema.ts";

/** The answer of a person to a call. */
interface PersonsAnswer {
  readonly call: CallView;
  readonly payload: Json;
  readonly path: Path;
}

/** What a body brings, before anything of it is recorded. */
export interface ClientAnswers {
  readonly results: readonly ToolResult[];
  readonly answers: readonly PersonsAnswer[];
  /** Ids of calls and interrupts that the thread does not wait for, with their places. */
  readonly unknown: readonly { readonly path: Path; readonly id: string }[];
}

/**
 * What the body brings for the outstanding calls; `anchor` is the index of the last message that the thread has, `entries` are those
 * behind it.
 *
 * @throws {AgentError} invalid_request - a content that is not accepted, or two messages are results of one call; approval_mismatch - a
 * message names a call with other arguments
 */
export async function readClientAnswers(
  { threadId, messages, resume = [] }: AgUiBody,
  { calls, agent, anchor, entries, caller }: {
    readonly calls: readonly CallView[];
    readonly agent: Agent;
    readonly anchor: number;
    readonly entries: readonly EntryView[];
    readonly caller: Whose;
  },
  deps: HttpDeps,
): Promise<ClientAnswers> {
  const results: ToolResult[] = [];
  const answers: PersonsAnswer[] = [];
  const unknown: { path: Path; id: string }[] = [];
  for (const [index, { interruptId, status, payload = null }] of resume.entries()) {
    const path = ["resume", index];
    const call = calls.find(({ approval }) => approval?.digest === interruptId);
    if (call === undefined) unknown.push({ path: [...path, "interruptId"], id: interruptId });
    else {answers.push({
        call,
        payload: status === "cancelled" ? CANCELLED : payload,
        path: [...path, "payload"],
      });}
  }
  for (const [index, message] of messages.entries()) {
    const { id, role, toolCallId, error } = message;
    if (role !== "tool" || toolCallId === undefined || isMade(id)) continue;
    const path = ["messages", index];
    const call = calls.find((each) => each.id === toolCallId);
    if (call === undefined) {
      const isKnown = index <= anchor ||
        entries.some((entry) => isOutcome(entry, message, [...path, "content"]));
      if (!isKnown) unknown.push({ path: [...path, "toolCallId"], id: toolCallId });
      continue;
    }
    const at = [...path, "content"];
    const content = readContent(message, at);
    if (heldView(call, agent.execution).waitsFor === "caller") {
      if (results.some(({ callId }) => callId === call.id)) {
        throw refuse([...path, "toolCallId"], "has a result before");
      }
      const isFailed = typeof error === "string";
      const { media } = await withOwnMedia(content, { id: threadId, caller }, at, deps);
      results.push({
        callId: call.id,
        output: error ?? parseJsonOrText(content.text),
        failed: isFailed,
        ...(isFailed || media === undefined ? {} : { media }),
      });
    } else if (call.approval !== undefined && !answers.some((answer) => answer.call === call)) {
      await assertSameCall(call, findVisibleArguments(call, messages));
      answers.push({ call, payload: parseJsonOrText(content.text), path: at });
    }
  }
  return { results, answers, unknown };
}

/**
 * True for the entry that the message has become, when the stream broke before the client read so: what it says is done, and other
 * words about a settled call are not.
 */
function isOutcome(entry: EntryView, message: AgUiInput, at: Path): boolean {
  if (entry.type !== "tool" || entry.callId !== message.toolCallId) return false;
  const said = parseJsonOrText(readContent(message, at).text);
  if (JSON.stringify(entry.output) === JSON.stringify(message.error ?? said)) return true;
  const approved = isJsonObject(said) ? said.approved : said;
  return entry.approval !== undefined && approved === (entry.approval.outcome === "approved");
}

const CANCELLED: JsonObject = { approved: false, reason: "The user has closed the question." };

/** The object or the list of a text; any other text as it is. */
function parseJsonOrText(text: string): Json {
  try {
    const value: Json = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : text;
  } catch {
    return text;
  }
}

/** The arguments of a call as the client's messages show it. */
function findVisibleArguments({ id }: CallView, messages: AgUiBody["messages"]): Json | undefined {
  const shown = messages.flatMap(({ toolCalls }) => toolCalls ?? []).find((each) => each.id === id);
  return shown === undefined ? undefined : parseJsonOrText(shown.function.arguments);
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
  const read = answers.map((answer) => ({ ...answer, decision: readDecision(answer) }));
  if (read.length > 0) assertScope(c.get("scopes"), "decide");
  for (const { call, decision } of read) {
    try {
      const answer = { ...decision, digest: call.approval?.digest ?? "" };
      await decideCall(c, { ref, callId: call.id, answer }, deps);
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
function readDecision({ call, payload, path }: PersonsAnswer): ReadDecision {
  const fields = typeof payload === "boolean" ? { approved: payload } : payload;
  if (!isJsonObject(fields) || typeof fields.approved !== "boolean") {
    throw refuse(path, "must be {approved: true or false}, and may have a reason");
  }
  const { approved, reason, args, answer } = fields;
  if (reason !== undefined && (typeof reason !== "string" || reason.length > 2_000)) {
    throw refuse([...path, "reason"], "must be a text of at most 2000 characters");
  }
  if (args !== undefined && !isJsonObject(args)) throw refuse([...path, "args"], "must be an object");
  return {
    approved,
    ...(reason === undefined || reason === "" ? {} : { reason }),
    ...(approved && args !== undefined ? { args } : {}),
    ...(approved && heldView(call).asks ? { answer: answer ?? reason ?? "" } : {}),
  };
}
