// Responses about a thread: what it is, its calls, its export, and what control of it led to.

import * as z from "zod/mini";
import { OUTCOMES } from "../../../core/entry.ts";
import { THREAD_STATUSES, WAITS_FOR } from "../../../core/state.ts";
import { THREAD_ID } from "../../../core/text/id.ts";
import { approvalRecord, decision, openTerms } from "./approvals.ts";
import { anyJson, count, time, toolFailure } from "./parts.ts";

const threadId = z.string().check(z.regex(THREAD_ID));

const counters = z.object({
  steps: count,
  calls: count,
  inputTokens: count,
  outputTokens: count,
  cachedTokens: count,
  wallMs: count,
  microDollars: count.check(z.describe("Millionths of a US dollar")),
});

/** A thread without its inbox and its calls: ThreadView of src/runtime/views.ts. Times are ISO 8601. */
export const threadSchema = z.object({
  id: threadId,
  agent: z.string(),
  title: z.optional(z.string()).check(z.describe("The beginning of its first input, at most 80 characters")),
  status: z.enum(THREAD_STATUSES),
  waitsFor: z.optional(z.enum(WAITS_FOR)).check(
    z.describe("Whom a waiting thread waits for; absent where the next step may run"),
  ),
  authorization: z.optional(z.object({ server: z.string() })),
  version: count.check(z.describe("Rises with every commit")),
  length: count.check(z.describe("Entries in the history")),
  metadata: z.record(z.string(), anyJson),
  plan: z.optional(anyJson),
  user: z.optional(z.string()).check(z.describe("The user whom the steps are booked to")),
  counters,
  createdAt: time,
  updatedAt: time,
  resumeAt: z.optional(time).check(z.describe("No step runs before")),
  question: z.optional(z.string()).check(
    z.describe("What a tool needs to know; the next input answers it"),
  ),
  error: z.optional(z.object({ code: z.string(), message: z.string() })),
  predicted: z.optional(z.literal(true)).check(
    z.describe("Its run has the execution predict: the calls that it holds run when a request names another"),
  ),
  wake: z.optional(z.literal(true)).check(z.describe("The run goes on without its client")),
  parked: z.optional(z.object({
    code: z.string(),
    message: z.string(),
    failures: count.check(z.describe("Steps in a row that failed or did not commit")),
    at: time,
  })).check(z.describe("Why no wake-up runs the thread any more: an input or POST wake does")),
  forkedFrom: z.optional(z.object({
    thread: z.string(),
    version: count,
    replan: z.optional(z.literal(true)),
    calls: z.optional(z.enum(["run", "rerun"])),
    sources: z.optional(z.array(z.string())).check(z.describe("The threads that the source was forked from")),
  })),
  pins: z.optional(z.array(count)).check(z.describe("Indexes of the pinned entries")),
  parent: z.optional(z.object({
    thread: z.string(),
    callId: z.string(),
    phase: z.string(),
    depth: count.check(z.describe("1 below the root")),
    root: z.string(),
    levels: count.check(z.describe("Levels of threads that may lie below this one")),
  })).check(z.describe("The thread runs a phase of another")),
});

/** A call of the plan: CallView of src/runtime/views.ts. `output` is present once the call has an observation. */
export const callSchema = z.object({
  id: z.string(),
  thread: z.optional(z.string()).check(z.describe("The thread of a phase that the call belongs to")),
  name: z.string(),
  args: z.record(z.string(), anyJson),
  state: z.enum(["pending", "approval", "client", "deferred", "authorization", ...OUTCOMES]),
  output: z.optional(anyJson),
  error: z.optional(toolFailure).check(z.describe("Present in calls that did not complete")),
  ...openTerms,
});

const waiting = count.check(z.describe("Inputs that wait for a step; with any the thread is open"));

const running = z.boolean().check(z.describe("A step is in progress"));

/** GET /v1/threads/{id}: the thread, whether a step runs, the inputs that wait, and the calls without an observation. */
export const threadDetailSchema = z.object({
  ...threadSchema.shape,
  running,
  waiting,
  calls: z.array(callSchema).check(
    z.describe("Calls without an observation, then those of phases that wait for people or for a result"),
  ),
  head: z.optional(z.string()).check(
    z.describe("Head of the record's chain; absent before the first commit"),
  ),
});

const newer = z.optional(z.literal("schema_unsupported"));
const corruptedThread = z.object({ id: threadId, status: z.literal("corrupted"), code: newer })
  .check(z.describe("It can only be removed; with `code` not even that: a newer Treadle wrote it"));

/** GET /v1/threads: a page of the tenant's threads. `cursor` is absent on the last page. */
export const threadListSchema = z.object({
  threads: z.array(z.union([z.object({ ...threadSchema.shape, waiting, running }), corruptedThread])),
  cursor: z.optional(z.string()),
});

const exportedHeader = z.object({
  tenant: z.string(),
  thread: threadId,
  schema: count,
  version: count,
  status: z.enum(THREAD_STATUSES),
  length: count,
  base: count,
  summary: z.nullable(z.string()),
  counters,
  meta: z.string(),
  state: z.string(),
}).check(z.describe("`meta` and `state` are the stored texts; the state has the head of the chain"));

/** GET /v1/threads/{id}/export: one line (src/runtime/record/export.ts). */
export const exportLineSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("thread"),
    format: z.literal(1),
    header: exportedHeader,
    calls: z.nullable(z.string()).check(z.describe("The stored text of the calls without an observation")),
    decisions: z.array(z.object({
      callId: z.string(),
      ...decision.shape,
      at: z.number(),
      digest: z.optional(z.string()).check(z.describe("Of the call as it was shown")),
    })).check(z.describe("What people have decided about calls that wait for their step")),
  }),
  z.object({
    type: z.literal("blob"),
    id: z.string().check(z.describe("SHA-256 in hex")),
    text: z.string(),
  }),
  z.object({ type: z.literal("entry"), index: count, text: z.string() }),
  z.object({ type: z.literal("end"), entries: count }),
]);

/** POST /v1/threads/{id}/cancel: the thread after the cancel. */
export const cancelledSchema = z.object({
  id: z.string(),
  status: z.enum(["cancelled", "done"]).check(z.describe("done: the thread had ended with an answer")),
  changed: z.boolean().check(
    z.describe("False: it had ended before, and nothing of it is other than it was"),
  ),
  running: z.boolean().check(z.describe("A step was in progress and is stopping")),
  version: count,
});

/** GET /v1/threads/{id}/approvals: ApprovalPage of src/runtime/threads/list_approvals.ts. */
export const approvalListSchema = z.object({
  open: z.array(callSchema).check(z.describe("The pending calls that need approval")),
  past: z.array(z.object({
    callId: z.string(),
    name: z.string(),
    state: z.enum(OUTCOMES),
    at: time,
    entry: count.check(z.describe("Index of the call's entry in the history")),
    approval: approvalRecord,
  })),
  next: z.nullable(count).check(z.describe("`after` of the next page; null at the end")),
});
