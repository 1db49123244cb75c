// The bodies and queries of the routes.

import * as z from "zod/mini";
import {
  ANSWER,
  approvalBody,
  callPath,
  listQuery,
  person,
  threadPath,
} from "../../http/schemas/requests.ts";
import { describeFields } from "../../core/text/field_meanings.ts";
import { lazyShape } from "../../core/text/lazy_shape.ts";

const CURSOR = "`cursor` of the page before";

/** `GET /v1/inbox`. */
export const inboxQuery = z.strictObject(lazyShape(() => ({
  ...listQuery.shape,
  order: z._default(z.enum(["newest", "oldest"], "must be newest or oldest"), "oldest"),
})));
/* @__PURE__ */ describeFields(inboxQuery, {
  cursor: CURSOR,
  limit: "Threads of the page: it has all calls of each",
  order: "By the time since when",
});

/** An answer of many: each is recorded or refused by itself. */
export const inboxDecision = z.strictObject(lazyShape(() => ({
  thread: threadPath.shape.id,
  callId: callPath.shape.callId,
  ...approvalBody.shape,
})));
/* @__PURE__ */ describeFields(inboxDecision, {
  thread: "The thread of the call",
  callId: "The call",
}, ANSWER);
/** `POST /v1/inbox/decisions`. */
export const inboxDecisionsBody = z.array(inboxDecision).check(z.minLength(1), z.maxLength(25));

/** Most milliseconds that a link is good for: 30 days. */
const LINK_MS = 30 * 86_400_000;

/** `POST /v1/threads/:id/approvals/:callId/link`. */
export const approvalLinkBody = z.strictObject(lazyShape(() => ({
  by: z.optional(person),
  expiresInMs: z._default(z.int().check(z.minimum(1_000), z.maximum(LINK_MS)), 86_400_000),
})));
/* @__PURE__ */ describeFields(approvalLinkBody, {
  by:
    "Who answers with the link; by default the link itself (`link:` and 16 hex digits), which counts as one person",
  expiresInMs: "Milliseconds that the link is good for: a second to 30 days; a day by default",
});

/** The form of the page of a link. */
export const approvalForm = z.strictObject(lazyShape(() => ({
  decision: z.enum(["approve", "deny"]),
  reason: z._default(z.string().check(z.maxLength(2000)), ""),
  args: z.optional(z.string().check(z.maxLength(131_072))),
  answer: z.optional(z.string().check(z.maxLength(65_536))),
})));
/* @__PURE__ */ describeFields(approvalForm, {
  decision: "What the person decides",
  reason: "The model reads it when the call is denied",
  args: "Other arguments, as JSON, where the tool has `approvalEdits`; those of the call change nothing",
  answer: "Of a question: JSON, or as it is where the schema is one of text",
});
