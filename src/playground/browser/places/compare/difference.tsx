// A text with the words marked that another one does not have.

import { diffWords } from "diff";

interface DifferenceProps {
  readonly text: string;
  readonly other: string;
  /** Which of the two the text is: what was added stands at the right. */
  readonly side: "left" | "right";
}

/** Characters beyond which two texts are not compared: the time grows with their product. */
const LIMIT = 20_000;

/** The text with its marks. */
export function Difference({ text, other, side }: DifferenceProps) {
  if (text === other || other === "" || text.length + other.length > LIMIT) {
    return <p class="compare-text">{text}</p>;
  }
  const [before, after] = side === "left" ? [text, other] : [other, text];
  return (
    <p class="compare-text">
      {diffWords(before, after).map(({ value, added, removed }, index) => {
        if (side === "left" ? added : removed) return null;
        return added || removed ? <mark key={index}>{value}</mark> : value;
      })}
    </p>
  );
}
