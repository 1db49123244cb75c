// Short words for the cases of the ledger.

import assert from "node:assert/strict";
import type { Store } from "../../../../src/core/store.ts";
import type {
  AccountLimits,
  AccountName,
  Amount,
  Amounts,
  Booking,
  Reservation,
  ReserveOutcome,
} from "../../../../src/core/store/ledger.ts";
import { ZERO_AMOUNTS } from "../../../../src/core/store/ledger.ts";

export const DAY = "2026-11-22";
/** A time of that day, in epoch milliseconds. */
export const NOW = Date.parse(`${DAY}T12:00:00Z`);
/** A time at which no reservation of {@link reservation} is held any more. */
export const LATER = NOW + 60_000;

let made = 0;

export function amounts(some: Partial<Amounts> = {}): Amounts {
  return { ...ZERO_AMOUNTS, ...some };
}

/** An account of which this many tokens may be taken. */
export function limited(account: AccountName, tokens: number): AccountLimits {
  return { account, limits: { tokens } };
}

/** One of 100 tokens on the tenant's account, without a limit. */
export function reservation(overrides: Partial<Reservation> = {}): Reservation {
  return {
    id: `reservation-${++made}`,
    day: DAY,
    accounts: [{ account: "tenant", limits: {} }],
    amounts: amounts({ tokens: 100 }),
    now: NOW,
    expiresAt: LATER,
    ...overrides,
  };
}

/** One of 10 tokens on the tenant's account, which ends no reservation. */
export function booking(overrides: Partial<Booking> = {}): Booking {
  return {
    id: `booking-${++made}`,
    reservations: [],
    day: DAY,
    accounts: ["tenant"],
    amounts: amounts({ tokens: 10 }),
    now: NOW,
    ...overrides,
  };
}

/** Counts under one group. */
export function counted(group: string, added: Readonly<Record<string, number>>): Pick<Booking, "counts"> {
  return { counts: new Map([[group, new Map(Object.entries(added))]]) };
}

/** What one amount of an account has come to: a reservation that is always refused asks, and leaves nothing. */
export async function sumsOf(
  store: Store,
  tenant: string,
  { account = "tenant", amount = "tokens", day = DAY, now = NOW }: {
    account?: AccountName;
    amount?: Amount;
    day?: string;
    now?: number;
  } = {},
): Promise<{ used: number; reserved: number }> {
  const accounts = [{ account, limits: { [amount]: 0 } }];
  const asked = reservation({ accounts, amounts: amounts({ [amount]: 1 }), day, now, expiresAt: now + 1 });
  const outcome = await store.reserve(tenant, asked);
  assert(outcome.type === "refused");
  return { used: outcome.used, reserved: outcome.reserved };
}

/** Tokens that are held on the tenant's account. */
export async function heldOf(store: Store, tenant: string, now = NOW): Promise<number> {
  return (await sumsOf(store, tenant, { now })).reserved;
}

/** The accounts and counts of a day as objects; empty ones when nothing was booked. */
export async function dayOf(
  store: Store,
  tenant: string,
  day = DAY,
): Promise<{ accounts: Record<string, Amounts>; counts: Record<string, number> }> {
  const [found] = await store.readLedger(tenant, day, day);
  return {
    accounts: Object.fromEntries(found?.accounts ?? []),
    counts: Object.fromEntries(found?.counts ?? []),
  };
}

/** Tokens that are booked on the tenant's account. */
export async function usedOf(store: Store, tenant: string): Promise<number> {
  return (await dayOf(store, tenant)).accounts.tenant?.tokens ?? 0;
}

export const RESERVED: ReserveOutcome = { type: "reserved" };

/** Names of users and groups that a store could take for something else. */
export const ODD_NAMES: readonly string[] = [
  "",
  "a",
  "tenant",
  "user:a",
  "a|b",
  "|",
  ":",
  "1:a",
  "6:tenant",
  "a b",
  " ",
  "-",
  "*",
  "a*2",
  "%",
  "%2a",
  "\n",
  "\0",
  "a\0b",
  "ü",
  "\u{1F600}",
  "\u00a0",
  "\u2028",
  "__proto__",
  "{x}",
  '"',
  "\\",
  "x".repeat(300),
];
