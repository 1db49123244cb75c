// Asking once more after an answer that violated its choice (row C6): when that can help, and in which words.

import type { FinishReason } from "../core/entry.ts";
import { unreachable } from "../core/error.ts";
import { isForced, type ToolChoice } from "../core/tool_choice.ts";
import type { EnforcedChoice } from "../core/tool_choice/enforced_choice.ts";
import type { Violation } from "../core/tool_choice/choice_report.ts";
import type { ChoiceVerification } from "./verify.ts";

/**
 * How the answer violated its choice, when asking again may help: nothing of it can run, it is whole, and the model was
 * given what it takes to do better. An answer with a call that may run is not asked for again: the call runs, the others are
 * skipped, and the model sees that. Neither is a refusal: the model has answered.
 */
export function correctable(
  { outcome, satisfies }: ChoiceVerification,
  finish: FinishReason,
  { tools }: EnforcedChoice,
): Violation | undefined {
  if (outcome.type !== "violated" || satisfies || (finish !== "stop" && finish !== "calls")) return undefined;
  switch (outcome.how) {
    case "missing":
      return tools.length > 0 ? outcome.how : undefined;
    case "forbidden":
    case "wrong_tool":
      return outcome.how;
    case "too_many":
      return undefined;
    default:
      return unreachable(outcome.how);
  }
}

/**
 * The same choice with a line that says what was wrong with the first answer and what is wanted.
 *
 * @example
 * ```ts
 * import { corrected } from "./correct.ts";
 * import assert from "node:assert/strict";
 *
 * const enforced = {
 *   ...{ choice: { type: "none" } as const, tools: [], parallel: undefined, hint: undefined },
 *   ...{ enforcement: "withheld" as const, because: "", warnings: [] },
 * };
 * const { hint } = corrected(enforced, { type: "none" }, "forbidden", ["get_weather"]);
 * assert.equal(hint, "Your last answer was dropped: it called get_weather. Call no tool; answer in words.");
 * ```
 */
export function corrected(
  enforced: EnforcedChoice,
  requested: ToolChoice,
  violation: Violation,
  called: readonly string[],
): EnforcedChoice {
  const wrong = violation === "missing"
    ? "made no call"
    : `called ${[...new Set(called)].slice(0, 5).join(", ")}`;
  return { ...enforced, hint: `Your last answer was dropped: it ${wrong}. ${wanted(requested)}` };
}

function wanted(requested: ToolChoice): string {
  switch (requested.type) {
    case "none":
      return "Call no tool; answer in words.";
    case "tool":
      return `Call ${requested.name} in this answer, and no other tool.`;
    case "allowed": {
      const among = `these tools: ${requested.names.join(", ")}`;
      return isForced(requested)
        ? `Call one or more of ${among}, and no other tool.`
        : `Call none but ${among}; or answer in words.`;
    }
    case "required":
      return "Call one or more of your tools in this answer.";
    case "auto":
      return "Answer again.";
    default:
      return unreachable(requested);
  }
}
