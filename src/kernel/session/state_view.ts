// The state of a thread as its tools read it: made when a tool reads it, at most once a step.

import type { StateView } from "../../core/tool/state_view.ts";
import type { Session } from "../session.ts";

/** What a view is made from. */
type Viewed = Pick<Session, "agent" | "header" | "meta" | "state">;

/** A function that makes the view at its first call and gives the same one later. */
export function createStateView(session: Viewed): () => StateView {
  let view: StateView | undefined;
  return () => view ??= deeplyFrozen(structuredClone(toView(session)));
}

function toView({ agent, header, meta, state }: Viewed): StateView {
  return {
    version: header.version,
    status: header.status,
    length: header.length,
    counters: header.counters,
    runSteps: state.run.steps,
    plan: state.plan ?? meta.plan ?? agent.plan,
    createdAt: meta.createdAt,
    updatedAt: Math.max(state.updatedAt, meta.createdAt),
    forkedFrom: meta.forkedFrom,
    parent: meta.parent,
  };
}

function deeplyFrozen<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  Object.values(value).forEach(deeplyFrozen);
  return Object.freeze(value);
}
