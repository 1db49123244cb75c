// The agent without a model and without a key: a script that looks orders up and refunds. The tests use it as well.

import { createScriptedProvider, type Scenario, scenario, type ScriptInput } from "@treadle/treadle/testing";

/** Plays the script for questions about orders, and the demo model of Treadle for any other input. */
export const demoModel = createScriptedProvider({ script: helpByWords });

function helpByWords({ input, results }: ScriptInput): Scenario | undefined {
  if (/\b(?:refund|broken)\b/i.test(input)) {
    const number = input.match(/\d{4}/)?.[0] ?? "1001";
    const refund = results[1];
    return scenario()
      .calls("find_orders").next()
      .calls("refund_order", { number, reason: input.slice(0, 200) }).next()
      .says(refund?.failed === false ? `Order ${number} is refunded.` : `Order ${number} is not refunded.`);
  }
  if (!/\border/i.test(input)) return undefined;
  return scenario().calls("find_orders").next().says(`These are your orders: ${results[0]?.text ?? ""}`);
}
