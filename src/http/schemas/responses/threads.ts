// Responses about a thread: what it is, its calls, its history, and what control of it led to.

import { MEDIA_KINDS } from "../../../core/content/part.ts";
import * as z from "zod/mini";
import { CUT_CAUSES, FINISH_REASONS, NOTICE_SUBJECTS, OUTCOMES } from "../../../core/entry.ts";
import { FEATURES } from "../../../core/model/capability.ts";
import { THREAD_STATUSES, WAITS_FOR } from "../../../core/state.ts";
import { THREAD_ID } from "../../../core/text/id.ts";
import { TOOL_ERROR_KINDS } from "../../../core/tool/tool_error.ts";
import { approvalRecord, decision, openTerms } from "./approvals.ts";
import {
  anyJson,
  choiceOutcome,
  count,
  enforcement,
  source,
  time,
  toolChoice,
  usage,
  violation,
} from "./parts.ts";

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

/** Why a call failed: ToolFailure of src/core/tool/tool_error.ts. */
const toolFailure = z.object({
  kind: z.enum(TOOL_ERROR_KINDS),
  message: z.string(),
  hint: z.optional(z.string()),
  retryAfterMs: z.optional(z.number()),
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

const choiceRecord = z.object({
  requested: toolChoice,
  source,
  enforcement,
  outcome: choiceOutcome,
  underlying: z.optional(toolChoice).check(z.describe(
    "The choice that rules of the agent's policy narrowed to the requested one",
  )),
  corrected: z.optional(violation).check(z.describe(
    "How a model answer before this one violated the choice; it was dropped",
  )),
});

const entryBase = { id: z.string(), at: time, version: count };
const opaque = z.optional(z.object({ provider: z.string(), model: z.string(), data: anyJson }));
const block = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string(), meta: opaque }),
  z.object({ type: z.literal("reasoning"), text: z.string(), meta: opaque }),
  z.object({ type: z.literal("call"), id: z.string(), name: z.string(), args: z.string(), meta: opaque }),
]);
const origin = {
  by: z.optional(z.string()).check(z.describe("The API key: `key_` and the beginning of its SHA-256")),
  door: z.optional(z.string()).check(z.describe("The way in: `steps`")),
};
const digest = z.optional(z.string()).check(z.describe("SHA-256 in base64url"));
const record = z.optional(z.object({
  request: digest,
  start: count,
  definition: digest,
  response: z.optional(z.string()),
  finish: z.optional(z.string()),
  fingerprint: z.optional(z.string()),
  tools: digest,
  reads: z.optional(z.literal(true)).check(z.describe("read_output was offered")),
  pins: z.optional(z.array(count)).check(z.describe("Pinned entries before the window")),
  lacks: z.optional(z.array(z.enum(FEATURES))),
  thinkingFrom: z.optional(count).check(z.describe("The first entry whose thinking the request had")),
  parallel: z.optional(z.literal(false)),
  maxOutputTokens: z.optional(count).check(
    z.describe("What the request asked for at most, where a budget set another number than the agent"),
  ),
  choice: z.optional(toolChoice),
  hint: z.optional(z.string()),
  model: z.optional(z.string()),
})).check(z.describe("The request that led to the entry; see docs/guarantees.md"));

/** A medium: MediaView of src/core/view/part_view.ts. */
const media = z.object({
  type: z.enum(MEDIA_KINDS),
  mediaType: z.string(),
  name: z.optional(z.string()),
  id: z.optional(z.string()).check(z.describe("SHA-256 of the stored base64, in hex; absent for a URL")),
  bytes: z.optional(count),
  url: z.string().check(z.describe("A path of this API, or the URL that the caller gave")),
});

/** An entry of the history (src/core/entry.ts), told apart by `type`. `ms` of a tool entry: milliseconds. */
export const entrySchema = z.discriminatedUnion("type", [
  z.object({
    ...entryBase,
    type: z.literal("user"),
    text: z.string(),
    parts: z.optional(z.array(z.union([z.object({ type: z.literal("text"), text: z.string() }), media])))
      .check(
        z.describe("The whole input in its order, where it has media"),
      ),
    ...origin,
    plan: z.optional(anyJson).check(z.describe("The strategic plan from here on")),
  }),
  z.object({
    ...entryBase,
    type: z.literal("assistant"),
    blocks: z.array(block),
    finish: z.enum(FINISH_REASONS),
    model: z.string(),
    usage,
    interrupted: z.optional(z.literal(true)),
    choice: z.optional(choiceRecord).check(
      z.describe("Left out where an auto that the API holds was kept to"),
    ),
    record,
  }),
  z.object({
    ...entryBase,
    type: z.literal("tool"),
    callId: z.string(),
    name: z.string(),
    outcome: z.enum(OUTCOMES),
    output: anyJson,
    media: z.optional(z.array(media)).check(z.describe("What the model reads after the output")),
    error: z.optional(toolFailure),
    ms: z.number(),
    ...origin,
    approval: z.optional(approvalRecord),
    edited: z.optional(z.literal(true)).check(z.describe("The tool was given the arguments of a person")),
    brought: z.optional(z.literal(true)).check(
      z.describe("A caller says so, and no tool ran: it counts for nothing"),
    ),
    movedTo: z.optional(z.string()).check(z.describe("The fork that has taken the call over")),
  }),
  z.object({
    ...entryBase,
    type: z.literal("summary"),
    text: z.string(),
    through: count,
    usage: z.optional(usage),
    record,
  }),
  z.object({
    ...entryBase,
    type: z.literal("notice"),
    about: z.enum(NOTICE_SUBJECTS),
    text: z.string().check(z.describe("What the application told the model")),
  }),
  z.object({
    ...entryBase,
    type: z.literal("cut"),
    why: z.array(z.enum(CUT_CAUSES)).check(
      z.describe("Why the prompt does not begin with the one before it"),
    ),
    start: count,
    task: z.optional(z.literal(true)),
    plan: z.optional(anyJson).check(z.describe("The strategic plan that the prompt has from here on")),
  }),
]);

/** GET /v1/threads/{id}/history: the entries from index `start` on, of `length` in all. */
export const historySchema = z.object({
  entries: z.array(entrySchema),
  start: count,
  length: count,
  next: z.nullable(count).check(z.describe("`after` of the next page; null at the end")),
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
