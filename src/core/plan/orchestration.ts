// Orchestration: the settings of an agent that directs others. It writes a plan of phases, and workers run the phases in threads
// of their own.

import type { ToolChoice } from "../tool_choice.ts";

/** The tool by which an orchestrator writes its plan. */
export const WRITE_PLAN = "write_plan";

/** The tool by which an orchestrator has a phase of its plan run. */
export const RUN_PHASE = "run_phase";

/** Every limit that a phase may have. A pin: definitions and stored threads name them. */
export const PHASE_LIMITS = ["steps", "tokens", "calls", "usd", "wallMs", "stepsPerRun"] as const;

/** Limits of the thread of a phase: the smaller one of each holds, of these and of the worker's own. */
export type PhaseLimits = { readonly [Name in typeof PHASE_LIMITS[number]]?: number };

/** An agent of the deployment that runs phases. */
export interface Worker {
  /** Name of the agent. */
  readonly agent: string;
  /** For the model of the orchestrator. */
  readonly description?: string;
  /** Of each of its phases. */
  readonly limits?: PhaseLimits;
  /** Replaces the agent's own choice. */
  readonly toolChoice?: ToolChoice;
}

/** What an orchestrator directs, and how far. */
export interface Orchestration {
  /** By the name that plans use. */
  readonly workers: Readonly<Record<string, Worker>>;
  /** Phases that run at the same time. */
  readonly parallel: number;
  /** Levels of threads below the orchestrator's: 1 when no worker may be an orchestrator with phases of its own. */
  readonly depth: number;
  /** Phases of a plan. */
  readonly phases: number;
}

/** Bounds of the numbers of an {@link Orchestration}, and their defaults. */
export const ORCHESTRATION_BOUNDS = {
  parallel: { most: 16, usual: 3 },
  depth: { most: 5, usual: 2 },
  phases: { most: 50, usual: 20 },
} as const;

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
