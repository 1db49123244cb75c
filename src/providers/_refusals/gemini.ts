// Errors of Google's APIs: {error: {code, message, status, details}}, at times in a list of one, also in the middle
// of a stream. The delay and the kind of quota stand in the details (google.rpc.RetryInfo, QuotaFailure, ErrorInfo).

import { isJsonObject, type Json, type JsonObject, toJsonObject } from "../../core/json.ts";
import { bodiesIn } from "../_wire/errors/inner_error.ts";
import type { ErrorWords } from "../_wire/errors/error_words.ts";
import { createErrorReader, ProviderError, type ProviderErrorFacts } from "../_wire/errors/provider_error.ts";
import type { RefusalPattern } from "../_wire/errors/refusal_patterns.ts";
import { parseGoDuration } from "../_wire/errors/retry_after.ts";
import { toCount, toName, toObjects, toText, unwrap } from "../_wire/json_fields.ts";
import type { Refused } from "../_wire/protocol_adapter.ts";

/** What Gemini and the Gemma models refuse. */
export const GEMINI_REFUSALS: readonly RefusalPattern[] = [
  // "Function calling is not enabled for models/gemma-3-27b-it"
  { text: /function calling is not enabled for/i, lacks: ["tools"] },
  // js-genai#681, Roo-Code#10700, proxypal#170, kiss-translator#1051, vercel/ai#8027.
  {
    text:
      /thinking(?:[ _]level|[ _]config)?(?: [A-Z]+)? is not (?:supported|enabled)|not a supported thinking level|only works in thinking mode/i,
    lacks: ["effort"],
  },
  // vercel/ai#8080; symfony/ai#1777, vercel/ai#16540.
  { text: /json mode is not enabled for/i, lacks: ["json_schema", "json_mode"] },
  // URLs of files are accepted since Gemini 2.5: https://ai.google.dev/gemini-api/docs/file-input-methods.
  { text: /unsupported file uri/i, lacks: ["image_urls", "file_urls"] },
  // gemini-cli#16137: "Gemini 2.x models do not support multimodal function responses".
  {
    text: /multimodal function response|function response parts are not supported/i,
    lacks: ["tool_images", "tool_files"],
  },
  { text: /function calling.{0,20} with a response mime type/i, lacks: ["json_with_tools"] },
];

/** The names of google.rpc.Code, and a reason of ErrorInfo. */
export const GEMINI_WORDS: ErrorWords = {
  codes: {
    RESOURCE_EXHAUSTED: "model_rate_limit",
    UNAVAILABLE: "model_overloaded",
    DEADLINE_EXCEEDED: "model_timeout",
    UNAUTHENTICATED: "model_auth",
    PERMISSION_DENIED: "model_auth",
    API_KEY_INVALID: "model_auth",
    INTERNAL: "model_server",
  },
  texts: [],
};

const readError = createErrorReader(GEMINI_WORDS);

/** The failure of a status other than 2xx. */
export function toGeminiRefusal({ json, text, facts, status }: Refused): ProviderError {
  const error = errorIn(unwrap(json));
  return error
    ? toGeminiError(error, facts)
    : readError(json, facts, text === "" ? `HTTP ${status} without a body.` : text);
}

/**
 * The object of an answer, out of its list. `excerpt` is the beginning of the text, for the message.
 *
 * @throws {ProviderError} for an error in its place, and for what is no object
 */
export function toGeminiWire(json: Json | undefined, excerpt: string): JsonObject {
  const wire = unwrap(json);
  if (!wire) {
    throw new ProviderError("model_protocol", `A piece of the answer is not a JSON object: ${excerpt}`);
  }
  const error = errorIn(wire);
  if (error) throw toGeminiError(error, {});
  return wire;
}

function errorIn(wire: JsonObject | undefined): JsonObject | undefined {
  if (!wire?.error) return undefined;
  return isJsonObject(wire.error) ? wire.error : { message: wire.error };
}

/**
 * A spent quota of a day is `model_quota`, although Google names a delay of seconds with it as well; Google's own
 * client gives up then, too (gemini-cli, googleQuotaErrors.ts). The message of every 429 is "You exceeded your
 * current quota".
 */
function toGeminiError(error: JsonObject, before: ProviderErrorFacts): ProviderError {
  const details = toObjects(error.details);
  const find = (type: string) => details.filter((detail) => toText(detail["@type"]).endsWith(type));
  const delay = find("RetryInfo").map(({ retryDelay }) => parseGoDuration(toText(retryDelay))).at(0);
  const [info] = find("ErrorInfo");
  const facts = {
    ...before,
    status: before.status ?? toCount(error.code),
    retryAfterMs: delay ?? before.retryAfterMs,
  };
  const reason = toName(info?.reason);
  const code = reason === "API_KEY_INVALID" ? reason : toName(error.status) ?? toName(error.code);
  const wire = toJsonObject({ ...bodiesIn(error), message: error.message ?? null, code });
  const failure = readError(wire, facts, "The provider reported an error.");
  const violations = find("QuotaFailure").flatMap((failure) => toObjects(failure.violations));
  const isSpent = violations.some(({ quotaId }) => /PerDay/i.test(toText(quotaId)));
  if (failure.code !== "model_rate_limit" || !isSpent) return failure;
  return new ProviderError("model_quota", failure.message, { ...failure.facts, retryAfterMs: undefined });
}
