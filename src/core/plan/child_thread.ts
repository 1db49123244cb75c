// A thread below another one, in which a phase of a plan runs: the call that it belongs to, and what is handed down to it.

/** The tool by which an orchestrator has a phase of its plan run. */
export const RUN_PHASE = "run_phase";

/** Every limit that a phase may have. A pin: definitions and stored threads name them. */
export const PHASE_LIMITS = ["steps", "tokens", "calls", "usd", "wallMs", "stepsPerRun"] as const;

/** Limits of the thread of a phase: the smaller one of each holds, of these and of the worker's own. */
export type PhaseLimits = { readonly [Name in typeof PHASE_LIMITS[number]]?: number };

/** The thread that a phase belongs to; in the meta of the phase's thread. */
export type ThreadParent = {
  /** Id of the orchestrator's thread. */
  readonly thread: string;
  /** The call of `run_phase`. */
  readonly callId: string;
  readonly phase: string;
  /** 1 below the root. */
  readonly depth: number;
  /** Id of the thread at the top. */
  readonly root: string;
  /** Levels of threads that may lie below this one. */
  readonly levels: number;
};
