// Whether an answer satisfied its choice.

import type { FinishReason } from "../../core/entry.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import { isForced, permits, type ToolChoice } from "../../core/tool_choice.ts";
import type { ChoiceOutcome, Violation } from "../../core/tool_choice/choice_report.ts";

/** The part of an answer that decides. */
export interface Answered {
  /** Names of the calls, in order. */
  readonly called: readonly string[];
  /** The agent's tools; a call of another name satisfies nothing. */
  readonly tools: readonly ToolSpec[];
  readonly finish: FinishReason;
  /** The choice allows one call at most, whether or not the wire has a flag for it. */
  readonly oneAtMost: boolean;
  /** For each call what forbids it besides the choice; nothing by default. */
  readonly broken?: readonly (BrokenRule | undefined)[];
}

/** A rule of the policy, or a plugin, that forbids a call. */
export interface BrokenRule {
  readonly of: "rule" | "plugin";
  readonly name: string;
  /** What forbids, as the beginning of a sentence: `The rule "no pay" of policy careful`. */
  readonly by: string;
  /** What the model reads as the outcome of the call, where it is not that `by` did not permit it. */
  readonly message?: string | undefined;
}

/** The result of {@link verifyChoice}. */
export interface ChoiceVerification {
  readonly outcome: ChoiceOutcome;
  /** The answer has a call that the choice permits, so a choice that is to be satisfied once has been. */
  readonly satisfies: boolean;
  /** For each call what forbids it besides the choice. */
  readonly broken: readonly (BrokenRule | undefined)[];
}

/**
 * Compares the calls of an answer with its choice. The first row that fits decides.
 *
 * | calls | choice | outcome |
 * |---|---|---|
 * | one that a rule of the policy or a plugin forbids | any | violated: `rule` |
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
  { called, tools, finish, oneAtMost, broken = [] }: Answered,
): ChoiceVerification {
  const isCut = finish === "length" || finish === "content_filter";
  const isThere = (called: string) => choice.type === "auto" || tools.some(({ name }) => name === called);
  const isAllowed = (name: string) => permits(choice, name) && isThere(name);
  const satisfies = !isCut && called.some((name, index) => broken[index] === undefined && isAllowed(name));
  const toViolation = (how: Violation): ChoiceVerification => ({
    outcome: { type: "violated", how },
    satisfies,
    broken,
  });
  if (broken.some((rule) => rule !== undefined)) return toViolation("rule");
  if (!called.every(isAllowed)) return toViolation(choice.type === "none" ? "forbidden" : "wrong_tool");
  if (isCut) return { outcome: { type: "cut" }, satisfies, broken };
  if (called.length === 0 && isForced(choice)) return toViolation("missing");
  if (called.length > 1 && oneAtMost) return toViolation("too_many");
  return { outcome: { type: "satisfied" }, satisfies, broken };
}
