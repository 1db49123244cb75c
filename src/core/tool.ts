// Tools as an agent holds them, and what a running tool is given.

import type { Entry } from "./entry.ts";

import type { ToolErrorKind } from "./tool_error.ts";
import type { Json, JsonObject, JsonSchema } from "./json.ts";
import type { Env } from "./ports.ts";

/**
 * What may be repeated (row X4). `pure`: re-run freely. `keyed`: re-run with the same idempotency key. `once`: never
 * re-run; after a crash the observation is `unknown`, unless `reconcile` decides.
 */
export type Effect = "pure" | "keyed" | "once";

/** The part of a tool that a model sees. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments; an object schema. */
  readonly parameters: JsonSchema;
}

/** What a running tool is given. */
export interface ToolContext {
  readonly tenant: string;
  readonly thread: string;
  readonly agent: string;
  /** The step number within the thread, from 1. */
  readonly step: number;
  readonly callId: string;
  /** Persisted before anything ran and the same on every attempt: pass it downstream as the idempotency key. */
  readonly idempotencyKey: string;
  /** 1 when the call surely runs for the first time; rises whenever a step began since the call was planned. */
  readonly attempt: number;
  /** Aborts on timeout, on cancel and when another worker took the thread over. */
  readonly signal: AbortSignal;
  /** The caller's own facts of the thread, given when it was created; a copy. */
  readonly metadata: JsonObject;
  /** Environment variables: those that the tool and its agent name in `env`, as far as they are set. */
  readonly env: Env;
  /** The thread as it stood when the step began; only for tools that declared `wantsThread`. */
  readonly history?: readonly Entry[];
}

/** What a tool's `reconcile` found out about a call whose worker vanished. */
export type Reconciled =
  | { readonly happened: true; readonly output: Json }
  | { readonly happened: false }
  | { readonly happened: "unknown" };

export interface Tool extends ToolSpec {
  readonly effect: Effect;
  /** Milliseconds until the call fails with `timeout`. */
  readonly timeoutMs: number;
  /** UTF-8 bytes of JSON; longer output is cut and marked. */
  readonly maxOutputBytes: number;
  /** A human must approve the exact arguments before the tool runs. */
  readonly needsApproval: boolean;
  /** The tool reads `context.history`. */
  readonly wantsThread: boolean;
  /** Names of the environment variables that the tool reads from `context.env`; none by default. */
  readonly env?: readonly string[];
  /** Arguments have been validated against `parameters`. Throws ToolError (or anything, which counts as `failed`). */
  run(args: JsonObject, context: ToolContext): Promise<Json>;
  /** Asked, for `once` tools, when an earlier worker vanished after the call was started. */
  readonly reconcile?: (callId: string, context: ToolContext) => Promise<Reconciled>;
}

export interface ToolErrorOptions {
  readonly cause?: unknown;
  /** What the model may do about it, in words for the model. */
  readonly hint?: string;
  /** Milliseconds after which the call may be made again; the model reads it in seconds. */
  readonly retryAfterMs?: number;
}

/**
 * Row X7: how a tool says what kind of failure it met. `retryable`: the model may try again, `hint` says how.
 * `context_required`: something is missing that only the user can give. `rate_limited`: upstream limit, retry after.
 * `fatal`: the run stops. `invalid_arguments`: what the schema cannot say is wrong with the arguments.
 */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly kind: ToolErrorKind;
  readonly hint: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: "invalid_arguments" | "retryable" | "context_required" | "rate_limited" | "fatal" | "failed",
    message: string,
    options: ToolErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.hint = options.hint;
    this.retryAfterMs = options.retryAfterMs;
  }
}
