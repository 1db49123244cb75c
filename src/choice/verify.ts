// Whether an answer satisfied its choice.

import type { FinishReason } from "../core/entry.ts";
import type { ToolSpec } from "../core/tool.ts";
import { isForced, permits, type ToolChoice } from "../core/tool_choice.ts";
import type { ChoiceOutcome, Violation } from "../core/tool_choice/choice_report.ts";

/** The part of an answer that decides. */
export interface Answered {
  /** Names of the calls, in order. */
  readonly called: readonly string[];
  /** The agent's tools; a call of another name satisfies nothing. */
  readonly tools: readonly ToolSpec[];
  readonly finish: FinishReason;
  /** The choice allows one call at most, whether or not the wire has a flag for it. */
  readonly oneAtMost: boolean;
}

/** The result of {@link verifyChoice}. */
export interface ChoiceVerification {
  readonly outcome: ChoiceOutcome;
  /** The answer has a call that the choice permits, so a choice that is to be satisfied once has been. */
  readonly satisfies: boolean;
}

/**
 * Compares the calls of an answer with its choice. The first row that fits decides.
 *
 * | calls | choice | outcome |
 * |---|---|---|
 * | one or more | `none` | violated: `forbidden` |
 * | one that is not permitted, or of an unknown tool | any other but `auto` | violated: `wrong_tool` |
 * | any, in an answer that a token limit or a filter cut | any | `cut` |
 * | none | forced | violated: `missing` |
 * | several, with `oneAtMost` | any | violated: `too_many` |
 * | any other | any | satisfied |
 *
 * More calls than a `limits.parallelCalls` of two or more violate nothing, because no wire has a field for such a number; the
 * surplus is skipped.
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
