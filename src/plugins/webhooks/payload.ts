// The payload of a verified delivery: JSON, or a form as Slack and GitHub send it.

import { AgentError } from "../../core/error.ts";
import type { Json } from "../../core/json.ts";
import { assertCounted, readFields } from "../../http/body.ts";
import { parseEchoedJson } from "../../http/strict_json.ts";

/** A payload, and the way in which it came. */
export interface ReadPayload {
  readonly payload: Json;
  readonly isForm: boolean;
}

/**
 * The payload of a body. An empty one is null. A body that begins as an object or a list is JSON, whatever the content type says: no
 * sender signs that header, so a recorded delivery with another one has to be the same event. Of a form it is the JSON of the field
 * `payload`, or else the fields. Texts that cannot be stored are made storable, since people write much of them. An integer that a
 * double does not hold is the text of its digits: rounded, the ids of two events would be one.
 *
 * @throws {AgentError} invalid_json, invalid_request, body_too_large
 */
export function readPayload(body: Uint8Array, contentType: string | null): ReadPayload {
  const text = decodeBody(body);
  const [type = ""] = (contentType ?? "").toLowerCase().split(";");
  if (type.trim() !== "application/x-www-form-urlencoded" || /^\s*[{[]/.test(text)) {
    assertCounted(body);
    return { payload: text === "" ? null : parsePayload(text), isForm: false };
  }
  const fields = readFields(text);
  const json = Object.hasOwn(fields, "payload") ? fields.payload ?? "" : JSON.stringify(fields);
  assertCounted(new TextEncoder().encode(json));
  return { payload: parsePayload(json), isForm: true };
}

/** Most payloads have no number of so many digits; they are parsed once. */
const LONG_NUMBER = /\d{16}/;

function parsePayload(text: string): Json {
  const payload = parseEchoedJson(text);
  return LONG_NUMBER.test(text) ? parseEchoedJson(JSON.stringify(JSON.parse(text, exact))) : payload;
}

/** Node 20 has no source of a value; there the number stays rounded. */
function exact(_key: string, value: Json, context?: { readonly source?: string }): Json {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  const { source = "" } = context ?? {};
  return /^-?\d+$/.test(source) ? source : value;
}

function decodeBody(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch (cause) {
    throw new AgentError("invalid_json", "The body is not UTF-8 text.", { cause });
  }
}
