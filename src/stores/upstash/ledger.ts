// The ledger of tenants in Redis: two keys for each day of a tenant. Reservations and bookings are scripts, which Steps sends in
// the requests of begin, commit and advance.

import type { Pipeline } from "@upstash/redis/cloudflare";
import {
  type AccountName,
  AMOUNTS,
  type Amounts,
  type Booking,
  daysBetween,
  fromAmountsText,
  type LedgerDay,
  type Reservation,
  type ReserveOutcome,
} from "../../core/store/ledger.ts";
import { LIFETIMES } from "../../core/store/limits.ts";
import type { Database } from "./database.ts";
import { malformedReply } from "./errors.ts";
import { ledgerKeys } from "./keys.ts";
import { LEDGER_FIELD } from "./layout.ts";
import { BOOK, RELEASE, RESERVE } from "./lua/ledger.ts";
import type { ScriptCall } from "./lua/script.ts";
import { Reader } from "./replies.ts";

/** The scripts of the ledger in the request of a commit: before the commit, and behind it. */
export interface LedgerCalls {
  readonly before: readonly ScriptCall[];
  readonly after: readonly ScriptCall[];
}

/** The ledgers of all tenants: the methods reserve, book and readLedger of Store, and their parts of a step. */
export class Ledger {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * The parts of a commit or an advance. The booking stands before the commit. Where the database stops between the two, the
   * cost is booked and the same request commits when it is sent again; in the other order a commit could stay without its cost.
   */
  calls(tenant: string, booking: Booking | undefined, reservation: Reservation | undefined): LedgerCalls {
    return {
      before: booking ? [this.booking(tenant, booking)] : [],
      after: reservation ? [this.reservation(tenant, reservation)] : [],
    };
  }

  /** The outcome of a reservation beside a begin or an advance; it is undone unless that keeps it. */
  async keep(
    tenant: string,
    reservation: Reservation,
    reply: unknown,
    keeps: boolean,
  ): Promise<ReserveOutcome> {
    const outcome = toReserveOutcome(reservation, reply);
    if (!keeps && outcome.type === "reserved") await this.#release(tenant, reservation);
    return outcome;
  }

  /** The script of a reservation. */
  reservation(tenant: string, { id, day, accounts, amounts, now, expiresAt }: Reservation): ScriptCall {
    return RESERVE.call({
      keys: ledgerKeys(this.#database.prefix, tenant, day),
      args: { id, now, heldMs: expiresAt - now, ...amounts },
      moreArgs: accounts.map(({ account, limits }) => {
        return `${AMOUNTS.map((name) => limits[name] ?? "").join()} ${toStored(account)}`;
      }),
    });
  }

  /** The script of a booking; its reply is not needed. */
  booking(tenant: string, { id, day, accounts, amounts, counts, reservations, now }: Booking): ScriptCall {
    const { ledgerMs } = this.#database.lifetimes;
    return BOOK.call({
      keys: ledgerKeys(this.#database.prefix, tenant, day),
      args: {
        id,
        now,
        ledgerMs: ledgerMs === LIFETIMES.ledgerMs ? 0 : ledgerMs,
        accounts: accounts.length,
        ...amounts,
        counts: counts && packCounts(counts),
      },
      moreArgs: [
        ...accounts.map(toStored),
        ...reservations.map((reservation) => reservation === id ? "" : reservation),
      ],
    });
  }

  async reserve(tenant: string, reservation: Reservation): Promise<ReserveOutcome> {
    const reply = await this.#database.client.run(this.reservation(tenant, reservation));
    return toReserveOutcome(reservation, reply);
  }

  async book(tenant: string, booking: Booking): Promise<void> {
    await this.#database.client.run(this.booking(tenant, booking));
  }

  /** One request. */
  async readLedger(tenant: string, from: string, to: string): Promise<LedgerDay[]> {
    const days = daysBetween(from, to);
    if (days.length === 0) return [];
    const hashes = await this.#database.client.pipeline(
      "readLedger",
      days.map((day) => {
        const key = ledgerKeys(this.#database.prefix, tenant, day).day;
        return (pipeline: Pipeline) => pipeline.hgetall(key);
      }),
    );
    return days.flatMap((day, place) => toDay(day, new Reader("readLedger", hashes[place] ?? [])));
  }

  async #release(tenant: string, { id, day }: Reservation): Promise<void> {
    const keys = ledgerKeys(this.#database.prefix, tenant, day);
    await this.#database.client.run(RELEASE.call({ keys, args: { id } }));
  }
}

/** What RESERVE answered. */
function toReserveOutcome({ accounts }: Reservation, reply: unknown): ReserveOutcome {
  if (reply === 1) return { type: "reserved" };
  const reader = new Reader("reserve", reply);
  const refusing = accounts[reader.number() - 1];
  const amount = AMOUNTS[reader.number() - 1];
  const limit = amount && refusing?.limits[amount];
  if (refusing === undefined || amount === undefined || limit === undefined) throw malformedReply("reserve");
  const { account } = refusing;
  return { type: "refused", account, amount, limit, used: reader.number(), reserved: reader.number() };
}

/** The fields and values of a day's hash in turn; nothing when nothing was booked. */
function toDay(day: string, fields: Reader): LedgerDay[] {
  const accounts = new Map<AccountName, Amounts>();
  const counts = new Map<string, number>();
  while (fields.more) {
    const [field, value] = [fields.text(), fields.text()];
    const name = field.slice(1);
    if (field.startsWith(LEDGER_FIELD.used)) accounts.set(fromStored(name), fromAmountsText(value));
    else if (field.startsWith(LEDGER_FIELD.count)) counts.set(name, Number(value));
  }
  return accounts.size === 0 && counts.size === 0 ? [] : [{ day, accounts, counts }];
}

/** An account as requests and fields have it: `t` for the tenant's, `u` and the name for a user's. */
function toStored(account: AccountName): string {
  return account === "tenant" ? "t" : `u${account.slice("user:".length)}`;
}

function fromStored(name: string): AccountName {
  return name === "t" ? "tenant" : `user:${name.slice(1)}`;
}

/**
 * Words with blanks between: `**support`, the group of those behind it; `search`, which adds 1, or `tokens*500`. In groups and names `%`,
 * `*` and what ends a word are escaped.
 */
function packCounts(counts: ReadonlyMap<string, ReadonlyMap<string, number>>): string {
  const words: string[] = [];
  for (const [group, added] of counts) {
    words.push(`**${escapeWord(group)}`);
    for (const [name, count] of added) {
      if (count === 0) continue;
      const word = escapeWord(name);
      words.push(count === 1 && word !== "" ? word : `${word}*${count}`);
    }
  }
  return words.join(" ");
}

function escapeWord(text: string): string {
  return text.replace(/[%*\s\0]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  const bytes = new TextEncoder().encode(character);
  return Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}
