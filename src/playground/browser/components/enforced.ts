// How a model is held to a tool choice, in a word or two.

import type { Enforcement } from "../../../core/tool_choice/choice_report.ts";

/** What holds the model to the choice. */
export const ENFORCED: Readonly<Record<Enforcement, string>> = {
  native: "API",
  announced: "prompt",
  filtered: "fewer tools",
  withheld: "no tools sent",
  none: "no tools",
};
