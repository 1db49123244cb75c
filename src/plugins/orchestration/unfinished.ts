// The draft of a step whose phases have more to do: nothing is observed, nothing is planned, and the calls stay as they are.

import type { DelegatingStep } from "../../kernel/children/delegation.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import type { Session } from "../../kernel/session.ts";
import { type Draft, toStoredError, WITHOUT_PLAN } from "../../kernel/draft.ts";
import { readState } from "../../kernel/stored.ts";
import type { Unfinished } from "./phase_outcome.ts";

/**
 * Inputs wait for the observations, in the inbox. The run is that of the pending calls, and the step does not count in its
 * limit.
 */
export function unfinishedDraft(
  { number, warnings, choice }: Pick<DelegatingStep, "number" | "warnings" | "choice">,
  { status, error, rests, dueBelow }: Unfinished,
  session: Session,
  { clock }: Pick<RuntimeDeps, "clock">,
): Draft {
  const { ref, header, inbox, pending } = session;
  const { error: _error, resumeAt: _rest, waitsFor: _for, authorization: _server, ...state } =
    inbox.length > 0 ? readState(ref, header) : session.state;
  const now = clock();
  return {
    number,
    warnings,
    choice,
    ...WITHOUT_PLAN,
    entries: [],
    acted: [],
    calls: 0,
    learned: undefined,
    pins: state.pins,
    pending,
    status,
    state: {
      ...state,
      extraSteps: (state.extraSteps ?? 0) - 1,
      resumeAt: rests && error?.retryAfterMs !== undefined ? now + error.retryAfterMs : undefined,
      error: error && toStoredError(error),
      updatedAt: now,
    },
    error,
    isUnfinished: true,
    dueBelow,
  };
}
