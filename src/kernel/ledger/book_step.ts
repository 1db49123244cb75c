// The booking of a step: what it cost, and what plugins count of it.

import type { Booking } from "../../core/store/ledger.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Draft } from "../draft.ts";
import { findStepCounters, toCountedStep } from "../hooks/in_step/counted_step.ts";
import { failureLog } from "../hooks/in_step/session_plugins.ts";
import type { Session } from "../session.ts";
import { type BookingDeps, createBooking } from "./booking.ts";
import { toOwnCounters } from "./counters.ts";

/** The booking of a step, and what is to be called once the store has answered the request that brought it. */
export interface StepBooking {
  readonly booking: Booking;
  /** The ledger has the booking: what its counts belong to need not be sent again on this day. */
  confirm(): void;
}

/** When the step began, in epoch milliseconds, and its duration in milliseconds. */
export interface StepTime {
  readonly startedAt: number;
  readonly wallMs: number;
}

/**
 * Books a step that is over, without what phases have cost: they have booked their own steps. All requests that end the step
 * bring this booking, so that it counts once. Undefined where the deployment keeps no ledger.
 */
export function bookStep(
  session: Session,
  draft: Draft,
  { startedAt, wallMs }: StepTime,
  deps: BookingDeps & Pick<RuntimeDeps, "agents" | "plugins" | "countGroups" | "log">,
): StepBooking | undefined {
  const booking = createBooking(session, toOwnCounters(draft, wallMs), startedAt, deps);
  if (booking === undefined) return undefined;
  const counters = findStepCounters(session, deps);
  const counted = counters.hasAny
    ? counters.count(toCountedStep(session, draft, wallMs), failureLog(session, deps))
    : [];
  if (counted.length === 0) return { booking, confirm() {} };
  const { counts, confirm } = deps.countGroups.write(counted, session.ref.tenant, booking.day);
  return { booking: { ...booking, counts }, confirm };
}
