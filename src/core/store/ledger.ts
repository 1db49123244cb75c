// The ledger of a tenant: what its steps have cost and counted on each day, and what running steps have reserved.
//
// A step that may cost money reserves in the request of its begin, and books in the request of its commit. Other threads of
// the tenant do the same at the same time: reservation and check are one atomic operation, so that all of them together
// never pass a limit.

/** Every {@link Amount}, in the order in which stores write them. */
export const AMOUNTS = ["steps", "calls", "tokens", "microDollars", "wallMs"] as const;

/**
 * What is limited: steps; calls given to tools; input and output tokens; millionths of a US dollar; milliseconds of steps.
 */
export type Amount = typeof AMOUNTS[number];

/** One number for each {@link Amount}; integers of 0 or more. */
export type Amounts = Readonly<Record<Amount, number>>;

/** An account of a tenant's ledger on one day: the tenant's own (`tenant`), or that of one user (`user:` and a name). */
export type AccountName = "tenant" | `user:${string}`;

/** What one account may come to on one day. An amount that is left out is not limited. */
export interface AccountLimits {
  readonly account: AccountName;
  readonly limits: Readonly<Partial<Amounts>>;
}

/** Holds amounts back in several accounts, for a step that is about to run. */
export interface Reservation {
  /** Unique; a request that is sent twice, because its answer was lost, is recognised by it. */
  readonly id: string;
  /** The UTC day that the step is booked on, such as `2026-11-22`. */
  readonly day: string;
  /** All or none: what one account refuses is reserved in none. */
  readonly accounts: readonly AccountLimits[];
  /** Reserved in each of the accounts; the most that the step can come to. */
  readonly amounts: Amounts;
  /** The caller's clock, in epoch milliseconds. */
  readonly now: number;
  /** From then on the amounts are free again: the worker is dead. Epoch milliseconds. */
  readonly expiresAt: number;
}

/** What a reservation comes to. */
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
  /** Unique for the step; a booking that is sent twice is recognised by it for an hour. */
  readonly id: string;
  /** The reservations that end with it; those that have expired are ignored. */
  readonly reservations: readonly string[];
  /** The UTC day; that of the reservations, where there are some. */
  readonly day: string;
  readonly accounts: readonly AccountName[];
  /** Added to each of the accounts. */
  readonly amounts: Amounts;
  /** Added to the counts of the tenant's day, each under `<group>|<name>`. */
  readonly counts?: { readonly group: string; readonly added: ReadonlyMap<string, number> };
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
