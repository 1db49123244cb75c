// Texts for quantities and names.

/** @typedef {import("../../core/tool_choice.ts").ToolChoice} ToolChoice */
/** @typedef {import("../../core/tool_choice/choice_report.ts").ChoiceOutcome} ChoiceOutcome */
/** @typedef {import("../../core/usage.ts").Usage} Usage */
/** @typedef {import("../../core/contract/usage.ts").UsageReport} UsageReport */

/** `4.2 ms`, `340 ms`, `1.24 s` @param {number} ms */
export function duration(ms) {
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return `${ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)} ms`;
}

/**
 * `1,234 in, 56 out, 1,024 cached, 210 written to the cache, $0.0021`, with `estimated` behind counts that no provider reported.
 *
 * @param {Usage} usage
 */
export function tokens(
  { inputTokens, outputTokens, cachedTokens, cacheWriteTokens, reasoningTokens, estimated, microDollars },
) {
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

/** `$1.50`, `$0.0021` @param {number} microDollars */
export function dollars(microDollars) {
  const maximumFractionDigits = microDollars < 10_000 ? 6 : microDollars < 1_000_000 ? 4 : 2;
  return `$${
    (microDollars / 1_000_000).toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits })
  }`;
}

/** What a tenant has used today: `2 steps, 1,600 of 9,000 tokens, $0.002` @param {UsageReport} report */
export function usageWords({ total, limits }) {
  /** @param {number} used @param {number | undefined} limit @param {(value: number) => string} [words] */
  const of = (used, limit, words = count) =>
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

/** Inputs that no step has read: `1 input waits`, `2 inputs wait` @param {number} waiting */
export function inputsWait(waiting) {
  return waiting === 1 ? "1 input waits" : `${waiting} inputs wait`;
}

/** @param {number} value */
export function count(value) {
  return value.toLocaleString("en");
}

/** `get_weather ×3, delete_record` @param {string[]} names */
export function countNames(names) {
  return [...new Set(names)].map((name) => {
    const times = names.filter((other) => other === name).length;
    return times === 1 ? name : `${name} ×${times}`;
  }).join(", ");
}

/** @param {ToolChoice} choice */
export function choiceWords(choice) {
  switch (choice.type) {
    case "tool":
      return choice.name;
    case "allowed":
      return `${choice.mode} of ${choice.names.join(", ")}`;
    default:
      return choice.type;
  }
}

/** `violated, wrong tool` @param {ChoiceOutcome} outcome */
export function outcomeWords(outcome) {
  return outcome.type === "violated" ? `violated, ${outcome.how.replaceAll("_", " ")}` : outcome.type;
}

/** `14:05`, and the day where it is another one. @param {string | number} at */
export function timeWords(at) {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  return date.toLocaleString([], { timeStyle: "short", ...(isToday ? {} : { dateStyle: "short" }) });
}
