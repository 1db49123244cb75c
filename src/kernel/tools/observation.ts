// Observations of calls: their shapes, and a thrown value as a failure that the model may read.

import type { PlannedCall } from "../../core/call.ts";
import type { Observation, Outcome } from "../../core/entry.ts";
import { causeFields } from "../../core/error.ts";
import type { ResultRedaction } from "../../core/executor.ts";
import type { Json } from "../../core/json.ts";
import { isReleased } from "../../core/held_calls/people.ts";
import { ToolError, type ToolFailure } from "../../core/tool/tool_error.ts";
import { countAttempts, type ExecutionScope, type ToolCallJob } from "./run_with_timeout.ts";

/** A call whose tool returned; `ms` is the tool's wall time in milliseconds. */
export function toCompleted(call: PlannedCall, output: Json, ms: number): Observation {
  return { callId: call.id, name: call.name, outcome: "completed", output, ms };
}

/** A call that failed; `ms` is 0 when no tool ran. */
export function toFailed(call: PlannedCall, error: ToolFailure, ms = 0): Observation {
  return { callId: call.id, name: call.name, outcome: "failed", output: null, error, ms };
}

/** A call that this batch gave to no tool. The message continues the sentence of the outcome. */
export function notRun(
  call: PlannedCall,
  outcome: Exclude<Outcome, "completed" | "failed">,
  error: ToolFailure,
): Observation {
  return { callId: call.id, name: call.name, outcome, output: null, error, ms: 0 };
}

/** The hint of a call that may have had its effect. */
export const UNCERTAIN = "It may or may not have happened: check before you make the call again.";

const CANCELLED: ToolFailure = { kind: "cancelled", message: "it was cancelled." };

/**
 * A call that is stopped before its tool starts, for `reason`.
 *
 * `skipped` guarantees that nothing happened. A `keyed` call on a later attempt has no such guarantee: an earlier step may
 * have run it and been fenced before its commit, and only `once` calls are marked before they run. Its outcome is `unknown`.
 * A `once` call without a mark has not run, and a `pure` call has no effects.
 */
export function toStopped(
  job: ToolCallJob,
  scope: ExecutionScope,
  reason: ToolFailure = CANCELLED,
): Observation {
  const { call } = job;
  if (!mayHaveRun(job, scope)) return notRun(call, "skipped", reason);
  return notRun(call, "unknown", {
    kind: "cancelled",
    message: "it was cancelled while an earlier attempt may have been running.",
    hint: UNCERTAIN,
  });
}

/** True for a `keyed` call that an earlier step may have run before it was fenced. */
export function mayHaveRun({ call, tool }: ToolCallJob, scope: ExecutionScope): boolean {
  if (tool.effect !== "keyed" || countAttempts(call, scope) < 2) return false;
  return isReleased(call, scope.context.marks.get(call.id));
}

/** The longest wait that is taken from a tool, in milliseconds: one day. */
const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1000;

/** Most characters of a message that the model reads. */
const MESSAGE_LIMIT = 2_000;

/**
 * Any thrown value as a failure: a ToolError keeps its kind, all else is `toFailed`. Stack and cause are left out, because both
 * carry paths and secrets; the log has the class and the frames: as a warning, and what a ToolError says for the model as `info`.
 * Never throws.
 */
export function toFailure(
  thrown: unknown,
  { call: { name, id } }: ToolCallJob,
  { context: { redact, log, tenant, thread, agent, step } }: ExecutionScope,
): ToolFailure {
  let failure: ToolFailure = { kind: "failed", message: "A value that cannot be shown was thrown." };
  let level: "info" | "warn" = "warn";
  let fields = {};
  try {
    if (thrown instanceof ToolError) level = "info";
    failure = thrown instanceof ToolError
      ? clipFailure(thrown, redact)
      : { ...failure, message: clip(toMessage(thrown), redact) };
    fields = causeFields(thrown);
  } catch { /* a hostile value: the first words stand for it */ }
  const of = { tenant, thread, agent: agent.name, step, tool: name, call: id };
  log?.(level, "a tool threw", { ...of, ...fields, detail: failure.message }); // cut as above: a half of a secret would stay
  return failure;
}

/** A copy of a failure that a tool or a hook made, field by field, with clipped texts. */
export function clipFailure(
  { kind, message, hint, retryAfterMs }: ToolFailure,
  redact: ResultRedaction | undefined,
): ToolFailure {
  return {
    kind,
    message: clip(String(message), redact),
    hint: hint === undefined ? undefined : clip(String(hint), redact),
    retryAfterMs: isDuration(retryAfterMs) ? Math.min(retryAfterMs, MAX_RETRY_AFTER_MS) : undefined,
  };
}

/**
 * At most 2,000 characters of well-formed text, cut with a mark and never inside a surrogate pair or what is taken out. What cannot be
 * redacted is not cut.
 */
export function clip(whole: string, redact: ResultRedaction | undefined): string {
  const text = redact === undefined ? whole : redact.words(whole);
  if (text === undefined) return whole.toWellFormed();
  if (text.length <= MESSAGE_LIMIT) return text.toWellFormed();
  const end = MESSAGE_LIMIT - 1;
  const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  return `${text.slice(0, splitsPair ? end - 1 : end).toWellFormed()}…`;
}

function toMessage(thrown: unknown): string {
  if (thrown instanceof Error) return String(thrown.message || thrown.name);
  if (typeof thrown === "string") return thrown;
  return `A value that is not an Error was thrown: ${JSON.stringify(thrown) ?? typeof thrown}`;
}

function isDuration(value: number | undefined): value is number {
  return typeof value === "number" && value >= 0 && value < Infinity; // tools in JavaScript give texts too
}
