// The ledger of a tenant: what its steps have cost and counted on each day, and what running steps have reserved.
//
// A step that may cost money reserves in the request of its begin, and books in the request of its commit. Other threads of
// the tenant do the same at the same time: reservation and check are one atomic operation, so that all of them together
// never pass a limit.

import { AgentError } from "../error.ts";

/** Every {@link Amount}, in the order in which stores write them. */
export const AMOUNTS = ["steps", "calls", "tokens", "microDollars", "wallMs"] as const;

/**
 * What is limited: steps; calls that tools received; input and output tokens; millionths of a US dollar; milliseconds of steps.
 */
export type Amount = typeof AMOUNTS[number];

/** One number for each {@link Amount}; integers of 0 or more. */
export type Amounts = Readonly<Record<Amount, number>>;

/** The amounts of an account on which nothing was booked. */
export const ZERO_AMOUNTS: Amounts = { steps: 0, calls: 0, tokens: 0, microDollars: 0, wallMs: 0 };

/**
 * An account of a tenant's ledger on one day: the tenant's own (`tenant`), or that of one user (`user:` and a name). Names
 * are well-formed Unicode; they may hold any character.
 */
export type AccountName = "tenant" | `user:${string}`;

/** The limits of one account on one day. An amount that is left out is not limited. */
export interface AccountLimits {
  readonly account: AccountName;
  readonly limits: Readonly<Partial<Amounts>>;
}

/** Holds amounts back in several accounts, for a step that is about to run. */
export interface Reservation {
  /**
   * Unique within the tenant's day; a request that is sent twice, because its answer was lost, is recognised by it. While
   * the reservation is held, and for an hour after a booking that named it, the same id is answered `reserved` and reserves
   * nothing.
   */
  readonly id: string;
  /** The UTC day that the step is booked on, such as `2026-11-22`. */
  readonly day: string;
  /** All or none: what one account refuses is reserved in none. */
  readonly accounts: readonly AccountLimits[];
  /** Reserved in each of the accounts; the highest cost of the step. */
  readonly amounts: Amounts;
  /** The caller's clock, in epoch milliseconds. */
  readonly now: number;
  /** From then on the amounts are free again: the worker is dead. Epoch milliseconds. */
  readonly expiresAt: number;
}

/** The outcome of a reservation. */
export type ReserveOutcome =
  | { readonly type: "reserved" }
  | {
    readonly type: "refused";
    readonly account: AccountName;
    readonly amount: Amount;
    readonly limit: number;
    /** Booked on that day so far. */
    readonly used: number;
    /** Held by steps that run: when `used` alone leaves room, the same request may succeed once they have ended. */
    readonly reserved: number;
  };

/** What a step has cost and counted. It is booked once, also when its commit is fenced: the money is spent. */
export interface Booking {
  /** Unique for the step within the tenant's day; a booking that is sent twice is recognised by it for an hour. */
  readonly id: string;
  /** The reservations that end with it; one that has expired or is not known changes nothing. */
  readonly reservations: readonly string[];
  /** The UTC day; that of the reservations, where there are some. */
  readonly day: string;
  readonly accounts: readonly AccountName[];
  /** Added to each of the accounts; all 0 to end reservations without a cost. */
  readonly amounts: Amounts;
  /** Added to the counts of the tenant's day, by group and name, each under `<group>|<name>`; integers of 0 or more. */
  readonly counts?: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** The caller's clock, in epoch milliseconds. */
  readonly now: number;
}

/** One day of a tenant's ledger. */
export interface LedgerDay {
  /** Such as `2026-11-22`, UTC. */
  readonly day: string;
  readonly accounts: ReadonlyMap<AccountName, Amounts>;
  /** By `<group>|<name>`. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Days that one call of Store.readLedger answers at most. */
export const LEDGER_DAYS = 100;

/** Sum of two sets of amounts. */
export function addAmounts(a: Amounts, b: Amounts): Amounts {
  return {
    steps: a.steps + b.steps,
    calls: a.calls + b.calls,
    tokens: a.tokens + b.tokens,
    microDollars: a.microDollars + b.microDollars,
    wallMs: a.wallMs + b.wallMs,
  };
}

/** `a` less `b`, each amount at least 0. */
export function subtractAmounts(a: Amounts, b: Amounts): Amounts {
  return {
    steps: Math.max(0, a.steps - b.steps),
    calls: Math.max(0, a.calls - b.calls),
    tokens: Math.max(0, a.tokens - b.tokens),
    microDollars: Math.max(0, a.microDollars - b.microDollars),
    wallMs: Math.max(0, a.wallMs - b.wallMs),
  };
}

/** True when every amount is 0. */
export function isZero(amounts: Amounts): boolean {
  return AMOUNTS.every((name) => amounts[name] === 0);
}

/** Amounts as stores keep them: numbers with blanks between, in the order of {@link AMOUNTS}. */
export function toAmountsText(amounts: Amounts): string {
  return AMOUNTS.map((name) => amounts[name]).join(" ");
}

/** The amounts of which {@link toAmountsText} made the text. A number that is missing is 0. */
export function fromAmountsText(text: string): Amounts {
  const [steps = 0, calls = 0, tokens = 0, microDollars = 0, wallMs = 0] = text.split(" ").map(Number);
  return { steps, calls, tokens, microDollars, wallMs };
}

/**
 * The days from `from` to `to`, both included, such as `2026-11-22`; none when `to` is earlier.
 *
 * @throws {AgentError} invalid_request when one of them is no day, or the days are more than {@link LEDGER_DAYS}.
 *
 * @example
 * ```ts
 * import { daysBetween } from "./ledger.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(daysBetween("2026-02-27", "2026-03-01"), ["2026-02-27", "2026-02-28", "2026-03-01"]);
 * ```
 */
export function daysBetween(from: string, to: string): string[] {
  const [first, last] = [parseDay(from), parseDay(to)];
  const count = Math.max(0, (last - first) / DAY_MS + 1);
  if (count > LEDGER_DAYS) {
    throw new AgentError(
      "invalid_request",
      `From ${from} to ${to} are ${count} days; read at most ${LEDGER_DAYS} at once.`,
    );
  }
  return Array.from({ length: count }, (_, index) => toDay(first + index * DAY_MS));
}

/** The UTC day of a time in epoch milliseconds, such as `2026-11-22`. */
export function toDay(at: number): string {
  const number = Math.floor(at / DAY_MS);
  if (number !== lastDay.number) lastDay = { number, name: new Date(at).toISOString().slice(0, 10) };
  return lastDay.name;
}

const DAY_MS = 86_400_000;

/** The last day that was computed: every step needs the current day, and formatting its name takes 3 us. */
let lastDay = { number: 0, name: "1970-01-01" };

function parseDay(day: string): number {
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : NaN;
  // Date.parse takes 30 February for a day of March.
  if (Number.isNaN(at) || toDay(at) !== day) {
    throw new AgentError("invalid_request", `${JSON.stringify(day)} is no day; write it as 2026-11-22.`);
  }
  return at;
}

/**
 * Keeps what is spent.
 *
 * INVARIANTS of the ledger
 * 1. Atomic: a reservation holds its amounts in all of its accounts, or, when one refuses, in none. An account refuses when
 *    used + reserved + requested is more than the limit of an amount; the outcome names the first such account and amount, in
 *    the order of the request and of AMOUNTS. Reservations and bookings of one tenant's day never overlap in time.
 * 2. Re-entrant: a reservation or a booking that arrives again, by its id, has no second effect. A reservation that a booking
 *    has ended is not made again: an answer `reserved` follows, and nothing is held. A refused one leaves nothing.
 * 3. A begin holds its reservation only when the outcome is `begun`, and also then it may be refused: the thread has begun, and
 *    the caller gives the begin up. The same holds for an advance and `advanced`.
 * 4. A booking is made once, whatever the outcome of the commit or the advance. That of an advance comes before its reservation.
 * 5. A booking adds its amounts to every account, also when it passes a limit, and frees the amounts of the reservations that it
 *    names. One that has expired, or that is not known, changes neither.
 * 6. The amounts of a reservation with `expiresAt` of at most the `now` of a later reservation on the same day are free for it.
 * 7. Integers up to 2^53 are exact. Accounts and counts of two tenants, of two days, or with two names, share nothing.
 * 8. A day lives `ledgerMs` after the last booking on it. The work of a call does not grow with the number of reservations.
 */
export interface LedgerStore {
  /**
   * A reservation beside a begin, such as one more for a step that runs. INVARIANTS of the ledger 1, 2 and 6.
   */
  reserve(tenant: string, reservation: Reservation): Promise<ReserveOutcome>;

  /** A booking beside a commit, such as that of a step that is abandoned. INVARIANTS of the ledger 2 and 5. */
  book(tenant: string, booking: Booking): Promise<void>;

  /**
   * The days from `from` to `to`, both included and such as `2026-11-22`, oldest first. Days on which nothing was booked are
   * left out. The order of accounts and counts is not defined.
   *
   * @throws {AgentError} invalid_request when one of them is no day, or the days are more than LEDGER_DAYS.
   */
  readLedger(tenant: string, from: string, to: string): Promise<LedgerDay[]>;
}
