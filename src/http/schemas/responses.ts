// Schemas of the responses, for openapi.json and for tests that compare real responses with it. Nothing that is
// deployed imports this file.

import * as z from "zod/mini";
import { FINISH_REASONS, OUTCOMES } from "../../core/entry.ts";
import { FEATURES } from "../../core/model/capability.ts";
import { THREAD_ID } from "../../core/text/id.ts";
import type { JsonObject } from "../../core/json.ts";
import { MODES } from "../../choice/provider_view.ts";
import { THREAD_STATUSES } from "../../core/state.ts";
import { EFFECTS } from "../../core/tool.ts";
import { EXECUTIONS, TIMES } from "../../core/tool_choice.ts";
import { ENFORCEMENTS, VIOLATIONS } from "../../core/tool_choice/choice_report.ts";
import { approvalRecord, approvalTerms } from "./approvals.ts";
import { anyJson, components, count, time } from "./components.ts";
import { ALL_CODES } from "./operations.ts";

const threadId = z.string().check(z.regex(THREAD_ID));
const executionSchema = z.enum(EXECUTIONS);

const toolChoiceOut = z.object({
  type: z.enum(["auto", "none", "required", "tool", "allowed"]),
  name: z.optional(z.string()),
  names: z.optional(z.array(z.string())),
  mode: z.optional(z.enum(["auto", "required"])),
  times: z.optional(z.enum(TIMES)),
});

const warning = z.object({ code: z.string(), message: z.string() });

const counters = z.object({
  steps: count,
  calls: count,
  inputTokens: count,
  outputTokens: count,
  cachedTokens: count,
  wallMs: count,
});

/** A thread without its inbox and its calls: ThreadView of src/runtime/views.ts. Times are ISO 8601. */
export const threadSchema = z.object({
  id: threadId,
  agent: z.string(),
  status: z.enum(THREAD_STATUSES),
  version: count.check(z.describe("Rises with every commit")),
  length: count.check(z.describe("Entries in the history")),
  metadata: z.record(z.string(), anyJson),
  plan: z.optional(anyJson),
  counters,
  createdAt: time,
  updatedAt: time,
  resumeAt: z.optional(time).check(z.describe("No step runs before")),
  error: z.optional(z.object({ code: z.string(), message: z.string() })),
  forkedFrom: z.optional(z.object({
    thread: z.string(),
    version: count,
    replan: z.optional(z.literal(true)),
    calls: z.optional(z.enum(["run", "rerun"])),
  })),
}).register(components, { id: "Thread" });

const outcome = z.enum(OUTCOMES);

/** A call of the plan: CallView of src/runtime/views.ts. `output` is present once the call has an observation. */
export const callSchema = z.object({
  id: z.string(),
  name: z.string(),
  args: z.record(z.string(), anyJson),
  state: z.enum(["pending", "approval", ...OUTCOMES]),
  output: z.optional(anyJson),
  approval: z.optional(approvalTerms).check(
    z.describe("Present in the calls of a thread that need approval"),
  ),
}).register(components, { id: "Call" });

const waiting = count.check(z.describe("Inputs that wait for a step; with any the thread is open"));

/** GET /v1/threads/{id}: the thread, whether a step runs, the inputs that wait, and the calls without an observation. */
export const threadDetailSchema = z.object({
  ...threadSchema.shape,
  running: z.boolean(),
  waiting,
  calls: z.array(callSchema).check(z.describe("Calls without an observation")),
}).register(components, { id: "ThreadDetail" });

const corruptedThread = z.object({ id: threadId, status: z.literal("corrupted") })
  .check(z.describe("What is stored of the thread cannot be read: it can only be removed"));

/** GET /v1/threads: a page of the tenant's threads. `cursor` is absent on the last page. */
export const threadListSchema = z.object({
  threads: z.array(z.union([z.object({ ...threadSchema.shape, waiting }), corruptedThread])),
  cursor: z.optional(z.string()),
}).register(components, { id: "ThreadList" });

const usage = z.object({
  inputTokens: count,
  outputTokens: count,
  cachedTokens: z.optional(count),
  cacheWriteTokens: z.optional(count),
  reasoningTokens: z.optional(count),
  estimated: z.optional(z.literal(true)).check(
    z.describe("The provider reported no usage, at least once; what is missing is an estimate"),
  ),
});

const enforcement = z.enum(ENFORCEMENTS);
const violation = z.enum(VIOLATIONS);
const choiceOutcome = z.discriminatedUnion("type", [
  z.object({ type: z.literal("satisfied") }),
  z.object({ type: z.literal("violated"), how: violation }),
  z.object({ type: z.literal("cut") }),
]);

const effectiveChoice = z.object({
  requested: toolChoiceOut,
  source: z.string(),
  sent: anyJson,
  toolsSent: z.array(z.string()),
  enforcement,
  because: z.string(),
  warnings: z.array(warning),
});

const choiceRecord = z.object({
  requested: toolChoiceOut,
  source: z.string(),
  enforcement,
  outcome: choiceOutcome,
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
const toolFailure = z.object({
  kind: z.string(),
  message: z.string(),
  hint: z.optional(z.string()),
  retryAfterMs: z.optional(z.number()),
});

/** An entry of the history (src/core/entry.ts), told apart by `type`. `ms` of a tool entry: milliseconds. */
export const entrySchema = z.discriminatedUnion("type", [
  z.object({ ...entryBase, type: z.literal("user"), text: z.string() }),
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
  }),
  z.object({
    ...entryBase,
    type: z.literal("tool"),
    callId: z.string(),
    name: z.string(),
    outcome,
    output: anyJson,
    error: z.optional(toolFailure),
    ms: z.number(),
    approval: z.optional(approvalRecord),
  }),
  z.object({ ...entryBase, type: z.literal("summary"), text: z.string(), through: count }),
]).register(components, { id: "Entry" });

/** GET /v1/threads/{id}/history: the entries from index `start` on, of `length` in all. */
export const historySchema = z.object({
  entries: z.array(entrySchema),
  start: count,
  length: count,
  next: z.nullable(count).check(z.describe("`after` of the next page; null at the end")),
}).register(components, { id: "History" });

/** An event of a step (src/core/event.ts). Kinds of events may be added, so unknown fields are allowed. */
export const eventSchema = z.looseObject({ seq: count, type: z.string().check(z.describe("noun.verb")) })
  .register(components, {
    id: "Event",
    description: "An event of a step; the same JSON as in `data:` of the stream",
  });

/** The response to a run that is not streamed: RunResult of src/runtime/result.ts, with its events on request. */
export const runResultSchema = z.object({
  thread: threadSchema,
  step: count,
  output: z.nullable(z.string()).check(z.describe("The final text; null while the run goes on")),
  calls: z.array(callSchema),
  choice: z.nullable(effectiveChoice),
  outcome: z.nullable(choiceOutcome).check(
    z.describe("Whether the last plan kept to its choice; null without a plan"),
  ),
  model: z.nullable(z.string()).check(z.describe("provider/model of the last plan")),
  warnings: z.array(warning),
  usage,
  events: z.optional(z.array(eventSchema)),
}).register(components, { id: "RunResult" });

/** 202: the input waits in the inbox, as input number `waiting`, for the step that runs now. */
export const queuedSchema = z.object({ thread: z.string(), status: z.literal("queued"), waiting: count })
  .register(components, { id: "Queued" });

/** POST /v1/threads/{id}/cancel: the thread after the cancel. */
export const cancelledSchema = z.object({
  id: z.string(),
  status: z.literal("cancelled"),
  running: z.boolean().check(z.describe("A step was in progress and is stopping")),
  version: count,
}).register(components, { id: "Cancelled" });

/** GET /v1/threads/{id}/approvals: ApprovalPage of src/runtime/threads/list_approvals.ts. */
export const approvalListSchema = z.object({
  open: z.array(callSchema).check(z.describe("The pending calls that need approval")),
  past: z.array(z.object({
    callId: z.string(),
    name: z.string(),
    state: outcome,
    at: time,
    entry: count.check(z.describe("Index of the call's entry in the history")),
    approval: approvalRecord,
  })),
  next: z.nullable(count).check(z.describe("`after` of the next page; null at the end")),
}).register(components, { id: "ApprovalList" });

const jsonSchema = z.custom<JsonObject>((value) => typeof value === "object" && value !== null);

/** A tool of an agent. `timeoutMs` is in milliseconds. */
export const toolSchema = z.object({
  name: z.string(),
  description: z.string(),
  parameters: jsonSchema.check(z.describe("JSON Schema of the arguments")),
  effect: z.enum(EFFECTS).check(z.describe("What may be repeated after a crash")),
  needsApproval: z.union([z.boolean(), z.literal("conditional")]),
  timeoutMs: z.number(),
}).register(components, { id: "Tool" });

/** An agent in a list, with the names of its tools. */
export const agentSchema = z.object({
  name: z.string(),
  description: z.string(),
  model: z.nullable(z.string()).check(z.describe("provider/model; null takes the deployment's default")),
  driver: z.string(),
  execution: executionSchema,
  toolChoice: z.nullable(toolChoiceOut),
  tools: z.array(z.string()),
  hash: z.string().check(z.describe("Changes with everything that a model can notice")),
}).register(components, { id: "Agent" });

/** GET /v1/agents/{name}: the agent with its instructions, tools and limits. */
export const agentDetailSchema = z.object({
  ...agentSchema.shape,
  instructions: z.string(),
  plan: z.nullable(anyJson),
  tools: z.array(toolSchema),
  limits: z.record(z.string(), z.number()),
}).register(components, { id: "AgentDetail" });

/** GET /v1/agents: all agents of the deployment. */
export const agentListSchema = z.object({ agents: z.array(agentSchema) }).register(components, {
  id: "AgentList",
});

/** GET /v1/tools: every tool of the deployment with the names of the agents that have it. */
export const toolListSchema = z.object({
  tools: z.array(z.object({ ...toolSchema.shape, agents: z.array(z.string()) })),
}).register(components, { id: "ToolList" });

const modelGroup = z.object({
  pattern: z.nullable(z.string()).check(z.describe(
    "Regular expression over names of models; null for all other models",
  )),
  example: z.nullable(z.string()),
  because: z.nullable(z.string()),
  asOf: z.nullable(z.iso.date()),
  source: z.nullable(z.string()),
  lacks: z.array(z.object({ feature: z.enum(FEATURES), because: z.string() })),
  thinks: z.boolean().check(z.describe("When nothing is set")),
  modes: z.record(z.enum(MODES), enforcement).check(
    z.describe("How each choice is held when nothing is set"),
  ),
  parallelFlag: z.boolean().check(
    z.describe("The API has a flag for one call at most; without it surplus calls are skipped"),
  ),
});

/** GET /v1/providers/{name}: what the provider needs to be configured, and what its models support. */
export const providerSchema = z.object({
  name: z.string(),
  configured: z.boolean().check(z.describe("Everything that it cannot do without is set")),
  variables: z.array(z.object({ name: z.string(), set: z.boolean() })),
  models: z.array(modelGroup),
}).register(components, { id: "Provider" });

/** GET /v1/providers: all providers, configured or not. */
export const providerListSchema = z.object({ providers: z.array(providerSchema) }).register(components, {
  id: "ProviderList",
});

/** GET /healthz: the store was reached; `store` is its kind. */
export const healthSchema = z.object({ status: z.literal("ok"), store: z.string() })
  .register(components, { id: "Health" });

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
}).register(components, { id: "Problem", description: "RFC 9457" });
