// What the phases of a step run with, and what they came to.

import type { Observation } from "../../core/entry.ts";
import type { AgentError } from "../../core/error.ts";
import type { StepEventBody } from "../../core/event.ts";
import type { Origin } from "../../core/record.ts";
import type { Until } from "../request.ts";
import type { PhaseSpend } from "./budget.ts";
import type { StartRun } from "./drive.ts";

/** What the calls of an orchestrator came to. */
export type PhaseOutcome =
  /** Each has its observation, by call id; the other calls of the plan run now. */
  | {
    readonly type: "settled";
    readonly known: ReadonlyMap<string, Observation>;
    readonly spend: PhaseSpend;
  }
  | Unfinished;

/** Phases have more to do: the calls stay pending. */
export type Unfinished = {
  readonly type: "unfinished";
  /** `waiting` when all of them wait for people. */
  readonly status: "open" | "waiting";
  /** Why none of them can go on now; the step ends with it. */
  readonly error: AgentError | undefined;
  /** All of them wait for a provider or a tool, for at least the error's time: no later step before that can do anything. */
  readonly rests: boolean;
  /** When a call in a thread below is polled, or no longer waited for, in epoch milliseconds: of a run that goes on by itself. */
  readonly dueBelow?: number;
};

/** What the phases run with besides the session. */
export interface PhaseOptions {
  /** Calls that have an observation already: a caller's result, a rule that forbids them. */
  readonly known: ReadonlyMap<string, Observation>;
  readonly startRun: StartRun;
  readonly until: Until;
  readonly resumable: boolean;
  readonly origin: Origin | undefined;
  /** Epoch milliseconds at which the step began. */
  readonly startedAt: number;
  readonly signal: AbortSignal;
  readonly emit: (event: StepEventBody) => void;
}
