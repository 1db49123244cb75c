// Failures of Workers AI by their internal codes. Sources: developers.cloudflare.com/workers-ai/platform/errors
// (2026-07), users' reports for 4006, 3046 and 5021.

import { isJsonObject, type Json, toJsonObject } from "../../core/json.ts";
import { WORKERS_AI_CODES } from "../../core/model/workers_ai_codes.ts";
import type { ErrorWords } from "../_wire/errors/error_words.ts";
import { createErrorReader, ProviderError, type ProviderErrorFacts } from "../_wire/errors/provider_error.ts";
import type { RefusalPattern } from "../_wire/errors/refusal_patterns.ts";
import { toRefusal } from "../_wire/errors/refusal.ts";
import { toId, toName, toObjects } from "../_wire/json_fields.ts";
import type { Refused } from "../_wire/protocol_adapter.ts";

/** Texts of the API, also at its endpoint for OpenAI's protocol. */
export const WORKERS_AI_WORDS: ErrorWords = {
  codes: {},
  texts: [
    // The free neurons of the account.
    [/used up your daily free allocation/i, "model_quota"],
    [/exceeded this model context window/i, "model_context_length"],
  ],
};

/** A model without vision: its schema has text alone as a content. */
export const WORKERS_AI_REFUSALS: readonly RefusalPattern[] = [
  { text: /type mismatch of '\/messages\/\d+\/content', 'array' not in 'string'/i, lacks: ["images"] },
];

/** Reads an error of OpenAI's form, as the models' own servers write it. */
export const readWorkersAIError = createErrorReader(WORKERS_AI_WORDS);

/** The failure of an internal code: by the code itself, else by the status, else by the range that the code is in. */
export function toWorkersAIError(
  code: string | undefined,
  message: string,
  facts: ProviderErrorFacts,
): ProviderError {
  // What the binding throws has no status. 5xxx and 8xxx, and three of 3xxx, are about the request.
  const isRequest = code !== undefined && /^(?:[58]\d{3}|3003|3039|3042)$/.test(code);
  const status = facts.status ?? (isRequest ? 400 : undefined);
  const known = code === undefined ? undefined : WORKERS_AI_CODES.get(code);
  if (known === undefined) {
    return readWorkersAIError(toJsonObject({ message, code }), { ...facts, status }, message);
  }
  return new ProviderError(known, message, { ...facts, status, providerCode: code });
}

/**
 * As the API has it, `{success: false, errors: [{code, message}]}`, and the binding, `{internalCode, description}`.
 */
export function toWorkersAIRefusal(refused: Refused): ProviderError {
  return readReported(refused.json, refused.facts) ?? toRefusal(refused, readWorkersAIError);
}

/** The failure that a body or an event reports in either form; undefined when it reports none. */
export function readReported(body: Json | undefined, facts: ProviderErrorFacts): ProviderError | undefined {
  if (!isJsonObject(body)) return undefined;
  const [error] = toObjects(body.errors);
  const code = toId(error ? error.code : body.internalCode);
  if (!error && code === undefined && body.success !== false) return undefined;
  const message = error ? toName(error.message) : toName(body.description) ?? toName(body.message);
  return toWorkersAIError(code, message ?? "Workers AI reported an error.", facts);
}
