// The operations of approvals. Nothing that is deployed imports this file.

import type { ErrorCode } from "../../core/error.ts";
import type { Operation } from "../../http/schemas/operation.ts";
import { listErrors } from "../../http/schemas/operations.ts";

/** Errors of the page of a link. */
const LINK_ERRORS: readonly ErrorCode[] = [
  "link_invalid",
  "link_expired",
  "links_not_configured",
  "thread_unknown",
  "call_unknown",
  "approval_decided",
  "approval_expired",
  "approval_mismatch",
];

/** Errors of an answer beside those of the call: its tool is looked for, and its words are redacted. */
const ANSWER_ERRORS: readonly ErrorCode[] = [
  "approval_edit_refused",
  "thread_busy",
  "tools_unavailable",
  "authorization_required",
  "plugin_failed",
];

/** As OPERATIONS. */
export const APPROVAL_OPERATIONS: Readonly<Record<string, Operation>> = {
  "GET /v1/threads/:id/approvals": {
    id: "listApprovals",
    summary: "Who decided what about the calls of a thread, and what is still to be decided",
    responses: { 200: ["ApprovalList", "The open approvals, and a page of past ones"] },
    errors: ["thread_unknown"],
  },
  "POST /v1/threads/:id/approvals/:callId": {
    id: "decideApproval",
    summary: "Approve or deny a call, once, with exactly the arguments that the thread shows",
    example: { approved: true },
    responses: { 200: ["Approval", "The decision is recorded; the next step acts on it"] },
    errors: [
      "thread_unknown",
      "call_unknown",
      "approval_decided",
      "approval_expired",
      "approval_mismatch",
      ...ANSWER_ERRORS,
    ],
  },
  "POST /v1/threads/:id/approvals/:callId/link": {
    id: "linkApproval",
    summary: "A signed link to a page on which one person answers the call",
    example: { by: "ann@example.com", expiresInMs: 3_600_000 },
    responses: { 200: ["ApprovalLink", "The link"] },
    errors: [
      "invalid_header",
      "thread_unknown",
      "call_unknown",
      "approval_decided",
      "approval_expired",
      "links_not_configured",
    ],
  },
  "GET /approvals/:token": {
    id: "showApproval",
    summary: "The page of a link, as HTML; it changes nothing",
    responses: { 200: [null, "The call, with a form"] },
    page: true,
    errors: LINK_ERRORS,
    open: true,
  },
  "POST /approvals/:token": {
    id: "answerApproval",
    summary: "The form of that page: decision (approve or deny), reason, and answer of a question; HTML",
    responses: { 200: [null, "The decision is recorded"] },
    page: true,
    errors: [
      ...LINK_ERRORS,
      ...listErrors("body"),
      ...ANSWER_ERRORS,
      "invalid_request",
      "unsupported_media_type",
      "invalid_json",
    ],
    open: true,
  },
  "GET /v1/inbox": {
    id: "listInbox",
    summary: "What waits for people over all threads of the tenant",
    responses: { 200: ["Inbox", "A page of calls"] },
  },
  "POST /v1/inbox/decisions": {
    id: "decideInbox",
    summary: "Answer many calls at once; each answer is recorded or refused by itself",
    example: [{ thread: "t1", callId: "call_1", approved: true }],
    responses: { 200: ["InboxResults", "What became of each answer, in their order"] },
  },
};
