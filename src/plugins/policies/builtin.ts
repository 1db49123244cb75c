// The policies that every deployment has. A deployment or a tenant may have its own of the same name.

import type { Policy } from "../../core/policy.ts";

const PLAIN = { rules: [], conditions: [], mode: "enforce" } as const;

/** The built-in policies. */
export const BUILTIN_POLICIES: readonly Policy[] = [
  {
    ...PLAIN,
    name: "development",
    description: "The model chooses freely, whatever the agent, its gateway or the environment force.",
    choice: { type: "auto" },
  },
  {
    ...PLAIN,
    name: "production",
    description: "After three calls in a row that did not complete, the model answers with what it has.",
    conditions: [{ when: { field: "failures", gt: 2 }, choice: { type: "none" } }],
  },
  {
    ...PLAIN,
    name: "force-first",
    description: "The first plan of a run calls a tool; after that the model chooses.",
    choice: { type: "required" },
  },
  {
    ...PLAIN,
    name: "answer-only",
    description: "The model answers without tools.",
    choice: { type: "none" },
  },
  {
    ...PLAIN,
    name: "tool-then-answer",
    description:
      "The model calls tools until one has completed, and then answers from it without further calls.",
    choice: { type: "required", times: "always" },
    conditions: [{
      when: { and: [{ not: { field: "last_tool", eq: null } }, { field: "failures", eq: 0 }] },
      choice: { type: "none" },
    }],
  },
];
