// An agent: the definition that steps are run by, whether it was written in TypeScript or in YAML.

import type { Budget } from "./budget/limits.ts";
import type { Price } from "./budget/price.ts";
import type { Observation } from "./entry.ts";
import type { PlannedCall } from "./call.ts";
import type { AnswerFormat, DecisionFormat } from "./model/decision.ts";
import type { CapabilityOverride } from "./model/capability.ts";
import type { Json, JsonObject } from "./json.ts";
import type { ModelSettings } from "./model/model_settings.ts";
import type { ClearToolResults } from "./history/clear_tool_results.ts";
import type { Compaction } from "./history/compaction.ts";
import type { Orchestration } from "./plan/orchestration.ts";
import type { Policy } from "./policy.ts";
import type { Schedule } from "./schedule/schedule.ts";
import type { Tool, ToolContext } from "./tool.ts";
import type { ThreadToolSource } from "./tool/thread_tools.ts";
import type { RemoteToolSource } from "./tool/tool_source.ts";
import type { Execution, Hold, OnUnsupported, ToolChoice } from "./tool_choice.ts";
import type { WebhookTemplate } from "./webhook/template.ts";

/** Every {@link OnViolation}. */
export const ON_VIOLATION = ["report", "retry"] as const;

/** What to do about an answer that violates the choice: report it, or make one more request first. */
export type OnViolation = typeof ON_VIOLATION[number];

/** Every {@link OnContextRequired}. */
export const ON_CONTEXT_REQUIRED = ["observe", "ask"] as const;

/** What to do when a tool fails with `context_required`: the model plans from it, or the run ends with the tool's question. */
export type OnContextRequired = typeof ON_CONTEXT_REQUIRED[number];

/** Every {@link HistoryForm}. */
export const HISTORY_FORMS = ["native", "text"] as const;

/** How the history is sent. `native`: calls and tool messages. `text`: both as plain text, for models without tools. */
export type HistoryForm = typeof HISTORY_FORMS[number];

/** A text that a long run repeats to the model. It is no part of the frame: a change of it does not begin a new prompt. */
export interface Reminder {
  /** The operator's own words. */
  readonly text: string;
  /** It stands before every plan of a run whose number is a multiple of this, but the first. */
  readonly everySteps: number;
}

/** A budget of one run; its steps are `stepsPerRun`. */
export type RunBudget = Omit<Budget, "steps">;

/** What stops an agent. An undefined limit is no limit. */
export interface Limits {
  /** Steps from an input to a final answer; 25 by default, so that no loop is endless. */
  readonly stepsPerRun: number;
  /** The last step that `stepsPerRun` or `steps` permits plans without tools, so that the run ends with an answer. True by default. */
  readonly answer: boolean;
  /** Steps over the whole thread. */
  readonly steps?: number;
  /** Input and output tokens over the whole thread. */
  readonly tokens?: number;
  /** Tool calls over the whole thread. */
  readonly calls?: number;
  /** US dollars over the whole thread, to a millionth; needs a price of each model. */
  readonly usd?: number;
  /** Milliseconds of steps over the whole thread. */
  readonly wallMs?: number;
  /** From an input to its final answer, as `stepsPerRun`. */
  readonly perRun?: RunBudget;
  /**
   * The model calls of one step behind its first answer: corrections and answers in the wrong form. 1,000,000 tokens by default, where
   * neither is set.
   */
  readonly recovery?: Pick<Budget, "tokens" | "usd">;
  /** Milliseconds one step may take; 120,000 by default. */
  readonly stepMs: number;
  /** Most calls of one plan that are run; the others become `skipped` observations. 8 by default. */
  readonly parallelCalls: number;
  /** The same call is refused after this many plans in a row, and the run ends after as many refused plans. 3 by default. */
  readonly repeatedCalls: number;
  /** Entries of history that a plan may read; 200 by default. */
  readonly historyEntries: number;
  /** UTF-8 bytes of history that a plan may read; 524,288 by default. */
  readonly historyBytes: number;
  /** Estimated tokens of history that a plan may read, without instructions and tools; see kernel/history/token_window.ts. */
  readonly historyTokens?: number;
  /**
   * Characters of the output of one call that a request has, at least 500: a longer one is sent as its beginning and its end, and
   * the model reads the rest by the tool `read_output`. The store keeps the whole output.
   */
  readonly outputChars?: number;
}

/** What a before-hook decides about a call. */
export type BeforeCall =
  | { readonly type: "proceed" }
  /** Run with these arguments instead; they are validated again. */
  | { readonly type: "modify"; readonly args: JsonObject }
  /** Do not run; the model reads the reason. */
  | { readonly type: "block"; readonly reason: string };

/** Functions around every call of an agent. A hook that throws or times out fails its call. */
export interface Hooks {
  /** Runs before the tool, once the arguments are valid. Without a return value the call proceeds. */
  readonly beforeCall?: (
    call: PlannedCall,
    context: ToolContext,
  ) => BeforeCall | undefined | void | Promise<BeforeCall | undefined | void>;
  /** Runs after the tool. Outcome, output and error of its result replace those of the call. */
  readonly afterCall?: (
    observation: Observation,
    call: PlannedCall,
    context: ToolContext,
  ) => Observation | Promise<Observation>;
}

/** An agent, complete: `defineAgent`, `agent().build()` and `bindAgent` make one. */
export interface Agent
  extends AgentModels, AgentTools, AgentChoice, AgentAnswers, AgentPrompt, AgentExtensions {
  readonly name: string;
  readonly description: string;
  /** Inputs that people try it with; none when it is missing. No model reads them. */
  readonly examples?: readonly string[] | undefined;
  readonly limits: Limits;
  /** Content hash of the definition, 16 hex digits; agents/_hash.ts lists the parts that it leaves out. */
  readonly hash: string;
}

/** The models of an agent, and the settings of their requests. */
export interface AgentModels {
  /** `provider/model`; undefined takes the deployment's default (TREADLE_MODEL). */
  readonly model: string | undefined;
  /** Models that a request may name in place of `model`; none when it is missing. */
  readonly models?: readonly string[] | undefined;
  /** Answers in place of `model` when that fails before its first output and a retry cannot help. */
  readonly fallbackModel: string | undefined;
  /** What `model` costs, in place of the deployment's price. */
  readonly price?: Price | undefined;
  readonly settings: ModelSettings;
  /** Replaces rows of the table of models. */
  readonly capabilities: CapabilityOverride;
  /** A name in DRIVERS. */
  readonly driver: string;
  readonly historyForm: HistoryForm;
  /** Fewer tokens: a stable order of the tools, trimmed schemas. */
  readonly tokenEfficient: boolean;
}

/** What it may call. */
export interface AgentTools {
  readonly tools: readonly Tool[];
  /** Tools of its servers that their apps alone call: they run, and no model is offered them. Missing without such. */
  readonly appTools?: readonly Tool[] | undefined;
  /** Servers whose tools a step has behind these; none when it is missing. */
  readonly toolSources?: readonly RemoteToolSource[];
  /** What opens the tools that each thread has behind these: its `selection`, or a plugin; none when it is missing. */
  readonly threadTools?: ThreadToolSource;
  readonly hooks: Hooks;
  /** Names of the environment variables and bindings that all its tools and hooks read from `context.env`. */
  readonly env: readonly string[];
  /** Milliseconds until an unanswered approval ends in a denial, for tools that set none; undefined waits for ever. */
  readonly approvalTtlMs?: number | undefined;
  /** A call that failed, or that may have run without an answer, ends the run with `tool_failed` instead of being a result that the model reads. */
  readonly throwOnToolFailure: boolean;
  /** A blocked call ends the run with `tool_blocked`. */
  readonly stopOnToolBlock: boolean;
  /** `observe` when it is missing. */
  readonly onContextRequired?: OnContextRequired;
}

/** Which calls its plans have to make, and may make. */
export interface AgentChoice {
  /** The agent's own choice; without one that of the gateway applies, then that of the environment. */
  readonly toolChoice: ToolChoice | undefined;
  /** The choice of the inference gateway that the agent uses, one rank below the agent's. */
  readonly gatewayToolChoice: ToolChoice | undefined;
  /** A policy of its own, or the name of one: of the tenant's, else of the deployment's, else of the built-in ones. */
  readonly policy: string | Policy | undefined;
  readonly onUnsupported: OnUnsupported;
  /** What a choice that the API cannot hold may cost; `prefix` where it is undefined. */
  readonly hold: Hold | undefined;
  readonly onViolation: OnViolation;
  readonly execution: Execution;
}

/** The form of its answers and decisions. */
export interface AgentAnswers {
  /** The form of final answers; undefined for text. */
  readonly output: AnswerFormat | undefined;
  /** The form of decisions under the driver `react`; undefined for the built-in one. */
  readonly decision: DecisionFormat | undefined;
  /** How often an answer that is not in its form is requested again within a step, with the problem in the prompt. */
  readonly maxRetries: number;
  /** Under `react`, one last request for a plain answer when the retries are used up. */
  readonly finalViaInference: boolean;
}

/** What its model reads: instructions, plan, and how much of the history. */
export interface AgentPrompt {
  readonly instructions: string;
  /** The STRATEGIC PLAN of the system prompt; a thread may have its own. */
  readonly plan: Json | undefined;
  /** The agent directs others: it writes a plan of phases, and they run the phases. */
  readonly orchestrate?: Orchestration;
  /** Absent where runs repeat nothing. */
  readonly reminder?: Reminder;
  readonly compaction: Compaction | undefined;
  /** The API leaves out old results of tools; absent where it keeps all. */
  readonly clearToolResults?: ClearToolResults;
}

/** What plugins read of it. */
export interface AgentExtensions {
  /** Settings of plugins, each by the name of its plugin, which checks them; absent where it sets none. */
  readonly plugins?: Readonly<Record<string, Json>>;
  /** What it makes of events, for the door `webhooks()`, which checks it. */
  readonly webhooks?: readonly WebhookTemplate[];
  /** When it runs by itself; the door `schedules()` reads them. */
  readonly schedules?: readonly Schedule[];
}

/** True for an agent whose threads may have tools beside its own, such as those of a catalogue. */
export function hasCatalogue({ threadTools }: Agent): boolean {
  return threadTools !== undefined;
}
