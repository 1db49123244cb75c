// The error of the server behind a gateway, which the gateway keeps in a field of its own error.

import { isJsonObject, type Json, type JsonObject, parseJson } from "../../../core/json.ts";
import { toName, toObject } from "../json_fields.ts";
import { unwrapText } from "./refused_parameters.ts";

/** What a gateway passes on. */
export interface InnerError {
  readonly text: string;
  /** Its error object; empty where it has none. */
  readonly error: JsonObject;
}

/**
 * The fields in which gateways keep the body of the server behind them. OpenRouter: "Provider returned error", with
 * metadata.raw. Vercel: param. LLM Gateway: responseText (llmgateway#1267). OneAPI and others: upstream_error.
 */
const BODIES = [
  "raw",
  "metadata",
  "param",
  "responseText",
  "responseBody",
  "upstream_error",
  "cause",
  "details",
];

/** How many gateways may stand one behind the other. */
const MAX_DEPTH = 4;

/** The innermost error of an error object; undefined where it holds no other. */
export function innerErrorIn(error: JsonObject, depth = MAX_DEPTH): InnerError | undefined {
  if (depth === 0) return undefined;
  for (const field of BODIES) {
    const value = error[field];
    const body = typeof value === "string" ? parseJson(value) : value;
    if (isJsonObject(body)) {
      const found = innerErrorIn(body, depth - 1) ?? innerErrorIn(toObject(body.error), depth - 1);
      if (found) return found;
      const text = messageIn(body) ?? (field === "raw" ? JSON.stringify(body) : undefined);
      if (text !== undefined) return { text, error: toObject(body.error) };
    }
    if (field === "raw" && typeof value === "string" && value !== "") return { text: value, error: {} };
  }
  return undefined;
}

/** The fields of an error that {@link innerErrorIn} reads, for a dialect that rebuilds its errors. */
export function bodiesIn(error: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(error).filter(([field]) => BODIES.includes(field)));
}

/** The message with the text of the error behind it, unless it has the text already. */
export function withInnerText(message: string, inner: InnerError | undefined): string {
  if (inner === undefined || unwrapText(message).includes(unwrapText(inner.text))) return message;
  return `${message} (${inner.text})`;
}

// llmgateway#1267: 500 "Error from provider: 400 Bad Request {...}". LiteLLM: 500 "Incompatible tool choice param".
const INNER_400 =
  /\b400 Bad Request\b|\bstatus(?:[ _]?code)?"?[:=]? ?"?400\b|['"]code['"]: ?['"]?400\b|INVALID_ARGUMENT|ValidationException|invalid_request_error|UnsupportedParamsError|Incompatible tool choice param/;

/** True where the text of a status 5xx says that the server behind the gateway refused the request. */
export function tellsRefusal(message: string): boolean {
  return INNER_400.test(unwrapText(message));
}

function messageIn(body: Json | undefined): string | undefined {
  const { error, message } = toObject(body);
  return toName(toObject(error).message) ?? toName(error) ?? toName(message);
}
