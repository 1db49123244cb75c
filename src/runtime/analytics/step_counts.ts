// The booking of a step with its counts: what it cost, and what was offered, chosen and refused in it.

import { countStep } from "../../choice/analytics/count_step.ts";
import type { Booking } from "../../core/store/ledger.ts";
import { type BookingDeps, bookingOf } from "../ledger/booking.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Session } from "../session.ts";
import { ownCountersOf } from "./counters.ts";
import type { Draft } from "../draft.ts";

/** The booking of a step, and what is to be called once the store has answered the request that brought it. */
export interface StepBooking {
  readonly booking: Booking;
  /** The ledger has the booking: what they belong to need not be sent again on this day. */
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
  deps: BookingDeps & Pick<RuntimeDeps, "countGroups">,
): StepBooking | undefined {
  const counters = ownCountersOf(draft, wallMs);
  const booking = bookingOf(session, counters, startedAt, deps);
  if (booking === undefined) return undefined;
  const { ref: { tenant }, own: agent, model, plugins } = session;
  const { counted, acted, usage } = draft;
  const { countGroups } = deps;
  const added = countStep({ agent, plan: counted, acted, usage, microDollars: counters.microDollars });
  const policyName = plugins?.compiled.attributes.policy ?? "";
  const group = countGroups.of(agent, counted?.model ?? model.ref, policyName, counted?.source);
  const isNew = !countGroups.isDefined(group, tenant, booking.day);
  if (isNew) added.set(group.definition, 1);
  return {
    booking: { ...booking, counts: { group: group.hash, added } },
    confirm() {
      if (isNew) countGroups.confirm(group, tenant, booking.day);
    },
  };
}
