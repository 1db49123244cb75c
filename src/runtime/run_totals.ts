// What a request has done so far, over all its steps: for its answer, and for the receipt that replays it.

import type { ChoiceOutcome, EffectiveChoice, Warning } from "../core/tool_choice.ts";
import { addUsage, type Usage } from "../core/usage.ts";
import type { CallView } from "./result.ts";
import type { Draft } from "./step/draft.ts";

export class RunTotals {
  /** The calls that have their observation, in order. */
  readonly calls: CallView[] = [];
  readonly warnings: Warning[] = [];
  usage: Usage = { inputTokens: 0, outputTokens: 0 };
  /** Of the last step that planned. */
  choice: EffectiveChoice | null = null;
  outcome: ChoiceOutcome | null = null;
  /** `provider/model` that made the last plan. */
  model: string | null = null;

  add(draft: Draft): void {
    this.calls.push(...draft.acted);
    this.warnings.push(...draft.warnings);
    this.usage = addUsage(this.usage, draft.usage);
    if (draft.choice === null) return;
    this.choice = draft.choice;
    this.outcome = draft.outcome;
    this.model = draft.plan?.model ?? this.model;
  }
}
