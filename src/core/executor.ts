// ToolExecutor: runs the calls of a plan (seed word: CanExecuteToolCalls).

import type { Agent } from "./agent.ts";
import type { CallMark, PlannedCall } from "./call.ts";
import type { Entry, Observation } from "./entry.ts";
import type { ToolEvent } from "./event.ts";

export interface ExecutionContext {
  readonly agent: Agent;
  readonly tenant: string;
  readonly thread: string;
  readonly step: number;
  /** Fence epoch of this step; `attempt` of a call is this minus the epoch that planned it. */
  readonly epoch: number;
  readonly marks: ReadonlyMap<string, CallMark>;
  /** The thread was cancelled in this epoch; calls planned before it do not run. */
  readonly cancelledEpoch: number;
  readonly history: readonly Entry[];
  readonly signal: AbortSignal;
  /** Marks `once` calls as started, one store request for all; rejects with `step_fenced` when another worker took over. */
  markStarted(callIds: readonly string[]): Promise<void>;
}

export interface ToolExecutor {
  /** Yields events as they happen; returns exactly one observation for each call, in the order of the calls. */
  execute(calls: readonly PlannedCall[], context: ExecutionContext): AsyncGenerator<ToolEvent, Observation[]>;
}
