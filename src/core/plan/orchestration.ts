// Orchestration: the settings of an agent that directs others. It writes a plan of phases, and workers run the phases in threads
// of their own.

import type { ToolChoice } from "../tool_choice.ts";
import type { PhaseLimits } from "./child_thread.ts";

/** The tool by which an orchestrator writes its plan. */
export const WRITE_PLAN = "write_plan";

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
