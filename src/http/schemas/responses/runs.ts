// Responses to a run of steps, and the problem that a run or any other request fails with.

import * as z from "zod/mini";
import { ALL_CODES } from "../operations.ts";
import { anyJson, choiceOutcome, count, enforcement, source, toolChoice, usage, warning } from "./parts.ts";
import { callSchema, threadSchema } from "./threads.ts";

const effectiveChoice = z.object({
  requested: toolChoice,
  source,
  sent: anyJson,
  toolsSent: z.array(z.string()),
  enforcement,
  because: z.string(),
  warnings: z.array(warning),
});

/** A step of the request: StepReport of src/runtime/result.ts. */
const stepReport = z.object({
  step: count,
  choice: z.nullable(z.object({ requested: toolChoice, source, enforcement })).check(
    z.describe("Null in a step without a plan, as are the next two"),
  ),
  outcome: z.nullable(choiceOutcome),
  model: z.nullable(z.string()),
});

/** An event of a step (src/core/event.ts). Kinds of events may be added, so unknown fields are allowed. */
export const eventSchema = z.looseObject({ seq: count, type: z.string().check(z.describe("noun.verb")) })
  .check(
    z.describe("An event of a step; the same JSON as in `data:` of the stream"),
  );

/** The response to a run that is not streamed: RunResult of src/runtime/result.ts, with its events on request. */
export const runResultSchema = z.object({
  thread: threadSchema,
  step: count,
  output: z.nullable(z.string()).check(
    z.describe("The final text, or what a tool needs to know; null while the run goes on"),
  ),
  calls: z.array(callSchema),
  choice: z.nullable(effectiveChoice),
  outcome: z.nullable(choiceOutcome).check(
    z.describe("Whether the last plan kept to its choice; null without a plan"),
  ),
  model: z.nullable(z.string()).check(z.describe("provider/model of the last plan")),
  steps: z.array(stepReport).check(
    z.describe("Each step of the request; empty in a replay of a request with hundreds of steps"),
  ),
  warnings: z.array(warning),
  usage,
  events: z.optional(z.array(eventSchema)),
});

/** 202: the input waits in the inbox, as input number `waiting`, for the step that runs now. */
export const queuedSchema = z.object({ thread: z.string(), status: z.literal("queued"), waiting: count });

/** Every refusal and failure as application/problem+json (RFC 9457, section 3). `code` is stable. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(ALL_CODES),
  instance: z.string().check(z.describe("Names the request, as x-request-id does")),
  retryable: z.boolean(),
  errors: z.optional(z.array(z.object({ pointer: z.string(), detail: z.string() }))).check(
    z.describe("The wrong places of the body, as JSON Pointers"),
  ),
  details: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  thread: z.optional(threadSchema).check(
    z.describe("Present when a step failed: what was done before is kept"),
  ),
  step: z.optional(count),
  warnings: z.optional(z.array(warning)),
}).check(z.describe("RFC 9457"));
