// What is known of Mistral's models: what they lack, whether they think, and the efforts that they take.

import type { CapabilityTable } from "../../core/model/capability.ts";
import { type EffortRow, thinkers } from "../_wire/efforts.ts";
import { NO_NOTICES } from "../_wire/notice_lacks.ts";

const asOf = "2026-11-21";

/** The efforts that models take. The first row that matches counts. */
export const MISTRAL_EFFORTS: readonly EffortRow[] = [
  {
    models: /^mistral-large-4/,
    takes: ["low", "medium", "high"],
    asOf,
    // modelsWithLowMediumHighReasoningEffort.
    source: "@ai-sdk/mistral 4.0.87",
  },
  {
    models: /^zai-glm-(?:5|5-3|5-3-flash|latest)$/,
    takes: ["low", "high", "max"],
    asOf,
    // modelsWithLowHighMaxReasoningEffort.
    source: "@ai-sdk/mistral 4.0.87",
  },
  // The type of the API has seven words (@mistralai/mistralai 2.7.0, ReasoningEffort); these models refuse five of
  // them.
  {
    models: /^/,
    takes: ["none", "high"],
    asOf,
    // @ai-sdk/mistral 4.0.87, createLanguageModelEntry.
    source: "recorded refusal in SmartHopper#647",
  },
];

/** What the models lack, and which of them think. */
export const MISTRAL_MODELS: CapabilityTable = {
  lacks: {
    allowed: "Mistral has no choice among some of the tools",
    ...NO_NOTICES,
    tool_images: "media are documented for the messages of a user",
    tool_files: "media are documented for the messages of a user",
  },
  models: [
    {
      models:
        /^(?:codestral|ministral|pixtral|voxtral|open-|(?:labs-)?devstral|mistral-(?:tiny|nemo|saba|code|large-latest$)|mistral-(?:small|medium|large)-(?:2[0-5]\d\d|260[12])$)/,
      example: "mistral-large-2512",
      lacks: ["effort"],
      because: "of Mistral's own models only those since Small 4, and Magistral, take an effort",
      asOf,
      // @ai-sdk/mistral 4.0.87, modelsWithoutReasoningEffort.
      // pi-go#245.
      source: "live probes in models.dev#1986",
    },
    {
      models:
        /^(?:codestral|open-|devstral|mistral-(?:tiny|saba|nemo)|mistral-large-2[34]|mistral-small-2[34]|ministral-\d+b-24)/,
      example: "codestral-2508",
      lacks: ["images"],
      because: "the model has no vision",
      asOf: "2026-11-22",
      // GET /v1/models: capabilities.vision.
      source: "https://docs.mistral.ai/capabilities/vision",
    },
    {
      models: /^(?!voxtral)/,
      example: "mistral-large-2512",
      lacks: ["audio"],
      because: "only Voxtral hears",
      asOf: "2026-11-22",
      source: "https://docs.mistral.ai/capabilities/audio",
    },
  ],
  // By default only Magistral does.
  thinks: thinkers(/^magistral/, MISTRAL_EFFORTS),
};
