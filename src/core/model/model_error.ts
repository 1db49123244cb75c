// ModelError: the failure of one model request, with typed fields for the facts on which the runtime bases its decisions.

import type { Lack } from "./capability.ts";
import { AgentError, type ErrorCode } from "../error.ts";
import type { Usage } from "../usage.ts";

/** The error codes of a model request; {@link ERROR_CODES} has the status and the title of each. */
export type ModelErrorCode = Extract<ErrorCode, `model_${string}`>;

/** The kind of a refusal of which only the HTTP status is known; one without a status is a failure of the server. */
export function toModelErrorCode(status: number | undefined): ModelErrorCode {
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
      return status === undefined || status >= 500 && status !== 501
        ? "model_server"
        : "model_invalid_request";
  }
}

/** How far a request has come: `connect` until the headers of the response are there, `stream` from then on. */
export type ModelPhase = "connect" | "stream";

/** What is known of a failed model request. Every field may be left out. */
export interface ModelErrorOptions {
  readonly cause?: unknown;
  /** Milliseconds to wait before the next request, as the provider states them. */
  readonly retryAfterMs?: number;
  /** The name of the provider. */
  readonly provider?: string;
  /** HTTP status of the response. */
  readonly status?: number;
  /** The provider's own `code` or `type`. */
  readonly providerCode?: string;
  /** The id under which the provider logs the request. */
  readonly requestId?: string;
  /** `connect` by default. */
  readonly phase?: ModelPhase;
  /** True when an event other than a warning came before the failure; false by default. */
  readonly afterOutput?: boolean;
  /** False when the provider forbids to send the request again; true by default. */
  readonly mayRetry?: boolean;
  /** The features that the refusal names as missing; none by default. */
  readonly lacks?: readonly Lack[];
  /** The model refuses the thinking that earlier answers have in the request; false by default. */
  readonly refusesThinking?: boolean;
}

/**
 * What {@link Provider.stream} throws when the provider or the network fails. `details` repeats the fields for
 * problem+json and for logs; programs read the fields.
 *
 * @example
 * ```ts
 * import { ModelError } from "./model_error.ts";
 * import assert from "node:assert/strict";
 *
 * const error = new ModelError("model_invalid_request", "openai/gpt-5 (HTTP 400): Unsupported parameter.", {
 *   provider: "openai",
 *   status: 400,
 *   lacks: ["temperature"],
 * });
 * assert.deepEqual([error.lacks, error.afterOutput, error.details.lacks], [["temperature"], false, "temperature"]);
 * ```
 */
export class ModelError extends AgentError {
  readonly provider: string | undefined;
  /** The status of the provider's response; `status` is that of Treadle's own. */
  readonly providerStatus: number | undefined;
  readonly providerCode: string | undefined;
  readonly requestId: string | undefined;
  readonly phase: ModelPhase;
  readonly afterOutput: boolean;
  readonly mayRetry: boolean;
  readonly lacks: readonly Lack[];
  readonly refusesThinking: boolean;
  /** Of the answers to the same request that broke off before it and were tried again; set by what tries again. */
  spent?: Usage;

  constructor(code: ModelErrorCode, message: string, options: ModelErrorOptions = {}) {
    const { provider, status, providerCode, requestId, phase = "connect", afterOutput = false } = options;
    const { mayRetry = true, lacks = [], refusesThinking = false, cause, retryAfterMs } = options;
    super(code, message, {
      cause,
      retryAfterMs,
      details: {
        provider,
        status: status ?? null,
        providerCode: providerCode ?? null,
        requestId: requestId ?? null,
        afterOutput,
        phase,
        shouldRetry: mayRetry ? undefined : false,
        lacks: lacks.length === 0 ? undefined : lacks.join(" "),
        refusesThinking: refusesThinking || undefined,
      },
    });
    this.provider = provider;
    this.providerStatus = status;
    this.providerCode = providerCode;
    this.requestId = requestId;
    this.phase = phase;
    this.afterOutput = afterOutput;
    this.mayRetry = mayRetry;
    this.lacks = lacks;
    this.refusesThinking = refusesThinking;
  }
}
