// What a description in English says: what the tool does, when to use it, when not, and what it returns. It is found by wording, clause
// by clause; the patterns are linear, since descriptions may be written by strangers.

import { findAction } from "./_action.ts";
import { FIRST, NOT, ONLY, RETURNS, WHEN } from "./_usage.ts";
import { isReading } from "./_verbs.ts";

/** How well a description answers each question: 0, 0.5 for in part, or 1. */
export interface Said {
  /** 0.5 where what is acted on is one word: `Get weather`. */
  readonly what: number;
  readonly when: number;
  readonly whenNot: number;
  /** 0.5 where the verb alone implies it: `Get the weather of a city`. */
  readonly returns: number;
}

/** Characters that are read of a description. */
const MOST_CHARS = 8_000;

/** What a description says. */
export function readDescription(description: string): Said {
  const text = description.slice(0, MOST_CHARS).replace(/[’‘]/g, "'").replace(/[“”]/g, '"');
  const sentences = text.split(/(?<=[.!?;])\s+|\s*\n+\s*|\s+[-*•]\s+/).filter((part) => /\p{L}/u.test(part));
  const isNegative = sentences.map((sentence) => NOT.some((pattern) => pattern.test(sentence)));
  const whenNot = isNegative.includes(true) || sentences.some((sentence) => ONLY.test(sentence));
  const when = sentences.some((sentence, index) =>
    (!isNegative[index] || ONLY.test(sentence) || FIRST.test(sentence)) &&
    WHEN.some((pattern) => pattern.test(sentence))
  );
  const action = findAction(sentences);
  const isReturned = sentences.some((sentence) => RETURNS.some((pattern) => pattern.test(sentence)));
  const isImplied = action !== undefined && isReading(action.verb);
  return {
    what: action === undefined ? 0 : action.objects > 1 ? 1 : 0.5,
    when: when ? 1 : 0,
    whenNot: whenNot ? 1 : 0,
    returns: isReturned ? 1 : isImplied ? 0.5 : 0,
  };
}
