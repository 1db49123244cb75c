// What decisions of plugins are made from: the agent, the thread, its inputs, calls and plans.

import type { BudgetLeft } from "../../core/budget/limits.ts";
import type { ToolEntry } from "../../core/entry.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { Effect, Tool } from "../../core/tool.ts";
import type { ToolChoice } from "../../core/tool_choice.ts";
import type { ChoiceSource } from "../../core/tool_choice/choice_report.ts";
import type { Usage } from "../../core/usage.ts";

/** The states of a plugin in a thread. */
export interface Slices<Thread = unknown, Run = unknown> {
  /** Kept as long as the thread. */
  readonly thread: Thread;
  /** Begins anew with each run: with the input that a run answers. */
  readonly run: Run;
}

/** What every decision of a plugin is made from. All of it is recorded, and none of it may be changed. */
export interface PluginFacts<Thread = unknown, Run = unknown> extends Slices<Thread, Run> {
  readonly tenant: string;
  readonly threadId: string;
  /** The user of the thread; null for none. */
  readonly user: string | null;
  /** What the creator of the thread has given with it. */
  readonly metadata: JsonObject;
  /** Steps of the run before this one; those that failed do not count. */
  readonly steps: number;
  /** Names of the tools that the agent has in this step, in order. */
  readonly tools: readonly string[];
  /** What is left to spend with this step, the calls that are about to run taken off. */
  readonly budgetLeft: BudgetLeft;
  /** The strategic plan of the thread; null for none. */
  readonly plan: Json;
}

/** The agent that a plugin is compiled for. */
export interface AgentFacts<Config = unknown> {
  readonly name: string;
  /**
   * Of the definition; tools of a server, of a catalogue or of a caller are not among them. A plugin that asks people is given those that other
   * plugins bring, too.
   */
  readonly tools: readonly AgentTool[];
  /** Tools of a server, of a catalogue or of another plugin (`threadTools`) come to these in a step. */
  readonly hasOtherTools: boolean;
  /** The agent's own choice. */
  readonly toolChoice: ToolChoice | undefined;
  /** Something opens tools of its threads, a catalogue or another plugin; their names are not known here. */
  readonly hasCatalogue: boolean;
  /** What the agent sets of the plugin, as the schema `config` of the plugin has it; undefined where it sets nothing. */
  readonly config: Config | undefined;
}

/** A tool of an agent's definition. */
export interface AgentTool {
  readonly name: string;
  readonly effect: Effect;
  /** People may have to approve a call of it. */
  readonly needsApproval: boolean;
}

/** What a judged call's tool says of itself. */
export type JudgedTool = Pick<Tool, "effect" | "needsApproval" | "approvals" | "approvalEdits">;

/** The thread whose step is about to begin. */
export interface LoadFacts {
  readonly tenant: string;
  readonly threadId: string;
  /** Names of the tools of the agent, those of its servers among them; tools of a catalogue and of a caller are not. */
  readonly tools: readonly string[];
}

/** A call that the model has asked for. */
export interface JudgedCall {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
  /** As the step has it: of the agent, of a server, of a catalogue or of the caller. Missing for one that is gone since the plan. */
  readonly tool?: JudgedTool | undefined;
  /**
   * How many people have approved a call that is about to run, with these arguments. Missing for one that waits for no
   * people, as where the plan is older than the plugin, and when calls are planned.
   */
  readonly approvals?: number;
}

/** A call that is about to be given to its tool. */
export interface RunningCall extends Omit<JudgedCall, "approvals" | "tool"> {
  readonly effect: Effect;
  /** From 0 on: how many machines have begun the call before this one. */
  readonly attempt: number;
  /** Aborts when the time of the tool is over, and when the step is stopped. */
  readonly signal: AbortSignal;
}

/** What a call has come to. */
export interface ObservedCall extends Pick<ToolEntry, "outcome" | "error" | "ms"> {
  readonly callId: string;
  readonly name: string;
  readonly args: JsonObject;
  /** The output as it stands in the history; null where there is none, and where the call is only expected to complete. */
  readonly output: Json;
  /** The caller has brought the result of a tool of the server. False for a client tool, and for a person's answer to a question. */
  readonly isGiven: boolean;
  /**
   * The call is about to run and is taken to complete: the choice that `step.started` announces is decided from it. What it really came
   * to is observed from the same state afterwards.
   */
  readonly isExpected: boolean;
}

/** An input that the step takes. */
export interface TakenInput {
  readonly text: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A plan that the model has made, as it stands in the history. */
export interface MadePlan {
  /** Of the answer; empty for a plan of calls alone. */
  readonly text: string;
  /** Names of the tools that it calls, in order. */
  readonly calls: readonly string[];
  /** The choice that it was made under; undefined for `auto`, where nothing was narrowed or violated. */
  readonly choice: { readonly requested: ToolChoice; readonly source: ChoiceSource } | undefined;
  /** The key of the plugin's `choose` that the plan has satisfied. */
  readonly satisfied: string | undefined;
  /** The plan is read from the history, by a plugin that kept no state when it was made: `satisfied` is not known of it. */
  readonly isReplayed: boolean;
  /** `provider/model` that made it. */
  readonly model: string;
  /** Of all answers of the step, those that were dropped too. `microDollars` is missing where the model has no price. */
  readonly usage: Usage;
}
