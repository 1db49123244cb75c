// Which model gave the last answer of a thread.

import type { Turn } from "../core/driver.ts";

/** True where another model gave the last answer, so that this one has not read what came before. */
export function isOtherModels({ history, modelRef }: Pick<Turn, "history" | "modelRef">): boolean {
  // What was rendered ends before the last answer.
  const rest = history.from(history.rendered?.count ?? 0);
  const last = rest.findLast((entry) => entry.type === "assistant");
  return last !== undefined && last.model !== modelRef;
}
