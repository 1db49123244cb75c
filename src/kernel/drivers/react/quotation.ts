// Whether the object of an answer is the model's decision or a quotation of what it has read.

import type { ModelDecision } from "../../../core/model/decision.ts";
import type { Turn } from "../../../core/driver.ts";
import type { Json } from "../../../core/json.ts";
import { observationText } from "../../history/observation.ts";
import type { FoundObject } from "./answer_scanner.ts";
import { plainLetters, withDecoded } from "./plain_letters.ts";

/**
 * What speaks against a decision because of the text around its object; undefined when nothing does. Behind a call stands no
 * text. Where text stands on either side, the decision must not be one that a tool, a user or the summary gave the model to
 * read.
 */
export function quotationProblem(
  { text, start }: FoundObject,
  answer: string,
  decision: ModelDecision,
  turn: Turn,
): string | undefined {
  const isFirst = BEFORE.test(answer.slice(0, start));
  const isLast = BEHIND.test(answer.slice(start + text.length));
  if (isFirst && isLast) return undefined;
  const isCall = decision.type === "call_tool";
  if (isCall && !isLast) return `Text stands behind the JSON object, so no tool was called. ${FORM}`;
  // The keys of a decision of the agent's own are not known, so a quotation of one cannot be told.
  if (isCall && turn.agent.decision !== undefined) {
    return `Text stands before the JSON object, so no tool was called. ${FORM}`;
  }
  return wasRead(text, decision, turn)
    ? `The JSON object is a quotation of a tool result or a message. ${FORM}`
    : undefined;
}

const FORM = "Write your own decision, and only that.";
const BEFORE = /^\s*(?:```\w*\s*)?$/;
const BEHIND = /^\s*(?:```\s*)?$/;

// Names and texts are looked for, in any order: a quotation may have other blanks, escapes and keys than what was read.
function wasRead(object: string, decision: ModelDecision, { history, summary }: Turn): boolean {
  const whole = plainLetters(object);
  const words = [
    decision.type,
    ...decision.type === "call_tool"
      ? [decision.tool, ...listTexts(decision.args)]
      : listTexts(decision.answer),
  ].map(plainLetters);
  const isIn = (text: string): boolean => {
    const read = plainLetters(withDecoded(text));
    return read.includes(whole) || words.every((word) => read.includes(word));
  };
  return isIn(summary ?? "") ||
    history.entries.some((entry) =>
      entry.type === "tool" ? isIn(observationText(entry)) : entry.type === "user" && isIn(entry.text)
    );
}

function listTexts(value: Json): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(listTexts) : [];
}
