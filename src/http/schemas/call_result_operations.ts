// The operations that take results of deferred calls, for openapi.json and docs.

import type { ErrorCode } from "../../core/error.ts";

/** Errors of a result that comes for a deferred call. */
const RESULT_ERRORS: readonly ErrorCode[] = [
  ...["thread_unknown", "call_unknown", "result_given", "result_refused", "call_expired"] as const,
  ...["thread_busy", "inbox_full"] as const,
];

/** Operations by method and path; see OPERATIONS. */
export const CALL_RESULT_OPERATIONS = {
  "POST /v1/threads/:id/calls/:callId/result": {
    id: "completeCall",
    summary: "The result of a deferred call, once",
    example: { output: { rows: 3 } },
    responses: { 200: ["CompletedCall", "The result is recorded; the next step acts on it"] },
    errors: RESULT_ERRORS,
  },
  "POST /v1/threads/:id/calls/:callId/detach": {
    id: "detachCall",
    summary: "Lets a run go on without the result of a deferred call",
    responses: { 200: ["Detached", "The next step goes on; the result comes as an input of the thread"] },
    errors: ["thread_unknown", "call_unknown", "result_given", "result_refused", "thread_busy"],
  },
  "POST /callbacks/:token": {
    id: "completeCallByUrl",
    summary: "The same by a signed URL, without a key",
    example: { output: { rows: 3 } },
    responses: { 200: ["CompletedCall", "The result is recorded; the next step acts on it"] },
    errors: [...RESULT_ERRORS, "link_invalid", "link_expired", "links_not_configured"],
    open: true,
  },
} as const;
