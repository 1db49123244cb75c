// The shape of an agent file (row D1), in the words of the file. What the shape cannot say (names that refer to something,
// contradictions between keys) is checked in yaml_spec.ts.

import { FEATURES } from "../../core/capability.ts";
import * as shape from "../../core/shape.ts";
import { EXECUTIONS } from "../../core/tool_choice.ts";
import { reasoningEffort } from "../_agent_check.ts";
import { formed } from "../_issue.ts";
import { json } from "../_json_check.ts";
import { MAX_INT32 } from "../_tool_check.ts";

const { boolean, list, mapped, number, object, oneOf, optional, record, whole } = shape;

const positive = whole(1);
const milliseconds = whole(1, MAX_INT32);
const text = mapped(shape.text(), (given, refuse) => given.trim() || refuse("is empty", "write some text."));

/** An inference gateway: where models come from. Its settings hold for every agent of the file. */
const gateway = object({
  name: text,
  /** A provider: openai, anthropic, ... */
  type: formed(/^[^/\s]+$/, "is no name of a provider", "write one word, such as openai."),
  config: object({
    model: formed(
      /^\S+$/,
      "holds a space",
      "write the model's name as the provider spells it, such as gpt-5.",
    ),
    /** Any spelling; one rank below the planner's. */
    tool_choice: optional(json),
    temperature: optional(number(0)),
    top_p: optional(number(0, 1)),
    max_output_tokens: optional(positive),
    reasoning_effort: optional(reasoningEffort),
    /** OpenAI's dialect. */
    api: optional(oneOf(["chat", "responses"])),
    /** What the author knows better than our table of models: `{required: false}` for one that refuses forced choices. */
    capabilities: optional(
      object(Object.fromEntries(FEATURES.map((name) => [toSnake(name), optional(boolean)]))),
    ),
    /** Who answers when this model fails before its first output: another gateway of the file, or `provider/model`. */
    fallback: optional(text),
  }),
});

const toolDescription = object({
  /** A tool that tools.ts exports. */
  name: text,
  /** Instead of the implementation's. */
  description: optional(text),
  /** Names of arguments, `{name, description, type, enum, required}`, or a JSON Schema that narrows the implementation's. */
  args: optional(json),
});

const planner = object({
  type: text,
  config: optional(object({
    system_prompt: optional(text),
    tool_descriptions: optional(list(toolDescription)),
    /** For `react`: native calls instead of Thought/Action/Observation as JSON. */
    use_function_calling: optional(boolean),
    max_parallel_tool_calls: optional(positive),
    /** Any spelling. */
    tool_choice: optional(json),
    /** What to do about a choice that the model cannot be held to. */
    on_unsupported: optional(oneOf(["degrade", "error"])),
    /** What to do about an answer that violates the choice. */
    on_violation: optional(oneOf(["report", "retry"])),
    token_efficient: optional(boolean),
    execution: optional(oneOf(EXECUTIONS)),
    history_form: optional(oneOf(["native", "text"])),
    /** By name; needed when the file has several. */
    inference_gateway: optional(text),
    /** What the driver needs beyond that, checked by the driver. */
    driver_config: optional(record(json)),
  })),
});

const limits = object({
  steps_per_run: optional(positive),
  steps: optional(positive),
  tokens: optional(positive),
  calls: optional(positive),
  wall_ms: optional(milliseconds),
  step_ms: optional(milliseconds),
  repeated_calls: optional(positive),
  history_entries: optional(positive),
  history_bytes: optional(positive),
});

export const agentFileShape = object({
  apiVersion: optional(oneOf(["treadle/v1"])),
  kind: optional(oneOf(["Agent"])),
  metadata: object({ name: text, description: optional(text) }),
  spec: object({
    /** The same as the planner's `system_prompt`; a file has one of them. */
    instructions: optional(text),
    planner,
    /** The STRATEGIC PLAN. */
    plan: optional(json),
    limits: optional(limits),
    compaction: optional(object({ after_entries: positive, keep_entries: positive })),
    throw_on_tool_failure: optional(boolean),
    stop_on_tool_block: optional(boolean),
  }),
  resources: optional(object({ inference_gateways: optional(list(gateway)) })),
});

export type AgentFile = shape.Shaped<typeof agentFileShape>;
export type GatewayFile = shape.Shaped<typeof gateway>;

/** Where the planner is configured. */
export const CONFIG = ["spec", "planner", "config"] as const;

/** `topP` as a file has it: `top_p`. */
export function toSnake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The same object without the keys that are undefined, so that compiled modules hold no `undefined`. */
export function defined<T extends object>(value: T): T {
  const copy = { ...value };
  for (const key in copy) if (Object.hasOwn(copy, key) && copy[key] === undefined) delete copy[key];
  return copy;
}
