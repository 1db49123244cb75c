// A step in the answer of a request.

import type { ChoiceOutcome, EffectiveChoice } from "../tool_choice/choice_report.ts";

/** What a step of a request chose, and whether its plan kept to that. Null in a step without a plan. */
export interface StepReport {
  /** Number of the step within the thread. */
  readonly step: number;
  /** The event `step.started` has all of it. */
  readonly choice: Pick<EffectiveChoice, "requested" | "source" | "enforcement"> | null;
  readonly outcome: ChoiceOutcome | null;
  /** `provider/model` that answered. */
  readonly model: string | null;
}
