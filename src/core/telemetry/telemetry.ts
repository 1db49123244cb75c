// Telemetry: the observer of runs, model requests and tools. The kernel calls it; without an observer a step does nothing for it.

import type { Agent } from "../agent.ts";
import type { PlannedCall } from "../call.ts";
import type { Observation } from "../entry.ts";
import type { AgentError } from "../error.ts";
import type { ModelTrace } from "../model/provider.ts";
import type { ThreadStatus } from "../state.ts";
import type { ThreadRef } from "../store/thread.ts";
import type { Tool } from "../tool.ts";
import type { ChoiceOutcome, EffectiveChoice } from "../tool_choice/choice_report.ts";
import type { Usage } from "../usage.ts";
import type { TraceContext, TracedWork } from "../text/trace_context.ts";

/** Observes a deployment. No function of it and of what it returns throws, but for what `within` runs. */
export interface Telemetry {
  /** The span that is active where this is called, such as that of the platform's HTTP server. */
  current(): TraceContext | undefined;
  /** Begins a run. Undefined when nothing observes it and its request belongs to no trace. */
  startRun(run: RunStart): RunTrace | undefined;
}

/** A run as it begins. */
export interface RunStart {
  readonly ref: ThreadRef;
  readonly agent: Agent;
  /** The agent's model: the names of its provider and of the model there. */
  readonly provider: string;
  readonly model: string;
  /** The trace that the request came with. */
  readonly caller: TraceContext | undefined;
  /** Epoch milliseconds; before the thread was begun. */
  readonly startedAt: number;
}

/** The steps of one request. */
export interface RunTrace extends TracedWork {
  /** The span of the run; undefined when the run has none of its own. */
  readonly context: TraceContext | undefined;
  /** What observes the model requests of one plan or one summary. */
  forModel(plan: PlanFacts): ModelTrace;
  /** Begins a run of a tool. */
  startTool(tool: ToolStart): ToolTrace;
  end(run: RunEnd): void;
  /** Ends a run that broke. */
  fail(thrown: unknown): void;
}

/** What a model request is made for. */
export interface PlanFacts {
  /** The step's number within the thread, from 1. */
  readonly step: number;
  readonly choice: EffectiveChoice;
  /** What plugins say of it, each as the attribute `treadle.<name>`; missing for none. */
  readonly attributes: Readonly<Record<string, string>> | undefined;
}

/** A run of a tool as it begins. */
export interface ToolStart {
  readonly tool: Tool;
  readonly call: PlannedCall;
  readonly step: number;
  /** From 1. */
  readonly attempt: number;
}

/** One run of a tool. */
export interface ToolTrace extends TracedWork {
  /** @param observation What the tool itself led to, before any hook. */
  end(observation: Observation): void;
}

/** How a run ended. */
export interface RunEnd {
  /** The number of the last step. */
  readonly step: number;
  /** Of the thread after it. */
  readonly version: number;
  readonly status: ThreadStatus;
  /** Of all steps of the run. */
  readonly usage: Usage;
  /** Of the last plan; null when nothing was planned. So is the next. */
  readonly choice: EffectiveChoice | null;
  readonly outcome: ChoiceOutcome | null;
  /** Why the last step failed. */
  readonly error: AgentError | undefined;
}
