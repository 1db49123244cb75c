// The parts of a deployment that a run uses: those of the kernel, and what plugins do before the calls of a step and behind its plan.

import type { Delegation } from "./children/delegation.ts";
import type { RuntimeDeps } from "./deps.ts";
import type { Draft } from "./draft.ts";
import type { Session } from "./session.ts";
import type { RunningStep } from "./step/running_step.ts";

/**
 * Adds to a step behind its plan, in the commit of the step. Returns the draft with what is added, or the draft itself: of a step that
 * failed, or that is not whole, nothing is made. What it throws ends the step.
 */
export type AfterPlan = (
  session: Session,
  draft: Draft,
  running: RunningStep,
  deps: RuntimeDeps,
) => Promise<Draft>;

/** What runs are begun with. */
export interface RunDeps extends RuntimeDeps {
  /** In the order of the plugins. */
  readonly afterPlan: readonly AfterPlan[];
  /** What runs calls in threads below; without it no agent has `orchestrate`. */
  readonly delegation?: Delegation | undefined;
}
