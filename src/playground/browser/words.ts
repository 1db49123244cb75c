// Texts for quantities and names.

import type { ToolChoice } from "../../core/tool_choice.ts";
import type { ChoiceOutcome } from "../../core/tool_choice/choice_report.ts";
import type { Usage } from "../../core/usage.ts";
import type { UsageReport } from "../../core/contract/usage.ts";

/** `4.2 ms`, `340 ms`, `1.24 s` */
export function duration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return `${ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)} ms`;
}

/**
 * `1,234 in, 56 out, 1,024 cached, 210 written to the cache, $0.0021`, with `estimated` behind counts that no provider reported.
 */
export function tokens(
  { inputTokens, outputTokens, cachedTokens, cacheWriteTokens, reasoningTokens, estimated, microDollars }:
    Usage,
): string {
  return [
    `${count(inputTokens)} in`,
    `${count(outputTokens)} out`,
    ...(cachedTokens ? [`${count(cachedTokens)} cached`] : []),
    ...(cacheWriteTokens ? [`${count(cacheWriteTokens)} written to the cache`] : []),
    ...(reasoningTokens ? [`${count(reasoningTokens)} reasoning`] : []),
    ...(estimated ? ["estimated"] : []),
    ...(microDollars ? [dollars(microDollars)] : []),
  ].join(", ");
}

/** `$1.50`, `$0.0021` */
export function dollars(microDollars: number): string {
  const maximumFractionDigits = microDollars < 10_000 ? 6 : microDollars < 1_000_000 ? 4 : 2;
  return `$${
    (microDollars / 1_000_000).toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits })
  }`;
}

/** What a tenant has used today: `2 steps, 1,600 of 9,000 tokens, $0.002` */
export function usageWords({ total, limits }: UsageReport): string {
  const of = (used: number, limit: number | undefined, words: (value: number) => string = count) =>
    limit === undefined ? words(used) : `${words(used)} of ${words(limit)}`;
  const { steps, tokens, calls, microDollars, wallMs } = total;
  const cost = limits?.microDollars !== undefined || microDollars > 0;
  return [
    `${of(steps, limits?.steps)} ${steps === 1 && !limits?.steps ? "step" : "steps"}`,
    `${of(tokens, limits?.tokens)} tokens`,
    ...(limits?.calls === undefined ? [] : [`${of(calls, limits.calls)} calls`]),
    ...(cost ? [of(microDollars, limits?.microDollars, dollars)] : []),
    ...(limits?.wallMs === undefined ? [] : [of(wallMs, limits.wallMs, duration)]),
  ].join(", ");
}

/** Inputs that no step has read: `1 input waits`, `2 inputs wait` */
export function inputsWait(waiting: number): string {
  return waiting === 1 ? "1 input waits" : `${waiting} inputs wait`;
}

/** `1,234` */
export function count(value: number): string {
  return value.toLocaleString("en");
}

/** `get_weather ×3, delete_record` */
export function countNames(names: readonly string[]): string {
  return [...new Set(names)].map((name) => {
    const times = names.filter((other) => other === name).length;
    return times === 1 ? name : `${name} ×${times}`;
  }).join(", ");
}

/** `required`, `lookup_order`, `auto of lookup_order, send_email` */
export function choiceWords(choice: ToolChoice): string {
  switch (choice.type) {
    case "tool":
      return choice.name;
    case "allowed":
      return `${choice.mode} of ${choice.names.join(", ")}`;
    default:
      return choice.type;
  }
}

/** `violated, wrong tool` */
export function outcomeWords(outcome: ChoiceOutcome): string {
  return outcome.type === "violated" ? `violated, ${outcome.how.replaceAll("_", " ")}` : outcome.type;
}

/** `14:05`, and the day where it is another one. */
export function timeWords(at: string | number): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  return date.toLocaleString([], { timeStyle: "short", ...(isToday ? {} : { dateStyle: "short" }) });
}
