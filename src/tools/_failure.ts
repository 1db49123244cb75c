// Whatever was thrown, as what the model may read of it: a kind, a message, a hint. Never a stack, never a cause, for both
// carry paths and secrets.

import type { ToolFailure } from "../core/tool_error.ts";
import { ToolError } from "../core/tool_error.ts";

const MESSAGE_LIMIT = 2_000;

/** Any thrown value as a failure: a ToolError keeps its kind, all else is `failed`. Never throws. */
export function toFailure(thrown: unknown): ToolFailure {
  try {
    return thrown instanceof ToolError
      ? clipFailure(thrown)
      : { kind: "failed", message: clip(messageOf(thrown)) };
  } catch {
    return { kind: "failed", message: "A value that cannot be shown was thrown." };
  }
}

/** A failure built field by field from one that foreign code made. */
export function clipFailure({ kind, message, hint, retryAfterMs }: ToolFailure): ToolFailure {
  return {
    kind,
    message: clip(String(message)),
    ...(hint === undefined ? {} : { hint: clip(String(hint)) }),
    ...(isDuration(retryAfterMs) ? { retryAfterMs } : {}),
  };
}

/** At most 2,000 characters of well-formed text, cut with a mark and never inside a surrogate pair. */
export function clip(text: string): string {
  if (text.length <= MESSAGE_LIMIT) return text.toWellFormed();
  const end = MESSAGE_LIMIT - 1;
  const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  return `${text.slice(0, splitsPair ? end - 1 : end).toWellFormed()}…`;
}

function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) return String(thrown.message || thrown.name);
  if (typeof thrown === "string") return thrown;
  return `A value that is not an Error was thrown: ${JSON.stringify(thrown) ?? typeof thrown}`;
}

function isDuration(value: number | undefined): value is number {
  return value !== undefined && value >= 0 && value < Infinity;
}
