// Responses about the strategic plan of a thread and the threads of its phases.

import * as z from "zod/mini";
import { anyJson } from "../any_json.ts";
import { PHASE_STATES } from "../../../core/plan/strategic_plan.ts";
import { THREAD_ID } from "../../../core/text/id.ts";
import { count } from "./parts.ts";
import { callSchema, threadSchema } from "./threads.ts";

const threadId = z.string().check(z.regex(THREAD_ID));

/** GET and PUT /v1/threads/{id}/plan. */
export const planSchema = z.object({
  thread: threadId.check(z.describe("Its id")),
  version: count.check(z.describe("Of the thread; a change may name it")),
  plan: anyJson.check(
    z.describe(
      "Null for none. Phases have `state` (`planned`, `finished`, `failed`), `thread?` and `result?`",
    ),
  ),
  source: z.enum(["changed", "thread", "agent", "none"]).check(
    z.describe(
      "Where it is from: a change in the history, the creation of the thread, its agent's definition",
    ),
  ),
  running: z.array(z.string()).check(z.describe("Ids of phases whose calls have no observation yet")),
  cancelled: z.optional(z.array(z.string())).check(
    z.describe("Ids of phases whose calls a cancel has ended, until the next step records that"),
  ),
}).check(z.describe("The plan of a thread"));

/** A phase with its thread. */
export const childSchema = z.object({
  phase: z.string().check(z.describe("Its id")),
  worker: z.optional(z.string()),
  state: z.enum(["running", "cancelled", ...PHASE_STATES]).check(
    z.describe(
      "`running` while its call has no observation, `cancelled` when a cancel has ended that call; else the state of the phase in the plan",
    ),
  ),
  thread: z.optional(threadSchema).check(z.describe("Missing when it is gone or has not begun")),
  calls: z.array(callSchema).check(
    z.describe("What waits for people, or for a later result, in the thread and in those below it"),
  ),
  get children() {
    return z.array(childSchema);
  },
});
// A schema that contains itself has no type yet where it is declared, so its description follows it.
z.globalRegistry.add(childSchema, {
  description: "A phase with its thread; `children` are its own phases, when the worker is an orchestrator",
});

/** GET /v1/threads/{id}/children. */
export const childListSchema = z.object({
  children: z.array(childSchema).check(z.describe("In the order of the plan")),
});
