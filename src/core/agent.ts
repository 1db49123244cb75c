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
  /** Estimated tokens of history that a plan may read, without instructions and tools ([how](history.md#how-tokens-are-estimated)). */
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
  /** Up to 64 letters, digits, `_`, `.` and `-`, beginning with a letter or `_`. */
  readonly name: string;
  /** For people, and for orchestrators that choose a worker. */
  readonly description: string;
  /** Inputs that the page offers beside a new thread: at most 8 of at most 200 characters. No model reads them. */
  readonly examples?: readonly string[] | undefined;
  /** What stops it. */
  readonly limits: Limits;
  /** Content hash of the definition, 16 hex digits; agents/parts.ts says which parts it has. */
  readonly hash: string;
}

/** The models of an agent, and the settings of their requests. */
export interface AgentModels {
  /** `provider/model`; left out: the deployment's default. */
  readonly model?: string | undefined;
  /** Models that a request may name in place of `model`: `provider/model` each. Goes with `model`. */
  readonly models?: readonly string[] | undefined;
  /** `provider/model` that answers when `model` fails before its first output. */
  readonly fallbackModel?: string | undefined;
  /** US dollars for a million tokens of `model`, in place of the deployment's price: `{ input: 3, output: 15 }`. */
  readonly price?: Price | undefined;
  /** Temperature, most output tokens, reasoning effort and what else requests to the model have. */
  readonly settings: ModelSettings;
  /** Replaces rows of the table of models: `{ required: false }` for a model that refuses forced choices. */
  readonly capabilities: CapabilityOverride;
  /** How a plan is obtained: `tool_calling` by default, `react`, or a driver of the deployment. */
  readonly driver: string;
  /** `text` sends earlier calls and results as plain text, for models without tools; `native` by default. */
  readonly historyForm: HistoryForm;
  /** A stable order of the tools and trimmed schemas; false by default. Prompts are cached either way. */
  readonly tokenEfficient: boolean;
}

/** What it may call. */
export interface AgentTools {
  /** What it may call: `defineTool(...)`. */
  readonly tools: readonly Tool[];
  /** Tools of its servers that their apps alone call: they run, and no model is offered them. Missing without such. */
  readonly appTools?: readonly Tool[] | undefined;
  /** Servers whose tools the agent has behind its own, such as `mcpServer(...)` of the entry `mcp/client`. */
  readonly toolSources?: readonly RemoteToolSource[];
  /** What opens the tools that each thread has behind these: its `selection`, or a plugin; none when it is missing. */
  readonly threadTools?: ThreadToolSource;
  /** Functions around every call. */
  readonly hooks: Hooks;
  /** Names of environment variables and bindings for `context.env` of all tools and hooks; a tool names its own. */
  readonly env: readonly string[];
  /** Milliseconds until an unanswered approval ends in a denial, for tools that set none; left out: it waits for ever. */
  readonly approvalTtlMs?: number | undefined;
  /**
   * A call that failed, or that may have run without an answer, ends the run with `tool_failed` instead of being a result that the
   * model reads.
   */
  readonly throwOnToolFailure: boolean;
  /** A call that a hook blocks ends the run. */
  readonly stopOnToolBlock: boolean;
  /** `observe` by default: the model reads what a tool lacks. `ask`: the run ends with the tool's question to the user. */
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
  /** What to do about a choice that the model cannot hold; `degrade` by default. */
  readonly onUnsupported: OnUnsupported;
  /** `strict` leaves the tools out that a choice forbids where the API has no field for it; `prefix` by default, which keeps caches valid. */
  readonly hold: Hold | undefined;
  /** `retry` requests an answer that violates the choice once more; `report` by default. */
  readonly onViolation: OnViolation;
  /** What happens to the calls of a plan; `loop` by default. */
  readonly execution: Execution;
}

/** The form of its answers and decisions. */
export interface AgentAnswers {
  /** The form of final answers; undefined for text. */
  readonly output: AnswerFormat | undefined;
  /** The form of decisions under the driver `react`; undefined for the built-in one. */
  readonly decision: DecisionFormat | undefined;
  /** How often an answer that is not in its form is requested again within a step; 2 by default. */
  readonly maxRetries: number;
  /** For the driver `react`: a plain answer instead of an error when the retries are used up; false by default. */
  readonly finalViaInference: boolean;
}

/** What its model reads: instructions, plan, and how much of the history. */
export interface AgentPrompt {
  /** The text before the history. */
  readonly instructions: string;
  /** A strategic plan that the model reads and follows. */
  readonly plan?: Json | undefined;
  /** The agent directs others: it writes a plan of phases, and they run the phases. */
  readonly orchestrate?: Orchestration;
  /** Absent where runs repeat nothing. */
  readonly reminder?: Reminder;
  /** Replaces old entries by a summary. */
  readonly compaction?: Compaction | undefined;
  /** Has the API leave out old results of tools, where it can. */
  readonly clearToolResults?: ClearToolResults;
}

/** What plugins read of it. */
export interface AgentExtensions {
  /** Settings of plugins, each by the name of its plugin; needs these plugins, which check them at start. */
  readonly plugins?: Readonly<Record<string, Json>>;
  /** What it makes of events; needs the door `webhooks()`, which checks it at start. */
  readonly webhooks?: readonly WebhookTemplate[];
  /** When it runs by itself; needs the door `schedules()`, which checks it at start. */
  readonly schedules?: readonly Schedule[];
}

/** True for an agent whose threads may have tools beside its own, such as those of a catalogue. */
export function hasCatalogue({ threadTools }: Agent): boolean {
  return threadTools !== undefined;
}

/** The models that an agent names, each by the JSON Pointer of its place. */
export function namedModels(
  { model, models = [], fallbackModel, compaction }: Agent,
): readonly (readonly [pointer: string, ref: string | undefined])[] {
  return [
    ["/model", model],
    ...models.map((ref, index) => [`/models/${index}`, ref] as const),
    ["/fallbackModel", fallbackModel],
    ["/compaction/model", compaction?.model],
  ];
}
