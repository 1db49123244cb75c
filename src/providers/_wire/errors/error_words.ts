// The words and texts by which servers name an error, and the error code of each. The generic ones are here: OpenAI's
// and those that several protocols share. Each protocol's own stand in its file of _refusals.

import type { ModelErrorCode } from "../../../core/model/model_error.ts";

/** How the errors of one protocol are classified. */
export interface ErrorWords {
  /** By the `code` or the `type` of an error; `"413 some_word"` counts for that HTTP status alone. */
  readonly codes: Readonly<Record<string, ModelErrorCode>>;
  /** By the message of an error with a status 4xx or none; the first pattern that matches counts. */
  readonly texts: readonly (readonly [pattern: RegExp, code: ModelErrorCode])[];
}

/** The words of every protocol; a protocol's own go before them. Sources: OpenAI's error guide, recorded bodies. */
export const GENERIC_WORDS: ErrorWords = {
  codes: {
    insufficient_quota: "model_quota",
    // LiteLLM, with 429.
    budget_exceeded: "model_quota",
    invalid_api_key: "model_auth",
    authentication_error: "model_auth",
    permission_denied: "model_auth",
    permission_error: "model_auth",
    rate_limit_exceeded: "model_rate_limit",
    rate_limit_error: "model_rate_limit",
    context_length_exceeded: "model_context_length",
    content_filter: "model_content_filter",
    overloaded: "model_overloaded",
    overloaded_error: "model_overloaded",
    timeout_error: "model_timeout",
    server_error: "model_server",
    internal_server_error: "model_server",
  },
  texts: [
    [
      /exceeded your current quota|insufficient (?:balance|credits)|credit balance is too low|billing hard limit|budget has been exceeded|exceeded ?budget/i,
      "model_quota",
    ],
    [/incorrect API key/i, "model_auth"],
    [
      /maximum context length|context (?:window|length)[^.]{0,40}exceed|exceeds? the (?:model's )?context|prompt is too long|input token count[^.]{0,40}exceeds/i,
      "model_context_length",
    ],
  ],
};

/** The words of several protocols as those of one; where two name the same code, the first one counts. */
export function mergeWords(all: readonly ErrorWords[]): ErrorWords {
  return {
    codes: Object.assign({}, ...all.map(({ codes }) => codes).reverse()),
    texts: all.flatMap(({ texts }) => texts),
  };
}
