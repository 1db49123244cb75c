// Error codes that many routes have, by what brings them. docs/http-api/errors.md lists these once; a route there lists its own.

import type { ErrorCode } from "../../core/error.ts";

/** Errors of every route with a body. */
export const BODY_ERRORS: readonly ErrorCode[] = [
  "invalid_json",
  "body_incomplete",
  "body_timeout",
  "body_too_large",
  "unsupported_media_type",
  "invalid_request",
];

/** Errors of every POST, with a body or without. */
export const POST_ERRORS: readonly ErrorCode[] = ["cross_site_request"];

/** Errors of every route that is not public. */
export const CALLER_ERRORS: readonly ErrorCode[] = [
  "unauthorized",
  "token_invalid",
  "token_expired",
  "forbidden",
  "rate_limited",
  "config_invalid",
];

/** Errors of every route. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  "not_configured",
  "host_refused",
  "store_unavailable",
  "store_failed",
  "store_full",
  "store_corrupt",
  "internal",
];

/** Errors of every path with names, every query, every route with headers of its own and every stream. */
export const PART_ERRORS: readonly ErrorCode[] = [
  "invalid_path",
  "invalid_request",
  "invalid_header",
  "not_acceptable",
];

/** Every code above. */
export const SHARED_ERRORS: ReadonlySet<ErrorCode> = new Set([
  ...BODY_ERRORS,
  ...POST_ERRORS,
  ...CALLER_ERRORS,
  ...COMMON_ERRORS,
  ...PART_ERRORS,
]);
