// The fluent way to write an agent: a chain of calls that ends in build().

import type { Agent, Hooks, Limits, OnContextRequired, OnViolation } from "../core/agent.ts";
import type { Price } from "../core/budget/price.ts";
import type { ModelSettings } from "../core/model/model_settings.ts";
import type { CapabilityOverride } from "../core/model/capability.ts";
import type { Json } from "../core/json.ts";
import type { Schedule } from "../core/schedule/schedule.ts";
import type { Tool } from "../core/tool.ts";
import type { WebhookTemplate } from "../core/webhook/template.ts";
import type { ToolSelection } from "../core/tool/tool_selection.ts";
import type { RemoteToolSource } from "../core/tool/tool_source.ts";
import type { Execution, Hold, OnUnsupported, Times, ToolChoice } from "../core/tool_choice.ts";
import type { AnswerSchema, DecisionDefinition } from "./answer_format.ts";
import type { OrchestrateDefinition } from "./orchestrate/definition.ts";
import { type AgentDefinition, defineAgent, type InlinePolicy } from "./define_agent.ts";

/** Every method returns a new builder, so an unfinished agent can be the base of several. */
export interface AgentBuilder {
  describe(description: string): AgentBuilder;
  /** Inputs that the page offers beside a new thread. */
  examples(...examples: readonly string[]): AgentBuilder;
  /** `provider/model`. */
  model(model: string, settings?: ModelSettings): AgentBuilder;
  /** Models that a request may name in place of the model. */
  models(...models: readonly string[]): AgentBuilder;
  /** `provider/model` that answers when the model fails before its first output. */
  fallbackModel(model: string): AgentBuilder;
  /** Replaces rows of the table of models; adds to earlier calls. */
  capabilities(override: CapabilityOverride): AgentBuilder;
  instructions(instructions: string): AgentBuilder;
  /** Adds tools to those there are. */
  tool(...tools: readonly Tool[]): AgentBuilder;
  /** Adds servers of tools to those there are. */
  toolSource(...sources: readonly RemoteToolSource[]): AgentBuilder;
  /** A catalogue of further tools: `toolSelection(...)` of the entry `selection`. */
  selection(selection: ToolSelection): AgentBuilder;
  toolChoice(choice: ToolChoice | Json): AgentBuilder;
  /** The model must call this tool, or any tool; once, unless `times` is `always`. */
  forceToolUse(name?: string, times?: Times): AgentBuilder;
  /** The model must answer without tools. */
  preventToolUse(): AgentBuilder;
  /** A policy, whole or by name. */
  policy(policy: string | InlinePolicy): AgentBuilder;
  /** What to do about a choice that the model cannot be held to. */
  onUnsupported(what: OnUnsupported): AgentBuilder;
  hold(what: Hold): AgentBuilder;
  /** What to do about an answer that violates the choice. */
  onViolation(what: OnViolation): AgentBuilder;
  /** What to do when a tool fails with `context_required`. */
  onContextRequired(what: OnContextRequired): AgentBuilder;
  /** Fewer tokens; true without an argument. */
  tokenEfficient(isOn?: boolean): AgentBuilder;
  maxParallelCalls(count: number): AgentBuilder;
  limits(limits: Partial<Limits>): AgentBuilder;
  /** US dollars for a million tokens of the model, in place of the deployment's price. */
  price(price: Price): AgentBuilder;
  /** The STRATEGIC PLAN of the system prompt. */
  plan(plan: Json): AgentBuilder;
  /** The agent directs these workers: it writes a plan of phases, and they run the phases. */
  orchestrate(orchestrate: OrchestrateDefinition): AgentBuilder;
  execution(execution: Execution): AgentBuilder;
  driver(name: string): AgentBuilder;
  /** The form of final answers: a zod schema of an object or a JSON Schema. */
  output(schema: AnswerSchema): AgentBuilder;
  /** For the driver `react`: a form of decisions in place of the built-in one. */
  decision(decision: DecisionDefinition): AgentBuilder;
  /** How often an answer that is not in its form is requested again within a step. */
  maxRetries(count: number): AgentBuilder;
  /** For the driver `react`: a plain answer when the retries are used up; true without an argument. */
  finalViaInference(isOn?: boolean): AgentBuilder;
  /** A text that long runs read again; before every tenth plan by default. */
  reminder(text: string, everySteps?: number): AgentBuilder;
  hooks(hooks: Hooks): AgentBuilder;
  /** What the agent sets of a plugin, by the name of the plugin; the deployment needs it. */
  plugin(name: string, settings: Json): AgentBuilder;
  /** Adds templates of events to those there are; they need the door `webhooks()`. */
  webhooks(...templates: readonly WebhookTemplate[]): AgentBuilder;
  /** Adds schedules to those there are; they need the door `schedules()`. */
  schedules(...schedules: readonly Schedule[]): AgentBuilder;
  /** Environment variables and bindings that all tools and hooks may read; adds to earlier calls. */
  env(...names: readonly string[]): AgentBuilder;
  /**
   * Makes the agent.
   *
   * @throws {AgentError} agent_invalid, as {@link defineAgent} does
   */
  build(): Agent;
}

/**
 * Begins an agent.
 *
 * @example
 * ```ts
 * import { agent } from "./builder.ts";
 * import { defineTool } from "./define_tool.ts";
 * import assert from "node:assert/strict";
 *
 * const getWeather = defineTool({
 *   name: "get_weather",
 *   description: "The weather in a city, now.",
 *   parameters: ["city"],
 *   effect: "pure",
 *   run: ({ city }) => ({ city, tempC: 18 }),
 * });
 * const weather = agent("weather")
 *   .model("openai/gpt-5")
 *   .instructions("Answer from the tool.")
 *   .tool(getWeather)
 *   .forceToolUse("get_weather")
 *   .maxParallelCalls(2)
 *   .build();
 * assert.deepEqual(weather.toolChoice, { type: "tool", name: "get_weather" });
 * ```
 */
export function agent(name: string): AgentBuilder {
  return builder({ name });
}

function builder(definition: AgentDefinition): AgentBuilder {
  const extend = (more: Partial<AgentDefinition>) => builder({ ...definition, ...more });
  const withLimits = (limits: Partial<Limits>) => extend({ limits: { ...definition.limits, ...limits } });
  return {
    describe: (description) => extend({ description }),
    examples: (...examples) => extend({ examples }),
    model: (model, settings) => extend({ model, settings: { ...definition.settings, ...settings } }),
    models: (...models) => extend({ models }),
    fallbackModel: (fallbackModel) => extend({ fallbackModel }),
    capabilities: (override) => extend({ capabilities: { ...definition.capabilities, ...override } }),
    instructions: (instructions) => extend({ instructions }),
    tool: (...tools) => extend({ tools: [...definition.tools ?? [], ...tools] }),
    toolSource: (...sources) => extend({ toolSources: [...definition.toolSources ?? [], ...sources] }),
    selection: (selection) => extend({ selection }),
    toolChoice: (toolChoice) => extend({ toolChoice }),
    forceToolUse: (name, times) => extend({ toolChoice: toForcedChoice(name, times) }),
    preventToolUse: () => extend({ toolChoice: { type: "none" } }),
    policy: (policy) => extend({ policy }),
    onUnsupported: (onUnsupported) => extend({ onUnsupported }),
    hold: (hold) => extend({ hold }),
    onViolation: (onViolation) => extend({ onViolation }),
    onContextRequired: (onContextRequired) => extend({ onContextRequired }),
    tokenEfficient: (tokenEfficient = true) => extend({ tokenEfficient }),
    maxParallelCalls: (parallelCalls) => withLimits({ parallelCalls }),
    limits: withLimits,
    price: (price) => extend({ price }),
    plan: (plan) => extend({ plan }),
    orchestrate: (orchestrate) => extend({ orchestrate }),
    execution: (execution) => extend({ execution }),
    driver: (driver) => extend({ driver }),
    output: (output) => extend({ output }),
    decision: (decision) => extend({ decision }),
    maxRetries: (maxRetries) => extend({ maxRetries }),
    finalViaInference: (finalViaInference = true) => extend({ finalViaInference }),
    reminder: (text, everySteps) => extend({ reminder: { text, everySteps } }),
    hooks: (hooks) => extend({ hooks: { ...definition.hooks, ...hooks } }),
    plugin: (name, settings) => extend({ plugins: { ...definition.plugins, [name]: settings } }),
    webhooks: (...templates) => extend({ webhooks: [...definition.webhooks ?? [], ...templates] }),
    schedules: (...schedules) => extend({ schedules: [...definition.schedules ?? [], ...schedules] }),
    env: (...names) => extend({ env: [...definition.env ?? [], ...names] }),
    build: () => defineAgent(definition),
  };
}

function toForcedChoice(name: string | undefined, times: Times | undefined): ToolChoice {
  const lasting = times === undefined ? {} : { times };
  return name === undefined ? { type: "required", ...lasting } : { type: "tool", name, ...lasting };
}
