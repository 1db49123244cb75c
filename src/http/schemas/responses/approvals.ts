// Responses about approvals: what waits for people, and what they decided.

import * as z from "zod/mini";
import { DECISION_CHANNELS } from "../../../core/approval/decision.ts";
import { anyJson, count, time } from "./parts.ts";

/** A decision: DecisionView of src/runtime/views.ts. */
export const decision = z.object({
  approved: z.boolean(),
  reason: z.optional(z.string()),
  at: time,
  by: z.optional(z.string()).check(z.describe("Who decided")),
  via: z.optional(z.enum(DECISION_CHANNELS)),
  key: z.optional(z.string()).check(
    z.describe("The API key that brought the answer or made its link, where it is not `by`"),
  ),
  edit: z.optional(z.object({ args: z.record(z.string(), anyJson), digest: z.string() })).check(
    z.describe("The arguments that were approved in place of the model's"),
  ),
  answer: z.optional(anyJson).check(z.describe("The answer to a question")),
});
const digest = z.string().check(z.describe("SHA-256 of the call's id, tool and arguments"));

/** What a call needs to be approved, and what has been decided: ApprovalTerms of src/runtime/views.ts. */
export const approvalTerms = z.object({
  digest,
  needed: count.check(z.describe("How many different people must approve")),
  expiresAt: z.optional(time),
  edits: z.optional(z.literal(true)).check(z.describe("The answer may have other arguments")),
  asks: z.optional(z.literal(true)).check(z.describe("The call is a question")),
  client: z.optional(z.literal(true)).check(z.describe("Once it is approved, the caller runs the call")),
  decisions: z.array(decision),
});

/** What a call that has no observation waits for. */
export const openTerms = {
  approval: z.optional(approvalTerms).check(
    z.describe("Present in calls that need approval and have no observation"),
  ),
  deferred: z.optional(
    z.object({ ref: anyJson, since: z.optional(time), expiresAt: time, pollAt: z.optional(time) }),
  ).check(
    z.describe("Present in calls whose result comes later"),
  ),
  authorization: z.optional(z.object({ server: z.string(), expiresAt: time })).check(
    z.describe("Present in calls that wait for the user to authorize a server of tools"),
  ),
};

/** Who decided what about a call: ApprovalRecordView of src/runtime/approval_views.ts. */
export const approvalRecord = z.object({
  outcome: z.enum(["approved", "denied", "expired", "unanswered"]),
  digest,
  decisions: z.array(decision),
}).check(z.describe("Who decided what about the call"));

/** POST /v1/threads/{id}/approvals/{callId}: the decision on one call, as stored. */
export const approvalSchema = z.object({
  callId: z.string(),
  digest,
  ...decision.shape,
  missing: count.check(z.describe("How many more people must approve; 0 when the call is settled")),
});

/** POST /v1/threads/{id}/approvals/{callId}/link: the link and until when it is good. */
export const approvalLinkSchema = z.object({ url: z.url(), expiresAt: time, digest, by: z.string() });

/** POST /v1/threads/{id}/calls/{callId}/result: what became of the result of a deferred call. */
export const completedCallSchema = z.object({
  callId: z.string(),
  status: z.enum(["completed", "queued"]).check(
    z.describe(
      "`completed`: the next step takes it; `queued`: the run has gone on, and it is an input of the thread",
    ),
  ),
  changed: z.boolean().check(z.describe("False: the same result was given before")),
});

const inboxItem = z.object({
  thread: z.string(),
  root: z.optional(z.string()).check(z.describe("The thread at the top, when the thread runs a phase")),
  agent: z.string(),
  metadata: z.record(z.string(), anyJson),
  callId: z.string(),
  name: z.string(),
  args: z.record(z.string(), anyJson),
  since: time,
  approval: approvalTerms,
  answer: z.optional(z.record(z.string(), anyJson)).check(
    z.describe("JSON Schema of the answer to a question"),
  ),
});

/** GET /v1/inbox: InboxPage of src/core/view/inbox_view.ts. */
export const inboxSchema = z.object({ items: z.array(inboxItem), cursor: z.optional(z.string()) });

/** POST /v1/inbox/decisions: InboxResult of src/runtime/threads/inbox.ts. */
export const inboxResultsSchema = z.object({
  results: z.array(z.object({
    thread: z.string(),
    callId: z.string(),
    status: z.enum(["decided", "refused"]),
    approval: z.optional(approvalSchema),
    error: z.optional(z.object({ code: z.string(), message: z.string() })),
  })),
});
