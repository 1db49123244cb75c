// Facts of a step: its details in the conversation and its sheet in the timeline name them alike.

import type { ChoiceOutcome, EffectiveChoice } from "../../../core/tool_choice/choice_report.ts";
import type { Usage } from "../../../core/usage.ts";
import { choiceWords, count, dollars, outcomeWords } from "../words.ts";
import type { Fact } from "./facts.tsx";

/** What is known of the tool choice of a step: a stored one may lack parts. */
export interface StepChoice {
  readonly choice: Partial<EffectiveChoice> | null | undefined;
  readonly outcome: ChoiceOutcome | null | undefined;
  /** Requests that the step has sent again, with the reason. */
  readonly restarts?: readonly string[];
}

/** The choice that was in force, why, and what came of it. */
export function choiceFacts({ choice, outcome, restarts = [] }: StepChoice): readonly Fact[] {
  const { requested, source, sent, toolsSent, enforcement, because, warnings = [] } = choice ?? {};
  return [
    ["Requested choice", requested && choiceWords(requested)],
    ["Source", source],
    ["Sent", sent === undefined ? undefined : sent === null ? "nothing" : JSON.stringify(sent)],
    ["Tools sent", toolsSent && (toolsSent.join(", ") || "none")],
    ["Enforcement", enforcement],
    ["Because", because],
    ["Warnings", warnings.map(({ code, message }) => `${code}: ${message}`).join("\n")],
    ["Repeated requests", restarts.join("\n")],
    ["Outcome", outcome && outcomeWords(outcome)],
  ];
}

/** Tokens and cost. */
export function usageFacts(usage: Usage): readonly Fact[] {
  const { inputTokens, outputTokens, cachedTokens, cacheWriteTokens, reasoningTokens, microDollars } = usage;
  const wordsOf = (value: number | undefined) => value === undefined ? undefined : count(value);
  return [
    ["Input tokens", `${count(inputTokens)}${usage.estimated ? ", estimated" : ""}`],
    ["Output tokens", count(outputTokens)],
    ["Cached tokens", wordsOf(cachedTokens)],
    ["Cache share", cachedTokens && inputTokens ? shareWords(cachedTokens / inputTokens) : undefined],
    ["Cache write tokens", wordsOf(cacheWriteTokens)],
    ["Reasoning tokens", wordsOf(reasoningTokens)],
    ["Cost", microDollars === undefined ? "no price known" : dollars(microDollars)],
  ];
}

function shareWords(share: number): string {
  return `${Math.round(100 * share)} % of the input`;
}
