// The agent without a model and without a key: a script that triages by words. It shows the whole run, and the tests use it.

import { createScriptedProvider, type Scenario, scenario, type ScriptInput } from "@treadle/treadle/testing";

/** Plays the script for inputs of the webhook, and the demo model of Treadle for any other. */
export const demoModel = createScriptedProvider({ script: triageByWords });

function triageByWords({ input, results: [issue] }: ScriptInput): Scenario | undefined {
  if (!input.startsWith("Triage issue")) return undefined;
  const label = chooseLabel(issue?.text.toLowerCase() ?? "");
  const labelled = scenario().calls("read_issue").next().calls("label_issue", { labels: [label] }).next();
  if (label !== "spam") {
    return labelled
      .calls("comment_on_issue", { text: "Thank you. Which version do you use, and what did you expect?" })
      .next()
      .says(`The issue is labelled as ${label}, and has an answer.`);
  }
  return labelled
    .calls("comment_on_issue", { text: "This is not about the project, so a maintainer will close it." })
    .next()
    .calls("close_issue", { reason: "The issue advertises something." })
    .next()
    .says("The issue is answered, and a person has decided whether it is closed.");
}

function chooseLabel(issue: string): "bug" | "feature" | "question" | "spam" {
  if (issue.includes("buy ")) return "spam";
  if (/\b(?:error|crash|broken|fails)/.test(issue)) return "bug";
  return issue.includes("?") ? "question" : "feature";
}
