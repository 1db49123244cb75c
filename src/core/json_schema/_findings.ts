// The findings of a check, as sentences by which a model can correct its answer.

import type { Json } from "../json.ts";
import { toPointer } from "../problems.ts";

/** A place in a value, as a list that grows at its end. */
export interface Spot {
  readonly key: string | number;
  readonly above: Spot | undefined;
}

/** One wrong place. The sentence is made when it is read. */
export interface Finding {
  readonly spot: Spot | undefined;
  readonly say: () => string;
  /** The same without what is inside of it: what forms inside forms require is not listed. */
  readonly short?: string;
}

/** Most findings of one list; what is beyond is not counted. */
export const MOST_FINDINGS = 100;

const PROBLEMS_SHOWN = 5;
const PROBLEM_LENGTH = 300;

/** At most five lines, each a JSON Pointer (RFC 6901) into the value and what is wrong there. */
export function toProblems(findings: readonly Finding[]): readonly string[] {
  const lines = findings.map(({ spot, say }) =>
    `${formatPointer(spot)}: ${say()}`.slice(0, PROBLEM_LENGTH).toWellFormed()
  );
  const distinct = [...new Set(lines)];
  if (distinct.length <= PROBLEMS_SHOWN) return distinct;
  const hidden = distinct.length - PROBLEMS_SHOWN + 1;
  return [...distinct.slice(0, PROBLEMS_SHOWN - 1), `... and ${hidden} more problems.`];
}

/** What each form of an anyOf or oneOf requires. */
export function describeForms(findings: readonly Finding[]): string {
  const wants = [
    ...new Set(
      findings.slice(0, PROBLEM_LENGTH / 10).map(({ say, short }) => (short ?? say()).replace(/\.$/, "")),
    ),
  ];
  return wants.length === 0 ? "" : ` Either: ${wants.join("; or: ")}.`.slice(0, PROBLEM_LENGTH);
}

/** A value in a sentence. */
export function show(value: Json | undefined): string {
  return JSON.stringify(value)?.slice(0, PROBLEM_LENGTH) ?? "missing";
}

/** The arguments as a whole have the empty pointer, which no model would notice. */
function formatPointer(spot: Spot | undefined): string {
  const path: (string | number)[] = [];
  for (let at = spot; at !== undefined; at = at.above) {
    path.push(typeof at.key === "string" ? at.key.slice(0, PROBLEM_LENGTH) : at.key);
  }
  return toPointer(path.reverse()) || "(arguments)";
}
