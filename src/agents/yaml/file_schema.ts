// The schema of an agent file. References and contradictions between keys are checked in spec.ts.

import * as z from "zod/mini";
import { usd } from "../../core/budget/limits.ts";
import { FEATURES } from "../../core/model/capability.ts";
import { EXECUTIONS, HOLDS, ON_UNSUPPORTED } from "../../core/tool_choice.ts";
import { HISTORY_FORMS, ON_CONTEXT_REQUIRED, ON_VIOLATION } from "../../core/agent.ts";
import { EXAMPLE_MODEL } from "../../core/model/example_model.ts";
import { OPENAI_APIS, REASONING_EFFORTS } from "../../core/model/model_settings.ts";
import {
  exampleTexts,
  milliseconds,
  positive,
  remindedEvery,
  remindedText,
  textOfForm,
} from "../_checked.ts";
import { json, pluginSettings } from "../_json_check.ts";
import { scheduleParts } from "../schedules/schema.ts";
import { serverFile } from "./mcp_schema.ts";
import { selectionFile } from "./selection_schema.ts";
import { templateParts } from "../webhooks/schema.ts";

const text = z.string().check(z.trim(), z.minLength(1));
const flag = z.boolean();

/** An inference gateway: where models come from. Its settings hold for every agent of the file. */
const gateway = z.strictObject({
  name: text,
  /** A provider: openai, anthropic, ... */
  type: textOfForm(/^[^/\s]+$/, "is no name of a provider", "write one word, such as openai."),
  config: z.strictObject({
    model: textOfForm(
      /^\S+$/,
      "holds a space",
      "write the model's name as the provider spells it, such as gpt-5.",
    ),
    /** Any spelling; one rank below the planner's. */
    tool_choice: z.optional(json),
    temperature: z.optional(z.number().check(z.gte(0))),
    top_p: z.optional(z.number().check(z.gte(0), z.lte(1))),
    max_output_tokens: z.optional(positive),
    reasoning_effort: z.optional(z.enum(REASONING_EFFORTS)),
    /** OpenAI's dialect. */
    api: z.optional(z.enum(OPENAI_APIS)),
    /** Replaces rows of the table of models: `{required: false}` for one that refuses forced choices. */
    capabilities: z.optional(
      z.strictObject(Object.fromEntries(FEATURES.map((name) => [toSnake(name), z.optional(flag)]))),
    ),
    /** Models that a request may name in place of this one: `provider/model` each. */
    models: z.optional(z.array(text).check(z.minLength(1))),
    /** Answers when this model fails before its first output: another gateway of the file, or `provider/model`. */
    fallback: z.optional(text),
  }),
});

const toolDescription = z.strictObject({
  /** A tool that tools.ts exports. */
  name: text,
  /** A client tool, which has no implementation: the caller runs its calls. */
  client: z.optional(z.literal(true)),
  /** Instead of the implementation's. */
  description: z.optional(text),
  /** Names, `{name, description, type, enum, required}`, or a JSON Schema that narrows the implementation's. */
  args: z.optional(json),
  /** true, false, a rule such as {arg: amount, gt: 100}, or a list of rules; adds to the implementation's. */
  needs_approval: z.optional(json),
  /** People who must approve; at least the implementation's. */
  approvals: z.optional(positive),
  /** At most the implementation's. */
  approval_ttl_ms: z.optional(positive),
  /** In place of the implementation's; at least 500. */
  prompt_chars: z.optional(positive),
});

const planner = z.strictObject({
  type: text,
  config: z.optional(z.strictObject({
    system_prompt: z.optional(text),
    tool_descriptions: z.optional(z.array(toolDescription)),
    /** For `ReActPlanner` and `react`: true for native calls instead of decisions as JSON. */
    use_function_calling: z.optional(flag),
    max_parallel_tool_calls: z.optional(positive),
    /** Any spelling. */
    tool_choice: z.optional(json),
    /** The name of a policy, or a policy without a name, as PUT /v1/policies takes it. */
    policy: z.optional(
      z.union([text, z.record(z.string(), json)], "must be a name, or a policy: {rules: [...]}"),
    ),
    /** As in an agent's definition. */
    on_unsupported: z.optional(z.enum(ON_UNSUPPORTED)),
    hold: z.optional(z.enum(HOLDS)),
    /** As in an agent's definition. */
    on_violation: z.optional(z.enum(ON_VIOLATION)),
    token_efficient: z.optional(flag),
    execution: z.optional(z.enum(EXECUTIONS)),
    /** How often an answer that is not in its form is requested again. */
    max_retries: z.optional(z.int().check(z.gte(0))),
    /** For `ReActPlanner`: a plain answer when the retries are used up. */
    final_via_inference: z.optional(flag),
    history_form: z.optional(z.enum(HISTORY_FORMS)),
    /** By name; needed when the file has several. */
    inference_gateway: z.optional(text),
  })),
});

const limits = z.strictObject({
  steps_per_run: z.optional(positive),
  answer: z.optional(flag),
  steps: z.optional(positive),
  tokens: z.optional(positive),
  calls: z.optional(positive),
  /** US dollars. */
  usd: z.optional(usd),
  wall_ms: z.optional(milliseconds),
  /** From an input to its final answer, as steps_per_run. */
  per_run: z.optional(z.strictObject({
    tokens: z.optional(positive),
    calls: z.optional(positive),
    usd: z.optional(usd),
    wall_ms: z.optional(milliseconds),
  })),
  /** The model calls of one step behind its first answer. */
  recovery: z.optional(z.strictObject({ tokens: z.optional(positive), usd: z.optional(usd) })),
  step_ms: z.optional(milliseconds),
  repeated_calls: z.optional(positive),
  history_entries: z.optional(positive),
  history_bytes: z.optional(positive),
  history_tokens: z.optional(positive),
  /** At least 500. */
  output_chars: z.optional(positive),
});

/** One of `after_entries` and `after_tokens` at least. */
const compaction = z.strictObject({
  after_entries: z.optional(positive),
  after_tokens: z.optional(positive),
  keep_entries: z.optional(positive),
  keep_tokens: z.optional(positive),
  /** `provider/model` that writes the summary. */
  model: z.optional(
    textOfForm(/^[^/\s]+\/\S+$/, "is no model", `write provider/model, such as ${EXAMPLE_MODEL}.`),
  ),
  instructions: z.optional(text),
  /** The API of the model writes the summary. */
  by: z.optional(z.literal("provider")),
});

/** Old results of tools that the API of the model leaves out. */
const clearToolResults = z.strictObject({
  after_tokens: positive,
  keep_calls: z.optional(positive),
  at_least_tokens: z.optional(positive),
  except_tools: z.optional(z.array(text)),
});

/** An agent of the deployment that runs phases. */
const worker = z.strictObject({
  agent: text,
  description: z.optional(text),
  limits: z.optional(z.strictObject({
    steps: z.optional(positive),
    tokens: z.optional(positive),
    calls: z.optional(positive),
    usd: z.optional(usd),
    wall_ms: z.optional(milliseconds),
    steps_per_run: z.optional(positive),
  })),
  /** Any spelling; replaces the agent's own. */
  tool_choice: z.optional(json),
});

/** What an orchestrator directs. */
const orchestrate = z.strictObject({
  workers: z.record(z.string(), worker),
  parallel: z.optional(positive),
  depth: z.optional(positive),
  phases: z.optional(positive),
});

const rate = z.number().check(z.gte(0));
const rates = { input: rate, output: rate, cached: z.optional(rate), cache_write: z.optional(rate) };

/** US dollars for a million tokens of the agent's model. */
const price = z.strictObject({
  ...rates,
  long: z.optional(z.strictObject({ ...rates, above: positive })),
  reasoning_apart: z.optional(flag),
});

/** The schema of an agent file. */
export const agentFileSchema = z.strictObject({
  apiVersion: z.optional(z.enum(["treadle/v1"])),
  kind: z.optional(z.enum(["Agent"])),
  metadata: z.strictObject({
    name: text,
    description: z.optional(text),
    examples: z.optional(exampleTexts),
  }),
  spec: z.strictObject({
    /** The same as the planner's `system_prompt`; a file has one of them. */
    instructions: z.optional(text),
    /** `provider/model`: a gateway without a name and without settings. */
    model: z.optional(text),
    planner,
    /** The form of final answers: a JSON Schema of an object. */
    output: z.optional(json),
    /** The STRATEGIC PLAN. */
    plan: z.optional(json),
    /** Makes the agent an orchestrator: it writes a plan of phases, and workers run them. */
    orchestrate: z.optional(orchestrate),
    limits: z.optional(limits),
    price: z.optional(price),
    /** For tools that set none. */
    approval_ttl_ms: z.optional(positive),
    compaction: z.optional(compaction),
    clear_tool_results: z.optional(clearToolResults),
    /** What a long run is told again. */
    reminder: z.optional(z.strictObject({ text: remindedText, every_steps: z.optional(remindedEvery) })),
    throw_on_tool_failure: z.optional(flag),
    stop_on_tool_block: z.optional(flag),
    on_context_required: z.optional(z.enum(ON_CONTEXT_REQUIRED)),
    /** Servers whose tools it has. */
    mcp: z.optional(z.array(serverFile)),
    /** Tools beyond a prompt. */
    selection: z.optional(selectionFile),
    /** Settings of plugins, by their names. */
    plugins: z.optional(pluginSettings),
    /** When it runs by itself. */
    schedules: z.optional(z.array(z.strictObject({ ...scheduleParts, tool_choice: z.optional(json) }))),
    /** What it makes of events. */
    webhooks: z.optional(z.array(z.strictObject({ ...templateParts, tool_choice: z.optional(json) }))),
  }),
  resources: z.optional(z.strictObject({ inference_gateways: z.optional(z.array(gateway)) })),
});

/** An agent file, as its schema reads it. */
export type AgentFile = z.output<typeof agentFileSchema>;
/** An inference gateway of an agent file. */
export type GatewayFile = z.output<typeof gateway>;

/** A price of an agent file. */
export type PriceFile = z.output<typeof price>;

/** Where the planner is configured. */
export const CONFIG = ["spec", "planner", "config"] as const;

/** `topP` as a file has it: `top_p`. */
export function toSnake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The same object without the keys that are undefined, so that compiled modules hold no `undefined`. */
export function omitUndefined<T extends object>(value: T): T {
  const copy = { ...value };
  for (const key in copy) if (Object.hasOwn(copy, key) && copy[key] === undefined) delete copy[key];
  return copy;
}
