// Lifetimes and sizes that every store applies.

import { AgentError } from "../error.ts";

/** How long stored things live, in milliseconds. */
export interface StoreLifetimes {
  /** Idempotency receipts; a day by default. */
  readonly receiptMs: number;
  /** The event log after its last event; an hour by default. */
  readonly eventsMs: number;
  /** A thread after the last begin, queued input, flush or commit; undefined keeps threads for ever. */
  readonly threadMs: number | undefined;
  /** A day of a tenant's ledger after the last booking on it; 400 days by default. */
  readonly ledgerMs: number;
}

/** The defaults. */
export const LIFETIMES: StoreLifetimes = {
  receiptMs: 86_400_000,
  eventsMs: 3_600_000,
  threadMs: undefined,
  ledgerMs: 400 * 86_400_000,
};

/**
 * Shortest lifetime of a thread and of a receipt that a deployment takes, in milliseconds: five minutes. A thread has to outlive the
 * lease of its step (30 s) and the second look of the cron pump at it (2 min), and a receipt the repetitions of its request.
 */
export const LEAST_LIFETIME_MS = 300_000;

/** The same of the event log: a reader that lost its connection comes back within this time. */
const LEAST_EVENTS_MS = 30_000;

/** The same of a day of a ledger: what was spent on a day counts until the day is over everywhere, and its reservations are. */
const LEAST_LEDGER_MS = 3 * 86_400_000;

/**
 * Refuses lifetimes with which threads, receipts or budgets are lost while they are used.
 *
 * @throws {AgentError} config_invalid - names the lifetimes that are too short
 */
export function assertLifetimes({ threadMs, receiptMs, eventsMs, ledgerMs }: Partial<StoreLifetimes>): void {
  const short = [
    { name: "threadMs", ms: threadMs, least: LEAST_LIFETIME_MS },
    { name: "receiptMs", ms: receiptMs, least: LEAST_LIFETIME_MS },
    { name: "eventsMs", ms: eventsMs, least: LEAST_EVENTS_MS },
    { name: "ledgerMs", ms: ledgerMs, least: LEAST_LEDGER_MS },
  ].filter(({ ms, least }) => ms !== undefined && !(ms >= least));
  if (short.length === 0) return;
  const wrong = short.map(({ name, ms, least }) => `lifetimes.${name} is ${ms}, at least ${least}`);
  throw new AgentError(
    "config_invalid",
    `The store's lifetimes are too short: ${wrong.join("; ")}.`,
  );
}

/** How long a booking, and a reservation that it ended, are recognised when they are sent again, in milliseconds. */
export const BOOKING_MS = 3_600_000;

/** How long a day of the ledger lives on which something is reserved and nothing booked, in milliseconds: three days. */
export const RESERVED_DAY_MS = 3 * 86_400_000;

/** Reservations that have expired of which a call frees the amounts at most, unless it would refuse because of them. */
export const FREED_AT_ONCE = 100;

/** Inputs that an inbox takes. */
export const INBOX_LIMIT = 100;

/** UTF-8 bytes that the inputs of an inbox take together. */
export const INBOX_BYTES = 1_000_000;

/** `retryAfterMs` of a thread whose inbox is full although no step runs. */
export const FULL_RETRY_MS = 1_000;

/** Events that a log keeps; the oldest are dropped first. */
export const EVENT_LIMIT = 5_000;

/** UTF-8 bytes of entries in one page of a history at most, unless a single entry is larger. */
export const PAGE_BYTES = 600 * 1024;

/** How long a blob lives that no commit refers to, in milliseconds: a day. */
export const BLOB_MS = 86_400_000;
