// An answer that broke off after a part of it had come: it has cost something, and no provider reports how much.

import type { AnswerDropped, Turn } from "../core/driver.ts";
import { ModelError } from "../core/model/model_error.ts";
import type { ModelRequest } from "../core/model/provider.ts";
import { estimateUsage } from "../history/estimated_usage.ts";

/**
 * Counts the part of an answer that came before `thrown`; undefined when none did, or when another request may follow. `received`
 * is the text of all its blocks.
 */
export function countBrokenAnswer(
  thrown: unknown,
  request: ModelRequest,
  received: string,
  { io: { signal } }: Turn,
): AnswerDropped | undefined {
  const isLast = signal.aborted || (thrown instanceof ModelError && thrown.afterOutput);
  if (received === "" || !isLast) return undefined;
  const usage = estimateUsage(request, received);
  return { type: "answer.dropped", because: "it broke off", usage, again: false };
}
