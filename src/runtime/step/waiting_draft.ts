// The draft of a step with a call whose result comes later: nothing enters the history and nothing is planned.

import type { Session } from "../session.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { ActedCall, Draft, DraftBase } from "../draft.ts";
import { limitTools } from "./rate_limits.ts";
import { keepObservations } from "../deferred/kept_observations.ts";

/** True when the run waits for the results of these calls. One that has an input goes on without them. */
export function waitsForResults({ inbox, imported, header }: Session, acted: readonly ActedCall[]): boolean {
  return inbox.length === 0 && imported.length === 0 && header.status !== "cancelled" &&
    acted.some(({ deferred }) => deferred !== undefined && !deferred.detach);
}

/** The calls stay pending with what they came to. The step does not count in the limit, and no model was called. */
export async function waitingDraft(
  base: DraftBase,
  session: Session,
  deps: RuntimeDeps,
): Promise<Draft> {
  const {
    error: _error,
    resumeAt: _rest,
    resumeFor: _for,
    waitsFor: _waits,
    authorization: _server,
    ...state
  } = session.state;
  const { pending, blobs } = await keepObservations(base.acted, session, deps);
  const now = deps.clock();
  return {
    ...base,
    entries: [],
    acted: [],
    calls: 0,
    choice: null,
    pending,
    requests: [],
    keptBlobs: blobs,
    status: "waiting",
    state: {
      ...state,
      extraSteps: (state.extraSteps ?? 0) - 1 + (base.children?.steps ?? 0),
      limited: limitTools(state.limited, base.acted, now),
      updatedAt: now,
    },
    plan: undefined,
    outcome: null,
    usage: { inputTokens: 0, outputTokens: 0 },
    output: null,
    error: undefined,
    isUnfinished: true,
  };
}
