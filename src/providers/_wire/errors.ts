// Row P9: whatever a provider or the network did wrong, as one AgentError with a `model_*` code.

import type { Feature } from "../../core/capability.ts";
import { AgentError, type ErrorCode } from "../../core/error.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { MAX_CODE_CHARS, MAX_ERROR_CHARS, MAX_RETRY_AFTER_MS } from "./limits.ts";
import { retryAfterIn } from "./retry_after.ts";
import { toId, toName, toObjects, toText } from "./json_fields.ts";

export type ModelErrorCode = Extract<ErrorCode, `model_${string}`>;

/** What is known of a failure where it happened; {@link toModelError} adds who was asked and how far it had got. */
export interface ProviderErrorFacts {
  readonly status?: number | undefined;
  /** The provider's own word: its `code`, else its `type`. */
  readonly providerCode?: string | undefined;
  /** The parameter that the model does not take, by its name on the wire (`reasoning.effort`). */
  readonly unsupported?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** False when the provider forbids to send the request again. */
  readonly shouldRetry?: boolean | undefined;
  readonly cause?: unknown;
}

/** A failure inside a provider; it leaves `stream` as an AgentError. */
export class ProviderError extends Error {
  readonly code: ModelErrorCode;
  readonly facts: ProviderErrorFacts;

  constructor(code: ModelErrorCode, message: string, facts: ProviderErrorFacts = {}) {
    super(message);
    this.code = code;
    this.facts = facts;
  }
}

export interface FaultContext {
  readonly provider: string;
  readonly model: string;
  /** `connect` until the answer's headers came, `stream` from then on. */
  readonly phase: "connect" | "stream";
  readonly afterOutput: boolean;
  readonly requestId: string | undefined;
  /** Never repeated in a message. */
  readonly secrets: readonly string[];
  /** What the refusal says that the model lacks. */
  readonly lacks?: readonly Feature[];
}

/** The fault as it is thrown to the outside: no secret in it, the provider's text cut. */
export function toModelError(fault: ProviderError, context: FaultContext): AgentError {
  const { status, requestId, retryAfterMs, shouldRetry, cause } = fault.facts;
  const clean = (text: string, chars: number) => redact(text, context.secrets).slice(0, chars).toWellFormed();
  const said = clean(fault.message, MAX_ERROR_CHARS);
  const providerCode = clean(fault.facts.providerCode ?? "", MAX_CODE_CHARS) || undefined;
  const facts = [status === undefined ? "" : `HTTP ${status}`, providerCode ?? ""].filter((fact) =>
    fact !== ""
  );
  const how = facts.length === 0 ? "" : ` (${facts.join(", ")})`;
  return new AgentError(
    fault.code,
    `${context.provider}/${context.model}${how}: ${said}${ADVICE[fault.code]}`,
    {
      ...(retryAfterMs === undefined ? {} : { retryAfterMs: Math.min(retryAfterMs, MAX_RETRY_AFTER_MS) }),
      ...(cause === undefined ? {} : { cause }),
      details: {
        provider: context.provider,
        status: status ?? null,
        providerCode: providerCode ?? null,
        requestId: requestId ?? context.requestId ?? null,
        afterOutput: context.afterOutput,
        phase: context.phase,
        ...(shouldRetry === undefined ? {} : { shouldRetry }),
        ...(context.lacks === undefined || context.lacks.length === 0
          ? {}
          : { lacks: context.lacks.join(" ") }),
      },
    },
  );
}

const ADVICE: Record<ModelErrorCode, string> = {
  model_auth: " Check the provider's API key.",
  model_quota: " Check the plan and the billing of the provider account.",
  model_context_length: " Shorten the history or compact it sooner.",
  model_rate_limit: "",
  model_overloaded: "",
  model_invalid_request: "",
  model_content_filter: "",
  model_timeout: "",
  model_network: "",
  model_protocol: "",
  model_server: "",
};

/** An error object of the wire: `{message, code, type}`, a bare text, or FastAPI's `{detail}`. */
export function toProviderError(
  error: Json | undefined,
  facts: ProviderErrorFacts,
  fallback: string,
): ProviderError {
  const wire = isJsonObject(error) ? error : {};
  const message = toName(error) ?? toSaid(wire.message) ?? toSaid(wire.error) ?? toSaid(wire.detail) ??
    fallback;
  // Anthropic names the cause in details; Google has a list there.
  const code = toId(wire.code) ?? (isJsonObject(wire.details) ? toId(wire.details.error_code) : undefined);
  const type = toName(wire.type);
  // OpenRouter puts an HTTP status where others have a word: {"error":{"code":502,"message":...}} inside a 200.
  const status = facts.status ?? [code, toId(wire.status_code), toId(wire.status)].flatMap(toStatus).at(0);
  const providerCode = code ?? type;
  const kind = classify(status, [code ?? "", type ?? ""], message);
  const passes = kind === "model_rate_limit" || kind === "model_overloaded";
  const retryAfterMs = facts.retryAfterMs ?? (passes ? retryAfterIn(message) : undefined);
  const unsupported = unsupportedIn(wire);
  return new ProviderError(kind, message, { ...facts, status, providerCode, unsupported, retryAfterMs });
}

/** The parameter that an error object of OpenAI's form says is not supported; undefined for every other error. */
export function unsupportedIn({ code, param }: JsonObject): string | undefined {
  return UNSUPPORTED.has(toText(code)) ? toName(param) : undefined;
}

const UNSUPPORTED: ReadonlySet<string> = new Set([
  "unsupported_value",
  "unsupported_parameter",
  "unknown_parameter",
]);

// Of FastAPI's checks only what they say: they repeat the input, which is the user's, and may read like a refusal.
function toSaid(value: Json | undefined): string | undefined {
  if (typeof value !== "object" || value === null) return toName(value);
  const checks = toObjects(isJsonObject(value) ? value.detail : value).flatMap(({ loc, msg }) => {
    const place = Array.isArray(loc) ? `${loc.join(".")}: ` : "";
    return toText(msg) === "" ? [] : [place + toText(msg)];
  });
  return checks.length === 0 ? JSON.stringify(value) : checks.join("; ");
}

function toStatus(code: string | undefined): number[] {
  return code !== undefined && /^[45]\d\d$/.test(code) ? [Number(code)] : [];
}

function classify(status: number | undefined, words: readonly string[], message: string): ModelErrorCode {
  // Groq: "Request too large ... on tokens per minute". It stays too large however long one waits.
  if (status === 413 && words.includes("rate_limit_exceeded")) return "model_context_length";
  for (const word of words) {
    const code = BY_WORD.get(word);
    if (code) return code;
  }
  const text = BY_TEXT.find(([pattern]) => pattern.test(message));
  if (text && (status === undefined || (status >= 400 && status < 500))) return text[1];
  if (status !== undefined) return byStatus(status);
  return words.includes("invalid_request_error") ? "model_invalid_request" : "model_server";
}

// Words of `code` and `type`. Sources: the API's error guide, recorded bodies, users' reports.
const BY_WORD: ReadonlyMap<string, ModelErrorCode> = new Map([
  ["insufficient_quota", "model_quota"],
  ["billing_hard_limit_reached", "model_quota"],
  ["billing_not_active", "model_quota"],
  ["credit_balance_exhausted", "model_quota"],
  ["billing_error", "model_quota"],
  ["enforced_spend_limit_reached", "model_quota"],
  ["contract_spend_limit_reached", "model_quota"],
  ["linked_organization_spend_limit_reached", "model_quota"],
  ["linked_organization_billing_unavailable", "model_quota"],
  ["spend_limit_reached", "model_quota"],
  ["invalid_api_key", "model_auth"],
  ["authentication_error", "model_auth"],
  ["permission_denied", "model_auth"],
  ["permission_error", "model_auth"],
  ["rate_limit_exceeded", "model_rate_limit"],
  ["rate_limit_error", "model_rate_limit"],
  ["context_length_exceeded", "model_context_length"],
  ["exceed_context_size_error", "model_context_length"],
  ["request_too_large", "model_context_length"],
  ["content_filter", "model_content_filter"],
  ["content_policy_violation", "model_content_filter"],
  ["overloaded", "model_overloaded"],
  ["overloaded_error", "model_overloaded"],
  ["server_is_overloaded", "model_overloaded"],
  ["engine_overloaded", "model_overloaded"],
  ["slow_down", "model_overloaded"],
  // Mistral, with 429: it has no room, whoever asks (litellm#25078).
  ["service_tier_capacity_exceeded", "model_overloaded"],
  ["timeout_error", "model_timeout"],
  ["server_error", "model_server"],
  ["internal_server_error", "model_server"],
  ["invalid_prompt", "model_content_filter"],
  // Google: the names of google.rpc.Code, and a reason of ErrorInfo.
  ["RESOURCE_EXHAUSTED", "model_rate_limit"],
  ["UNAVAILABLE", "model_overloaded"],
  ["DEADLINE_EXCEEDED", "model_timeout"],
  ["UNAUTHENTICATED", "model_auth"],
  ["PERMISSION_DENIED", "model_auth"],
  ["API_KEY_INVALID", "model_auth"],
  ["INTERNAL", "model_server"],
  // Bedrock; its other exceptions are what their status says.
  ["ModelNotReadyException", "model_overloaded"],
  ["ServiceQuotaExceededException", "model_quota"],
]);

const BY_TEXT: readonly (readonly [RegExp, ModelErrorCode])[] = [
  [
    /exceeded your current quota|insufficient (?:balance|credits)|credit balance is too low|billing hard limit/i,
    "model_quota",
  ],
  // Bedrock: "Too many tokens per day, please wait before trying again."
  [/too many tokens per day/i, "model_quota"],
  // xAI's 403 and 429, and its 400.
  [/have any credits|used all available credits/i, "model_quota"],
  // Cohere's trial keys: "limited to 1000 API calls / month". Those per minute are a rate.
  [/limited to \d+ API calls \/ month/i, "model_quota"],
  // Ollama's cloud (continue#11444), and the free neurons of Workers AI.
  [/reached your \w+ usage limit|used up your daily free allocation/i, "model_quota"],
  [/incorrect API key/i, "model_auth"],
  [
    /maximum context length|context (?:window|length)[^.]{0,40}exceed|exceeds? the (?:model's )?context|prompt is too long|input token count[^.]{0,40}exceeds/i,
    "model_context_length",
  ],
  // Bedrock: "Input is too long for requested model." Claude: "input length and `max_tokens` exceed context limit".
  [/input is too long|exceed context limit/i, "model_context_length"],
  // Cohere, Ollama (llm/llama_server.go), and Workers AI.
  [/too many tokens: (?!max tokens)/i, "model_context_length"],
  [/longer than the context length|exceeded this model context window/i, "model_context_length"],
  // Cohere, 422: the model, not the request, went wrong (haystack-core-integrations#1693).
  [/no valid tool call or response generated/i, "model_server"],
  // Groq parses and checks calls itself (tool_use_failed): another sample may pass. Its text is not mended into a call,
  // since what the server refused may name another tool or lack half of its arguments.
  [
    /failed to call a function|tool call validation failed|attempted to call tool|model did not call a tool/i,
    "model_protocol",
  ],
];

function byStatus(status: number): ModelErrorCode {
  switch (status) {
    case 401:
    case 403:
      return "model_auth";
    case 402:
      return "model_quota";
    case 408:
    case 504:
      return "model_timeout";
    case 429:
      return "model_rate_limit";
    case 503:
    case 529:
      return "model_overloaded";
    default:
      return status >= 500 ? "model_server" : "model_invalid_request";
  }
}

/** The text without secrets. What a provider masked itself (`sk-ab****yz`) stays readable. */
function redact(text: string, secrets: readonly string[]): string {
  let safe = text;
  for (const secret of secrets) if (secret !== "") safe = safe.replaceAll(secret, "[redacted]");
  return safe.replace(/\b(Bearer\s+)[^\s"',]+/gi, "$1[redacted]").replace(
    /\bsk-[A-Za-z0-9_-]{20,}/g,
    "[redacted]",
  );
}
