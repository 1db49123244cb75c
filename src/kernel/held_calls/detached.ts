// Deferred calls that the run has gone on without: their observation says so, and their results come as inputs of the thread.

import type { DetachedCall } from "../../core/state.ts";
import type { StepEventBody } from "../../core/event.ts";
import type { PlannedCall } from "../../core/call.ts";
import type { ToolEntry } from "../../core/entry.ts";
import type { DeferredTerms } from "../../core/tool/deferred.ts";

/** A call of a step, with its terms where it is deferred. */
interface EndedCall {
  readonly call: PlannedCall;
  readonly observation: ToolEntry;
  readonly deferred?: DeferredTerms;
}

/** Most calls of a thread whose results may come as inputs; the oldest is no longer waited for. */
const MOST = 50;

/** The calls whose results still may come, behind a step; undefined for none. `now` in epoch milliseconds. */
export function keepDetached(
  before: readonly DetachedCall[] | undefined,
  acted: readonly EndedCall[],
  now: number,
): readonly DetachedCall[] | undefined {
  const added = acted.flatMap(({ call: { id: callId, name }, deferred }): DetachedCall[] =>
    deferred === undefined || deferred.authorization !== undefined
      ? []
      : [{ callId, name, ref: deferred.ref, expiresAt: deferred.expiresAt }]
  );
  const detached = [...before ?? [], ...added].filter(({ expiresAt }) => expiresAt > now).slice(-MOST);
  return detached.length === 0 ? undefined : detached;
}

/** The last events of the calls that the run goes on without. */
export function toFinishedEvents(acted: readonly EndedCall[]): StepEventBody[] {
  return acted.flatMap(({ observation: { callId, name, outcome, output, error, ms }, deferred }) =>
    deferred === undefined ? [] : [{ type: "tool.finished", callId, name, outcome, output, error, ms }]
  );
}
