// What the kernel needs of a deployment, by role. A function picks the fields that it needs.

import type { Agent } from "../core/agent.ts";
import type { AccountsOf } from "../core/budget/accounts.ts";
import type { MediaLimits } from "../core/content/new_part.ts";
import type { Driver } from "../core/driver.ts";
import type { ToolExecutor } from "../core/executor.ts";
import type { JsonCheck } from "../core/model/decision.ts";
import type { OutboundSetup } from "../core/outbound/setup.ts";
import type { Clock, Log, RandomBytes, Sha256, Sleep } from "../core/ports.ts";
import type { Outbox } from "../core/store/outbox.ts";
import type { ThreadRef } from "../core/store/thread.ts";
import type { ReservedNames } from "./session/reserved_names.ts";
import type { Store } from "../core/store.ts";
import type { Telemetry } from "../core/telemetry/telemetry.ts";
import type { ToolPorts } from "../core/tool/thread_tools.ts";
import type { ToolChoice } from "../core/tool_choice.ts";
import type { Wakes } from "../core/wake.ts";
import type { CountGroups } from "./hooks/count_groups.ts";
import type { PluginHost } from "./hooks/plugin_host.ts";
import type { Pausing } from "./session/pausing.ts";
import type { Pinning } from "./pinning.ts";
import type { Spending } from "./spending.ts";
import type { CapabilityCache } from "./plan/capability_cache.ts";
import type { MediaStorage } from "./media.ts";
import type { HistoryCache } from "./stored_history/history_cache.ts";
import type { DefinitionCache } from "./log/read_definition.ts";
import type { ResolvedModel } from "./resolved_model.ts";
import type { StepPlaces } from "./step_places.ts";

/** The parts of a deployment that the kernel uses. */
export interface RuntimeDeps
  extends PlatformDeps, DefinitionDeps, LimitDeps, ModelDeps, ToolDeps, WakeDeps, CacheDeps {
  readonly store: Store;
  /** Observes runs; nothing does by default. */
  readonly telemetry?: Telemetry;
}

/** What differs between runtimes, and is fixed in tests. */
export interface PlatformDeps {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Of request bodies and of the links of the record: every step takes both. */
  readonly sha256: Sha256;
  readonly sleep: Sleep;
  readonly log: Log;
}

/** What the deployment is made of. */
export interface DefinitionDeps {
  readonly agents: ReadonlyMap<string, Agent>;
  /** The plugins that decide about steps. */
  readonly plugins: PluginHost;
  /** The tool choice of the environment (TREADLE_TOOL_CHOICE, OPENAI_TOOL_CHOICE), the lowest rank. */
  readonly environmentChoice: ToolChoice | undefined;
}

/** What requests and steps may bring, cost and take. */
export interface LimitDeps {
  /** What requests may bring. */
  readonly mediaLimits: MediaLimits;
  /** Stores what requests and tools bring; by default nothing does, and media are refused. */
  readonly media?: MediaStorage | undefined;
  /** The budgets of tenants and users; undefined where the deployment has none. */
  readonly accounts: AccountsOf | undefined;
  /** What limits the spending of steps; nothing does by default. */
  readonly spending?: Spending | undefined;
  /** What decides which entries may be pinned; without it requests for that are refused. */
  readonly pinning?: Pinning | undefined;
  /** What says which agents are paused; none is by default. */
  readonly pausing?: Pausing | undefined;
  /** What each tenant has used is booked day by day. */
  readonly ledger: boolean;
  /** How many runs this isolate works on at the same time; any number by default. */
  readonly places?: StepPlaces;
}

/** How a plan is made. */
export interface ModelDeps {
  /**
   * The model of `provider/model`, or of the deployment's default.
   *
   * @throws {AgentError} config_invalid - thrown or rejected, when it cannot be used
   */
  model(ref: string | undefined): ResolvedModel | Promise<ResolvedModel>;
  /** @throws {AgentError} agent_invalid - for an unknown name */
  driver(name: string): Driver;
  /**
   * The share of steps, from 0 to 1, whose requests are compared with the log and with the prompt before; log/prefix_watch.ts has the
   * default. `strict`: those of all steps, and a request that is not what the log gives is not sent.
   */
  readonly prefixChecks?: number | "strict" | undefined;
}

/** How calls run, and what their tools reach. */
export interface ToolDeps {
  readonly executor: ToolExecutor;
  /** What servers of tools are read with, and what opens tools of threads. */
  readonly sources: ToolPorts;
  /** Checks values by a JSON Schema. */
  readonly checkJson: JsonCheck;
  /** Requests to addresses that others name; `createOutbound` of src/outbound sends them. */
  readonly outbound: OutboundSetup;
  /** Keys of secrets in the store, the one that seals first; `createSealer` of src/outbound takes them. */
  readonly sealSecrets: readonly string[];
  /** What takes results of deferred calls; without it a tool cannot defer a call that it does not poll. */
  readonly lateResults?: ResultUrls | undefined;
}

/** What goes on behind a step. */
export interface WakeDeps {
  /** How work goes on with no client attached. */
  readonly wakes: Wakes;
  /** What a wake-up may do. */
  readonly wakeLimits: WakeLimits;
  /** What plugins add beside the hooks of steps. */
  readonly contributions: Contributions;
}

/** What plugins add to a deployment beside the hooks of steps, each in the order of the plugins. */
export interface Contributions {
  /** What committed steps leave for others. */
  readonly outboxes: readonly Outbox[];
  /** Remove what plugins keep beside a thread that was removed. */
  readonly removals: readonly ((ref: ThreadRef, why: Removal) => Promise<void>)[];
  /** Names of theirs that other requests may not use. */
  readonly reserved: readonly ReservedNames[];
}

/**
 * Why a thread is removed: a caller asked for it, or a door made it for one answer that nothing is to keep (`store: false`). What
 * reports the run still goes out of the second.
 */
export type Removal = "requested" | "unstored";

/** No plugin adds anything. */
export const NO_CONTRIBUTIONS: Contributions = { outboxes: [], removals: [], reserved: [] };

/** What this isolate remembers, so that it asks the store less. Nothing is wrong without it. */
export interface CacheDeps {
  /** The histories that this isolate holds. */
  readonly histories: HistoryCache;
  /** The definitions of agents, of before they changed, that this isolate has read. */
  readonly definitions: DefinitionCache;
  /** What the ledger is known to have of the groups that plugins count steps under. */
  readonly countGroups: CountGroups;
  /** What this isolate has learned of models from their refusals. */
  readonly capabilities: CapabilityCache;
}

/** What takes results of deferred calls, as far as a step knows it. */
export interface ResultUrls {
  /** The URL that takes the result of a call; undefined where the deployment has no public URL or no secret for links. */
  readonly urlOf: ((claims: CallbackClaims) => Promise<string>) | undefined;
}

/** What a URL for the result of a call is bound to. Times are epoch milliseconds. */
export interface CallbackClaims extends ThreadRef {
  /** When the thread was created: another one that takes its id is not meant. */
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
