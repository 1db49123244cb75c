// The public surface: what functions/ and users import. The only file in src that re-exports.

export { type AgentSource, bindAgent, type ToolSource } from "./agents/agent_source.ts";
export { agent, type AgentBuilder } from "./agents/builder.ts";
export { type AgentDefinition, DEFAULT_LIMITS, defineAgent } from "./agents/define_agent.ts";
export { defineTool, type ToolArguments, type ToolDefinition } from "./agents/define_tool.ts";
export type { ToolArg, ToolParameters } from "./agents/schema.ts";
export { createApp } from "./app.ts";
export type { Agent, BeforeCall, Compaction, Hooks, Limits, ModelSettings } from "./core/agent.ts";
export { type Effect, type Reconciled, type Tool, type ToolContext, ToolError } from "./core/tool.ts";
export { type AppDeps, createDeps, type DepsOptions } from "./deps.ts";
export type { App, Invocation } from "./http/context.ts";
export { isLoopback } from "./http/loopback.ts";
export type { ProviderFactory, StoreFactory } from "./registry.ts";
export { createExecutor, type ExecutorPorts } from "./tools/executor.ts";
