// ResolvedChoice: the choice that a plan is made under, before it is enforced for a model.

import type { ToolChoice } from "../core/tool_choice.ts";
import type { ChoiceSource } from "../core/tool_choice/choice_report.ts";

/** A choice and where it came from. */
export interface ResolvedChoice {
  readonly choice: ToolChoice;
  readonly source: ChoiceSource;
  /** In one clause, for the answer. */
  readonly because: string;
  /** The choice that rules of the policy have narrowed; left out where they have not. */
  readonly underlying?: ToolChoice;
  /** Names of the tools that rules of the policy forbid; left out where they narrow nothing. */
  readonly forbidden?: readonly string[];
  /** The budget that permits no step behind this one, so that the plan must be an answer; left out where one may follow. */
  readonly lastBy?: string;
  /** The name of a rule that wants a call before an answer, and that no call can satisfy any more. */
  readonly lapsed?: string;
  /** The key of the policy's condition that chose. */
  readonly condition?: string;
}
