// Whether an answer kept to the choice it was made under (row C6).

import type { FinishReason } from "../core/entry.ts";
import type { ToolSpec } from "../core/tool.ts";
import { isForced, permits, type ToolChoice } from "../core/tool_choice.ts";
import type { ChoiceOutcome, Violation } from "../core/tool_choice/choice_report.ts";

/** What arrived of an answer. */
export interface Answered {
  /** Names of the calls, in order. */
  readonly called: readonly string[];
  /** Those that there are: a call of another satisfies nothing. */
  readonly tools: readonly ToolSpec[];
  readonly finish: FinishReason;
  /** One call at most was asked for, by the wire or not at all: a choice of the agent is judged however it was held. */
  readonly oneAtMost: boolean;
}

export interface ChoiceVerification {
  readonly outcome: ChoiceOutcome;
  /** The answer has a call that the choice permits, so a choice that is to be satisfied once has been. */
  readonly satisfies: boolean;
}

/**
 * Compares the calls that arrived with what the choice allowed. A call that is not permitted is a violation in any answer, as
 * is one of a tool that is not there, except under auto, which asks for nothing. Beyond that, one that was cut off at the
 * token limit or by a filter is not judged: it is no evidence of what would have come, and its calls are not whole. More calls
 * than `limits.parallelCalls` violate nothing when that is two or more, since no wire can say such a number: the surplus is
 * skipped.
 */
export function verifyChoice(
  choice: ToolChoice,
  { called, tools, finish, oneAtMost }: Answered,
): ChoiceVerification {
  const isCut = finish === "length" || finish === "content_filter";
  const isThere = (called: string) => choice.type === "auto" || tools.some(({ name }) => name === called);
  const allowed = called.filter((name) => permits(choice, name) && isThere(name));
  const satisfies = !isCut && allowed.length > 0;
  if (allowed.length < called.length) {
    return violated(choice.type === "none" ? "forbidden" : "wrong_tool", satisfies);
  }
  if (isCut) return { outcome: { type: "cut" }, satisfies };
  if (called.length === 0 && isForced(choice)) return violated("missing", satisfies);
  if (called.length > 1 && oneAtMost) return violated("too_many", satisfies);
  return { outcome: { type: "satisfied" }, satisfies };
}

function violated(how: Violation, satisfies: boolean): ChoiceVerification {
  return { outcome: { type: "violated", how }, satisfies };
}
