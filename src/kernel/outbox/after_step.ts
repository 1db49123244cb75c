// What a step leaves for wake-ups: the place of its thread in the due index, which its commit writes, and the wake-up of the next
// step, which is sent behind the commit.

import { findHeldCalls } from "../../core/held_calls/resolve_call.ts";
import type { WakeState } from "../../core/state.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Session } from "../session.ts";
import type { Draft } from "../draft.ts";
import { nextDue, nextPoll } from "../held_calls/due.ts";
import { backoffMs, LONG_MS, REPAIR_MS } from "../due_times.ts";
import type { NextWake } from "./next_wake.ts";

type Deps = Pick<RuntimeDeps, "clock" | "log" | "wakeLimits">;

/**
 * The draft with its part for wake-ups; the same one in a thread that has none. A run that failed too often in a row is parked:
 * then the draft is one that failed for good. With `continues` this request goes on with the next step by itself.
 */
export function withNextWake(session: Session, draft: Draft, continues: boolean, deps: Deps): Draft {
  const { wake } = draft.state.run;
  const before = session.due ?? session.state.wakes?.due;
  if (wake === undefined && before === undefined && session.state.wakes === undefined) return draft;
  const leaves: NextWake = before === undefined ? {} : { due: { from: before } };
  const { epoch } = session.header;
  if (wake === undefined) return withWakes(draft, undefined, leaves);
  if (continues) return withWakes(draft, { due: before, epoch }, {});
  const failures = isFailure(draft) ? (session.state.wakes?.failures ?? 0) + 1 : 0;
  if (failures >= deps.wakeLimits.failures && draft.status === "open") {
    return parkThread(session, draft, { failures, leaves }, deps);
  }
  const now = deps.clock();
  const at = nextTime(session, draft, failures, now);
  const counted = { epoch, failures: failures === 0 ? undefined : failures };
  if (at === undefined) return withWakes(draft, counted, leaves);
  const to = at.due;
  const wakeUp = { notBefore: at.notBefore > now ? at.notBefore : undefined };
  return withWakes(draft, { due: to, ...counted }, { due: { to }, wake: at.wakes ? wakeUp : undefined });
}

/** A rest that a provider or a tool asks for is none, and neither are phases that are held up. */
function isFailure({ error, state: { resumeAt }, isUnfinished }: Draft): boolean {
  if (error === undefined || isUnfinished) return false;
  return resumeAt === undefined || error.code !== "model_rate_limit" && error.code !== "model_overloaded";
}

interface NextTime {
  /** Of the due index. */
  readonly due: number;
  readonly wakes: boolean;
  readonly notBefore: number;
}

/** When the thread goes on; undefined when nothing but a request from outside makes it go on. */
function nextTime(
  { marks }: Session,
  { status, state, error, isUnfinished, pending, dueBelow = Infinity }: Draft,
  failures: number,
  now: number,
): NextTime | undefined {
  switch (status) {
    case "open": {
      // A phase whose agent is paused.
      const pausedMs = error?.code === "agent_paused" ? error.retryAfterMs ?? 0 : 0;
      const backoffs = failures > 0 || error !== undefined;
      const backoff = backoffs ? now + Math.max(pausedMs, backoffMs(failures)) : now;
      const notBefore = Math.max(state.resumeAt ?? backoff, now);
      return { due: notBefore + REPAIR_MS, wakes: true, notBefore };
    }
    case "waiting": {
      // No answer has come for the calls of a new plan. Those that stay have theirs.
      const { execution } = state.run;
      const facts = { marks: isUnfinished ? marks : new Map(), cancelledEpoch: 0, execution };
      const poll = nextPoll(pending, facts, now);
      if (poll !== undefined) return { due: poll + REPAIR_MS, wakes: true, notBefore: poll };
      const waitsBelow = isUnfinished && findHeldCalls(pending, facts, now, ["phase"]).length > 0;
      const due = waitsBelow
        ? Math.min(now + LONG_MS, Math.max(now, dueBelow))
        : nextDue(pending, facts, now);
      return due === undefined ? undefined : { due, wakes: false, notBefore: due };
    }
    case "done":
    case "failed":
    case "cancelled":
      return undefined;
  }
}

function parkThread(
  { ref, header: { epoch } }: Session,
  draft: Draft,
  { failures, leaves }: { readonly failures: number; readonly leaves: NextWake },
  { clock, log }: Deps,
): Draft {
  const { code = "internal", message = "" } = draft.error ?? {};
  log("warn", "a thread is parked: its steps failed too often in a row", {
    thread: ref.thread,
    tenant: ref.tenant,
    failures,
    code,
  });
  const why = { code, message: message.slice(0, 500), failures, at: clock(), waiting: 0 };
  return withWakes({ ...draft, status: "failed" }, { epoch, parked: why }, leaves);
}

function withWakes(draft: Draft, wakes: WakeState | undefined, next: NextWake): Draft {
  const { wakes: _before, ...state } = draft.state;
  return { ...draft, state: wakes === undefined ? state : { ...state, wakes }, next };
}
