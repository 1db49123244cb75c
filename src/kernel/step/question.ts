// The question of a tool to the user, with which a run may end.

import type { ToolEntry } from "../../core/entry.ts";
import type { Session } from "../session.ts";

/** Most characters of a question: the header of the thread holds it. */
const QUESTION_LIMIT = 4_000;

/**
 * What the tools of this step need to know, if the run ends with it: the agent asks, and the user has not spoken meanwhile. An
 * `execute` run ends with the outputs of its tools in any case.
 */
export function questionAfterActing(
  { agent, inbox, state }: Session,
  observations: readonly ToolEntry[],
): string | undefined {
  if (agent.onContextRequired !== "ask" || inbox.length > 0 || state.run.execution === "execute") {
    return undefined;
  }
  return questionIn(observations);
}

/** The messages of the calls that failed with `context_required`, a line each; undefined when none did. */
export function questionIn(observations: readonly ToolEntry[]): string | undefined {
  const messages = observations.flatMap(({ error }) =>
    error?.kind === "context_required" ? [error.message] : []
  );
  if (messages.length === 0) return undefined;
  return messages.join("\n").slice(0, QUESTION_LIMIT).toWellFormed();
}
