// What a request asks of a thread, and what the runtime needs of the deployment.

import type { CountGroups } from "../choice/analytics/count_group.ts";
import type { Agent } from "../core/agent.ts";
import type { AccountsOf } from "../core/budget/accounts.ts";
import type { AmountLimits } from "../core/budget/limits.ts";
import type { Price } from "../core/budget/price.ts";
import type { JsonCheck } from "../core/model/decision.ts";
import type { Driver } from "../core/driver.ts";
import type { MediaLimits, NewMedia, NewPart } from "../core/content/new_part.ts";
import type { Entry, ToolEntry, UserEntry } from "../core/entry.ts";
import type { ToolExecutor } from "../core/executor.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { Origin } from "../core/record.ts";
import type { PhaseLimits, ThreadParent } from "../core/plan/orchestration.ts";
import type { Clock, Log, RandomBytes, Sha256, Sleep } from "../core/ports.ts";
import type { Provider } from "../core/model/provider.ts";
import type { Policy } from "../core/policy.ts";
import type { OutboundSetup } from "../core/outbound/setup.ts";
import type { Outbox } from "../core/store/outbox.ts";
import type { Store } from "../core/store.ts";
import type { Wakes } from "../core/wake.ts";
import type { Telemetry } from "../core/telemetry/telemetry.ts";
import type { TraceContext } from "../core/telemetry/trace_context.ts";
import type { ClientTool } from "../core/tool/client_tool.ts";
import type { SourcePorts } from "../core/tool/tool_source.ts";
import type { Tool } from "../core/tool.ts";
import type { BusyPolicy, IdempotencyKey } from "../core/store/begin.ts";
import type { ThreadRef } from "../core/store/thread.ts";
import type { Execution, OnUnsupported, ToolChoice } from "../core/tool_choice.ts";
import type { PluginHost } from "../kernel/plugin_host.ts";
import type { TypicalCosts } from "./budget/typical_cost.ts";
import type { MediaCache } from "./content/media_cache.ts";
import type { HistoryCache } from "./history/history_cache.ts";
import type { CapabilityCache } from "./choice/capability_cache.ts";
import type { PolicyCache } from "./policy/policy_cache.ts";
import type { DefinitionCache } from "./record/read_definition.ts";
import type { StepPlaces } from "./step_places.ts";
import type { Binding } from "./owner.ts";

/**
 * How far one request goes. `step`: one act and one plan. `settled`: also runs the calls of that plan, without planning
 * again. `done`: steps until the thread is no longer open.
 */
export type Until = "step" | "settled" | "done";

/** Indexes of entries to pin, and of entries whose pins are removed first. */
export interface PinChanges {
  readonly add: readonly number[];
  readonly remove: readonly number[];
}

/** The outcome of a call that the caller ran. */
export interface ToolResult {
  readonly callId: string;
  readonly output: Json;
  /** What the model reads after the output. */
  readonly media?: readonly NewMedia[] | undefined;
  readonly failed: boolean;
}

/** What the user says at once: words, or parts with media. */
export type NewInput = string | readonly NewPart[];

/** A result of a call that is no part of the thread, or no longer; see UserEntry. */
export interface ResultInput {
  readonly resultOf: string;
  readonly text: string;
}

/** An entry that a request brings, whose media are not stored yet. */
export type BroughtEntry =
  | Exclude<Entry, UserEntry | ToolEntry>
  | Omit<UserEntry, "parts"> & { readonly parts?: readonly NewPart[] | undefined }
  | Omit<ToolEntry, "media"> & { readonly media?: readonly NewMedia[] | undefined };

/** One request to run steps of a thread. */
export interface StepRequest {
  readonly ref: ThreadRef;
  /** Creates the thread when it is missing; must match when it exists. */
  readonly agent?: string;
  /** Inputs of the user, oldest first. */
  readonly inputs: readonly NewInput[];
  /** Stands behind the inputs. */
  readonly late?: ResultInput | undefined;
  /**
   * The conversation so far, of a thread that this request creates: its entries stand before the inputs, and a run begins from
   * them also without an input. Their ids are those of session/brought.ts.
   */
  readonly history?: readonly BroughtEntry[];
  /** Pins the entries that the inputs become. */
  readonly pin?: true;
  /** Changes of the pins of entries that are in the history, by their indexes. */
  readonly pins?: PinChanges | undefined;
  /** `provider/model` in place of the agent's, for the steps of this request; one that the agent offers. */
  readonly model?: string;
  readonly toolChoice?: ToolChoice;
  /** False allows one call at most. Belongs to `toolChoice` and is kept for the run with it. */
  readonly parallel?: false;
  /** What to do about a choice that the API cannot enforce; the agent's setting by default. Kept for the run. */
  readonly onUnsupported?: OnUnsupported;
  readonly execution?: Execution;
  readonly until: Until;
  readonly toolResults: readonly ToolResult[];
  /** Tools of the caller for this run: their calls end the step as `waiting`. They replace those that the run has. */
  readonly clientTools?: readonly ClientTool[] | undefined;
  readonly expectedVersion?: number;
  readonly busy: BusyPolicy;
  readonly idempotency?: IdempotencyKey;
  /** For a thread that this request creates. */
  readonly metadata?: JsonObject;
  readonly plan?: Json;
  /** What a thread of a phase is created with beside its agent. */
  readonly child?: ChildTerms;
  /** The user whom the step is booked to. A thread that this request creates keeps the user, and takes no other. */
  readonly user?: string;
  /** The caller has the threads of `user` alone: a thread of another user, or of none, does not exist for it. */
  readonly owned?: true;
  /** What the caller's token is bound to: a thread of another agent does not exist for it. */
  readonly bound?: Binding;
  /** The caller may bring results of client tools alone: it has a token, or lacks the scope `decide`. */
  readonly onlyClientResults?: true;
  /** Budgets of the run beside those of the agent: the smaller one counts. */
  readonly limits?: AmountLimits;
  /** Who sends the request, for the entries that it brings. */
  readonly origin?: Origin;
  /** Keep the events in the store while the step runs, so that a dropped stream can be resumed. */
  readonly resumable: boolean;
  /** The run that the request begins, or goes on with, goes on without its client. */
  readonly wake?: true;
  /** No client sends the request: it is the work of a wake-up, and runs only what goes on without a client. */
  readonly woken?: true;
  /** The time at which the cron pump has the thread in the due index, in epoch milliseconds, where that woke it. */
  readonly due?: number;
  /** Epoch milliseconds from which on no further step begins. */
  readonly stopAt?: number;
  /** The trace that the request belongs to: that of the caller. */
  readonly trace?: TraceContext;
}

/** What a phase's thread has of the thread above. */
export interface ChildTerms {
  readonly parent: ThreadParent;
  readonly limits: PhaseLimits;
  readonly toolChoice?: ToolChoice;
  /** The user of the thread above. A step may be booked to a user whom that thread does not belong to. */
  readonly user: string | undefined;
}

/** A model reference, resolved. */
export interface ResolvedModel {
  readonly provider: Provider;
  /** Without the provider prefix. */
  readonly model: string;
  /** `provider/model`. */
  readonly ref: string;
  /** What it costs; undefined where no price is known. */
  readonly price?: Price | undefined;
}

/** What a URL for the result of a call permits. Times are epoch milliseconds. */
export interface CallbackClaims extends ThreadRef {
  /** When the thread was created: another thread of the same id is not meant. */
  readonly createdAt: number;
  readonly callId: string;
  readonly expiresAt: number;
}

/** What one wake-up of a thread may do, and how often. */
export interface WakeLimits {
  /** Milliseconds in which one wake-up begins steps; 0 for one step. */
  readonly budgetMs: number;
  /** Steps in a row that may fail, or vanish, until the thread is parked. */
  readonly failures: number;
}

/** The parts of a deployment that the runtime uses. */
export interface RuntimeDeps {
  readonly store: Store;
  /** The histories that this isolate holds. */
  readonly histories: HistoryCache;
  /** The definitions of agents, of before they changed, that this isolate has read. */
  readonly definitions: DefinitionCache;
  /** The media that this isolate has read. */
  readonly media: MediaCache;
  /** What requests may bring. */
  readonly mediaLimits: MediaLimits;
  /** What this isolate has counted steps under. */
  readonly countGroups: CountGroups;
  /** What this isolate has learned of models from their refusals. */
  readonly capabilities: CapabilityCache;
  /** The policies of the deployment and the built-in ones, by name. */
  readonly policies: ReadonlyMap<string, Policy>;
  /** The stored policies that this isolate has read. */
  readonly storedPolicies: PolicyCache;
  readonly agents: ReadonlyMap<string, Agent>;
  /** The plugins that decide about steps. */
  readonly plugins: PluginHost;
  /** The budgets of tenants and users; undefined where the deployment has none. */
  readonly accounts: AccountsOf | undefined;
  /** What each tenant has used is booked day by day. */
  readonly ledger: boolean;
  /** What the steps of each agent are expected to cost. */
  readonly typical: TypicalCosts;
  /**
   * The model of `provider/model`, or of the deployment's default.
   *
   * @throws {AgentError} config_invalid - thrown or rejected, when it cannot be used
   */
  model(ref: string | undefined): ResolvedModel | Promise<ResolvedModel>;
  /** @throws {AgentError} agent_invalid - for an unknown name */
  driver(name: string): Driver;
  readonly executor: ToolExecutor;
  /** What servers of tools are read with. `check` says why a tool of theirs is none; undefined for one in order. */
  readonly sources: SourcePorts & { check(tool: Tool): string | undefined };
  /** Checks values by a JSON Schema. */
  readonly checkJson: JsonCheck;
  /** The tool choice of the environment (TREADLE_TOOL_CHOICE, OPENAI_TOOL_CHOICE), the lowest rank. */
  readonly environmentChoice: ToolChoice | undefined;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Of request bodies and of the links of the record: every step takes both. */
  readonly sha256: Sha256;
  readonly sleep: Sleep;
  readonly log: Log;
  /** Requests to addresses that others name; `createOutbound` of src/outbound sends them. */
  readonly outbound: OutboundSetup;
  /** Keys of secrets in the store, the one that seals first; `createSealer` of src/outbound takes them. */
  readonly sealSecrets: readonly string[];
  /** What committed steps leave for others; none by default. */
  readonly outboxes: readonly Outbox[];
  /** The URL that takes the result of a call; undefined where the deployment has no public URL or no secret for links. */
  readonly urlOfCallback?: ((claims: CallbackClaims) => Promise<string>) | undefined;
  /** How work goes on with no client attached. */
  readonly wakes: Wakes;
  /** What a wake-up may do. */
  readonly wakeLimits: WakeLimits;
  /** How many runs this isolate works on at the same time; any number by default. */
  readonly places?: StepPlaces;
  /**
   * The share of steps, from 0 to 1, whose requests are compared with the log and with the prompt before; prefix/prefix_watch.ts has the
   * default. `strict`: those of all steps, and a request that is not what the log gives is not sent.
   */
  readonly prefixChecks?: number | "strict" | undefined;
  /** Observes runs; nothing does by default. */
  readonly telemetry?: Telemetry;
}
