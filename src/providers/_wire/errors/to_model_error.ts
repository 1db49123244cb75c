// A ProviderError as the ModelError that leaves the provider: without secrets, with the provider's text cut.

import type { Lack } from "../../../core/model/capability.ts";
import { ModelError, type ModelErrorCode, type ModelPhase } from "../../../core/model/model_error.ts";
import { MAX_CODE_CHARS, MAX_ERROR_CHARS, MAX_RETRY_AFTER_MS } from "../limits.ts";
import type { ProviderError } from "./provider_error.ts";

/** The request that failed, and how far it had come. */
export interface FailureContext {
  readonly provider: string;
  readonly model: string;
  readonly phase: ModelPhase;
  readonly afterOutput: boolean;
  /** Of the response's headers. */
  readonly requestId: string | undefined;
  /** Of the URL; undefined where it is not known. */
  readonly host?: string | undefined;
  /** Never repeated in a message. */
  readonly secrets: readonly string[];
  /** The features that the refusal names as missing; none by default. */
  readonly lacks?: readonly Lack[];
  /** See {@link ModelError.refusesThinking}. */
  readonly refusesThinking?: boolean;
}

/**
 * The error with its context; the message is `provider/model (HTTP status, code): text`, and advice for some codes; of `model_network` the
 * host.
 */
export function toModelError(error: ProviderError, context: FailureContext): ModelError {
  const { provider, model, phase, afterOutput, secrets, lacks, refusesThinking, host } = context;
  const { status, requestId, retryAfterMs, shouldRetry, cause } = error.facts;
  const clean = (text: string, chars: number) => redact(text, secrets).slice(0, chars).toWellFormed();
  const providerCode = clean(error.facts.providerCode ?? "", MAX_CODE_CHARS) || undefined;
  const facts = [status === undefined ? undefined : `HTTP ${status}`, providerCode].filter((fact) => fact);
  const source = `${provider}/${model}${facts.length === 0 ? "" : ` (${facts.join(", ")})`}`;
  const where = error.code === "model_network" && host !== undefined
    ? ` The host is ${clean(host, 255)}.`
    : "";
  return new ModelError(
    error.code,
    `${source}: ${clean(error.message, MAX_ERROR_CHARS)}${ADVICE[error.code] ?? ""}${where}`,
    {
      cause,
      retryAfterMs: retryAfterMs === undefined ? undefined : Math.min(retryAfterMs, MAX_RETRY_AFTER_MS),
      provider,
      status,
      providerCode,
      requestId: requestId ?? context.requestId,
      phase,
      afterOutput,
      mayRetry: shouldRetry,
      lacks,
      refusesThinking,
    },
  );
}

const ADVICE: Partial<Record<ModelErrorCode, string>> = {
  model_auth: " Check the provider's API key.",
  model_quota: " Check the plan and the billing of the provider account.",
  model_context_length: " Shorten the history or compact it sooner.",
};

/** The text without secrets. What a provider has masked itself (`sk-ab****yz`) stays readable. */
function redact(text: string, secrets: readonly string[]): string {
  let safe = text;
  for (const secret of secrets) if (secret !== "") safe = safe.replaceAll(secret, "[redacted]");
  return safe.replace(/\b(Bearer\s+)[^\s"',]+/gi, "$1[redacted]").replace(
    /\bsk-[A-Za-z0-9_-]{20,}/g,
    "[redacted]",
  );
}
