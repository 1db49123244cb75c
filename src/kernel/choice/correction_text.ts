// A second request after an answer that violated its choice: when it can help, and what the model is told.

import type { FinishReason } from "../../core/entry.ts";
import { unreachable } from "../../core/error.ts";
import { isForced, type ToolChoice } from "../../core/tool_choice.ts";
import type { Violation } from "../../core/tool_choice/choice_report.ts";
import type { EnforcedChoice } from "../../core/model/enforced_choice.ts";
import { ALL_TOLD, NOT_ALL, toldTools, type UntoldNames } from "./told_tools.ts";
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
 * agent's tools: a name that the model has made up is not repeated, nor one of `untold`.
 *
 * @example
 * ```ts
 * import { describeCorrection } from "./correction_text.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(
 *   describeCorrection({ type: "none" }, "forbidden", ["get_weather"], ["get_weather"]),
 *   "Your last answer was dropped: it called get_weather. Call no tool; answer in words.",
 * );
 * ```
 */
export function describeCorrection(
  requested: ToolChoice,
  violation: Violation,
  called: readonly string[],
  known: readonly string[],
  untold: UntoldNames = ALL_TOLD,
): string {
  const names = [
    ...new Set(
      called.map((name) =>
        !known.includes(name) ? "a tool that you do not have" : untold.has(name) ? "a tool of a server" : name
      ),
    ),
  ];
  const wrong = violation === "missing" ? "made no call" : `called ${names.slice(0, 5).join(", ")}`;
  return `Your last answer was dropped: it ${wrong}. ${describeWanted(requested, known, untold)}`;
}

function describeWanted(requested: ToolChoice, known: readonly string[], untold: UntoldNames): string {
  switch (requested.type) {
    case "none":
      return "Call no tool; answer in words.";
    case "tool":
      return untold.has(requested.name)
        ? among(requested, known, untold)
        : `Call ${requested.name} in this answer, and no other tool.`;
    case "allowed":
      return among(requested, known, untold);
    case "required":
      return "Call one or more of your tools in this answer.";
    case "auto":
      return "Answer again.";
    default:
      return unreachable(requested);
  }
}

function among(requested: ToolChoice, known: readonly string[], untold: UntoldNames): string {
  const told = toldTools(requested, known, untold);
  const forces = isForced(requested);
  switch (told?.type) {
    case "permitted":
      return forces
        ? `Call one or more of these tools: ${told.names}, and no other tool.`
        : `Call none but these tools: ${told.names}; or answer in words.`;
    case "forbidden":
      return forces
        ? `Call one or more of your tools, but none of these: ${told.names}.`
        : `Call none of these tools: ${told.names}; or answer in words.`;
    case undefined:
      return forces
        ? `Call one or more of your tools in this answer. ${NOT_ALL}`
        : `Answer again, with calls or in words. ${NOT_ALL}`;
  }
}
