// Refusals and errors of Cohere: `{message, id}`, and two statuses of its own.

import { isJsonObject } from "../../core/json.ts";
import { createErrorReader, ProviderError } from "../_wire/errors/provider_error.ts";
import type { ErrorWords } from "../_wire/errors/error_words.ts";
import { toRefusal } from "../_wire/errors/refusal.ts";
import type { RefusalPattern } from "../_wire/errors/refusal_patterns.ts";
import { toName } from "../_wire/json_fields.ts";
import type { Refused } from "../_wire/protocol_adapter.ts";

/** What Cohere's models refuse. swarmauri-sdk#692 on tools; the others have the same form. */
export const COHERE_REFUSALS: readonly RefusalPattern[] = [
  { text: /tool use is not supported by the provided model/i, lacks: ["tools"] },
  { text: /tool_choice is not supported by the provided model/i, lacks: ["required", "none"] },
  { text: /response_format is not supported by the provided model/i, lacks: ["json_schema", "json_mode"] },
  { text: /thinking is not supported by the provided model/i, lacks: ["effort"] },
];

/** How Cohere's errors are classified. */
export const COHERE_WORDS: ErrorWords = {
  codes: {},
  texts: [
    // Trial keys: "limited to 1000 API calls / month". Those per minute are a rate.
    [/limited to \d+ API calls \/ month/i, "model_quota"],
    [/too many tokens: (?!max tokens)/i, "model_context_length"],
    // 422: the model, not the request, went wrong (haystack-core-integrations#1693).
    [/no valid tool call or response generated/i, "model_server"],
  ],
};

/** Reads an error of Cohere. */
export const readCohereError = createErrorReader(COHERE_WORDS);

/** The failure of a status other than 2xx. The body has the id of the request. */
export function toCohereRefusal(refused: Refused): ProviderError {
  const { message, code, facts } = toRefusal(refused, readCohereError);
  const id = isJsonObject(refused.json) ? toName(refused.json.id) : undefined;
  return new ProviderError(BY_STATUS.get(refused.status) ?? code, message, {
    ...facts,
    requestId: facts.requestId ?? id,
  });
}

const BY_STATUS: ReadonlyMap<number, ProviderError["code"]> = new Map([
  // "a request or response contains a deny-listed token"
  [498, "model_content_filter"],
  // "request cancelled", by Cohere: a request that Treadle aborts has no response.
  [499, "model_server"],
]);
