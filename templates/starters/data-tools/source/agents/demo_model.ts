// The agent without a model and without a key: a script that answers two questions. The tests use it as well.

import { createScriptedProvider, type Scenario, scenario, type ScriptInput } from "@treadle/treadle/testing";

/** Plays the script for these questions, and the demo model of Treadle for any other input. */
export const demoModel = createScriptedProvider({ script: answerByWords });

function answerByWords({ input, results }: ScriptInput): Scenario | undefined {
  const result = results[1];
  const listed = scenario().calls("list_tables").next();
  if (/\bsell|\bsold|\bsales/i.test(input)) {
    const query = { table: "orders", measure: "sum", column: "euros", group_by: "product" };
    return listed.calls("run_query", query).next().says(
      `In euros: ${result === undefined ? "" : readGroups(result.text)}.`,
    );
  }
  if (!/\bcustomers\b/i.test(input)) return undefined;
  return listed
    .calls("read_rows", { table: "customers", reason: input.slice(0, 200) }).next()
    .says(
      result?.failed === false
        ? "These are the customers, as the rows have them."
        : "I may not read the rows.",
    );
}

/** `tea 60, coffee 144` of the result of a query. */
function readGroups(text: string): string {
  const { groups }: { groups: Record<string, number> } = JSON.parse(text);
  return Object.entries(groups).map(([name, value]) => `${name} ${value}`).join(", ");
}
