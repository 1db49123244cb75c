// Failures of Bedrock: exceptions by name, in the header of a refusal or as a frame of a stream.

import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { ProviderError, type ProviderErrorFacts, toProviderError } from "../_wire/errors.ts";
import type { Refused } from "../_wire/post.ts";
import { toCount, toName } from "../_wire/json_fields.ts";

/** The exception that a status other than 2xx tells of: `x-amzn-errortype: ValidationException:http://...`, `{message}`. */
export function toBedrockRefusal({ headers, json, text, facts }: Refused): ProviderError {
  const wire = isJsonObject(json) ? json : {};
  const type = headers.get("x-amzn-errortype") ?? toName(wire.__type) ?? toName(wire.code) ?? "";
  return toException(type, wire, facts, text);
}

/** The failure that a frame tells of: message type `exception`, or `error` with `{code, message}`. */
export function toStreamFault(event: string, wire: JsonObject): ProviderError {
  return toException(toName(wire.code) ?? event, wire, {}, "The provider reported an error.");
}

// An exception in a stream has the status of its name; one of the model itself is as bad as what the model said.
function toException(
  type: string,
  wire: JsonObject,
  facts: ProviderErrorFacts,
  fallback: string,
): ProviderError {
  const name = toExceptionName(type);
  const status = facts.status ?? STATUS.get(name);
  const original = name.startsWith("Model") ? toCount(wire.originalStatusCode) : undefined;
  const said = [toName(wire.message) ?? toName(wire.Message) ?? "", toName(wire.originalMessage) ?? ""];
  const fault = toProviderError(
    { code: name === "" ? null : name, message: said.filter((part) => part !== "").join(" ") },
    { ...facts, status: original ?? (status === 424 ? 500 : status) },
    fallback === "" ? `HTTP ${status} without a body.` : fallback,
  );
  return new ProviderError(fault.code, fault.message, { ...fault.facts, status });
}

// "ThrottlingException:http://...", "com.amazon.coral.service#ThrottlingException", "throttlingException".
function toExceptionName(type: string): string {
  const name = type.replace(/^.*#/, "").replace(/:.*$/, "").trim();
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

// The API's model: botocore bedrock-runtime 2023-09-30.
const STATUS: ReadonlyMap<string, number> = new Map([
  ["ValidationException", 400],
  ["ThrottlingException", 429],
  ["ModelStreamErrorException", 424],
  ["InternalServerException", 500],
  ["ServiceUnavailableException", 503],
]);
