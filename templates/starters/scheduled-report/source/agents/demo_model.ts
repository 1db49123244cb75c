// The agent without a model and without a key: a script that writes the report from the numbers. The tests use it as well.

import { createScriptedProvider, type Scenario, scenario, type ScriptInput } from "@treadle/treadle/testing";

/** Plays the script for inputs of the schedules, and the demo model of Treadle for any other. */
export const demoModel = createScriptedProvider({ script: reportByNumbers });

function reportByNumbers({ input, results }: ScriptInput): Scenario | undefined {
  if (!input.startsWith("Report the sales")) return undefined;
  const daysAgo = input.includes("three days ago") ? 3 : 1;
  const [day, before] = results.map(({ text, failed }) => failed ? undefined : JSON.parse(text));
  return scenario()
    .calls("read_sales", { days_ago: daysAgo })
    .calls("read_sales", { days_ago: daysAgo + 7 })
    .next()
    .calls("send_report", { text: writeReport(day, before) })
    .next()
    .says("The report is sent.");
}

function writeReport(day?: { day: string; total: number }, before?: { total: number }): string {
  if (day === undefined || before === undefined) return "The sales cannot be read.";
  const change = Math.round((day.total / before.total - 1) * 100);
  return `Sales of ${day.day}: ${day.total} euros, ${change} % against the week before.`;
}
