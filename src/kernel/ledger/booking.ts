// The booking of a step: what it has cost and counted, for the ledger of its tenant.

import { userAccount } from "../../core/budget/accounts.ts";
import { toAmounts } from "../../core/budget/limits.ts";
import { type Booking, toDay, ZERO_AMOUNTS } from "../../core/store/ledger.ts";
import type { Counters } from "../../core/usage.ts";
import type { StepClaim } from "../spending.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Session } from "../session.ts";

/** What a booking needs of the deployment. */
export type BookingDeps = Pick<RuntimeDeps, "ledger" | "clock">;

/**
 * The booking of a session's step, on the day of `startedAt` (epoch milliseconds) or, where it has a reservation, on that of the
 * reservation; undefined where the deployment keeps no ledger. Id and day are the same whenever the step is booked, so that it is
 * booked once.
 */
export function createBooking(
  { owner, header, user, budget }: Pick<Session, "owner" | "header" | "user" | "budget">,
  counters: Counters,
  startedAt: number,
  { ledger, clock }: BookingDeps,
): Booking | undefined {
  if (!ledger) return undefined;
  return {
    id: toBookingId(owner, header.epoch, budget?.reservation),
    reservations: budget?.reservation?.openIds ?? [],
    day: budget?.reservation?.day ?? toDay(startedAt),
    accounts: user === undefined ? ["tenant"] : ["tenant", userAccount(user)],
    amounts: toAmounts(counters),
    now: clock(),
  };
}

/** Ends the reservations of a step that has cost nothing; undefined where it has none. */
export function createRelease(
  owner: string,
  epoch: number,
  reservation: StepClaim | undefined,
  { clock }: Pick<BookingDeps, "clock">,
): Booking | undefined {
  if (reservation === undefined || reservation.openIds.length === 0) return undefined;
  const { openIds: reservations, day } = reservation;
  const id = toBookingId(owner, epoch, reservation);
  return { id, reservations, day, accounts: ["tenant"], amounts: ZERO_AMOUNTS, now: clock() };
}

// Where the step has a reservation, its id serves for both, which makes the request shorter.
function toBookingId(owner: string, epoch: number, reservation: StepClaim | undefined): string {
  return reservation?.id ?? `${owner}/${epoch}`;
}
