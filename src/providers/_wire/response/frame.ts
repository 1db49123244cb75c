// One server-sent event with a JSON object, and the forms in which servers report an error inside a 200.

import { isJsonObject, type Json, type JsonObject, parseJson } from "../../../core/json.ts";
import { type ErrorReader, ProviderError } from "../errors/provider_error.ts";
import { MAX_ERROR_CHARS } from "../limits.ts";
import { toText, unwrap } from "../json_fields.ts";

/** What an event is. */
export type Frame =
  /** A keep-alive. */
  | { readonly type: "blank" }
  /** `[DONE]`. */
  | { readonly type: "end" }
  | { readonly type: "wire"; readonly wire: JsonObject };

/**
 * One event: its name, where it has one, and its data.
 *
 * @throws {ProviderError} as `readError` reads the error that the event reports; model_protocol for what is no JSON object
 */
export function readFrame(event: string | undefined, data: string, readError: ErrorReader): Frame {
  const text = data.trim();
  if (text === "") return { type: "blank" };
  if (text === "[DONE]") return { type: "end" };
  const json = parseJson(text);
  if (event === "error" && !isJsonObject(json)) {
    throw readError(typeof json === "string" ? json : text, {}, REPORTED);
  }
  const wire = unwrap(json);
  if (!wire) throw new ProviderError("model_protocol", `A piece of the answer is not JSON: ${excerpt(text)}`);
  throwReported(wire, event, readError);
  return { type: "wire", wire };
}

/**
 * The whole body as an object.
 *
 * @throws {ProviderError} as {@link readFrame} does
 */
export function readWhole(body: Json, readError: ErrorReader): JsonObject {
  const wire = unwrap(body);
  if (!wire) throw new ProviderError("model_protocol", "The answer is not a JSON object.");
  throwReported(wire, undefined, readError);
  return wire;
}

/** The beginning of what a server sent instead of an answer. */
export function excerpt(text: string): string {
  return text.trim().slice(0, MAX_ERROR_CHARS);
}

const REPORTED = "The provider reported an error.";

function throwReported(wire: JsonObject, event: string | undefined, readError: ErrorReader): void {
  const error = errorIn(wire, event);
  if (error !== undefined) throw readError(error, {}, REPORTED);
}

// {error: {...}}, {error: "..."} with a code beside it (xAI), event "error" or type "error" (Responses), {object:
// "error"} (vLLM, Mistral), {detail} (FastAPI), {code, message}, {message, type, param, code} (Cerebras), {success: false,
// errors: [{code, message}]} (Cloudflare in front of any provider).
function errorIn(wire: JsonObject, event: string | undefined): Json | undefined {
  if (wire.error) return isJsonObject(wire.error) ? wire.error : wire;
  if (event === "error" || wire.type === "error" || wire.object === "error" || wire.success === false) {
    return wire;
  }
  const isAnswer = ["choices", "output", "response", "item"].some((key) => key in wire) ||
    /^response\./.test(toText(wire.type));
  return !isAnswer && (wire.detail || typeof wire.message === "string") ? wire : undefined;
}
