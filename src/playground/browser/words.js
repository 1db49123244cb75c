// Texts for quantities and names.

/** @typedef {import("../../core/tool_choice.ts").ToolChoice} ToolChoice */
/** @typedef {import("../../core/tool_choice/choice_report.ts").ChoiceOutcome} ChoiceOutcome */
/** @typedef {import("../../core/usage.ts").Usage} Usage */

/** `4.2 ms`, `340 ms`, `1.24 s` @param {number} ms */
export function duration(ms) {
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return `${ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)} ms`;
}

/** `1,234 in, 56 out, 1,024 cached`, with `estimated` behind counts that no provider reported. @param {Usage} usage */
export function tokens({ inputTokens, outputTokens, cachedTokens, reasoningTokens, estimated }) {
  return [
    `${count(inputTokens)} in`,
    `${count(outputTokens)} out`,
    ...(cachedTokens ? [`${count(cachedTokens)} cached`] : []),
    ...(reasoningTokens ? [`${count(reasoningTokens)} reasoning`] : []),
    ...(estimated ? ["estimated"] : []),
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
