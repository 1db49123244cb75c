// The bodies and queries of the routes. src/cli/contract/plugin_meanings.ts describes their fields.

import * as z from "zod/mini";
import { approvalBody, callPath, listQuery, person, threadPath } from "../../http/schemas/requests.ts";

/** `GET /v1/inbox`. */
export const inboxQuery = z.strictObject({
  ...listQuery.shape,
  order: z._default(z.enum(["newest", "oldest"], "must be newest or oldest"), "oldest"),
});

/** An answer of many: each is recorded or refused by itself. */
export const inboxDecision = z.strictObject({
  thread: threadPath.shape.id,
  callId: callPath.shape.callId,
  ...approvalBody.shape,
});
/** `POST /v1/inbox/decisions`. */
export const inboxDecisionsBody = z.array(inboxDecision).check(z.minLength(1), z.maxLength(25));

/** Most milliseconds that a link is good for: 30 days. */
const LINK_MS = 30 * 86_400_000;

/** `POST /v1/threads/:id/approvals/:callId/link`. */
export const approvalLinkBody = z.strictObject({
  by: z.optional(person),
  expiresInMs: z._default(z.int().check(z.minimum(1_000), z.maximum(LINK_MS)), 86_400_000),
});

/** The form of the page of a link. */
export const approvalForm = z.strictObject({
  decision: z.enum(["approve", "deny"]),
  reason: z._default(z.string().check(z.maxLength(2000)), ""),
  args: z.optional(z.string().check(z.maxLength(131_072))),
  answer: z.optional(z.string().check(z.maxLength(65_536))),
});
