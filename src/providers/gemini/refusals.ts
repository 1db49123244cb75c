// Errors of Google's APIs: {error: {code, message, status, details}}, at times in a list of one, also in the middle of a
// stream. The delay and the kind of quota stand in the details (google.rpc.RetryInfo, QuotaFailure, ErrorInfo).

import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ProviderError, type ProviderErrorFacts, toProviderError } from "../_wire/errors.ts";
import type { Refused } from "../_wire/post.ts";
import { parseGoDuration } from "../_wire/retry_after.ts";
import { toCount, toName, toObjects, toText } from "../_wire/json_fields.ts";

/** The failure that a refusal tells of. */
export function toGeminiRefusal({ json, text, facts, status }: Refused): ProviderError {
  const error = errorIn(unwrap(json));
  return error
    ? toGeminiFault(error, facts)
    : toProviderError(json, facts, text === "" ? `HTTP ${status} without a body.` : text);
}

/** The object of an answer, out of its list; throws Fault for an error in its place, and for what is no object. */
export function toGeminiWire(json: Json | undefined, said: string): JsonObject {
  const wire = unwrap(json);
  if (!wire) throw new ProviderError("model_protocol", `A piece of the answer is not a JSON object: ${said}`);
  const error = errorIn(wire);
  if (error) throw toGeminiFault(error, {});
  return wire;
}

function unwrap(json: Json | undefined): JsonObject | undefined {
  const [only] = Array.isArray(json) && json.length === 1 ? json : [json];
  return isJsonObject(only) ? only : undefined;
}

function errorIn(wire: JsonObject | undefined): JsonObject | undefined {
  if (!wire?.error) return undefined;
  return isJsonObject(wire.error) ? wire.error : { message: wire.error };
}

/**
 * A spent quota of a day is no limit of a rate, although Google names a delay of seconds with it as well; its own client
 * gives up then, too (gemini-cli, googleQuotaErrors.ts). All 429 say "You exceeded your current quota".
 */
function toGeminiFault(error: JsonObject, before: ProviderErrorFacts): ProviderError {
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
  const wire = { message: error.message ?? null, ...(code === undefined ? {} : { code }) };
  const fault = toProviderError(wire, facts, "The provider reported an error.");
  const violations = find("QuotaFailure").flatMap((failure) => toObjects(failure.violations));
  const isSpent = violations.some(({ quotaId }) => /PerDay/i.test(toText(quotaId)));
  if (fault.code !== "model_rate_limit" || !isSpent) return fault;
  return new ProviderError("model_quota", fault.message, { ...fault.facts, retryAfterMs: undefined });
}
