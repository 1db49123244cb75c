// Giving a thread back: the opposite of begin.

import { failureFields } from "../../core/error.ts";
import type { Booking } from "../../core/store/ledger.ts";
import type { StepClaim } from "../spending.ts";
import { createRelease } from "../ledger/booking.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { StepRequest } from "../request.ts";
import type { Session } from "../session.ts";

/** The part of a session that is given back. */
export interface Returned extends Pick<Session, "ref" | "owner" | "header" | "inputs"> {
  readonly budget: { readonly reservation: StepClaim | undefined } | undefined;
}

/** What a step has done that is given back. */
export interface GivenBack {
  readonly booking?: Booking | undefined;
  /** It has told events; as in AbandonRequest. */
  readonly told?: boolean;
}

/**
 * Undoes a begin, and books what the step has cost nevertheless; without a booking its reservations end. A store that cannot be
 * reached is logged: the lease and the reservations then run out by themselves.
 */
export async function giveBack(
  { ref, owner, header: { epoch }, inputs, budget }: Returned,
  { idempotency }: StepRequest,
  deps: RuntimeDeps,
  { booking = createRelease(owner, epoch, budget?.reservation, deps), told = false }: GivenBack = {},
): Promise<void> {
  const { store, log } = deps;
  const logFailure = (error: unknown) =>
    log("warn", "could not give the thread back", { thread: ref.thread, ...failureFields(error) });
  await Promise.all([
    store.abandon({ ref, owner, epoch, inputs, told, idempotency }).catch(logFailure),
    booking && store.book(ref.tenant, booking).catch(logFailure),
  ]);
}
