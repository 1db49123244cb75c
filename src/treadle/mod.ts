// The entry `@treadle/treadle/kernel`: the public surface without a plugin. Deployments of it list each plugin that they have.

// Plugins
export { definePlugin } from "../http/define_plugin.ts";
export type { StandingOffer } from "../kernel/choice/offers.ts";
export type { ChosenCondition, ResolvedChoice } from "../kernel/choice/resolved_choice.ts";
export type * from "../kernel/hooks/agent_plugins.ts";
export type * from "../kernel/hooks/counted_step.ts";
export type { PluginHold, PluginRefusal, PluginVerdicts, ShadowedCall } from "../kernel/hooks/judge_calls.ts";
export type { LoadHooks } from "../kernel/hooks/load_hooks.ts";
export type { ShadowPlugin } from "../kernel/hooks/choice_hooks.ts";
export type * from "../kernel/hooks/facts.ts";
export type * from "../kernel/hooks/plugin.ts";
export type { PluginHost } from "../kernel/hooks/plugin_host.ts";
export type * from "../kernel/hooks/plugin_states.ts";
export type * from "../kernel/hooks/redaction.ts";
export type { CountedRange } from "../kernel/hooks/in_step/counted_days.ts";
export type { StepCounters } from "../kernel/hooks/step_counters.ts";
export type * from "../kernel/hooks/step_counts.ts";

// Agents and tools
export { type AgentSource, bindAgent, type ToolSource } from "../agents/agent_source.ts";
export type { ApprovalSource } from "../agents/approval/source.ts";
export { askUser, type AskUserOptions } from "../agents/ask_user.ts";
export { agent, type AgentBuilder } from "../agents/builder.ts";
export {
  type AgentDefinition,
  DEFAULT_LIMITS,
  defineAgent,
  type InlinePolicy,
  type ReminderDefinition,
} from "../agents/define_agent.ts";
export type { OrchestrateDefinition, WorkerDefinition } from "../agents/orchestrate/definition.ts";
export { definePolicy, type PolicyDefinition, type PolicyRuleDefinition } from "../agents/define_policy.ts";
export {
  type ArgName,
  defineTool,
  type GivenArguments,
  type ToolArguments,
  type ToolDefinition,
  type ToolReturn,
} from "../agents/define_tool.ts";
export type { AnswerSchema, DecisionDefinition } from "../agents/answer_format.ts";
export type { ArgumentsOf, ReadonlyJson, ReadonlyJsonObject } from "../agents/from_schema.ts";
export type { ArgEntry, ToolArg, ToolParameters, TypedArg } from "../agents/schema.ts";
export { parseToolChoice } from "../core/tool_choice/parse_tool_choice.ts";
export { type OutputWithMedia, withMedia } from "../core/content/with_media.ts";
export type {
  AuthorizationNeeded,
  AwaitedAuthorization,
  CallResult,
  DeferOptions,
  Deferred,
  DeferredTerms,
  KeptObservation,
} from "../core/tool/deferred.ts";
export type { OutboundSetup, OutboundTransport } from "../core/outbound/setup.ts";
export type { ReservedNames } from "../kernel/session/reserved_names.ts";
export type { WrittenMedium } from "../core/content/read_media_part.ts";
export { ToolError } from "../core/tool/tool_error.ts";
export type * from "../core/tool/tool_source.ts";

export {
  ModelError,
  type ModelErrorCode,
  type ModelErrorOptions,
  type ModelPhase,
} from "../core/model/model_error.ts";
// Budgets
export type * from "../core/budget/accounts.ts";
export { type AmountLimits, type Budget, type BudgetLeft } from "../core/budget/limits.ts";
export {
  costOf,
  type FindPrice,
  type ListedPrice,
  type LoadPrices,
  type Price,
  type Rates,
} from "../core/budget/price.ts";
export type { BudgetOptions } from "../deps/budget_settings.ts";
export { reportUsage } from "../kernel/ledger/usage_report.ts";
export type { UsageQuery } from "../kernel/ledger/usage_report.ts";
// A deployment, as calls and as routes
export { createTreadle } from "./create_treadle.ts";
export type * from "./call_options.ts";
export type * from "./contract.ts";
export type * from "./options.ts";
export { RunFailure } from "./run_failure.ts";

// A deployment, part by part
export type { AppOptions } from "../app.ts";
export { type AppType, createApp } from "./app.ts";
export {
  type AppDeps,
  createDeps,
  type DeploymentOptions,
  type KernelDepsOptions,
} from "../deps/create_deps.ts";
export type { LoadProvider, ProviderOptions } from "../deps/deployed_providers.ts";
export type { ModelOptions } from "../deps/models.ts";
export type { StoreOptions } from "../deps/open_store.ts";
export type { App, HttpDeps, HttpEnv, Invocation } from "../http/context.ts";
export type * from "../http/plugin.ts";
export { problemResponse } from "../http/errors.ts";
export type { Access } from "../http/access/access.ts";
export type { TokenSettings } from "../http/access/token.ts";
export type { Binding, ThreadRange } from "../kernel/owner.ts";
export type {
  Limited,
  LimitedRequests,
  LimitStanding,
  RateLimit,
  RateLimiter,
  RateLimits,
  Subject,
} from "../core/budget/rate_limit.ts";
export type { Authenticate, Identity } from "../http/access/identity.ts";
export { type Scope, SCOPES } from "../core/contract/scope.ts";
export type { Caller, Keyring, StoredKeys } from "../http/access/keyring.ts";
export type * from "../kernel/choice/provider_view.ts";
export type { StoreFactory, StoreSetup } from "../deps/built_in.ts";

// Steps without HTTP
export type { CapabilityCache, LearnedCapability } from "../kernel/plan/capability_cache.ts";
export type { DefinitionCache } from "../kernel/log/read_definition.ts";
export type { CountGroups, WrittenCounts } from "../kernel/hooks/count_groups.ts";
export type { MediaDeps, MediaStorage } from "../kernel/media.ts";
export type { HistoryCache, KeptHistory } from "../kernel/stored_history/history_cache.ts";
export type { EntrySize } from "../kernel/history/entry_size.ts";
export type { PinnedText } from "../kernel/history/pinned.ts";
export type { ReadHistory } from "../kernel/history/read_history.ts";
export type { Shortening } from "../kernel/history/shortening.ts";
export type * from "../kernel/deps.ts";
export type * from "../kernel/resolved_model.ts";
export type { ForkOptions, Forks } from "../http/ports/forks.ts";
export type * from "../http/ports/late_results.ts";
export type * from "../http/ports/waking.ts";
export type * from "../kernel/children/delegation.ts";
export type * from "../kernel/pinning.ts";
export type * from "../kernel/spending.ts";
export type * from "../kernel/run_deps.ts";
export type * from "../kernel/request.ts";
export type { RunResult as RunAnswer } from "../core/contract/runs.ts";
export type { RunResult, StartedRun } from "../kernel/result.ts";
export type { StepPlaces } from "../kernel/step_places.ts";
export { startRun } from "../kernel/run.ts";
export {
  type ExportedHeader,
  type ExportedRest,
  type ExportLine,
  exportThread,
  type PendingDecision,
} from "../kernel/log/export.ts";
export { streamRun } from "../kernel/stream_run.ts";

// Parts to build with
export {
  createScriptedDriver,
  type PlanScript,
  type ScriptedCall,
  type ScriptedPlan,
} from "../kernel/drivers/scripted.ts";
export { createReactDriver } from "../kernel/drivers/react.ts";
export { createToolCallingDriver } from "../kernel/drivers/tool_calling.ts";
export { type RetryOptions, withRetries } from "../kernel/plan/model_retry.ts";
export { withStream } from "../core/model/with_stream.ts";
export { withTraces } from "../kernel/trace/traced_provider.ts";
export { parseTraceContext, toTraceHeaders } from "../core/text/trace_context.ts";
export {
  type Scenario,
  scenario,
  type Script,
  type ScriptedAction,
  type ScriptedTurn,
  type ScriptInput,
  type ScriptResult,
} from "../providers/scripted/scenario.ts";
export { createScriptedProvider, type ScriptedOptions } from "../providers/scripted/provider.ts";
export { createMemoryStore, type MemoryStoreOptions } from "../stores/embedded/memory.ts";
export {
  createUpstashStore,
  type UpstashAddress,
  type UpstashRedis,
  type UpstashStoreOptions,
  type UpstashStoreSettings,
} from "../stores/upstash/store.ts";
export type { CancelWatch } from "../stores/upstash/watch/watches.ts";
export type { LocalStoreOptions } from "../stores/embedded/store.ts";
export { createExecutor, type ExecutorPorts } from "../kernel/tools/executor.ts";
export type { StepMeter } from "../core/json_schema/fits_schema.ts";
export { checkJson } from "../kernel/tools/validate.ts";

// Errors
export { AgentError, ERROR_CODES, failureFields } from "../core/error.ts";

// The contracts, whole: every type that a store, driver, provider, executor or protocol of one's own is written with
export type * from "../core/agent.ts";
export type * from "../core/history/clear_tool_results.ts";
export type * from "../core/history/compaction.ts";
export type * from "../core/approval/decision.ts";
export type * from "../core/approval/needs_approval.ts";
export type * from "../core/call.ts";
export type * from "../core/model/capability.ts";
export type * from "../core/model/decision.ts";
export type * from "../core/driver.ts";
export type * from "../core/entry.ts";
export type * from "../core/error.ts";
export type * from "../core/event.ts";
export type * from "../core/executor.ts";
export type * from "../core/store/blob_ref.ts";
export type * from "../core/content/new_part.ts";
export type * from "../core/content/part.ts";
export type * from "../core/json.ts";
export type * from "../core/model/model_settings.ts";
export type * from "../core/model/output_format.ts";
export type * from "../core/plan/child_thread.ts";
export type * from "../core/plan/orchestration.ts";
export type * from "../core/policy.ts";
export type * from "../core/webhook/template.ts";
export type * from "../core/schedule/schedule.ts";
export type * from "../core/ports.ts";
export type * from "../core/model/provider.ts";
export type * from "../core/record.ts";
export type * from "../core/state.ts";
export type * from "../core/store.ts";
export type * from "../core/store/begin.ts";
export type * from "../core/store/blob_store.ts";
export type * from "../core/store/commit.ts";
export type * from "../core/store/definition_store.ts";
export type * from "../core/store/due.ts";
export type * from "../core/store/enqueue.ts";
export type * from "../core/store/ledger.ts";
export type * from "../core/store/limits.ts";
export type * from "../core/store/outbox.ts";
export type * from "../core/store/step_store.ts";
export type * from "../core/store/thread.ts";
export type { ThreadFilter } from "../core/store/thread_filter.ts";
export type * from "../core/store/thread_store.ts";
export type * from "../core/telemetry/telemetry.ts";
export type * from "../core/text/trace_context.ts";
export type * from "../core/tool.ts";
export type { ClientTool } from "../core/tool/client_tool.ts";
export type { AppDomains, AppResource, CallApp, ToolApp } from "../core/tool/tool_app.ts";
export type * from "../core/tool/bindings.ts";
export type * from "../core/tool/state_view.ts";
export type * from "../core/tool_choice.ts";
export type * from "../core/tool_choice/choice_report.ts";
export type * from "../core/model/enforced_choice.ts";
export type * from "../core/tool_choice/parse_tool_choice.ts";
export type { Bridge } from "../core/tool/bridge.ts";
export type { FoundTool, KnownTool } from "../core/tool/found_tools.ts";
export type * from "../core/tool/tool_error.ts";
export type * from "../core/tool/selection_decision.ts";
export type * from "../core/tool/thread_tools.ts";
export type * from "../core/tool/tool_selection.ts";
export type * from "../core/tool/tool_spec.ts";
export type * from "../core/usage.ts";
export type { PluginView } from "../core/contract/deployment.ts";
export type * from "../core/contract/calls.ts";
export type * from "../core/contract/entries.ts";
export type * from "../core/contract/requests.ts";
export type { QueuedRun, StepReport } from "../core/contract/runs.ts";
export type * from "../core/contract/threads.ts";
export type * from "../core/contract/usage.ts";
export type * from "../core/wake.ts";
export type * from "../protocols/protocol.ts";
