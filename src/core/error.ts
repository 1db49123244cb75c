// AgentError and the one table of error codes: what HTTP status each has and whether trying again can help.

interface CodeFacts {
  readonly status: number;
  readonly retryable: boolean;
  /** The `title` of the problem+json answer: the same for every occurrence of the code (RFC 9457 section 3.1.3). */
  readonly title: string;
}

/** Every code that Treadle throws or answers, with its HTTP status. A pin: codes are public. */
export const ERROR_CODES = {
  // The request itself.
  invalid_json: { status: 400, retryable: false, title: "The body is not JSON" },
  body_incomplete: { status: 400, retryable: true, title: "The body ended early" },
  invalid_path: { status: 400, retryable: false, title: "The path holds an illegal name" },
  invalid_header: { status: 400, retryable: false, title: "A header is malformed" },
  host_refused: { status: 421, retryable: false, title: "The deployment is not served by this name" },
  unauthorized: { status: 401, retryable: false, title: "The credentials are missing or wrong" },
  token_invalid: { status: 401, retryable: false, title: "The token is not one of this deployment" },
  token_expired: { status: 401, retryable: false, title: "The token is no longer good" },
  tokens_not_configured: { status: 503, retryable: false, title: "The deployment has no key for tokens" },
  rate_limited: { status: 429, retryable: true, title: "Too many requests" },
  forbidden: { status: 403, retryable: false, title: "The caller may not do this" },
  cross_site_request: { status: 403, retryable: false, title: "A page of another site may not do this" },
  not_found: { status: 404, retryable: false, title: "No such route" },
  method_not_allowed: { status: 405, retryable: false, title: "The route does not take this method" },
  not_acceptable: { status: 406, retryable: false, title: "No representation that the client accepts" },
  body_timeout: { status: 408, retryable: true, title: "The body did not arrive in time" },
  body_too_large: { status: 413, retryable: false, title: "The body is too large" },
  unsupported_media_type: { status: 415, retryable: false, title: "The body must be application/json" },
  invalid_request: { status: 422, retryable: false, title: "The request does not fit its schema" },
  // Its subject.
  agent_unknown: { status: 404, retryable: false, title: "No such agent" },
  schedule_unknown: { status: 404, retryable: false, title: "No such schedule" },
  catalogue_unknown: { status: 404, retryable: false, title: "No such catalogue" },
  catalogue_version_unknown: { status: 404, retryable: false, title: "The catalogue has no such version" },
  catalogue_tool_unknown: { status: 404, retryable: false, title: "The catalogue has no such tool" },
  catalogue_conflict: { status: 409, retryable: false, title: "The catalogue has moved on" },
  catalogue_refused: { status: 422, retryable: false, title: "The catalogue does not take the change" },
  evaluation_unknown: { status: 404, retryable: false, title: "No such evaluation" },
  policy_unknown: { status: 404, retryable: false, title: "No such policy" },
  policy_invalid: {
    status: 422,
    retryable: false,
    title: "A policy contradicts itself, or does not fit its agent",
  },
  provider_unknown: { status: 404, retryable: false, title: "No such provider" },
  agent_mismatch: { status: 409, retryable: false, title: "The thread belongs to another agent" },
  tool_unknown: { status: 422, retryable: false, title: "No such tool" },
  model_not_allowed: { status: 422, retryable: false, title: "The agent does not offer this model" },
  tools_missing: { status: 422, retryable: false, title: "A tool choice needs tools" },
  choice_unsupported: { status: 422, retryable: false, title: "The model cannot be held to the tool choice" },
  call_unknown: { status: 422, retryable: false, title: "No such outstanding call" },
  result_refused: { status: 422, retryable: false, title: "The call takes no result from the caller" },
  result_given: { status: 409, retryable: false, title: "The call has its result" },
  call_expired: { status: 409, retryable: false, title: "The time for a result is over" },
  plan_invalid: { status: 422, retryable: false, title: "The plan of phases is wrong" },
  thread_unknown: { status: 404, retryable: false, title: "No such thread" },
  event_unknown: { status: 422, retryable: false, title: "The thread has no such event" },
  media_unknown: { status: 404, retryable: false, title: "The thread has no such medium" },
  thread_exists: { status: 409, retryable: false, title: "The thread exists already" },
  // The thread's state.
  thread_busy: { status: 409, retryable: true, title: "A step is in progress" },
  inbox_full: { status: 429, retryable: true, title: "Too many inputs are waiting" },
  version_conflict: { status: 409, retryable: false, title: "The thread has moved on" },
  pin_refused: { status: 409, retryable: false, title: "The entry cannot be pinned" },
  version_unknown: { status: 422, retryable: false, title: "The thread has no such version" },
  nothing_to_do: { status: 409, retryable: false, title: "The thread waits for an input" },
  approval_required: { status: 409, retryable: false, title: "A call waits for approval" },
  approval_decided: { status: 409, retryable: false, title: "The approval was answered before" },
  approval_expired: { status: 409, retryable: false, title: "The time to answer is over" },
  approval_mismatch: { status: 409, retryable: false, title: "The approval is for other arguments" },
  link_invalid: { status: 403, retryable: false, title: "The link is not one of this deployment" },
  link_expired: { status: 410, retryable: false, title: "The link is no longer good" },
  webhook_unverified: { status: 401, retryable: false, title: "The delivery is not verified" },
  links_not_configured: { status: 503, retryable: false, title: "The deployment has no key for links" },
  approval_edit_refused: { status: 422, retryable: false, title: "The call takes no other arguments" },
  not_yet: { status: 503, retryable: true, title: "The thread rests until a given time" },
  budget_exhausted: { status: 402, retryable: false, title: "A budget is used up" },
  budget_reserved: { status: 429, retryable: true, title: "Running steps hold what is left of a budget" },
  media_budget: { status: 429, retryable: true, title: "The tenant stores no more media on this day" },
  price_unknown: { status: 422, retryable: false, title: "A budget in dollars needs the price of the model" },
  user_mismatch: { status: 409, retryable: false, title: "The thread belongs to another user" },
  loop_detected: {
    status: 422,
    retryable: false,
    title: "The model goes on with calls that are refused",
  },
  step_fenced: { status: 409, retryable: true, title: "Another step took over" },
  step_refused: { status: 403, retryable: false, title: "A plugin refuses the step" },
  step_cancelled: { status: 409, retryable: false, title: "The step was cancelled" },
  idempotency_mismatch: {
    status: 422,
    retryable: false,
    title: "The idempotency key was used for another body",
  },
  idempotency_in_flight: {
    status: 409,
    retryable: true,
    title: "The request with this key is still running",
  },
  schema_unsupported: { status: 503, retryable: false, title: "A newer Treadle has written what is stored" },
  plugin_failed: { status: 500, retryable: false, title: "A plugin of the deployment failed" },
  plugin_missing: { status: 503, retryable: false, title: "The thread needs a plugin that is missing" },
  // Tools.
  tool_failed: { status: 502, retryable: false, title: "A tool failed and the agent stops on failures" },
  tool_blocked: { status: 403, retryable: false, title: "A tool was blocked and the agent stops on blocks" },
  authorization_required: {
    status: 409,
    retryable: false,
    title: "The user has to authorize a server of the agent's tools",
  },
  authorization_failed: { status: 422, retryable: false, title: "A server was not authorized" },
  tools_unavailable: {
    status: 503,
    retryable: true,
    title: "A server of the agent's tools cannot be reached",
  },
  // Models.
  model_auth: { status: 502, retryable: false, title: "The provider refused the credentials" },
  model_rate_limit: { status: 503, retryable: true, title: "The provider limits the rate" },
  model_quota: { status: 502, retryable: false, title: "The provider account has no quota left" },
  model_overloaded: { status: 503, retryable: true, title: "The provider is overloaded" },
  model_invalid_request: { status: 502, retryable: false, title: "The provider refused the request" },
  model_context_length: { status: 422, retryable: false, title: "The prompt exceeds the model's context" },
  model_content_filter: { status: 422, retryable: false, title: "The provider filtered the content" },
  model_timeout: { status: 504, retryable: true, title: "The model did not answer in time" },
  model_network: { status: 502, retryable: true, title: "The provider cannot be reached" },
  model_protocol: { status: 502, retryable: true, title: "The provider broke its own protocol" },
  model_answer_invalid: { status: 502, retryable: true, title: "The model gave no usable answer" },
  model_server: { status: 502, retryable: true, title: "The provider failed" },
  // Addresses that others name.
  outbound_refused: { status: 422, retryable: false, title: "An address may not be requested" },
  outbound_timeout: { status: 504, retryable: true, title: "An address did not respond in time" },
  outbound_failed: { status: 502, retryable: true, title: "An address cannot be reached" },
  outbound_too_large: { status: 502, retryable: false, title: "The response of an address is too large" },
  endpoint_unknown: { status: 404, retryable: false, title: "No such webhook endpoint" },
  endpoint_limit: {
    status: 409,
    retryable: false,
    title: "The tenant has as many webhook endpoints as it may",
  },
  delivery_unknown: { status: 404, retryable: false, title: "No such delivery" },
  // The deployment.
  secrets_not_configured: { status: 503, retryable: false, title: "The deployment has no key for secrets" },
  agent_invalid: { status: 500, retryable: false, title: "An agent definition is wrong" },
  config_invalid: { status: 500, retryable: false, title: "The configuration is wrong" },
  not_configured: { status: 503, retryable: false, title: "The deployment has no API keys" },
  server_busy: { status: 503, retryable: true, title: "The server runs as many steps as it may" },
  request_differs: { status: 500, retryable: false, title: "A request is not what its log gives" },
  step_deadline: { status: 504, retryable: true, title: "The step ran out of time" },
  store_unavailable: { status: 503, retryable: true, title: "The store cannot be reached" },
  store_full: { status: 503, retryable: true, title: "The store has no room left" },
  store_failed: { status: 500, retryable: false, title: "The store refused or answered out of shape" },
  store_corrupt: { status: 500, retryable: false, title: "What is stored cannot be read" },
  waker_unavailable: { status: 503, retryable: true, title: "The wake-up was not accepted" },
  internal: { status: 500, retryable: false, title: "Treadle failed" },
} as const satisfies Record<string, CodeFacts>;

/** A code of {@link ERROR_CODES}. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** One wrong place in a request: a JSON Pointer (RFC 6901) and what is wrong there. */
export interface Problem {
  readonly pointer: string;
  readonly detail: string;
  /** For APIs that have a code for each kind; it is in no answer of Treadle's own. */
  readonly kind?: ProblemKind;
}

/**
 * What is wrong with a value. `below` and `above` are of numbers, `short` and `long` of texts, `empty`, `few` and `many` of lists.
 * `unsupported`: a key that means something that is not done here. `gone`: it names a response that is not there.
 * `schema`: a JSON Schema of an answer that is not taken.
 */
export type ProblemKind =
  | ("missing" | "type" | "value" | "unknown" | "unsupported" | "gone" | "schema")
  | ("below" | "above" | "short" | "long" | "empty" | "few" | "many");

/** The optional parts of an {@link AgentError}. */
export interface AgentErrorOptions {
  readonly cause?: unknown;
  /** Milliseconds after which trying again makes sense. */
  readonly retryAfterMs?: number;
  /** The wrong places of a request, one each. */
  readonly problems?: readonly Problem[];
  /** Facts for programs: ids, names, provider codes. No secrets and no prompts. One that is undefined is left out. */
  readonly details?: Readonly<Record<string, string | number | boolean | null | undefined>>;
}

/**
 * The error that Treadle throws. Its message is a sentence: what happened, to what, and what to do.
 *
 * @example
 * ```ts
 * import { AgentError } from "./error.ts";
 * import assert from "node:assert/strict";
 *
 * const error = new AgentError("thread_busy", "Thread t1 has a step in progress; retry after 800 ms.", { retryAfterMs: 800 });
 * assert.equal(error.status, 409);
 * assert.equal(error.retryable, true);
 * ```
 */
export class AgentError extends Error {
  override readonly name: string = "AgentError";
  readonly code: ErrorCode;
  readonly retryAfterMs: number | undefined;
  readonly problems: readonly Problem[];
  readonly details: Readonly<Record<string, string | number | boolean | null>>;

  constructor(code: ErrorCode, message: string, options: AgentErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryAfterMs = options.retryAfterMs;
    this.problems = options.problems ?? [];
    this.details = toDetails(options.details ?? {});
  }

  /** HTTP status of the code. */
  get status(): number {
    return ERROR_CODES[this.code].status;
  }

  /** True when the same request may succeed later. */
  get retryable(): boolean {
    return ERROR_CODES[this.code].retryable;
  }
}

function toDetails(details: NonNullable<AgentErrorOptions["details"]>): AgentError["details"] {
  return Object.fromEntries(
    Object.entries(details).flatMap(([name, value]) => value === undefined ? [] : [[name, value]]),
  );
}

/** Any thrown value as an AgentError; every other error becomes `internal`, with the cause kept for the log. */
export function toAgentError(thrown: unknown): AgentError {
  if (thrown instanceof AgentError) return thrown;
  return new AgentError("internal", "Treadle failed on an unexpected error; the log has the cause.", {
    cause: thrown,
  });
}

/** Most characters of a detail in a log line. */
const DETAIL_LIMIT = 500;

/**
 * The fields of a log line about a failure: `code` and `detail` of the error, and for a cause its class (`cause`) and
 * the innermost four places of its stack (`frames`). The message of a cause is left out, because it may quote a
 * prompt, a tool's output or a key.
 */
export function failureFields(thrown: unknown): Record<string, string> {
  const { code, message, cause } = toAgentError(thrown);
  return { code, detail: message.slice(0, DETAIL_LIMIT), ...causeFields(cause) };
}

function causeFields(cause: unknown): Record<string, string> {
  if (!(cause instanceof Error)) return {};
  const frames = (cause.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line)).slice(0, 4);
  return { cause: cause.name, frames: frames.map((line) => line.trim()).join(" < ") };
}

/** True when a signal aborted because the step was cancelled: its reason is an AgentError `step_cancelled`. */
export function isCancelled({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof AgentError && reason.code === "step_cancelled";
}

/** The `default` arm of an exhaustive switch: a compile error when an arm is missing. */
export function unreachable(value: never): never {
  throw new AgentError("internal", `Unexpected variant: ${JSON.stringify(value)}`);
}
