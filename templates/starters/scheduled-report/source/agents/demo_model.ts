// The agent without a model and without a key: a script that writes the report from the numbers. The tests use it as well.

import { createScriptedProvider, type Scenario, scenario, type ScriptInput } from "@treadle/treadle/testing";

/** Plays the script for inputs of the schedules, and the demo model of Treadle for any other. */
export const demoModel = createScriptedProvider({ script: reportByNumbers });

function reportByNumbers({ input, results }: ScriptInput): Scenario | undefined {
  if (!input.startsWith("Report the sales")) return undefined;
  const days = input.includes("weekend") ? [2, 1] : [1];
  const weekBefore = days.map((daysAgo) => daysAgo + 7);
  return [...days, ...weekBefore]
    .reduce((script, days_ago) => script.calls("read_sales", { days_ago }), scenario()).next()
    .calls("send_report", { text: writeReport(results.slice(0, 2 * days.length)) }).next()
    .says(results.at(-1)?.failed === false ? "The report is sent." : "The report is not sent.");
}

/** Of the days, and behind them those of the week before. */
function writeReport(results: ScriptInput["results"]): string {
  if (results.some(({ failed }) => failed)) return "The sales cannot be read.";
  const sales = results.map(({ text }) => JSON.parse(text) as { day: string; total: number });
  const days = sales.slice(0, sales.length / 2);
  const total = sumTotals(days);
  const change = Math.round((total / sumTotals(sales.slice(days.length)) - 1) * 100);
  const names = days.map(({ day }) => day).join(" and ");
  return `Sales of ${names}: ${total} euros, ${change} % against the week before.`;
}

function sumTotals(sales: readonly { total: number }[]): number {
  return Math.round(sales.reduce((sum, { total }) => sum + total, 0) * 100) / 100;
}
