// The words of a text that another one does not have, as places in the text.

import { diffArrays } from "diff";

/** From `start` up to before `end`, in characters. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Which of the two a text is: what was added stands at the right. */
export type Side = "left" | "right";

/** Characters beyond which two texts are not compared: the time grows with their product. */
const LIMIT = 20_000;

/** A word with the marks inside it (`don't`, `84.50`, `dhl.example`), or one other character. Space is neither. */
const TOKEN = /[\p{L}\p{N}_]+(?:['’.,][\p{L}\p{N}_]+)*|\S/gu;

/**
 * The ranges of `text` that `other` does not have, in order. Neighbours are one range with the space between them; no range begins or
 * ends with a space. Empty where the texts are equal, the other one is empty, or both are too long.
 */
export function differingRanges(text: string, other: string, side: Side): TextRange[] {
  if (text === other || other === "" || text.length + other.length > LIMIT) return [];
  const own = [...text.matchAll(TOKEN)];
  const words = own.map(([word]) => word);
  const others = [...other.matchAll(TOKEN)].map(([word]) => word);
  const [before, after] = side === "left" ? [words, others] : [others, words];
  const ranges: TextRange[] = [];
  let place = 0;
  for (const { added, removed, count } of diffArrays(before, after)) {
    if (side === "left" ? added : removed) continue;
    const [first, last] = [own[place], own[place + count - 1]];
    place += count;
    if ((!added && !removed) || first === undefined || last === undefined) continue;
    ranges.push({ start: first.index, end: last.index + last[0].length });
  }
  return ranges;
}
