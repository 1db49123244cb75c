// What answers look like, for openapi.json and for tests that compare real answers with it. Nothing that is deployed imports
// this file, so it may say it in zod.

import * as z from "zod";
import { FEATURES } from "../core/capability.ts";
import { ERROR_CODES, type ErrorCode } from "../core/error.ts";
import { THREAD_ID } from "../core/id.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { MODES } from "../core/provider_view.ts";
import { EXECUTIONS } from "../core/tool_choice.ts";

/** The components of openapi.json. */
export const components = z.registry<{ id: string; description?: string }>();

const anyJson = z.custom<Json>((value) => value !== undefined, "must be a JSON value");
const threadId = z.string().regex(THREAD_ID, `must match ${THREAD_ID.source}`);
const time = z.iso.datetime();
const count = z.int().min(0);
const executionSchema = z.enum(EXECUTIONS);

const toolChoiceOut = z.object({
  type: z.enum(["auto", "none", "required", "tool", "allowed"]),
  name: z.string().optional(),
  names: z.array(z.string()).optional(),
  mode: z.enum(["auto", "required"]).optional(),
  times: z.enum(["once", "always"]).optional(),
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

export const threadSchema = z.object({
  id: threadId,
  agent: z.string(),
  status: z.enum(["open", "waiting", "done", "failed", "cancelled"]),
  version: count.describe("Rises with every commit"),
  length: count.describe("Entries in the history"),
  metadata: z.record(z.string(), anyJson),
  plan: anyJson.optional(),
  counters,
  createdAt: time,
  updatedAt: time,
  resumeAt: time.optional().describe("No step runs before"),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  forkedFrom: z.object({
    thread: z.string(),
    version: count,
    replan: z.literal(true).optional(),
    calls: z.enum(["run", "rerun"]).optional(),
  }).optional(),
}).register(components, { id: "Thread" });

const outcome = z.enum(["completed", "failed", "blocked", "denied", "skipped", "unknown"]);

export const callSchema = z.object({
  id: z.string(),
  name: z.string(),
  args: z.record(z.string(), anyJson),
  state: z.enum(["pending", "approval", ...outcome.options]),
  output: anyJson.optional(),
}).register(components, { id: "Call" });

const waiting = count.describe("Inputs that wait for a step; with any the thread is open");

export const threadDetailSchema = z.object({
  ...threadSchema.shape,
  running: z.boolean(),
  waiting,
  calls: z.array(callSchema).describe("Calls without an observation"),
}).register(components, { id: "ThreadDetail" });

const corruptedThread = z.object({ id: threadId, status: z.literal("corrupted") })
  .describe("What is stored of the thread cannot be read: it can only be removed");

export const threadListSchema = z.object({
  threads: z.array(z.union([z.object({ ...threadSchema.shape, waiting }), corruptedThread])),
  cursor: z.string().optional(),
}).register(components, { id: "ThreadList" });

const usage = z.object({
  inputTokens: count,
  outputTokens: count,
  cachedTokens: count.optional(),
  cacheWriteTokens: count.optional(),
  reasoningTokens: count.optional(),
  estimated: z.literal(true).optional().describe(
    "The provider reported no usage, at least once; what is missing is an estimate",
  ),
});

const enforcement = z.enum(["native", "filtered", "prompted", "withheld", "none"]);
const violation = z.enum(["missing", "forbidden", "wrong_tool", "too_many"]);
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
  corrected: violation.optional().describe(
    "How an answer before this one violated the choice; it was dropped",
  ),
});

const entryBase = { id: z.string(), at: time, version: count };
const opaque = z.object({ provider: z.string(), model: z.string(), data: anyJson }).optional();
const block = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string(), meta: opaque }),
  z.object({ type: z.literal("reasoning"), text: z.string(), meta: opaque }),
  z.object({ type: z.literal("call"), id: z.string(), name: z.string(), args: z.string(), meta: opaque }),
]);
const toolFailure = z.object({
  kind: z.string(),
  message: z.string(),
  hint: z.string().optional(),
  retryAfterMs: z.number().optional(),
});

export const entrySchema = z.discriminatedUnion("type", [
  z.object({ ...entryBase, type: z.literal("user"), text: z.string() }),
  z.object({
    ...entryBase,
    type: z.literal("assistant"),
    blocks: z.array(block),
    finish: z.enum(["stop", "calls", "length", "content_filter", "refusal"]),
    model: z.string(),
    usage,
    interrupted: z.literal(true).optional(),
    choice: choiceRecord.optional().describe("Left out where an auto that the API holds was kept to"),
  }),
  z.object({
    ...entryBase,
    type: z.literal("tool"),
    callId: z.string(),
    name: z.string(),
    outcome,
    output: anyJson,
    error: toolFailure.optional(),
    ms: z.number(),
  }),
  z.object({ ...entryBase, type: z.literal("summary"), text: z.string(), through: count }),
]).register(components, { id: "Entry" });

export const historySchema = z.object({
  entries: z.array(entrySchema),
  start: count,
  length: count,
  next: count.nullable().describe("`after` of the next page; null at the end"),
}).register(components, { id: "History" });

export const eventSchema = z.looseObject({ seq: count, type: z.string().describe("noun.verb") })
  .register(components, {
    id: "Event",
    description: "An event of a step; the same JSON as in `data:` of the stream",
  });

export const stepAnswerSchema = z.object({
  thread: threadSchema,
  step: count,
  output: z.string().nullable().describe("The final text; null while the run goes on"),
  calls: z.array(callSchema),
  choice: effectiveChoice.nullable(),
  outcome: choiceOutcome.nullable().describe("Whether the last plan kept to its choice; null without a plan"),
  model: z.string().nullable().describe("provider/model that answered"),
  warnings: z.array(warning),
  usage,
  events: z.array(eventSchema).optional(),
}).register(components, { id: "StepAnswer" });

export const queuedSchema = z.object({ thread: z.string(), status: z.literal("queued"), waiting: count })
  .register(components, { id: "Queued" });

export const cancelledSchema = z.object({
  id: z.string(),
  status: z.literal("cancelled"),
  running: z.boolean().describe("A step was in progress and is stopping"),
  version: count,
}).register(components, { id: "Cancelled" });

export const approvalSchema = z.object({
  callId: z.string(),
  approved: z.boolean(),
  reason: z.string().optional(),
  at: time,
}).register(components, { id: "Approval" });

const jsonSchema = z.custom<JsonObject>((value) => typeof value === "object" && value !== null);

export const toolSchema = z.object({
  name: z.string(),
  description: z.string(),
  parameters: jsonSchema.describe("JSON Schema of the arguments"),
  effect: z.enum(["pure", "keyed", "once"]).describe("What may be repeated after a crash"),
  needsApproval: z.boolean(),
  timeoutMs: z.number(),
}).register(components, { id: "Tool" });

export const agentSchema = z.object({
  name: z.string(),
  description: z.string(),
  model: z.string().nullable().describe("provider/model; null takes the deployment's default"),
  driver: z.string(),
  execution: executionSchema,
  toolChoice: toolChoiceOut.nullable(),
  tools: z.array(z.string()),
  hash: z.string().describe("Changes with everything that a model can notice"),
}).register(components, { id: "Agent" });

export const agentDetailSchema = z.object({
  ...agentSchema.shape,
  instructions: z.string(),
  plan: anyJson.nullable(),
  tools: z.array(toolSchema),
  limits: z.record(z.string(), z.number()),
}).register(components, { id: "AgentDetail" });

export const agentListSchema = z.object({ agents: z.array(agentSchema) }).register(components, {
  id: "AgentList",
});

export const toolListSchema = z.object({
  tools: z.array(z.object({ ...toolSchema.shape, agents: z.array(z.string()) })),
}).register(components, { id: "ToolList" });

const modelGroup = z.object({
  pattern: z.string().nullable().describe(
    "Regular expression over names of models; null for models of which nothing is known by their names",
  ),
  example: z.string().nullable(),
  because: z.string().nullable(),
  asOf: z.iso.date().nullable(),
  source: z.string().nullable(),
  lacks: z.array(z.object({ feature: z.enum(FEATURES), because: z.string() })),
  thinks: z.boolean().describe("When nothing is set"),
  modes: z.record(z.enum(MODES), enforcement).describe("How each choice is held when nothing is set"),
  parallelFlag: z.boolean().describe("Can be told to make one call at most; else surplus calls are skipped"),
});

export const providerSchema = z.object({
  name: z.string(),
  configured: z.boolean().describe("Everything that it cannot do without is set"),
  variables: z.array(z.object({ name: z.string(), set: z.boolean() })),
  models: z.array(modelGroup),
}).register(components, { id: "Provider" });

export const providerListSchema = z.object({ providers: z.array(providerSchema) }).register(components, {
  id: "ProviderList",
});

export const healthSchema = z.object({ status: z.literal("ok"), store: z.string() })
  .register(components, { id: "Health" });

const codes = Object.keys(ERROR_CODES).filter((code): code is ErrorCode => code in ERROR_CODES);

export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(codes),
  instance: z.string().describe("Names the request, as x-request-id does"),
  retryable: z.boolean(),
  errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional()
    .describe("The wrong places of the body, as JSON Pointers"),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  thread: threadSchema.optional().describe("Present when a step failed: what was done before is kept"),
  step: count.optional(),
  warnings: z.array(warning).optional(),
}).register(components, { id: "Problem", description: "RFC 9457" });
