// An answer that broke off after a part of it had come: it has cost something, and no provider reports how much.

import type { Turn } from "../../core/driver.ts";
import type { AnswerDropped } from "../../core/event.ts";
import { ModelError } from "../../core/model/model_error.ts";
import type { ModelRequest } from "../../core/model/provider.ts";
import { addUsage } from "../../core/usage.ts";
import { estimateUsage } from "../history/estimated_usage.ts";

/**
 * Counts the part of an answer that came before `thrown`, with what earlier tries of the request have cost; undefined when none did, or when
 * another request may follow. `received` is the text of all its blocks. An answer that no client reads may come whole: at the end of the
 * step's time the model may have worked on it, and nothing was received.
 */
export function countBrokenAnswer(
  thrown: unknown,
  request: ModelRequest,
  received: string,
  { io: { signal, isUnread } }: Turn,
): AnswerDropped | undefined {
  const { spent, afterOutput } = thrown instanceof ModelError ? thrown : {};
  const isLast = signal.aborted || afterOutput;
  const hasCost = received !== "" || isUnread && signal.aborted;
  const own = hasCost && isLast ? estimateUsage(request, received) : undefined;
  const usage = own && spent ? addUsage(spent, own) : own ?? spent;
  return usage && { type: "answer.dropped", because: "it broke off", usage, again: false };
}
