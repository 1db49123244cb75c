// Facts of a step: its details in the conversation and its sheet in the timeline name them alike.

import type {
  ChoiceOutcome,
  ChoiceSource,
  EffectiveChoice,
} from "../../../core/tool_choice/choice_report.ts";
import type { Usage } from "../../../core/usage.ts";
import { choiceWords, count, exactDollars, VIOLATIONS } from "../words.ts";
import { ENFORCED } from "./enforced.ts";
import type { Fact } from "./facts.tsx";

/** What is known of the tool choice of a step: a stored one may lack parts. */
export interface StepChoice {
  readonly choice: Partial<EffectiveChoice> | null | undefined;
  readonly outcome: ChoiceOutcome | null | undefined;
  /** Requests that the step has sent again, with the reason. */
  readonly restarts?: readonly string[];
}

/** What has made a choice. */
const SOURCES: Readonly<Record<ChoiceSource, string>> = {
  execution: "the way the run is executed",
  limit: "a limit of the run",
  request: "the request",
  condition: "a condition of the policy",
  policy: "the policy",
  agent: "the agent",
  gateway: "the gateway of the agent",
  environment: "the deployment",
  reset: "the run: an earlier choice is over",
  default: "no setting",
  rule: "rules of the policy",
};

/** The choice that was in force, why, and what came of it. What the API says word for word is code. */
export function choiceFacts({ choice, outcome, restarts = [] }: StepChoice): readonly Fact[] {
  const { requested, source, sent, toolsSent, enforcement, because, warnings = [] } = choice ?? {};
  return [
    ["Tool choice", requested && choiceWords(requested)],
    ["Set by", source && SOURCES[source]],
    ["Applied by", enforcement && ENFORCED[enforcement]],
    ["Outcome", outcome && outcomeWords(outcome)],
    ["Reason", because && <code key="reason">{because}</code>],
    ["Tools offered", toolsSent && <Names key="offered" names={toolsSent} />],
    [
      "Sent to the model",
      sent === undefined
        ? undefined
        : sent === null
        ? "nothing"
        : <code key="sent">{JSON.stringify(sent)}</code>,
    ],
    ["Warnings", warnings.map(({ code, message }) => `${code}: ${message}`).join("\n")],
    ["Asked again", restarts.length > 0 && <code key="again">{restarts.join("\n")}</code>],
  ];
}

function outcomeWords(outcome: ChoiceOutcome): string {
  switch (outcome.type) {
    case "satisfied":
      return "kept";
    case "violated":
      return `not kept: ${VIOLATIONS[outcome.how]}`;
    case "cut":
      return "cut off before it was known";
  }
}

/** All names, folded. */
function Names({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return "none";
  return (
    <details>
      <summary>{names.length === 1 ? "1 tool" : `${names.length} tools`}</summary>
      {names.join(", ")}
    </details>
  );
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
    ["Cost", microDollars === undefined ? "no price known" : exactDollars(microDollars)],
  ];
}

function shareWords(share: number): string {
  return `${Math.round(100 * share)} % of the input tokens`;
}
