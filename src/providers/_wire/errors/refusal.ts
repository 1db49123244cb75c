// The failure of a response with a status other than 2xx.

import { isJsonObject } from "../../../core/json.ts";
import type { Refused } from "../protocol_adapter.ts";
import { unwrap } from "../json_fields.ts";
import type { ErrorReader, ProviderError } from "./provider_error.ts";

/** The failure of a body `{error: {message, code, type}}`, or close to it, as `readError` reads the error object. */
export function toRefusal({ json, text, facts, status }: Refused, readError: ErrorReader): ProviderError {
  const only = unwrap(json);
  // {code, error: "text"}: xAI has its code beside the text.
  const error = only === undefined ? null : isJsonObject(only.error) ? only.error : only;
  return readError(error, facts, text === "" ? `HTTP ${status} without a body.` : text);
}
