// What the phases of a step come to.

import type { AgentError } from "../../core/error.ts";
import type { Delegated } from "../../kernel/children/delegation.ts";

/** The observations of the phases, or what the step comes to without them. */
export type PhaseOutcome = Extract<Delegated, { type: "settled" }> | Unfinished;

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
