// Errors as OpenAI's API writes them, on the paths of that API: its clients read `error` of the body, and not problem+json.

import { type AgentError, ERROR_CODES, type ErrorCode, type ProblemKind } from "../../core/error.ts";
import type { JsonObject } from "../../core/json.ts";

/** What the error of a request and that of a failed step have in common. */
export type Failure =
  & Pick<AgentError, "code" | "message" | "retryable">
  & Partial<Pick<AgentError, "status" | "problems" | "retryAfterMs">>;

/** The response of an error on a path of OpenAI's API, which is below the base path; undefined for every other path. */
export function formatOpenAIError(path: string, error: AgentError): Response | undefined {
  return OPENAI_PATH.test(path) ? openaiErrorResponse(error) : undefined;
}

const OPENAI_PATH = /^\/v1\/(?:chat\/completions|responses|models)(?:\/|$)/;

/** `{error: {message, type, param, code}}`. */
export function openaiErrorBody(failure: Failure): JsonObject {
  const { message, problems: [problem] = [] } = failure;
  const { type, code, param } = resolveFacts(failure);
  const where = problem === undefined ? null : toParam(problem.pointer);
  const detail = problem === undefined || message.includes(problem.detail)
    ? ""
    : ` ${where ?? ""} ${problem.detail}`;
  const kind = problem?.kind;
  const text = detail === "" ? message : `${message.replace(/\.$/, "")}:${detail}`;
  const ofPlace = failure.code === "invalid_request" && kind !== undefined ? CODES[kind] : code;
  return { error: { message: text, type, param: param ?? where, code: ofPlace } };
}

/** OpenAI's codes of wrong parameters. Those of numbers, texts and lists are as its API was seen to answer; it documents no list. */
const CODES: Readonly<Record<ProblemKind, string>> = {
  missing: "missing_required_parameter",
  type: "invalid_type",
  value: "invalid_value",
  unknown: "unknown_parameter",
  unsupported: "unsupported_parameter",
  gone: "previous_response_not_found",
  schema: "invalid_json_schema",
  below: "integer_below_min_value",
  above: "integer_above_max_value",
  short: "string_below_min_length",
  long: "string_above_max_length",
  empty: "empty_array",
  few: "array_below_min_length",
  many: "array_above_max_length",
};

/**
 * The response of an error. `x-should-retry` decides for OpenAI's clients where the status alone does not. Other clients decide by the
 * status, so one that must not be sent again, because calls have run, has the status 424, which none of them repeats.
 */
export function openaiErrorResponse(error: AgentError, hasActed = false): Response {
  const status = hasActed ? 424 : resolveFacts(error).status;
  const headers = new Headers({
    "content-type": "application/json",
    "cache-control": "no-store",
    // A pause lasts longer than these clients wait.
    "x-should-retry": String(error.retryable && !hasActed && error.code !== "agent_paused"),
  });
  if (error.retryAfterMs !== undefined) {
    headers.set("retry-after", String(Math.max(1, Math.ceil(error.retryAfterMs / 1000))));
    headers.set("retry-after-ms", String(error.retryAfterMs));
  }
  if (status === 401) headers.set("www-authenticate", 'Bearer realm="treadle"');
  return new Response(JSON.stringify(openaiErrorBody(error)), { status, headers });
}

/** The status that an error has in OpenAI's API. */
export function toOpenaiStatus(code: ErrorCode): number {
  return resolveFacts({ code, status: ERROR_CODES[code].status }).status;
}

/** The code that an error has in OpenAI's API. */
export function toOpenaiCode(code: ErrorCode): string {
  return resolveFacts({ code, status: ERROR_CODES[code].status }).code;
}

interface Facts {
  readonly status: number;
  readonly type: string;
  readonly code: string;
  readonly param?: string;
}

const REQUEST = "invalid_request_error";

/** What OpenAI has a code for has that code; every other error keeps its own. */
const OPENAI_FACTS: Partial<Record<ErrorCode, Facts>> = {
  unauthorized: { status: 401, type: REQUEST, code: "invalid_api_key" },
  agent_unknown: { status: 404, type: REQUEST, code: "model_not_found", param: "model" },
  not_found: { status: 404, type: REQUEST, code: "unknown_url" },
  model_context_length: { status: 400, type: REQUEST, code: "context_length_exceeded", param: "messages" },
  model_content_filter: { status: 400, type: REQUEST, code: "content_filter" },
  model_rate_limit: { status: 429, type: "requests", code: "rate_limit_exceeded" },
  rate_limited: { status: 429, type: "requests", code: "rate_limit_exceeded" },
  budget_reserved: { status: 429, type: "requests", code: "rate_limit_exceeded" },
  budget_exhausted: { status: 429, type: "insufficient_quota", code: "insufficient_quota" },
};

function resolveFacts({ code, status = 500 }: Pick<Failure, "code" | "status">): Facts {
  const known = OPENAI_FACTS[code];
  if (known !== undefined) return known;
  if (status >= 500) return { status, type: "server_error", code };
  return { status: status === 422 ? 400 : status, type: REQUEST, code };
}

/** `messages[3].content` of `/messages/3/content`; null for the whole body. */
function toParam(pointer: string): string | null {
  const keys = pointer.split("/").slice(1).map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const param = keys.reduce(
    (path, key) => /^\d+$/.test(key) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`,
    "",
  );
  return param === "" ? null : param;
}
