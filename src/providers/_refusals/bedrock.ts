// Failures of Bedrock: exceptions by name, in the header of a refusal or as a frame of a stream.

import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { ANTHROPIC_WORDS } from "./anthropic.ts";
import { type ErrorWords, mergeWords } from "../_wire/errors/error_words.ts";
import { createErrorReader, ProviderError, type ProviderErrorFacts } from "../_wire/errors/provider_error.ts";
import type { RefusalPattern } from "../_wire/errors/refusal_patterns.ts";
import { toCount, toName } from "../_wire/json_fields.ts";
import type { Refused } from "../_wire/protocol_adapter.ts";

/** What Bedrock itself refuses; the texts of Claude are in anthropic.ts. */
export const BEDROCK_REFUSALS: readonly RefusalPattern[] = [
  // bifrost#3196, bedrock-access-gateway#92.
  { text: /doesn't support the toolConfig\.toolChoice\.any field/i, lacks: ["required"] },
  { text: /doesn't support the toolConfig\.toolChoice\.tool field/i, lacks: ["tool"] },
  // "This model doesn't support tool use in streaming mode.": pi#3739. "The model is unsupported for streaming.": amazon-bedrock-client-for-mac#112.
  { text: /doesn't support tool use in streaming|unsupported for streaming/i, lacks: ["streaming"] },
  { text: /doesn't support tool use(?! in streaming)/i, lacks: ["tools"] },
  // Fields of other families: "Malformed input request: #: extraneous key [thinking] is not permitted".
  // What LiteLLM makes of parallel_tool_calls for Claude: litellm#27184, #36536.
  {
    text:
      /extraneous key \[tool_choice\]|tool_choice\.type: field required|additional field tool_choice\/\w+ conflicts/i,
    lacks: ["parallel"],
  },
  // Which models of Converse take the role `system` among messages differs by the month: "This model doesn't support system messages"
  // and "the last turn must be a user message" (stdapi.ai#104, 2026-09-10), an enum without the role (litellm#41082, 2026-09-14).
  {
    text:
      /doesn't support system messages|conversation must end with a user message|Value 'system' at 'messages\.\d+\.(?:member\.)?role'/i,
    lacks: ["notices"],
  },
  // "This model doesn't support the outputConfig field. Remove outputConfig and try again.": Nova and Llama, seen by
  // several users. "output_config: Extra inputs are not permitted": Claude Sonnet 4, vercel/ai#17737.
  {
    text: /extraneous key \[outputConfig\]|doesn't support the outputConfig(?:\.\w+)* field/i,
    lacks: ["json_schema"],
  },
  { text: /\boutput_?config: extra inputs are not permitted/i, lacks: ["json_schema", "effort"] },
  // Nova before version 2: inspect_ai#5301.
  {
    text:
      /reasoning config value is invalid|extraneous key \[(?:thinking|output_config|reasoning|reasoning_effort|reasoningConfig)\]/i,
    lacks: ["effort"],
  },
];

/** Exceptions that their status does not classify; all others follow from it. */
export const BEDROCK_WORDS: ErrorWords = {
  codes: {
    ModelNotReadyException: "model_overloaded",
    ServiceQuotaExceededException: "model_quota",
  },
  texts: [
    // "Too many tokens per day, please wait before trying again."
    [/too many tokens per day/i, "model_quota"],
    // "Input is too long for requested model."
    [/input is too long/i, "model_context_length"],
    [/did not allow prompt caching/i, "model_invalid_request"], // with 403: litellm#39210
  ],
};

const readError = createErrorReader(mergeWords([BEDROCK_WORDS, ANTHROPIC_WORDS]));

/** The exception of a status other than 2xx: `x-amzn-errortype: ValidationException:http://...`, `{message}`. */
export function toBedrockRefusal({ headers, json, text, facts }: Refused): ProviderError {
  const wire = isJsonObject(json) ? json : {};
  const type = headers.get("x-amzn-errortype") ?? toName(wire.__type) ?? toName(wire.code) ?? "";
  return toException(type, wire, facts, text);
}

/** The failure that a frame carries: message type `exception`, or `error` with `{code, message}`. */
export function toStreamError(event: string, wire: JsonObject): ProviderError {
  return toException(toName(wire.code) ?? event, wire, {}, "The provider reported an error.");
}

// An exception in a stream has the status of its name; one of the model itself is classified by the model's own
// status.
function toException(
  type: string,
  wire: JsonObject,
  facts: ProviderErrorFacts,
  fallback: string,
): ProviderError {
  const name = toExceptionName(type);
  const status = facts.status ?? STATUS.get(name);
  const original = name.startsWith("Model") ? toCount(wire.originalStatusCode) : undefined;
  const texts = [toName(wire.message) ?? toName(wire.Message) ?? "", toName(wire.originalMessage) ?? ""];
  const failure = readError(
    { code: name === "" ? null : name, message: texts.filter((part) => part !== "").join(" ") },
    { ...facts, status: original ?? (status === 424 ? 500 : status) },
    fallback === "" ? `HTTP ${status} without a body.` : fallback,
  );
  return new ProviderError(failure.code, failure.message, { ...failure.facts, status });
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
