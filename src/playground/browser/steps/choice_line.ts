// What a step says of its tool choice: nothing where the model was free to choose among all tools and did.

import type { ToolChoice } from "../../../core/tool_choice.ts";
import type { ChoiceOutcome, EffectiveChoice } from "../../../core/tool_choice/choice_report.ts";
import { choiceWords, outcomeWords } from "../words.ts";

/** What is known of a choice: a stored one may lack parts. */
export type ShownChoice = Pick<EffectiveChoice, "requested" | "enforcement"> & Partial<EffectiveChoice>;

/** The parts of the line. */
export interface ChoiceLine {
  /** `required` */
  readonly requested: string;
  /** `native`; empty where the outcome alone is worth a line. */
  readonly enforcement: string;
  /** The model is not held to it by its provider. */
  readonly isUnsure: boolean;
  /** `violated, wrong tool`; empty while the step runs. */
  readonly outcome: string;
  readonly isKept: boolean;
  /** Why this choice, and why this enforcement. */
  readonly because: string;
}

/** The line about a choice and what came of it; undefined for a plain auto that was satisfied. */
export function choiceLine(
  choice: ShownChoice | undefined,
  outcome: ChoiceOutcome | null | undefined,
): ChoiceLine | undefined {
  const isKept = outcome?.type === "satisfied";
  const saysNothing = choice === undefined || isPlain(choice);
  if (saysNothing && (isKept || !outcome)) return undefined;
  const requested: ToolChoice = choice?.requested ?? { type: "auto" };
  return {
    requested: choiceWords(requested),
    enforcement: saysNothing ? "" : choice.enforcement,
    isUnsure: choice?.enforcement === "announced",
    outcome: outcome ? outcomeWords(outcome) : "",
    isKept,
    because: choice?.because ?? "",
  };
}

/** All tools were offered, and nothing was forced, narrowed or degraded. */
function isPlain({ requested, enforcement, source, warnings = [] }: ShownChoice): boolean {
  return requested.type === "auto" && (enforcement === "native" || enforcement === "none") &&
    source !== "rule" && warnings.length === 0;
}
