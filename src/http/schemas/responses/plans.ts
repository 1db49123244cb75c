// Responses about the strategic plan of a thread and the threads of its phases.

import * as z from "zod/mini";
import { PHASE_STATES } from "../../../core/plan/strategic_plan.ts";
import { THREAD_ID } from "../../../core/text/id.ts";
import { anyJson, count } from "./parts.ts";
import { callSchema, threadSchema } from "./threads.ts";

const threadId = z.string().check(z.regex(THREAD_ID));

/** GET and PUT /v1/threads/{id}/plan: PlanView of src/runtime/threads/plan.ts. */
export const planSchema = z.object({
  thread: threadId,
  version: count,
  plan: anyJson,
  source: z.enum(["changed", "thread", "agent", "none"]),
  running: z.array(z.string()).check(z.describe("Phases whose calls have no observation yet")),
  cancelled: z.optional(z.array(z.string())).check(z.describe("Phases whose calls a cancel has ended")),
});

/** A phase with its thread: ChildView of src/runtime/children/tree.ts. */
export const childSchema = z.object({
  phase: z.string(),
  worker: z.optional(z.string()),
  state: z.enum(["running", "cancelled", ...PHASE_STATES]),
  thread: z.optional(threadSchema).check(z.describe("Missing when it is gone or has not begun")),
  calls: z.array(callSchema).check(z.describe("What waits for people in it and below it")),
  get children() {
    return z.array(childSchema);
  },
});

/** GET /v1/threads/{id}/children. */
export const childListSchema = z.object({ children: z.array(childSchema) });
