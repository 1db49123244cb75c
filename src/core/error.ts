// AgentError and the one table of error codes: what HTTP status each has and whether trying again can help.

interface CodeFacts {
  readonly status: number;
  readonly retryable: boolean;
  /** The `title` of the problem+json answer: the same for every occurrence of the code (RFC 9457 section 3.1.3). */
  readonly title: string;
}

/** Each code with its status and title, and `true` where it is retryable. */
const CODES = {
  // The request itself.
  invalid_json: [400, "The body is not JSON"],
  body_incomplete: [400, "The body ended early", true],
  invalid_path: [400, "The path holds an illegal name"],
  invalid_header: [400, "A header is malformed"],
  host_refused: [421, "The deployment is not served by this name"],
  unauthorized: [401, "The credentials are missing or wrong"],
  token_invalid: [401, "The token is not one of this deployment"],
  token_expired: [401, "The token is no longer good"],
  tokens_not_configured: [503, "The deployment has no key for tokens"],
  rate_limited: [429, "Too many requests", true],
  forbidden: [403, "The caller may not do this"],
  cross_site_request: [403, "A page of another site may not do this"],
  not_found: [404, "No such route"],
  method_not_allowed: [405, "The route does not take this method"],
  not_acceptable: [406, "No representation that the client accepts"],
  body_timeout: [408, "The body did not arrive in time", true],
  body_too_large: [413, "The body is too large"],
  unsupported_media_type: [415, "The body must be application/json"],
  invalid_request: [422, "The request does not fit its schema"],
  // Its subject.
  agent_unknown: [404, "No such agent"],
  schedule_unknown: [404, "No such schedule"],
  catalogue_unknown: [404, "No such catalogue"],
  catalogue_version_unknown: [404, "The catalogue has no such version"],
  catalogue_tool_unknown: [404, "The catalogue has no such tool"],
  catalogue_conflict: [409, "The catalogue has moved on"],
  catalogue_refused: [422, "The catalogue does not take the change"],
  evaluation_unknown: [404, "No such evaluation"],
  key_unknown: [404, "No such stored key"],
  policy_unknown: [404, "No such policy"],
  policy_invalid: [422, "A policy contradicts itself, or does not fit its agent"],
  provider_unknown: [404, "No such provider"],
  agent_mismatch: [409, "The thread belongs to another agent"],
  tool_unknown: [422, "No such tool"],
  model_not_allowed: [422, "The agent does not offer this model"],
  tools_missing: [422, "A tool choice needs tools"],
  choice_unsupported: [422, "The model cannot be held to the tool choice"],
  call_unknown: [422, "No such outstanding call"],
  result_refused: [422, "The call takes no result from the caller"],
  result_given: [409, "The call has its result"],
  call_expired: [409, "The time for a result is over"],
  plan_invalid: [422, "The plan of phases is wrong"],
  thread_unknown: [404, "No such thread"],
  event_unknown: [422, "The thread has no such event"],
  media_unknown: [404, "The thread has no such medium"],
  thread_exists: [409, "The thread exists already"],
  key_exists: [409, "A key with this name exists already"],
  // The thread's state.
  thread_busy: [409, "A step is in progress", true],
  inbox_full: [429, "Too many inputs are waiting", true],
  version_conflict: [409, "The thread has moved on"],
  pin_refused: [409, "The entry cannot be pinned"],
  version_unknown: [422, "The thread has no such version"],
  nothing_to_do: [409, "The thread waits for an input"],
  approval_required: [409, "A call waits for approval"],
  approval_decided: [409, "The approval was answered before"],
  approval_expired: [409, "The time to answer is over"],
  approval_mismatch: [409, "The approval is for other arguments"],
  link_invalid: [403, "The link is not one of this deployment"],
  link_expired: [410, "The link is no longer good"],
  webhook_unverified: [401, "The delivery is not verified"],
  links_not_configured: [503, "The deployment has no key for links"],
  approval_edit_refused: [422, "The call takes no other arguments"],
  agent_paused: [503, "The agent is paused", true],
  not_yet: [503, "The thread rests until a given time", true],
  budget_exhausted: [402, "A budget is used up"],
  budget_reserved: [429, "Running steps hold what is left of a budget", true],
  media_budget: [429, "The tenant stores no more media on this day", true],
  price_unknown: [422, "A budget in dollars needs the price of the model"],
  user_mismatch: [409, "The thread belongs to another user"],
  loop_detected: [422, "The model goes on with calls that are refused"],
  step_fenced: [409, "Another step took over", true],
  step_refused: [403, "A plugin refuses the step"],
  step_cancelled: [409, "The step was cancelled"],
  idempotency_mismatch: [422, "The idempotency key was used for another body"],
  idempotency_in_flight: [409, "The request with this key is still running", true],
  schema_unsupported: [503, "A newer Treadle has written what is stored"],
  plugin_failed: [500, "A plugin of the deployment failed"],
  plugin_missing: [503, "The thread needs a plugin that is missing"],
  // Tools.
  tool_failed: [502, "A tool failed and the agent stops on failures"],
  tool_blocked: [403, "A tool was blocked and the agent stops on blocks"],
  authorization_required: [409, "The user has to authorize a server of the agent's tools"],
  authorization_failed: [422, "A server was not authorized"],
  tools_unavailable: [503, "A server of the agent's tools cannot be reached", true],
  // Models.
  model_auth: [502, "The provider refused the credentials"],
  model_rate_limit: [503, "The provider limits the rate", true],
  model_quota: [502, "The provider account has no quota left"],
  model_overloaded: [503, "The provider is overloaded", true],
  model_invalid_request: [502, "The provider refused the request"],
  model_context_length: [422, "The prompt exceeds the model's context"],
  model_content_filter: [422, "The provider filtered the content"],
  model_timeout: [504, "The model did not answer in time", true],
  model_network: [502, "The provider cannot be reached", true],
  model_protocol: [502, "The provider broke its own protocol", true],
  model_answer_invalid: [502, "The model gave no usable answer", true],
  model_server: [502, "The provider failed", true],
  // Addresses that others name.
  outbound_refused: [422, "An address may not be requested"],
  outbound_timeout: [504, "An address did not respond in time", true],
  outbound_failed: [502, "An address cannot be reached", true],
  outbound_too_large: [502, "The response of an address is too large"],
  endpoint_unknown: [404, "No such webhook endpoint"],
  key_limit: [409, "The tenant has as many stored keys as it may"],
  endpoint_limit: [409, "The tenant has as many webhook endpoints as it may"],
  delivery_unknown: [404, "No such delivery"],
  // The deployment.
  secrets_not_configured: [503, "The deployment has no key for secrets"],
  agent_invalid: [500, "An agent definition is wrong"],
  config_invalid: [500, "The configuration is wrong"],
  not_configured: [503, "The deployment has no API keys"],
  server_busy: [503, "The server runs as many steps as it may", true],
  request_differs: [500, "A request is not what its log gives"],
  step_deadline: [504, "The step ran out of time", true],
  store_unavailable: [503, "The store cannot be reached", true],
  store_full: [503, "The store has no room left", true],
  store_failed: [500, "The store refused or answered out of shape"],
  store_corrupt: [500, "What is stored cannot be read"],
  waker_unavailable: [503, "The wake-up was not accepted", true],
  internal: [500, "Treadle failed"],
} as const satisfies Record<string, readonly [status: number, title: string, retryable?: true]>;

/** Every code that Treadle throws or answers. A pin: codes are public. */
export const ERROR_CODES = toFacts(CODES);

function toFacts<Code extends string>(
  codes: Readonly<Record<Code, readonly [number, string, true?]>>,
): Readonly<Record<Code, CodeFacts>>;
function toFacts(
  codes: Readonly<Record<string, readonly [number, string, true?]>>,
): Readonly<Record<string, CodeFacts>> {
  return Object.fromEntries(
    Object.entries(codes).map((
      [code, [status, title, retryable = false]],
    ) => [code, { status, retryable, title }]),
  );
}

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
 * `schema`: a JSON Schema of an answer that is not accepted.
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
 * the innermost four places of its stack (`frames`), without those of packages and of the runtime where it has others. The message of a cause is left
 * out, because it may quote a prompt, a tool's output or a key.
 */
export function failureFields(thrown: unknown): Record<string, string> {
  const { code, message, cause } = toAgentError(thrown);
  return { code, detail: message.slice(0, DETAIL_LIMIT), ...causeFields(cause) };
}

/** A frame of this program: not of the runtime, and not of a package other than Treadle, also in the cache of Deno. */
const OWN_FRAME = /^ +at (?!.*((node_modules|npm\/[^/]+)\/(?!@treadle)|(ext|node):)).*/gm;

/** The class of what was thrown, and its frames as {@link failureFields} has them; nothing of what is no Error. */
export function causeFields(cause: unknown): Record<string, string> {
  if (!(cause instanceof Error)) return {};
  const { name, stack = "" } = cause;
  const frames = stack.match(OWN_FRAME) ?? stack.match(/^ +at .*/gm) ?? [];
  return { cause: name, frames: frames.slice(0, 4).map((line) => line.trim()).join(" < ") };
}

/** True when a signal aborted because the step was cancelled: its reason is an AgentError `step_cancelled`. */
export function isCancelled({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof AgentError && reason.code === "step_cancelled";
}

/** The `default` arm of an exhaustive switch: a compile error when an arm is missing. */
export function unreachable(value: never): never {
  throw new AgentError("internal", `Unexpected variant: ${JSON.stringify(value)}`);
}
