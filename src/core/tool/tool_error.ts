// How a tool call fails: the kinds of failure, the record of one, and the error that a tool throws.

/** Every {@link ToolErrorKind}. */
export const TOOL_ERROR_KINDS = [
  "invalid_arguments",
  "unknown_tool",
  "retryable",
  "context_required",
  "rate_limited",
  "timeout",
  "cancelled",
  "fatal",
  "failed",
] as const;

/**
 * What kind of failure a call met.
 *
 * | kind | meaning |
 * |---|---|
 * | `invalid_arguments` | the arguments do not fit the schema, or a rule that the schema cannot express |
 * | `unknown_tool` | the agent has no tool of that name |
 * | `retryable` | the model may try again; `hint` describes how |
 * | `context_required` | something is missing that only the user can give |
 * | `rate_limited` | an upstream limit; `retryAfterMs` is the wait |
 * | `timeout` | the tool did not return within `timeoutMs` |
 * | `cancelled` | the step or the batch ended before the call did |
 * | `fatal` | the run ends |
 * | `failed` | anything else |
 */
export type ToolErrorKind = typeof TOOL_ERROR_KINDS[number];

/** A failure as it is recorded and as the model reads it. */
export interface ToolFailure {
  readonly kind: ToolErrorKind;
  readonly message: string;
  /** What the model may do about it, written for the model. */
  readonly hint?: string;
  /** Milliseconds after which the call may be made again. */
  readonly retryAfterMs?: number;
}

/** The optional parts of a {@link ToolError}. */
export interface ToolErrorOptions {
  readonly cause?: unknown;
  /** What the model may do about it, written for the model. */
  readonly hint?: string;
  /** Milliseconds after which the call may be made again; the model reads it in seconds. */
  readonly retryAfterMs?: number;
}

/**
 * A failure with a kind, thrown by a tool. Every other value that a tool throws counts as `failed`. The kinds that only the
 * executor can find (`unknown_tool`, `timeout`, `cancelled`) cannot be thrown.
 *
 * @example
 * ```ts
 * import { ToolError } from "./tool_error.ts";
 * import assert from "node:assert/strict";
 *
 * const error = new ToolError("rate_limited", "The weather service is busy.", { retryAfterMs: 2_000 });
 * assert.equal(error.kind, "rate_limited");
 * ```
 */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly kind: ToolErrorKind;
  readonly hint: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: Exclude<ToolErrorKind, "unknown_tool" | "timeout" | "cancelled">,
    message: string,
    options: ToolErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.hint = options.hint;
    this.retryAfterMs = options.retryAfterMs;
  }
}
