// The public surface: what functions/ and users import. The only file in src that re-exports.

// Agents and tools
export { type AgentSource, bindAgent, type ToolSource } from "./agents/agent_source.ts";
export { agent, type AgentBuilder } from "./agents/builder.ts";
export { type AgentDefinition, DEFAULT_LIMITS, defineAgent } from "./agents/define_agent.ts";
export { defineTool, type ToolArguments, type ToolDefinition } from "./agents/define_tool.ts";
export type { ToolArg, ToolParameters } from "./agents/schema.ts";
export type { Agent, BeforeCall, Compaction, Hooks, Limits } from "./core/agent.ts";
export type { ModelSettings } from "./core/model_settings.ts";
export type { Effect, Reconciled, Tool, ToolContext } from "./core/tool.ts";
export { ToolError } from "./core/tool_error.ts";

// What a thread is made of
export type { Decision, Disposition, PlannedCall } from "./core/call.ts";
export type {
  AssistantEntry,
  Block,
  Entry,
  Observation,
  Outcome,
  ToolEntry,
  UserEntry,
} from "./core/entry.ts";
export { AgentError, ERROR_CODES, type ErrorCode, failureFields } from "./core/error.ts";
export type { StepEvent } from "./core/event.ts";
export type { Json, JsonObject, JsonSchema } from "./core/json.ts";
export { type ParsedToolChoice, parseToolChoice } from "./core/tool_choice/parse_tool_choice.ts";
export type { ThreadStatus } from "./core/state.ts";
export type { Execution, ToolChoice } from "./core/tool_choice.ts";
export type { ChoiceOutcome, EffectiveChoice } from "./core/tool_choice/choice_report.ts";
export type { Counters, Usage } from "./core/usage.ts";

// A deployment
export { type AppType, createApp } from "./app.ts";
export { type AppDeps, createDeps, type DepsOptions } from "./deps.ts";
export type { App, Invocation } from "./http/context.ts";
export { problemResponse } from "./http/errors.ts";
export type { ReadPage } from "./playground/playground.ts";
export { PROVIDERS, type StoreFactory } from "./registry.ts";

// Steps without HTTP
export type { RunResult, StartedRun } from "./runtime/result.ts";
export type { ThreadView } from "./runtime/views.ts";
export type { RuntimeDeps, StepRequest } from "./runtime/request.ts";
export { startRun } from "./runtime/run.ts";
export { streamRun } from "./runtime/stream_run.ts";

// Parts to build with, and the contracts for parts of one's own
export type { Driver, Plan, Turn } from "./core/driver.ts";
export type { ToolExecutor } from "./core/executor.ts";
export type { Clock, Defer, Env, Log, RandomBytes, Sleep } from "./core/ports.ts";
export type { Encoder, Protocol } from "./protocols/protocol.ts";
export type { Capabilities, CapabilityOverride, Feature } from "./core/capability.ts";
export type { ModelEvent, ModelRequest, ModelResult, Provider, ProviderDefinition } from "./core/provider.ts";
export type { Store, ThreadRef } from "./core/store.ts";
export { createScriptedDriver, type PlanScript, type ScriptedPlan } from "./drivers/scripted.ts";
export { createToolCallingDriver } from "./drivers/tool_calling.ts";
export { withRetries } from "./runtime/model_retry.ts";
export { type Scenario, scenario } from "./providers/scripted/scenario.ts";
export { createScriptedProvider, type ScriptedOptions } from "./providers/scripted/provider.ts";
export { createMemoryStore } from "./stores/embedded/memory.ts";
export { createUpstashStore } from "./stores/upstash/store.ts";
export { createExecutor, type ExecutorPorts } from "./tools/executor.ts";
