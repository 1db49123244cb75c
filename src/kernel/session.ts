// Session: one lease on one thread, opened by begin and moved from step to step.

import type { Agent } from "../core/agent.ts";
import type { CallMark, PlannedCall } from "../core/call.ts";
import type { Entry, UserEntry } from "../core/entry.ts";
import type { AgentState, ThreadMeta } from "../core/state.ts";
import type { ThreadHeader, ThreadRef } from "../core/store/thread.ts";
import type { RunTrace } from "../core/telemetry/telemetry.ts";
import type { Warning } from "../core/tool_choice/choice_report.ts";
import type { EarlierFrame } from "./choice/carried_frame.ts";
import type { OpenedTools } from "../core/tool/thread_tools.ts";
import type { ReadHistory } from "./history/read_history.ts";
import type { TakenInput } from "./hooks/facts.ts";
import type { AgentPlugins } from "./hooks/agent_plugins.ts";
import type { PluginStates } from "./hooks/plugin_states.ts";
import type { FoundDefinition } from "./stored_history/blobs.ts";
import type { StepBudget } from "./spending.ts";
import type { ResolvedModel } from "./resolved_model.ts";

/** A thread while this worker holds its lease. */
export interface Session extends LeasedThread, Actors, LastPlan, Taken, Decisions {
  readonly history: ReadHistory;
  /** The frame of the last answer's prompt, where it is not that of the agent now. */
  readonly frame: EarlierFrame | undefined;
  /** Observes the run; undefined when nothing does. */
  readonly trace?: RunTrace;
}

/** The thread as the store has it, and the lease on it. */
export interface LeasedThread {
  readonly ref: ThreadRef;
  /** Name of the lease's holder, new for each begin. */
  readonly owner: string;
  readonly meta: ThreadMeta;
  /** As of the last begin or advance. */
  readonly header: ThreadHeader;
  readonly state: AgentState;
  /** The time that the thread has in the due index, where this worker has entered it; else that of the state counts. */
  readonly due?: number;
  /** The mark of notices: that of the thread. */
  readonly noticeMark: string;
}

/** Who plans, and for whom. */
export interface Actors {
  /** With the client tools of the run. */
  readonly agent: Agent;
  /** Without them and without tools of the thread: what steps are counted under, since those may have any name. */
  readonly own: Agent;
  /** The tools that the thread has beside those of the agent; missing where nothing opens any. */
  readonly opened?: OpenedTools | undefined;
  /** The agent's model. */
  readonly model: ResolvedModel;
  /** The agent's fallback model, where it has one. */
  readonly fallback: ResolvedModel | undefined;
  /** The user whom the steps are booked to. */
  readonly user: string | undefined;
  /** What begin found out about the agent's definition; absent where it was not asked. */
  readonly definition?: FoundDefinition;
}

/** The calls of the last plan. */
export interface LastPlan {
  /** In its order. */
  readonly pending: readonly PlannedCall[];
  readonly marks: ReadonlyMap<string, CallMark>;
  /** The calls were only predicted and a new input goes on without them: they are not run. */
  readonly abandoned: boolean;
}

/** What the step takes in. */
export interface Taken {
  /** The history that the thread begins with; empty after its first step. */
  readonly imported: readonly Entry[];
  /** Inputs that this step consumes, oldest first. */
  readonly inbox: readonly UserEntry[];
  /** The inbox texts that begin queued for this request; the store removes them when the request is given up. */
  readonly inputs: readonly string[];
  /** The inbox texts that wait for the end of the run, as the step has found them. */
  readonly queued: readonly string[];
  /** Warnings about the request that did not stop it. */
  readonly notes: readonly Warning[];
}

/** What decides about the step beside its request. */
export interface Decisions {
  /** The plugins that decide about the agent; missing where there is none. */
  readonly plugins?: SessionPlugins | undefined;
  /** What the step may spend; undefined where nothing limits its model calls, its tenant or its user. */
  readonly budget: StepBudget | undefined;
}

/** The plugins of an agent while its thread is in a session. */
export interface SessionPlugins {
  readonly compiled: AgentPlugins;
  /** Of the run that planned the pending calls. */
  readonly calls: PluginStates;
  /** An input has come: the plan belongs to another run than the pending calls, and than a history that the thread begins with. */
  readonly isNewRun: boolean;
  /** What the step takes. */
  readonly inputs: readonly TakenInput[];
  /** At the plan: once the calls have run with what was observed, before that as if each of them completed. */
  readonly plan: PluginStates;
}
