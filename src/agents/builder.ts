// The fluent way to write an agent: a chain of calls that ends in build().

import type { Agent, Hooks, Limits } from "../core/agent.ts";
import type { ModelSettings } from "../core/model/model_settings.ts";
import type { CapabilityOverride } from "../core/model/capability.ts";
import type { Json } from "../core/json.ts";
import type { Schedule } from "../core/schedule/schedule.ts";
import type { Tool } from "../core/tool.ts";
import type { WebhookTemplate } from "../core/webhook/template.ts";
import type { RemoteToolSource } from "../core/tool/tool_source.ts";
import type { Times, ToolChoice } from "../core/tool_choice.ts";
import { type AgentDefinition, defineAgent } from "./define_agent.ts";
import { type Part, PARTS } from "./parts.ts";

/** A part of a definition as a method: its value replaces an earlier one, and a flag is on without an argument. */
type SetPart<Value> = [Value] extends [boolean] ? (isOn?: boolean) => AgentBuilder
  : (value: Value) => AgentBuilder;

/** Parts whose methods take or add in another way. */
interface OwnMethods {
  /** Inputs that the page offers beside a new thread. */
  examples(...examples: readonly string[]): AgentBuilder;
  /** `provider/model`. */
  model(model: string, settings?: ModelSettings): AgentBuilder;
  /** Models that a request may name in place of the model. */
  models(...models: readonly string[]): AgentBuilder;
  /** Replaces rows of the table of models; adds to earlier calls. */
  capabilities(override: CapabilityOverride): AgentBuilder;
  /** Adds to earlier calls. */
  limits(limits: Partial<Limits>): AgentBuilder;
  /** A text that long runs read again; before every tenth plan by default. */
  reminder(text: string, everySteps?: number): AgentBuilder;
  /** Functions around every call; adds to earlier calls. */
  hooks(hooks: Hooks): AgentBuilder;
  /** Adds templates of events to those there are; they need the door `webhooks()`. */
  webhooks(...templates: readonly WebhookTemplate[]): AgentBuilder;
  /** Adds schedules to those there are; they need the door `schedules()`. */
  schedules(...schedules: readonly Schedule[]): AgentBuilder;
  /** Environment variables and bindings that all tools and hooks may read; adds to earlier calls. */
  env(...names: readonly string[]): AgentBuilder;
}

type PartMethods = {
  readonly [Name in Exclude<Part, keyof OwnMethods>]-?: SetPart<NonNullable<AgentDefinition[Name]>>;
};

/** Every part of a definition is a method. Each returns a new builder, so an unfinished agent can be the base of several. */
export interface AgentBuilder extends PartMethods, OwnMethods {
  describe(description: string): AgentBuilder;
  /** Adds tools to those there are. */
  tool(...tools: readonly Tool[]): AgentBuilder;
  /** Adds servers of tools to those there are. */
  toolSource(...sources: readonly RemoteToolSource[]): AgentBuilder;
  /** The model must call this tool, or any tool; once, unless `times` is `always`. */
  forceToolUse(name?: string, times?: Times): AgentBuilder;
  /** The model must answer without tools. */
  preventToolUse(): AgentBuilder;
  maxParallelCalls(count: number): AgentBuilder;
  /** What the agent sets of a plugin, by the name of the plugin; the deployment needs it. */
  plugin(name: string, settings: Json): AgentBuilder;
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
    ...partMethods(extend),
    describe: (description) => extend({ description }),
    examples: (...examples) => extend({ examples }),
    model: (model, settings) => extend({ model, settings: { ...definition.settings, ...settings } }),
    models: (...models) => extend({ models }),
    capabilities: (override) => extend({ capabilities: { ...definition.capabilities, ...override } }),
    tool: (...tools) => extend({ tools: [...definition.tools ?? [], ...tools] }),
    toolSource: (...sources) => extend({ toolSources: [...definition.toolSources ?? [], ...sources] }),
    forceToolUse: (name, times) => extend({ toolChoice: toForcedChoice(name, times) }),
    preventToolUse: () => extend({ toolChoice: { type: "none" } }),
    maxParallelCalls: (parallelCalls) => withLimits({ parallelCalls }),
    limits: withLimits,
    reminder: (text, everySteps) => extend({ reminder: { text, everySteps } }),
    hooks: (hooks) => extend({ hooks: { ...definition.hooks, ...hooks } }),
    plugin: (name, settings) => extend({ plugins: { ...definition.plugins, [name]: settings } }),
    webhooks: (...templates) => extend({ webhooks: [...definition.webhooks ?? [], ...templates] }),
    schedules: (...schedules) => extend({ schedules: [...definition.schedules ?? [], ...schedules] }),
    env: (...names) => extend({ env: [...definition.env ?? [], ...names] }),
    build: () => defineAgent(definition),
  };
}

// A method for each part: `fromEntries` cannot say that, and the keys of PARTS are those of the type.
function partMethods(extend: (more: Partial<AgentDefinition>) => AgentBuilder): PartMethods {
  return Object.fromEntries(
    Object.entries(PARTS).map(([part, schema]): readonly unknown[] => [
      part,
      (value: unknown = schema._zod.def.type === "boolean" ? true : undefined) => extend({ [part]: value }),
    ]),
  );
}

function toForcedChoice(name: string | undefined, times: Times | undefined): ToolChoice {
  const lasting = times === undefined ? {} : { times };
  return name === undefined ? { type: "required", ...lasting } : { type: "tool", name, ...lasting };
}
