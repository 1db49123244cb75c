// Numbers of reports as text: shares in percent, each with its interval and its n.

import type { Measure } from "../data/report.ts";
import type { MeasureChange } from "../measures/compare.ts";

/** How a number of a measure is written. */
function resolveScale({ name, better }: Pick<Measure, "name" | "better">) {
  if (better !== null && name !== "MRR") return { factor: 100, digits: 1, unit: " %" };
  return { factor: 1, digits: name === "MRR" ? 3 : 1, unit: "" };
}

/** `66.7 %`, `0.512`; a dash where there is no value. */
export function valueText(measure: Measure): string {
  const { factor, digits, unit } = resolveScale(measure);
  return measure.value === null ? "–" : `${(measure.value * factor).toFixed(digits)}${unit}`;
}

/** `32.1 to 89.4`; empty where there is no value. */
export function intervalText(measure: Measure): string {
  const { factor, digits } = resolveScale(measure);
  if (measure.low === null || measure.high === null) return "";
  return `${(measure.low * factor).toFixed(digits)} to ${(measure.high * factor).toFixed(digits)}`;
}

/** `+3.1`, in the unit of the measure; a dash where there is no difference. */
export function differenceText({ after, difference }: MeasureChange): string {
  return difference === null ? "–" : formatSigned(difference, after);
}

/** `-2.0 to +8.2`; empty where there is no difference. */
export function differenceIntervalText({ after, low, high }: MeasureChange): string {
  return low === null || high === null ? "" : `${formatSigned(low, after)} to ${formatSigned(high, after)}`;
}

function formatSigned(value: number, measure: Measure): string {
  const { factor, digits } = resolveScale(measure);
  const text = (value * factor).toFixed(digits);
  return value > 0 ? `+${text}` : text;
}

/** What was evaluated, in one line: `agent support, model openai/gpt-6.1-terra`. */
export function subjectText(subject: Readonly<Record<string, unknown>>): string {
  return Object.entries(subject)
    .filter(([, value]) => value !== null && typeof value !== "object")
    .map(([name, value]) => `${name} ${String(value)}`).join(", ");
}
