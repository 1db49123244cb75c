// Responses to a run of steps, and the problem that a run or any other request fails with.

import * as z from "zod/mini";
import { ALL_CODES } from "../operations.ts";
import { stepEventSchema } from "./events.ts";
import {
  choiceOutcome,
  count,
  effectiveChoice,
  enforcement,
  source,
  toolChoice,
  usage,
  warning,
} from "./parts.ts";
import { callSchema, threadSchema } from "./threads.ts";

/** A step of the request. */
export const stepReport = z.object({
  step: count.check(z.describe("Number of the step within the thread")),
  choice: z.nullable(z.object({ requested: toolChoice, source, enforcement })).check(
    z.describe("The event `step.started` has all of it. Null in a step without a plan, as are the next two"),
  ),
  outcome: z.nullable(choiceOutcome),
  model: z.nullable(z.string()).check(z.describe("`provider/model` that answered")),
}).check(z.describe("What a step of a request chose, and whether its plan kept to that"));

/** The response to a run that is not streamed, with its events on request. */
export const runResultSchema = z.object({
  thread: threadSchema.check(z.describe("After the last step")),
  step: count.check(z.describe("Number of the last step")),
  output: z.nullable(z.string()).check(
    z.describe(
      "The final text, the outputs of an `execute` run as JSON text, or what a tool needs to know; null while the run goes on",
    ),
  ),
  calls: z.array(callSchema).check(
    z.describe("The calls of the request: those that ran, then those that were planned"),
  ),
  choice: z.nullable(effectiveChoice).check(
    z.describe("The effective choice of the last plan; null when nothing was planned, as are the next two"),
  ),
  outcome: z.nullable(choiceOutcome).check(z.describe("Whether the last plan kept to its choice")),
  model: z.nullable(z.string()).check(z.describe("`provider/model` that answered")),
  steps: z.array(stepReport).check(
    z.describe(
      "Each step of the request, in order; empty in a replay of a request with hundreds of steps, or of an earlier version",
    ),
  ),
  warnings: z.array(warning).check(z.describe("Of all steps")),
  usage: usage.check(z.describe("As in the event [`usage`](events.md#usage), summed")),
  events: z.optional(z.array(stepEventSchema)).check(z.describe("With the query `events=true`")),
}).check(z.describe("The result of a run that was not streamed"));

/** 202: the input waits in the inbox. */
export const queuedSchema = z.object({
  status: z.literal("queued"),
  thread: z.string().check(z.describe("Its id")),
  waiting: count.check(z.describe("Inputs that wait, this one included until a step takes it")),
}).check(z.describe("The input waits for a step, and nothing has run"));

/** Every refusal and failure as application/problem+json (RFC 9457, section 3). `code` is stable. */
export const problemSchema = z.object({
  type: z.string().check(
    z.describe("An address of its own for each code, with what to do about it: [symptoms](symptoms.md)"),
  ),
  title: z.string().check(z.describe("The same for every occurrence of the code")),
  status: z.int().check(z.describe("Of the response")),
  detail: z.string().check(z.describe("What happened, to what, and what to do")),
  code: z.enum(ALL_CODES).check(z.describe("One of the [codes](symptoms.md#all-codes)")),
  instance: z.string().check(
    z.describe("Names the request, as x-request-id does: `urn:treadle:request:<x-request-id>`"),
  ),
  retryable: z.boolean().check(z.describe("The same request may succeed later")),
  errors: z.optional(z.array(z.object({ pointer: z.string(), detail: z.string() }))).check(
    z.describe("The wrong places of the body, as JSON Pointers; at most 20"),
  ),
  details: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))).check(
    z.describe("Facts for programs"),
  ),
  thread: z.optional(threadSchema).check(
    z.describe("Present when a step failed: what was done before is kept"),
  ),
  step: z.optional(count).check(z.describe("Present when a step failed")),
  warnings: z.optional(z.array(warning)).check(z.describe("Present when a step failed")),
}).check(z.describe("RFC 9457"));
