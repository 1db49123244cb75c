// The last answer of a thread.

import type { Turn } from "../../core/driver.ts";

/** True where another model gave the last answer, so that this one has not read what came before. */
export function isOtherModels({ history, modelRef }: Pick<Turn, "history" | "modelRef">): boolean {
  const last = lastAnswer(history);
  return last !== undefined && last.model !== modelRef;
}

/** See {@link ModelRequest.previousResponse}. */
export function idOfLast({ history, modelRef }: Pick<Turn, "history" | "modelRef">): string | undefined {
  const last = lastAnswer(history);
  return last?.model === modelRef ? last.record?.response : undefined;
}

function lastAnswer(history: Turn["history"]) {
  // What was rendered ends before the last answer.
  const rest = history.from(history.rendered?.count ?? 0);
  return rest.findLast((entry) => entry.type === "assistant");
}
