// The efforts that models take at Mistral. The first row that matches counts.

import type { EffortRow } from "../_wire/efforts.ts";

const asOf = "2026-11-21";

export const MISTRAL_EFFORTS: readonly EffortRow[] = [
  {
    models: /^mistral-large-4/,
    takes: ["low", "medium", "high"],
    asOf,
    source: "@ai-sdk/mistral 4.0.87, modelsWithLowMediumHighReasoningEffort",
  },
  {
    models: /^zai-glm-(?:5|5-3|5-3-flash|latest)$/,
    takes: ["low", "high", "max"],
    asOf,
    source: "@ai-sdk/mistral 4.0.87, modelsWithLowHighMaxReasoningEffort",
  },
  // The type of the API has seven words (@mistralai/mistralai 2.7.0, ReasoningEffort); these models refuse five of them.
  {
    models: /^/,
    takes: ["none", "high"],
    asOf,
    source: "@ai-sdk/mistral 4.0.87, createLanguageModelEntry; recorded refusal in SmartHopper#647",
  },
];
