// The schema of an agent file. References and contradictions between keys are checked in spec.ts.

import * as z from "zod/mini";
import { usd } from "../../core/budget/budget_schema.ts";
import { FEATURES } from "../../core/model/capability.ts";
import { OPENAI_APIS, REASONING_EFFORTS } from "../../core/model/model_settings.ts";
import { describeFields } from "../../core/text/field_meanings.ts";
import { milliseconds, positive, textOfForm } from "../_checked.ts";
import { json } from "../_json_check.ts";
import { IN_FILE, THREAD_BUDGET } from "../parts.ts";
import { scheduleParts } from "../schedules/schema.ts";
import { keysIn, meaningsIn, toSnake } from "./file_parts.ts";
import { serverFile } from "./mcp_schema.ts";
import { selectionFile } from "./selection_schema.ts";
import { templateParts } from "../webhooks/schema.ts";

const text = z.string().check(z.trim(), z.minLength(1));
const flag = z.boolean();

const ANY_SPELLING = IN_FILE.config.toolChoice;

const gatewayConfig = z.strictObject({
  model: textOfForm(
    /^\S+$/,
    "holds a space",
    "write the model's name as the provider spells it, such as gpt-5.",
  ),
  tool_choice: z.optional(json),
  temperature: z.optional(z.number().check(z.gte(0))),
  top_p: z.optional(z.number().check(z.gte(0), z.lte(1))),
  max_output_tokens: z.optional(positive),
  reasoning_effort: z.optional(z.enum(REASONING_EFFORTS)),
  api: z.optional(z.enum(OPENAI_APIS)),
  capabilities: z.optional(
    z.strictObject(Object.fromEntries(FEATURES.map((name) => [toSnake(name), z.optional(flag)]))),
  ),
  models: z.optional(z.array(text).check(z.minLength(1))),
  fallback: z.optional(text),
});
/* @__PURE__ */ describeFields(gatewayConfig, {
  model: "The model as its provider spells it, such as `gpt-6.1-terra`",
  tool_choice: `${ANY_SPELLING}; the planner's comes before it`,
  temperature: "From 0 on",
  top_p: "From 0 to 1",
  max_output_tokens: "Most tokens of an answer, thinking included",
  reasoning_effort: "How long the model thinks",
  api: "OpenAI's dialect",
  capabilities:
    "Replaces what the [table of models](providers.md) says: `{required: false}` for a model that refuses forced choices",
  models: "Models that a request may name in place of this one: `provider/model` each",
  fallback: "Answers when this model fails before its first output: another gateway, or `provider/model`",
});

/** Where models come from. Its settings hold for every agent of the file. */
const gateway = z.strictObject({
  name: text,
  type: textOfForm(/^[^/\s]+$/, "is no name of a provider", "write one word, such as openai."),
  config: gatewayConfig,
});
/* @__PURE__ */ describeFields(gateway, {
  name: "What `inference_gateway` and `fallback` name",
  type: "A [provider](providers.md), such as `openai`",
  config: "The model and its settings",
});

const toolDescription = z.strictObject({
  name: text,
  client: z.optional(z.literal(true)),
  description: z.optional(text),
  args: z.optional(json),
  needs_approval: z.optional(json),
  approvals: z.optional(positive),
  approval_ttl_ms: z.optional(positive),
  prompt_chars: z.optional(positive),
});
/* @__PURE__ */ describeFields(toolDescription, {
  name: "A tool that `tools.ts` beside the file exports",
  client: "`true` for a [client tool](tools.md#client-tools), whose calls the caller runs",
  description: "In place of the tool's own",
  args: "Names, `{name, description, type, enum, required}`, or a JSON Schema that narrows the tool's",
  needs_approval:
    "Whether people [approve](tools.md#approval) a call first: `true`, `{arg: amount, gt: 100}` or a list of such conditions; adds to the tool's own",
  approvals: "How many different people must approve; at least as many as the tool asks for",
  approval_ttl_ms: "Milliseconds until an unanswered approval is a denial; at most the tool's own",
  prompt_chars: "Characters of an output in a request, at least 500; in place of the tool's own",
});

const plannerConfig = z.strictObject({
  system_prompt: z.optional(text),
  tool_descriptions: z.optional(z.array(toolDescription)),
  use_function_calling: z.optional(flag),
  max_parallel_tool_calls: z.optional(positive),
  ...keysIn("config", {
    tool_choice: z.optional(json),
    policy: z.optional(
      z.union([text, z.record(z.string(), json)], "must be a name, or a policy: {rules: [...]}"),
    ),
  }),
  inference_gateway: z.optional(text),
});
/* @__PURE__ */ describeFields(plannerConfig, {
  system_prompt: "The same as `spec.instructions`; a file has one of them",
  use_function_calling: "For `react` and `ReActPlanner`: native calls in place of decisions as JSON",
  max_parallel_tool_calls: "Most calls of one plan that are run; the others are skipped. 8 by default",
  inference_gateway: "The gateway of `resources` that answers; needed where the file has several",
}, meaningsIn("config"));

const planner = z.strictObject({ type: text, config: z.optional(plannerConfig) });
/* @__PURE__ */ describeFields(planner, {
  type: "`tool_calling`, `react` or `ReActPlanner`, or a driver of the deployment",
  config: "Its settings",
});

const workerLimits = z.strictObject({
  steps: z.optional(positive),
  tokens: z.optional(positive),
  calls: z.optional(positive),
  usd: z.optional(usd),
  wall_ms: z.optional(milliseconds),
  steps_per_run: z.optional(positive),
});
/* @__PURE__ */ describeFields(workerLimits, {
  wall_ms: THREAD_BUDGET.wallMs,
  steps_per_run: "Steps from an input to an answer",
}, THREAD_BUDGET);

/** An agent of the deployment that runs phases. */
const worker = z.strictObject({
  agent: text,
  description: z.optional(text),
  limits: z.optional(workerLimits),
  tool_choice: z.optional(json),
});
/* @__PURE__ */ describeFields(worker, {
  agent: "An agent of the deployment",
  description: "What it is for; by default that of the agent",
  limits: "Of each phase that it runs, in place of the agent's",
  tool_choice: `${ANY_SPELLING}; replaces the agent's own`,
});

/** What an orchestrator directs. */
const orchestrate = z.strictObject({
  workers: z.record(z.string(), worker),
  parallel: z.optional(positive),
  depth: z.optional(positive),
  phases: z.optional(positive),
});
/* @__PURE__ */ describeFields(orchestrate, {
  workers: "The agents that run phases, by the names that the orchestrator calls them",
  parallel: "Phases that run at the same time",
  depth: "How deep orchestrators may stand below each other",
  phases: "Most phases of a plan",
});

const schedule = z.strictObject({ ...scheduleParts, tool_choice: z.optional(json) });
/* @__PURE__ */ describeFields(schedule, {
  name: "Unique within the agent",
  cron: "Minute, hour, day of the month, month, day of the week",
  at: "In place of `cron`: one time, in ISO 8601 with its offset",
  timezone: "Of `cron`, such as `Europe/Berlin`; UTC by default",
  input: "What the agent reads",
  thread: "`new`, a thread for each run, by default; `kept`, one for all",
  missed: "Runs whose time passed meanwhile: `once` for all of them, by default, or `never`",
  metadata: "Of the threads that it makes",
  tenant: "Whose threads it makes",
  tool_choice: `${ANY_SPELLING}, for its runs`,
});

const template = z.strictObject({ ...templateParts, tool_choice: z.optional(json) });
/* @__PURE__ */ describeFields(template, {
  trigger: "The trigger that the event comes by",
  event: "The event, or several; all by default",
  where: "Tests of the payload by JSON pointer, all of which must hold",
  unless: "Tests of which none may hold",
  thread: "The thread, with places such as `{/issue/number}`",
  users: "`true`: the event may join a thread that belongs to a user",
  input: "What the agent reads, with places",
  metadata: "Of the thread, with places",
  tool_choice: `${ANY_SPELLING}, for its runs`,
});

const metadata = z.strictObject({ name: text, ...keysIn("metadata", { description: z.optional(text) }) });
/* @__PURE__ */ describeFields(metadata, {
  name: "Its name: up to 64 letters, digits, `_`, `.` and `-`, beginning with a letter or `_`",
}, meaningsIn("metadata"));

const spec = z.strictObject({
  instructions: z.optional(text),
  model: z.optional(text),
  planner,
  ...keysIn("spec", {
    output: z.optional(json),
    orchestrate: z.optional(orchestrate),
    mcp: z.optional(z.array(serverFile)),
    selection: z.optional(selectionFile),
    schedules: z.optional(z.array(schedule)),
    webhooks: z.optional(z.array(template)),
  }),
});
/* @__PURE__ */ describeFields(spec, {
  model: "The model that answers, as `provider/model`, in place of a gateway",
  planner: "How a plan is obtained",
}, meaningsIn("spec"));

const resources = z.strictObject({ inference_gateways: z.optional(z.array(gateway)) });
/* @__PURE__ */ describeFields(resources, {
  inference_gateways: "The models that answer, with settings; without one `spec.model`, or `TREADLE_MODEL`",
});

/** The schema of an agent file. */
export const agentFileSchema = z.strictObject({
  apiVersion: z.optional(z.enum(["treadle/v1"])),
  kind: z.optional(z.enum(["Agent"])),
  metadata,
  spec,
  resources: z.optional(resources),
});
/* @__PURE__ */ describeFields(agentFileSchema, {
  apiVersion: "`treadle/v1`, the only one",
  kind: "`Agent`, the only one",
  metadata: "What the agent is called",
  spec: "What it does",
  resources: "What several agents share",
});

/** An agent file, as its schema reads it. */
export type AgentFile = z.output<typeof agentFileSchema>;
/** An inference gateway of an agent file. */
export type GatewayFile = z.output<typeof gateway>;
