// The usage of an answer of Responses.

import type { JsonObject } from "../../../core/json.ts";
import type { Usage } from "../../../core/usage.ts";
import { toCount, toObject } from "../../_wire/json_fields.ts";

/** ResponseUsage of openai 7.55.0, in tokens. */
export function toUsage(usage: JsonObject): Usage {
  const input = toObject(usage.input_tokens_details);
  const cachedTokens = toCount(input.cached_tokens);
  const cacheWriteTokens = toCount(input.cache_write_tokens);
  const reasoningTokens = toCount(toObject(usage.output_tokens_details).reasoning_tokens);
  return {
    inputTokens: toCount(usage.input_tokens) ?? 0,
    outputTokens: toCount(usage.output_tokens) ?? 0,
    cachedTokens,
    cacheWriteTokens,
    reasoningTokens,
  };
}
