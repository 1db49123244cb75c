// Texts for quantities and names.

import type { Execution, ToolChoice } from "../../core/tool_choice.ts";
import type { Violation } from "../../core/tool_choice/choice_report.ts";
import type { Usage } from "../../core/usage.ts";
import type { UsageReport } from "../../core/contract/usage.ts";

/** `4.2 ms`, `340 ms`, `1.24 s` */
export function duration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return `${ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)} ms`;
}

/** `1,234 in, 56 out, 1,024 cached, 210 written to the cache`, with `estimated` behind counts that no provider reported. */
export function tokens(
  { inputTokens, outputTokens, cachedTokens, cacheWriteTokens, reasoningTokens, estimated }: Usage,
): string {
  return [
    `${count(inputTokens)} in`,
    `${count(outputTokens)} out`,
    ...(cachedTokens ? [`${count(cachedTokens)} cached`] : []),
    ...(cacheWriteTokens ? [`${count(cacheWriteTokens)} written to the cache`] : []),
    ...(reasoningTokens ? [`${count(reasoningTokens)} reasoning`] : []),
    ...(estimated ? ["estimated"] : []),
  ].join(", ");
}

/** `$1.50`, and `<$0.01` for what is less than a cent. */
export function dollars(microDollars: number): string {
  return microDollars > 0 && microDollars < 10_000 ? "<$0.01" : dollarsTo(2, microDollars);
}

/** `$1.50`, `$0.0021`: all digits, where a person wants to know. */
export function exactDollars(microDollars: number): string {
  return dollarsTo(6, microDollars);
}

function dollarsTo(maximumFractionDigits: number, microDollars: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits };
  return `$${(microDollars / 1_000_000).toLocaleString("en", digits)}`;
}

/** What a tenant has used today: `2 steps, 1,600 of 9,000 tokens, $0.25`. `cost` writes the amounts of money. */
export function usageWords({ total, limits }: UsageReport, cost: (microDollars: number) => string): string {
  const of = (used: number, limit: number | undefined, words: (value: number) => string = count) =>
    limit === undefined ? words(used) : `${words(used)} of ${words(limit)}`;
  const { steps, tokens, calls, microDollars, wallMs } = total;
  const costs = limits?.microDollars !== undefined || microDollars > 0;
  return [
    `${of(steps, limits?.steps)} ${steps === 1 && !limits?.steps ? "step" : "steps"}`,
    `${of(tokens, limits?.tokens)} tokens`,
    ...(limits?.calls === undefined ? [] : [`${of(calls, limits.calls)} calls`]),
    ...(costs ? [of(microDollars, limits?.microDollars, cost)] : []),
    ...(limits?.wallMs === undefined ? [] : [of(wallMs, limits.wallMs, duration)]),
  ].join(", ");
}

/** Inputs that no step has read: `1 message waits`, `2 messages wait` */
export function inputsWait(waiting: number): string {
  return waiting === 1 ? "1 message waits" : `${waiting} messages wait`;
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

/** `a`, `a, b and c`, `a, b, c and 4 more` */
export function someNames(names: readonly string[]): string {
  const more = names.length > 4 ? names.length - 3 : 0;
  const shown = more > 0 ? names.slice(0, 3) : names.slice(0, -1);
  const last = more > 0 ? `${more} more` : names.at(-1) ?? "";
  return shown.length === 0 ? last : `${shown.join(", ")} and ${last}`;
}

/** `the model chooses`, `no tools`, `must call lookup_order`, `only lookup_order, send_email` */
export function choiceWords(choice: ToolChoice): string {
  switch (choice.type) {
    case "auto":
      return "the model chooses";
    case "none":
      return "no tools";
    case "required":
      return "must call a tool";
    case "tool":
      return `must call ${choice.name}`;
    case "allowed":
      return `${choice.mode === "auto" ? "only" : "must call one of"} ${choice.names.join(", ")}`;
  }
}

/** What a model did in place of what it was to do. */
export const VIOLATIONS: Readonly<Record<Violation, string>> = {
  missing: "it called no tool",
  forbidden: "it called a tool",
  wrong_tool: "it called another tool",
  too_many: "it called several tools",
  rule: "it broke a rule",
};

/** What becomes of the calls of a run. */
export const EXECUTIONS: Readonly<Record<Execution, string>> = {
  loop: "run tools until there is an answer",
  predict: "stop before tools run",
  execute: "run tools, then stop",
  generate: "run tools once, then answer",
};

/** `14:05`, and the day where it is another one. */
export function timeWords(at: string | number): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  return date.toLocaleString([], { timeStyle: "short", ...(isToday ? {} : { dateStyle: "short" }) });
}
