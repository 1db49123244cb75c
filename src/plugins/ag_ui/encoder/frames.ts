// Frames of AG-UI: what @ag-ui/client 0.0.59 and 1.0.0 both read. 0.0.59 ends a stream at an event or an outcome that it does not
// know, and both end it at a null in an optional field.

import type { AuthorizationRequested } from "../../../core/event.ts";
import type { ThreadStatus } from "../../../core/state.ts";
import type { CallApp } from "../../../core/tool/tool_app.ts";
import type { AgUiMessage } from "./messages.ts";
import type { Frame, WaitingApproval } from "./state.ts";

/** One event as a server-sent event. There is no last frame: a stream ends with RUN_FINISHED or RUN_ERROR. */
export function frame(event: Frame): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

/** The list of messages that the client is to have; nothing without one. */
export function snapshotFrame(messages: readonly AgUiMessage[] | undefined): string {
  return messages === undefined ? "" : frame({ type: "MESSAGES_SNAPSHOT", messages });
}

/** The end of a run that failed, or of a stream that broke. */
export function errorFrame(code: string, message: string): string {
  return frame({ type: "RUN_ERROR", message, code });
}

/** Where the user authorizes a server of tools. The address is for the user of this stream alone: no state and no message has it. */
export function authorizationFrame(
  { type: name, callId, server, url, expiresAt: until }: AuthorizationRequested,
): string {
  const expiresAt = new Date(until).toISOString();
  return frame({ type: "CUSTOM", name, value: { callId, server, url, expiresAt } });
}

const ANSWER = {
  type: "object",
  properties: { approved: { type: "boolean" }, reason: { type: "string", maxLength: 2000 } },
  required: ["approved"],
};

/** The question to a person, by which a run ends until the client resumes it. */
function toInterrupt(approval: WaitingApproval): Frame {
  const { callId, name, digest, expiresAt, thread, edits, asks } = approval;
  const properties = {
    ...ANSWER.properties,
    args: edits ? { type: "object" } : undefined,
    answer: asks ? {} : undefined,
  };
  return {
    id: digest,
    reason: asks ? "input_required" : "tool_call",
    message: asks ? `${name} has a question.` : `${name} needs approval.`,
    // The call of a phase is in no message of the client.
    toolCallId: thread === undefined ? callId : undefined,
    responseSchema: { ...ANSWER, properties },
    expiresAt,
    metadata: approval,
  };
}

/** How a run has ended: with a question to people, or with what the page is to run. */
export function toOutcome(
  status: ThreadStatus,
  approvals: readonly WaitingApproval[],
  pendingToolCallIds: readonly string[],
): Frame {
  if (status !== "waiting") return { type: "success" };
  if (approvals.length > 0) return { type: "interrupt", interrupts: approvals.map(toInterrupt) };
  if (pendingToolCallIds.length === 0) return { type: "success" };
  return { type: "success", pendingToolCallIds };
}

/** The app of an MCP server that shows a call; nothing where none does. */
export function appFrame(callId: string, app: CallApp | undefined): string {
  if (app === undefined) return "";
  return frame({ type: "CUSTOM", name: "app", value: { callId, server: app.server, uri: app.uri } });
}
