// A second request after an answer that violated its choice: when it can help, and what the model is told.

import type { FinishReason } from "../core/entry.ts";
import { unreachable } from "../core/error.ts";
import { isForced, type ToolChoice } from "../core/tool_choice.ts";
import type { Violation } from "../core/tool_choice/choice_report.ts";
import type { EnforcedChoice } from "../core/tool_choice/enforced_choice.ts";
import type { ChoiceVerification } from "./verify.ts";

/**
 * How the answer violated its choice, when a second request may help: no call of it can run, it is whole, and the model had
 * the tools that it needed. An answer with a call that may run is kept: the call runs, the others are skipped, and the model
 * reads that. A refusal is kept too.
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
    case "rule":
      return outcome.how;
    case "too_many":
      return undefined;
    default:
      return unreachable(outcome.how);
  }
}

/**
 * What the model is told of an answer that was dropped: what was wrong with it, and what is required. `known` are the names of the
 * agent's tools: a name that the model has made up is not repeated.
 *
 * @example
 * ```ts
 * import { correctionOf } from "./correct.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(
 *   correctionOf({ type: "none" }, "forbidden", ["get_weather"], ["get_weather"]),
 *   "Your last answer was dropped: it called get_weather. Call no tool; answer in words.",
 * );
 * ```
 */
export function correctionOf(
  requested: ToolChoice,
  violation: Violation,
  called: readonly string[],
  known: readonly string[],
): string {
  const names = [
    ...new Set(called.map((name) => known.includes(name) ? name : "a tool that you do not have")),
  ];
  const wrong = violation === "missing" ? "made no call" : `called ${names.slice(0, 5).join(", ")}`;
  return `Your last answer was dropped: it ${wrong}. ${wanted(requested)}`;
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
