// Responses about approvals: the calls that wait for people, and the decisions.

import * as z from "zod/mini";
import { anyJson } from "../any_json.ts";
import { DECISION_CHANNELS } from "../../../core/approval/decision.ts";
import { ALL_CODES } from "../operations.ts";
import { count, time } from "./parts.ts";

/** One person's answer about a call. */
export const decision = z.object({
  approved: z.boolean(),
  reason: z.optional(z.string()),
  at: time.check(z.describe("When it was made")),
  by: z.optional(z.string()).check(
    z.describe("Who decided. Missing where an earlier version stored the decision, as is `via`"),
  ),
  via: z.optional(z.enum(DECISION_CHANNELS)).check(
    z.describe("The way on which it came: the API, a signed link, or the page of the deployment"),
  ),
  key: z.optional(z.string()).check(
    z.describe(
      "The API key that vouches for `by`: it sent the answer or made its link. Missing where it is `by`, and without keys",
    ),
  ),
  edit: z.optional(z.object({ args: z.record(z.string(), anyJson), digest: z.string() })).check(
    z.describe(
      "The arguments that were approved in place of the model's, and the digest of the call with them",
    ),
  ),
  answer: z.optional(anyJson).check(z.describe("The answer to a question")),
}).check(z.describe("One person's answer as the API shows it"));
const digest = z.string().check(z.describe("SHA-256 of the call's id, tool and arguments as canonical JSON"));

/** What a call needs to be approved, and what has been decided. */
export const approvalTerms = z.object({
  digest,
  needed: count.check(z.describe("How many different people must approve")),
  expiresAt: z.optional(time).check(z.describe("From then on an answer is too late")),
  edits: z.optional(z.literal(true)).check(z.describe("The answer may have other arguments")),
  asks: z.optional(z.literal(true)).check(
    z.describe("The call is a question: the answer is its output"),
  ),
  client: z.optional(z.literal(true)).check(z.describe("Once it is approved, the caller runs the call")),
  because: z.optional(z.string()).check(
    z.describe("Why [plugins](plugins.md#holds) hold the call; missing where its tool alone needs approval"),
  ),
  decisions: z.array(decision).check(z.describe("Oldest first")),
}).check(z.describe("What a call needs to be approved, and what has been decided"));

/** What a call that has no observation waits for. */
export const openTerms = {
  approval: z.optional(approvalTerms).check(
    z.describe("Present in calls that need approval and have no observation"),
  ),
  deferred: z.optional(z.object({
    ref: anyJson.check(z.describe("What the tool names the work by")),
    since: z.optional(time),
    expiresAt: time.check(z.describe("From then on a result is too late")),
    pollAt: z.optional(time).check(z.describe("From then on a step polls for the result")),
  })).check(
    z.describe("Present in calls whose result comes later"),
  ),
  authorization: z.optional(z.object({ server: z.string(), expiresAt: time })).check(
    z.describe(
      "Present in calls that wait for the user to [authorize a server of tools](mcp.md#servers-that-users-authorize)",
    ),
  ),
};

/** Who decided what about a call. */
export const approvalRecord = z.object({
  outcome: z.enum(["approved", "denied", "expired", "unanswered"]).check(
    z.describe("`unanswered`: the run went on, or was cancelled, before enough people had decided"),
  ),
  digest,
  decisions: z.array(decision).check(z.describe("Oldest first")),
}).check(z.describe("Who decided what about the call"));

/** POST /v1/threads/{id}/approvals/{callId}: the decision on one call, as stored. */
export const approvalSchema = z.object({
  callId: z.string(),
  digest,
  ...decision.shape,
  missing: count.check(z.describe("How many more people must approve; 0 when the call is settled")),
}).check(z.describe("A recorded answer about a call"));

/** POST /v1/threads/{id}/approvals/{callId}/link: the link and until when it is good. */
export const approvalLinkSchema = z.object({
  url: z.url().check(z.describe("The page")),
  expiresAt: time.check(z.describe("Until when the link is good")),
  digest,
  by: z.string().check(z.describe("Who answers with it")),
});

/** POST /v1/threads/{id}/calls/{callId}/result: what became of the result of a deferred call. */
export const completedCallSchema = z.object({
  callId: z.string(),
  status: z.enum(["completed", "queued"]).check(
    z.describe(
      "`completed`: the next step takes it; `queued`: the run has gone on, and it is an input of the thread",
    ),
  ),
  changed: z.boolean().check(z.describe("False: the same result had arrived before")),
}).check(z.describe("What became of the result of a deferred call"));

/** What `POST /v1/threads/:id/calls/:callId/detach` answers. */
export const detachedSchema = z.object({
  callId: z.string(),
  changed: z.boolean().check(z.describe("False: the run went on without the call before")),
}).check(z.describe("A deferred call without which the run goes on; its result comes as an input"));

/** A call that waits for people. */
export const waitingCall = z.object({
  thread: z.string(),
  root: z.optional(z.string()).check(
    z.describe(
      "Id of the thread at the top, when the thread runs a phase: its path takes the answer too",
    ),
  ),
  agent: z.string(),
  title: z.optional(z.string()).check(
    z.describe("Of the thread: set by a person, or the beginning of its first input"),
  ),
  user: z.optional(z.string()).check(z.describe("Whom the thread's steps are booked to")),
  metadata: z.record(z.string(), anyJson).check(z.describe("Of the thread")),
  callId: z.string(),
  name: z.string().check(z.describe("Of the tool")),
  args: z.record(z.string(), anyJson),
  approval: approvalTerms,
  answer: z.optional(z.record(z.string(), anyJson)).check(
    z.describe("JSON Schema of the answer to a question"),
  ),
}).check(z.describe("A call that waits for people"));

/** A call that waits for people, and since when its thread does. */
export const inboxItem = z.object({
  ...waitingCall.shape,
  since: time.check(z.describe("Since when the thread waits")),
}).check(z.describe("A call that waits for people, and since when its thread does"));

/** GET /v1/inbox. */
export const inboxSchema = z.object({
  items: z.array(inboxItem).check(z.describe("Calls that wait; those of a thread stay together")),
  cursor: z.optional(z.string()).check(z.describe("Continues the list; absent at its end")),
}).check(z.describe("A page of an inbox"));

/** What became of one of many answers. */
export const inboxResult = z.discriminatedUnion("status", [
  z.object({
    thread: z.string(),
    callId: z.string(),
    status: z.literal("decided"),
    approval: approvalSchema,
  }),
  z.object({
    thread: z.string(),
    callId: z.string(),
    status: z.literal("refused"),
    error: z.object({
      code: z.enum(ALL_CODES).check(z.describe("One of the [codes](symptoms.md#all-codes)")),
      message: z.string(),
    }),
  }),
]).check(z.describe("What became of one of many answers"));

/** POST /v1/inbox/decisions. */
export const inboxResultsSchema = z.object({
  results: z.array(inboxResult).check(z.describe("In the order of the answers")),
}).check(z.describe("What became of many answers"));
