// How a tool choice is enforced for a model: what its provider gets.

import type { ToolSpec } from "../tool/tool_spec.ts";
import type { ToolChoice } from "../tool_choice.ts";
import type { Enforcement, Warning } from "../tool_choice/choice_report.ts";

/** How a choice is enforced with the model at hand: the result of kernel/choice/enforce.ts. */
export interface EnforcedChoice {
  /** The choice that goes onto the wire: one that the model accepts, as far as is known. */
  readonly choice: ToolChoice;
  /** The tools that are sent, in order. */
  readonly tools: readonly ToolSpec[];
  /** False where at most one call is wanted and the API has a flag for it. */
  readonly parallel: false | undefined;
  /** A text after the conversation, where the API has no field for all of the choice. */
  readonly notice: string | undefined;
  readonly enforcement: Enforcement;
  /** Why this enforcement, in one clause. */
  readonly because: string;
  readonly warnings: readonly Warning[];
}
