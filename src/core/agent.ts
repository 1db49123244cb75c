// An agent: the definition that steps are run by, whether it was written in TypeScript or in YAML.

import type { Observation } from "./entry.ts";
import type { PlannedCall } from "./call.ts";
import type { CapabilityOverride } from "./capability.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Tool, ToolContext } from "./tool.ts";
import type { Execution, ToolChoice } from "./tool_choice.ts";

/** Model settings that every dialect knows or leaves out; undefined is left out of the wire body. */
export interface ModelSettings {
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly reasoningEffort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
  /** Which OpenAI dialect to speak; by default the provider decides by model. */
  readonly api?: "chat" | "responses";
}

/** What stops an agent. Undefined means no limit, except `stepsPerRun`. */
export interface Limits {
  /** Steps from an input to a final answer; 25 by default, so that no loop is endless. */
  readonly stepsPerRun: number;
  /** Over the whole thread. */
  readonly steps?: number;
  /** Input and output tokens over the whole thread. */
  readonly tokens?: number;
  /** Tool calls over the whole thread. */
  readonly calls?: number;
  /** Milliseconds of steps over the whole thread. */
  readonly wallMs?: number;
  /** Milliseconds one step may take; 120,000 by default. */
  readonly stepMs: number;
  /** Calls of one plan that are run; more become `skipped` observations. 8 by default. */
  readonly parallelCalls: number;
  /** The same call this many times in a row is broken. 3 by default. */
  readonly repeatedCalls: number;
  /** Entries and UTF-8 bytes of history that a plan may read. 200 and 524,288 by default. */
  readonly historyEntries: number;
  readonly historyBytes: number;
}

/** When and how old history is replaced by a summary entry. */
export interface Compaction {
  /** Compact when this many entries stand in the window. */
  readonly afterEntries: number;
  /** Keep this many of the newest entries as they are. */
  readonly keepEntries: number;
}

/** What a before-hook decides about a call (row X1). */
export type BeforeCall =
  | { readonly type: "proceed" }
  /** Run with these arguments instead; they are validated again. */
  | { readonly type: "modify"; readonly args: JsonObject }
  /** Do not run; the model is told why. */
  | { readonly type: "block"; readonly reason: string };

export interface Hooks {
  /** Returning nothing proceeds. */
  readonly beforeCall?: (
    call: PlannedCall,
    context: ToolContext,
  ) => BeforeCall | undefined | void | Promise<BeforeCall | undefined | void>;
  /** May replace the output or the outcome; the call id and the name are kept. */
  readonly afterCall?: (
    observation: Observation,
    call: PlannedCall,
    context: ToolContext,
  ) => Observation | Promise<Observation>;
}

export interface Agent {
  readonly name: string;
  readonly description: string;
  /** `provider/model`; undefined takes the deployment's default (TREADLE_MODEL). */
  readonly model: string | undefined;
  /** Asked in place of `model` when that fails before its first output and asking it again is no use (row P9). */
  readonly fallbackModel: string | undefined;
  readonly settings: ModelSettings;
  /** What the agent's author knows better than our table of models (row C4). */
  readonly capabilities: CapabilityOverride;
  readonly instructions: string;
  readonly tools: readonly Tool[];
  /** The agent's own choice; undefined leaves it to the gateway and the environment. */
  readonly toolChoice: ToolChoice | undefined;
  /** The choice of the inference gateway that the agent uses (row D1), one rank below the agent's. */
  readonly gatewayToolChoice: ToolChoice | undefined;
  /** What to do about a choice that the model cannot be held to: degrade it and say so, or refuse (row C5). */
  readonly onUnsupported: "degrade" | "error";
  /** What to do about an answer that violates the choice: report it, or ask once more first (row C6). */
  readonly onViolation: "report" | "retry";
  readonly execution: Execution;
  /** Fewer tokens: cache breakpoints, a stable order of the tools, only those that are needed, trimmed schemas (row P10). */
  readonly tokenEfficient: boolean;
  /** A name in DRIVERS. */
  readonly driver: string;
  /** `native`: calls and tool messages; `text`: both as plain text, for models without tools (row D5). */
  readonly historyForm: "native" | "text";
  /** The STRATEGIC PLAN that stands in the system prompt (row D4); a thread may have its own. */
  readonly plan: Json | undefined;
  readonly limits: Limits;
  readonly compaction: Compaction | undefined;
  readonly hooks: Hooks;
  /** Names of the environment variables that all its tools and hooks read from `context.env`. */
  readonly env: readonly string[];
  /** A failed call ends the run with `tool_failed` instead of being shown to the model. */
  readonly throwOnToolFailure: boolean;
  /** A blocked call ends the run with `tool_blocked`. */
  readonly stopOnToolBlock: boolean;
  /** Content hash over everything a model can notice; 16 hex digits. */
  readonly hash: string;
}
