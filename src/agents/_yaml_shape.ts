// The shape of an agent file (row D1), in the words of the file. What the shape cannot say (names that refer to something,
// contradictions between keys) is checked in yaml_spec.ts.

import * as z from "zod";
import { executionSchema } from "../core/tool_choice.ts";
import { reasoningEffortSchema } from "./_agent_check.ts";
import { formed } from "./_issue.ts";
import { json } from "./_json_check.ts";
import { MAX_INT32 } from "./_tool_check.ts";

const positive = z.int().positive();
const milliseconds = positive.max(MAX_INT32);
const text = z.string().trim().min(1);

/** An inference gateway: where models come from. Its settings hold for every agent of the file. */
const gateway = z.strictObject({
  name: text,
  /** A provider: openai, anthropic, ... */
  type: formed(/^[^/\s]+$/, "is no name of a provider", "write one word, such as openai."),
  config: z.strictObject({
    model: formed(
      /^\S+$/,
      "holds a space",
      "write the model's name as the provider spells it, such as gpt-5.",
    ),
    /** Any spelling; one rank below the planner's. */
    tool_choice: json.optional(),
    temperature: z.number().min(0).optional(),
    top_p: z.number().min(0).max(1).optional(),
    max_output_tokens: positive.optional(),
    reasoning_effort: reasoningEffortSchema.optional(),
    /** OpenAI's dialect. */
    api: z.enum(["chat", "responses"]).optional(),
  }),
});

const toolDescription = z.strictObject({
  /** A tool that tools.ts exports. */
  name: text,
  /** Instead of the implementation's. */
  description: text.optional(),
  /** Names of arguments, `{name, description, type, enum, required}`, or a JSON Schema that narrows the implementation's. */
  args: json.optional(),
});

const planner = z.strictObject({
  type: text,
  config: z.strictObject({
    system_prompt: text.optional(),
    tool_descriptions: z.array(toolDescription).optional(),
    /** For `react`: native calls instead of Thought/Action/Observation as JSON. */
    use_function_calling: z.boolean().optional(),
    max_parallel_tool_calls: positive.optional(),
    /** Any spelling. */
    tool_choice: json.optional(),
    execution: executionSchema.optional(),
    history_form: z.enum(["native", "text"]).optional(),
    /** By name; needed when the file has several. */
    inference_gateway: text.optional(),
    /** What the driver needs beyond that, checked by the driver. */
    driver_config: z.record(z.string(), json).optional(),
  }).optional(),
});

const limits = z.strictObject({
  steps_per_run: positive.optional(),
  steps: positive.optional(),
  tokens: positive.optional(),
  calls: positive.optional(),
  wall_ms: milliseconds.optional(),
  step_ms: milliseconds.optional(),
  repeated_calls: positive.optional(),
  history_entries: positive.optional(),
  history_bytes: positive.optional(),
});

export const agentFileShape = z.strictObject({
  apiVersion: z.literal("treadle/v1").optional(),
  kind: z.literal("Agent").optional(),
  metadata: z.strictObject({ name: text, description: text.optional() }),
  spec: z.strictObject({
    /** The same as the planner's `system_prompt`; a file has one of them. */
    instructions: text.optional(),
    planner,
    /** The STRATEGIC PLAN. */
    plan: json.optional(),
    limits: limits.optional(),
    compaction: z.strictObject({ after_entries: positive, keep_entries: positive }).optional(),
    throw_on_tool_failure: z.boolean().optional(),
    stop_on_tool_block: z.boolean().optional(),
  }),
  resources: z.strictObject({ inference_gateways: z.array(gateway).optional() }).optional(),
});

export type AgentFile = z.output<typeof agentFileShape>;
export type GatewayFile = z.output<typeof gateway>;

/** Where the planner is configured. */
export const CONFIG = ["spec", "planner", "config"] as const;

/** The same object without the keys that are undefined, so that compiled modules hold no `undefined`. */
export function defined<T extends object>(value: T): T {
  const copy = { ...value };
  for (const key in copy) if (Object.hasOwn(copy, key) && copy[key] === undefined) delete copy[key];
  return copy;
}
