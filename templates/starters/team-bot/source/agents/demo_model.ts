// The agent without a model and without a key: a script that searches and opens tickets. The tests use it as well.

import { createScriptedProvider, type Scenario, scenario, type ScriptInput } from "@treadle/treadle/testing";
import type { Section } from "./handbook.ts";

export const demoModel = createScriptedProvider({ script: helpByWords });

function helpByWords({ input: message, results: [found, ticket] }: ScriptInput): Scenario {
  const input = message.replace(/^<@\w+>: /, ""); // who writes
  const searched = scenario().calls("search_handbook", { words: input.slice(0, 500) }).next();
  if (/\b(?:ticket|broken)\b/i.test(input)) {
    return searched
      .calls("open_ticket", { title: input.slice(0, 80), details: input.slice(0, 500) })
      .next()
      .says(ticket?.failed === false ? "The ticket is open." : "No ticket was opened.");
  }
  const [section]: Section[] = found === undefined || found.failed ? [] : JSON.parse(found.text);
  return searched.says(
    section === undefined ? "The handbook has no answer." : `${section.title}: ${section.text}`,
  );
}
