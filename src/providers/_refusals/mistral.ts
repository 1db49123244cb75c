// Refusals and error words of Mistral.

import type { ErrorWords } from "../_wire/errors/error_words.ts";
import { createErrorReader } from "../_wire/errors/provider_error.ts";
import type { RefusalPattern } from "../_wire/errors/refusal_patterns.ts";

/** For models that do not reason, and for efforts that a model does not take: SmartHopper#647. */
export const MISTRAL_REFUSALS: readonly RefusalPattern[] = [
  { text: /reasoning_effort\S* is not (?:enabled|supported) for this model/i, lacks: ["effort"] },
];

/** How Mistral's errors are classified. */
export const MISTRAL_WORDS: ErrorWords = {
  // With 429: the service has no room for any account (litellm#25078).
  codes: { service_tier_capacity_exceeded: "model_overloaded" },
  texts: [],
};

/** Reads an error of Mistral. */
export const readMistralError = createErrorReader(MISTRAL_WORDS);
