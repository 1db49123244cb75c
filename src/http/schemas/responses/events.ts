// Schemas of the events of a step: StepEvent of src/core/event.ts, every type and every field. openapi.json and docs/events.md are
// made from them; tests/http/schemas/events_test.ts compares them with the type, both ways.

import * as z from "zod/mini";
import { anyJson } from "../any_json.ts";
import { FINISH_REASONS, OUTCOMES } from "../../../core/entry.ts";
import { CALL_READINESSES, RESTART_REASONS } from "../../../core/event.ts";
import { THREAD_STATUSES } from "../../../core/state.ts";
import { ALL_CODES } from "../operations.ts";
import { callApp, choiceOutcome, count, effectiveChoice, toolFailure, usage } from "./parts.ts";

const text = (meaning: string) => z.string().check(z.describe(meaning));
const number = (meaning: string) => count.check(z.describe(meaning));
const flag = (meaning: string) => z.optional(z.literal(true)).check(z.describe(meaning));

const seq = number("Its place in the thread's stream; `id:` of the event");
const block = number("Number of the block: from 0 over the answers of a step");
const callId = text("Id of the call");
const toolName = text("Name of the tool");
const args = z.record(z.string(), anyJson).check(z.describe("The arguments"));
const stepNumber = number("Number of the step in the thread, from 1");
const status = z.enum(THREAD_STATUSES).check(z.describe("Status of the thread after the step"));
const phase = {
  thread: text("Id of the phase's thread"),
  phase: text("Id of the phase in the plan"),
  callId: text("The call of `run_phase`"),
};

const failure = z.object({
  code: z.enum(ALL_CODES).check(z.describe("One of the [codes](symptoms.md#all-codes)")),
  message: text("What happened, to what, and what to do"),
  retryable: z.boolean().check(z.describe("Another step may succeed")),
  retryAfterMs: z.optional(z.number()).check(z.describe("Milliseconds to wait before it")),
});

/** A schema of one type of event; `meaning` is when it comes. */
function event<Type extends string, Shape extends z.core.$ZodShape>(
  type: Type,
  meaning: string,
  shape: Shape,
) {
  return z.object({ type: z.literal(type), seq, ...shape }).check(z.describe(meaning));
}

/** The schema of each type, by the name of its component. */
export const EVENT_SCHEMAS = {
  StepStartedEvent: event("step.started", "The first event of every step.", {
    thread: text("Id of the thread"),
    agent: text("Name of the agent"),
    step: stepNumber,
    model: text("`provider/model` of the request"),
    choice: z.nullable(effectiveChoice).check(
      z.describe(
        "The [effective choice](tool-choice.md#what-a-step-reports) of the plan; null when the step only runs tools",
      ),
    ),
    at: number("Epoch milliseconds"),
    input: z.optional(
      text("Id of the entry that the newest input of the step becomes; absent where it takes none"),
    ),
  }),
  InputTakenEvent: event(
    "input.taken",
    "Before the calls of the step: it takes an input that [came while a run went on](http-api/steps.md#inputs-while-a-run-goes-on), or that waited. One for each.",
    {
      id: text("Id of the entry that the input becomes"),
      door: z.optional(z.string()).check(
        z.describe(
          "The way in of the entry, as the history has it: `chat:` and `agui:` are followed by the id of the client's message",
        ),
      ),
    },
  ),
  ToolStartedEvent: event("tool.started", "A tool begins to run a call.", {
    callId,
    name: toolName,
    args,
    attempt: number("1 when it surely runs for the first time"),
    app: callApp,
  }),
  ToolFinishedEvent: event("tool.finished", "A call has its observation, also without having run.", {
    callId,
    name: toolName,
    outcome: z.enum(OUTCOMES).check(
      z.describe("How the call ended; `unknown`: a `once` tool was started and its worker vanished"),
    ),
    output: anyJson.check(z.describe("What the tool returned; null when it did not complete")),
    error: z.optional(toolFailure).check(z.describe("Why it failed")),
    ms: z.number().check(z.describe("Milliseconds that the tool took")),
    app: callApp,
  }),
  TextStartedEvent: event("text.started", "A block of text begins.", { block }),
  TextDeltaEvent: event("text.delta", "More text of a block.", { block, text: text("The piece") }),
  TextEndedEvent: event("text.ended", "A block of text is whole.", { block }),
  ReasoningStartedEvent: event("reasoning.started", "A block of reasoning begins.", { block }),
  ReasoningDeltaEvent: event("reasoning.delta", "More reasoning of a block.", {
    block,
    text: text("The piece"),
  }),
  ReasoningEndedEvent: event("reasoning.ended", "A block of reasoning is whole.", { block }),
  CallStartedEvent: event("call.started", "The model begins a call.", { block, callId, name: toolName }),
  CallDeltaEvent: event("call.delta", "More of a call's arguments.", {
    block,
    callId,
    text: text("The piece: JSON text, never an object"),
  }),
  CallReadyEvent: event("call.ready", "The arguments of a call are whole.", {
    block,
    callId,
    name: toolName,
    args: text("The whole argument text"),
    readiness: z.enum(CALL_READINESSES).check(
      z.describe("`truncated`: the answer broke off and the call is dropped"),
    ),
  }),
  ApprovalRequestedEvent: event(
    "approval.requested",
    "A call waits for [people](http-api/approvals.md#post-v1threadsidapprovalscallid).",
    {
      callId,
      thread: z.optional(z.string()).check(
        z.describe(
          "Thread of the phase that the call belongs to; missing for a call of the stream's own thread",
        ),
      ),
      name: toolName,
      args,
      digest: text("Of the call's id, tool and arguments: an answer may name it"),
      expiresAt: z.optional(z.number()).check(
        z.describe("Epoch milliseconds from which on an answer is too late"),
      ),
      approvals: z.optional(z.number()).check(z.describe("How many people must approve, when more than one")),
      edits: flag("The answer may have other arguments"),
      asks: flag("The call is a question: the answer is its output"),
      client: flag("Once it is approved, the caller runs the call and brings its result"),
      because: z.optional(z.string()).check(z.describe("Why [plugins](plugins.md#holds) hold the call")),
    },
  ),
  ResultRequestedEvent: event(
    "result.requested",
    "A call of a client tool waits for its result: the caller runs it and sends `toolResults`.",
    { callId, name: toolName, args },
  ),
  CallDeferredEvent: event(
    "call.deferred",
    "The [result of a call comes later](tools.md#results-that-come-later): the call stays open without a step.",
    {
      callId,
      name: toolName,
      ref: anyJson.check(z.describe("What the tool names the work by")),
      expiresAt: number("Epoch milliseconds from which on a result is too late"),
      pollAt: z.optional(z.number()).check(
        z.describe("Epoch milliseconds from which on a step polls for the result; missing where none does"),
      ),
    },
  ),
  AuthorizationRequestedEvent: event(
    "authorization.requested",
    "The user has to [authorize a server of tools](mcp.md#servers-that-users-authorize): the call has not run, and runs in a step behind that.",
    {
      callId,
      name: toolName,
      server: text("Name of the server in its agent"),
      url: text("The address that the user opens; it is for this user alone"),
      expiresAt: number("Epoch milliseconds from which on the call does not run any more"),
    },
  ),
  ChildStartedEvent: event(
    "child.started",
    "The step begins or goes on to run a [phase](orchestration.md) in its thread. This event and the next two come for phases of phases too.",
    { ...phase, worker: text("The worker that runs it") },
  ),
  ChildStepEvent: event("child.step", "A step of the phase's thread has ended.", {
    ...phase,
    step: number("Its number in that thread"),
    status: z.enum(THREAD_STATUSES).check(z.describe("Status of that thread after it")),
  }),
  ChildFinishedEvent: event(
    "child.finished",
    "The phase has ended; its call has an observation in this step or a later one.",
    {
      ...phase,
      outcome: z.enum(["finished", "failed"]).check(z.describe("How it ended")),
    },
  ),
  PlanRestartedEvent: event(
    "plan.restarted",
    "Another request for the plan begins. Blocks numbered below `from` are void, and all of them have ended.",
    {
      model: text("`provider/model` of the new request"),
      choice: effectiveChoice.check(z.describe("Replaces the choice of `step.started`")),
      reason: z.enum(RESTART_REASONS).check(
        z.describe(
          "`capability`: the provider refused a feature; `thinking`: it refused the thinking of earlier answers; `fallback`: the fallback model answers; `violation`: the answer violated the choice; `answer`: the answer was not in its form; `policy`: an observation of this step changed the choice; `tools`: `read_output` is offered, or no longer",
        ),
      ),
      because: text("What was wrong, in one clause"),
      from: number("Number of the first block of the new answer"),
    },
  ),
  WarningEvent: event("warning", "Something was degraded and the step goes on.", {
    code: text("One of the [warnings](http-api/errors.md#warnings)"),
    message: text("What was degraded"),
  }),
  UsageEvent: event("usage", "What the step's model calls used.", usage.shape),
  StepFinishedEvent: event("step.finished", "The last event of a step that committed.", {
    step: stepNumber,
    version: number("The thread version that the commit produced"),
    status,
    finish: z.nullable(z.enum(FINISH_REASONS)).check(
      z.describe("Why the model stopped; null when the step only ran tools"),
    ),
    outcome: z.nullable(choiceOutcome).check(
      z.describe("Whether the answer kept to its choice; null when the step only ran tools"),
    ),
    continues: z.boolean().check(z.describe("Another step follows in this stream")),
    question: z.optional(z.string()).check(
      z.describe("What a tool needs to know from the user: the run has ended with it"),
    ),
  }),
  StepFailedEvent: event(
    "step.failed",
    "The last event of a step that failed; what was done before is kept.",
    {
      step: stepNumber,
      version: number("The thread version after the failure was recorded"),
      error: failure.check(z.describe("Why the step failed")),
    },
  ),
} as const;

/** An event of a step, discriminated by `type`. */
export const stepEventSchema = z.discriminatedUnion("type", [
  EVENT_SCHEMAS.StepStartedEvent,
  EVENT_SCHEMAS.InputTakenEvent,
  EVENT_SCHEMAS.ToolStartedEvent,
  EVENT_SCHEMAS.ToolFinishedEvent,
  EVENT_SCHEMAS.TextStartedEvent,
  EVENT_SCHEMAS.TextDeltaEvent,
  EVENT_SCHEMAS.TextEndedEvent,
  EVENT_SCHEMAS.ReasoningStartedEvent,
  EVENT_SCHEMAS.ReasoningDeltaEvent,
  EVENT_SCHEMAS.ReasoningEndedEvent,
  EVENT_SCHEMAS.CallStartedEvent,
  EVENT_SCHEMAS.CallDeltaEvent,
  EVENT_SCHEMAS.CallReadyEvent,
  EVENT_SCHEMAS.ApprovalRequestedEvent,
  EVENT_SCHEMAS.ResultRequestedEvent,
  EVENT_SCHEMAS.CallDeferredEvent,
  EVENT_SCHEMAS.AuthorizationRequestedEvent,
  EVENT_SCHEMAS.ChildStartedEvent,
  EVENT_SCHEMAS.ChildStepEvent,
  EVENT_SCHEMAS.ChildFinishedEvent,
  EVENT_SCHEMAS.PlanRestartedEvent,
  EVENT_SCHEMAS.WarningEvent,
  EVENT_SCHEMAS.UsageEvent,
  EVENT_SCHEMAS.StepFinishedEvent,
  EVENT_SCHEMAS.StepFailedEvent,
]).check(
  z.describe("An event of a step; `data:` of one event of a stream. Later versions may have more types"),
);

/** The end of a stream that broke in the server. It has no `id:`, so a client resumes after the last event before it. */
export const streamFailedSchema = z.object({
  type: z.literal("stream.failed"),
  message: text("Why the stream ended"),
}).check(z.describe("A stream that the server had to end; the run goes on and the stream can be resumed"));
