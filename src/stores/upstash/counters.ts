// The counters of a thread as its header has them: numbers with blanks between, in two fields.

import { COUNTERS, type Counters } from "../../core/usage.ts";
import { malformedReply } from "./errors.ts";
import { FIRST_COUNTERS } from "./layout.ts";

/** All counters, as COMMIT adds them to a header. */
export function toCounters(counters: Counters): string {
  return COUNTERS.map((name) => counters[name]).join(" ");
}

/** The two fields of a new header; FIRST_COUNTERS has the reason. */
export function toCounterFields(
  counters: Counters,
): { readonly counters: string; readonly moreCounters: string } {
  const numbers = COUNTERS.map((name) => counters[name]);
  return {
    counters: numbers.slice(0, FIRST_COUNTERS).join(" "),
    moreCounters: numbers.slice(FIRST_COUNTERS).join(" "),
  };
}

/** The counters of the two fields. What stands in both is added. */
export function fromCounters(first: string, more: string): Counters {
  const sums = toNumbers(first);
  if (sums.length < FIRST_COUNTERS) throw malformedReply("counters");
  for (const [place, number] of toNumbers(more).entries()) {
    sums[FIRST_COUNTERS + place] = number + (sums[FIRST_COUNTERS + place] ?? 0);
  }
  const [steps, calls, inputTokens, outputTokens, cachedTokens, wallMs, microDollars] = sums;
  return {
    steps: steps ?? 0,
    calls: calls ?? 0,
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    cachedTokens: cachedTokens ?? 0,
    wallMs: wallMs ?? 0,
    microDollars: microDollars ?? 0,
  };
}

function toNumbers(text: string): number[] {
  const numbers = text.split(" ").filter((word) => word !== "").map(Number);
  if (!numbers.every(Number.isFinite)) throw malformedReply("counters");
  return numbers;
}
