// The payload of a verified delivery: JSON, or a form as Slack and GitHub send it.

import { AgentError } from "../../../core/error.ts";
import type { Json } from "../../../core/json.ts";
import { parseEchoedJson } from "../../strict_json.ts";

/** A payload, and the way in which it came. */
export interface ReadPayload {
  readonly payload: Json;
  readonly isForm: boolean;
}

/**
 * The payload of a body. An empty one is null. Of a form it is the JSON of the field `payload`, or else the fields. Texts that
 * cannot be stored are made storable, since people write much of them.
 *
 * @throws {AgentError} invalid_json, invalid_request
 */
export function readPayload(body: Uint8Array, contentType: string | null): ReadPayload {
  const text = decoded(body);
  const [type = ""] = (contentType ?? "").toLowerCase().split(";");
  if (type.trim() !== "application/x-www-form-urlencoded") {
    return { payload: text === "" ? null : parseEchoedJson(text), isForm: false };
  }
  const fields = new URLSearchParams(text);
  const json = fields.get("payload") ?? JSON.stringify(Object.fromEntries(fields));
  return { payload: parseEchoedJson(json), isForm: true };
}

function decoded(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch (cause) {
    throw new AgentError("invalid_json", "The body is not UTF-8 text.", { cause });
  }
}
