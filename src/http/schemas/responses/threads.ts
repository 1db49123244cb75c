// Responses about a thread: its facts, its calls, its export, and the outcome of control.

import * as z from "zod/mini";
import { anyJson } from "../any_json.ts";
import { OUTCOMES } from "../../../core/entry.ts";
import { THREAD_NEEDS, THREAD_STATUSES, WAITS_FOR } from "../../../core/state.ts";
import { THREAD_ID } from "../../../core/text/id.ts";
import { approvalRecord, decision, openTerms } from "./approvals.ts";
import { callApp, count, time, toolFailure } from "./parts.ts";

const threadId = z.string().check(z.regex(THREAD_ID));

/** The counters of a thread: Counters of src/core/usage.ts. */
export const counters = z.object({
  steps: count,
  calls: count,
  inputTokens: count,
  outputTokens: count,
  cachedTokens: count,
  wallMs: count.check(z.describe("Milliseconds of steps")),
  microDollars: count.check(z.describe("Millionths of a US dollar")),
});

/** Why a thread is parked. */
export const parked = z.object({
  code: z.string(),
  message: z.string(),
  failures: count.check(z.describe("Steps in a row that failed or did not commit")),
  at: time,
}).check(z.describe("Why a thread is parked"));

/** A thread without its inbox and its calls. */
export const threadSchema = z.object({
  id: threadId,
  agent: z.string().check(z.describe("Its name")),
  title: z.optional(z.string()).check(
    z.describe(
      "Set by a person, or the beginning of its first input, at most 80 characters",
    ),
  ),
  archived: z.optional(z.literal(true)).check(
    z.describe("Lists leave it out unless they ask for it"),
  ),
  status: z.enum(THREAD_STATUSES).check(
    z.describe(
      "`open`: a step can go on; `waiting`: for an input, an approval or results; `done`, `cancelled`: how the last run ended; `failed`: the last step failed for good",
    ),
  ),
  waitsFor: z.optional(z.enum(WAITS_FOR)).check(
    z.describe(
      "Of a `waiting` thread, absent where the next step may run: `approval` of a person, `results` of client tools, `answer` to `question`, `deferred`: a result comes later, `authorization`: the user authorizes a server of tools",
    ),
  ),
  authorization: z.optional(
    z.object({ server: z.string().check(z.describe("The name of the server of tools that it waits for")) }),
  ).check(
    z.describe("With `waitsFor: authorization`; the URL is in [`authorization.requested`](events.md)"),
  ),
  needs: z.optional(z.enum(THREAD_NEEDS)).check(
    z.describe(
      "What it needs of a person, absent for nothing: `approval` of a call, an `answer` to a question, `authorization` of a server of tools, `retry`: its last step failed and nothing tries it again",
    ),
  ),
  version: count.check(z.describe("Rises with every commit")),
  length: count.check(z.describe("Entries in the history")),
  metadata: z.record(z.string(), anyJson).check(z.describe("As it was created with")),
  plan: z.optional(anyJson).check(
    z.describe("The strategic plan as it stands, where the thread has its own"),
  ),
  user: z.optional(z.string()).check(z.describe("The user whom the steps are booked to")),
  doors: z.optional(z.array(z.string())).check(
    z.describe("The ways in of its inputs: `steps`, `chat`, `schedule`, that of a webhook"),
  ),
  counters: counters.check(z.describe("Totals since it began")),
  createdAt: time,
  updatedAt: time.check(z.describe("Of the last commit")),
  resumeAt: z.optional(time).check(
    z.describe(
      "No step runs before: the Retry-After of the provider, or of a tool whose next calls are planned",
    ),
  ),
  question: z.optional(z.string()).check(
    z.describe("What a tool needs to know; the next input answers it"),
  ),
  error: z.optional(z.object({ code: z.string(), message: z.string() })).check(
    z.describe("Of the last step, when it failed"),
  ),
  predicted: z.optional(z.literal(true)).check(
    z.describe(
      "Its run has the execution [predict](tool-choice.md): the calls that it holds run when a request names another",
    ),
  ),
  wake: z.optional(z.literal(true)).check(z.describe("The run goes on without its client")),
  parked: z.optional(parked).check(
    z.describe(
      "Why no [wake-up](wakes.md#parked-threads) runs the thread any more: an input or `POST .../wake` does",
    ),
  ),
  forkedFrom: z.optional(z.object({
    thread: z.string(),
    version: count,
    replan: z.optional(z.literal(true)),
    calls: z.optional(z.enum(["run", "rerun"])),
    sources: z.optional(z.array(z.string())).check(z.describe("The threads that the source was forked from")),
  })).check(z.describe("Where a fork has its beginning from")),
  pins: z.optional(z.array(count)).check(
    z.describe("Indexes of the [pinned entries](history.md#pinned-entries); absent without any"),
  ),
  parent: z.optional(z.object({
    thread: z.string(),
    callId: z.string(),
    phase: z.string(),
    depth: count.check(z.describe("1 below the root")),
    root: z.string(),
    levels: count.check(z.describe("Levels of threads that may lie below this one")),
  })).check(z.describe("The thread runs a phase of another")),
}).check(z.describe("A thread as the API shows it"));

/** A call of the plan. */
export const callSchema = z.object({
  id: z.string().check(z.describe("Also the call's idempotency key")),
  thread: z.optional(z.string()).check(
    z.describe("The thread of a phase that the call belongs to; missing for a call of the thread itself"),
  ),
  name: z.string().check(z.describe("Of the tool")),
  args: z.record(z.string(), anyJson),
  state: z.enum(["pending", "approval", "client", "deferred", "authorization", ...OUTCOMES]).check(
    z.describe(
      "`pending` until it has an observation; `approval` while it waits for people; `client` while the caller is to run it; `deferred` while its result is outstanding; `authorization` until the user has authorized its server; then the outcome",
    ),
  ),
  output: z.optional(anyJson).check(z.describe("Present once the call has an observation")),
  error: z.optional(toolFailure).check(
    z.describe("Present in calls that did not complete; `kind` is [one of these](tools.md#errors)"),
  ),
  app: callApp,
  ...openTerms,
}).check(z.describe("A call as the API shows it"));

/** A thread in a list. */
export const threadLineSchema = z.object({
  ...threadSchema.shape,
  waiting: count.check(
    z.describe(
      "Inputs that wait for a step, without those that the running one consumes; with any the thread is open",
    ),
  ),
  running: z.boolean().check(z.describe("A step is in progress")),
}).check(z.describe("A thread in a list"));

/** GET /v1/threads/{id}: the thread, whether a step runs, the inputs that wait, and the calls without an observation. */
export const threadDetailSchema = z.object({
  ...threadLineSchema.shape,
  calls: z.array(callSchema).check(
    z.describe("Calls without an observation, then those of phases that wait for people or for a result"),
  ),
  head: z.optional(z.string()).check(
    z.describe(
      "Head of the record's chain: kept elsewhere, it shows later that nothing was changed. Absent before the first commit",
    ),
  ),
}).check(z.describe("A thread with its outstanding calls"));

/** A thread whose stored form cannot be read. */
export const corruptedThread = z.object({
  id: threadId,
  status: z.literal("corrupted"),
  code: z.optional(z.literal("schema_unsupported")).check(
    z.describe("A newer Treadle has written the thread; absent where nothing reads it"),
  ),
}).check(
  z.describe("A thread that cannot be read: it can only be removed; with `code` not even that"),
);

/** GET /v1/threads: a page of the tenant's threads. */
export const threadListSchema = z.object({
  threads: z.array(z.union([threadLineSchema, corruptedThread])).check(
    z.describe("Newest first; one that cannot be read has no more than its id and `status`"),
  ),
  cursor: z.optional(z.string()).check(z.describe("Continues the list; absent at its end")),
}).check(z.describe("A page of the tenant's threads"));

/** POST /v1/threads/index. */
export const indexedPageSchema = z.object({
  indexed: count.check(z.describe("Threads whose facets were read from their histories and kept")),
  busy: z.array(z.string()).check(
    z.describe("Ids of threads in which a step ran, or that changed meanwhile: index them again"),
  ),
  unreadable: z.array(z.string()).check(z.describe("Ids of threads that cannot be read here")),
  cursor: z.optional(z.string()).check(z.describe("Goes on behind this page; absent at the end")),
}).check(z.describe("What was indexed of a page of threads"));

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

/** GET /v1/threads/{id}/export: one line (src/kernel/log/export.ts). */
export const exportLineSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("thread"),
    format: z.literal(2),
    header: exportedHeader,
    calls: z.nullable(z.string()).check(z.describe("The stored text of the calls without an observation")),
    decisions: z.array(z.object({
      callId: z.string(),
      ...decision.shape,
      at: z.number(),
      digest: z.optional(z.string()).check(z.describe("Of the call as it was rendered")),
    })).check(z.describe("What people have decided about calls that wait for their step")),
    rest: z.object({
      epoch: count,
      cancelledEpoch: count,
      facets: z.optional(z.array(z.string())),
      givenTitle: z.optional(z.object({ text: z.string(), facets: z.array(z.string()) })),
      archived: z.optional(z.literal(true)),
      started: z.record(z.string(), count).check(
        z.describe("The epochs in which `once` calls were started that wait, by call id"),
      ),
      inbox: z.array(z.string()).check(z.describe("Stored texts of the inputs that no step has consumed")),
      phases: z.array(z.string()).check(z.describe("Ids of the threads of phases that calls wait for")),
    }).check(z.describe("What the thread goes on with beside its record; nothing proves it")),
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
  status: z.enum(["cancelled", "done"]).check(z.describe("`done`: the thread had ended with an answer")),
  changed: z.boolean().check(
    z.describe("False: it had ended before, and nothing of it is other than it was"),
  ),
  running: z.boolean().check(z.describe("A step was in progress; it is stopping and keeps what it has")),
  version: count,
}).check(z.describe("What a cancel found"));

/** A call of the past that needed approval. */
export const pastApproval = z.object({
  callId: z.string(),
  name: z.string().check(z.describe("Of the tool")),
  state: z.enum(OUTCOMES).check(z.describe("How the call ended")),
  at: time.check(z.describe("When the call ended")),
  entry: count.check(z.describe("Index of the call's entry in the history")),
  approval: approvalRecord,
}).check(z.describe("Who decided what about a call that has ended"));

/** GET /v1/threads/{id}/approvals. */
export const approvalListSchema = z.object({
  open: z.array(callSchema).check(
    z.describe(
      "The pending calls that need approval, those of phases that wait for people included, on every page",
    ),
  ),
  past: z.array(pastApproval).check(z.describe("Oldest first")),
  next: z.nullable(count).check(z.describe("`after` of the next page; null at the end")),
}).check(z.describe("A page of a thread's approvals"));
