// The tables of the ledger in a sqlite file as SQL. Names of callers are read back as bytes; schema.ts has the reason.

import {
  type AccountName,
  type Amounts,
  fromAmountsText,
  isZero,
  toAmountsText,
} from "../../../core/store/ledger.ts";
import type { DayRecord, EndedKind, LedgerTables, ReservationRecord, SumKind } from "../ledger/tables.ts";
import type { SqliteFile } from "./file.ts";
import { number, type Row, text } from "./rows.ts";

/** The tables of the ledger of an embedded store in a sqlite file. */
export class SqliteLedger implements LedgerTables {
  readonly #file: SqliteFile;

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  day(tenant: string, day: string): DayRecord | undefined {
    const row = this.#file.get("SELECT * FROM ledger_days WHERE tenant = ? AND day = ?", tenant, day);
    return row && toDay(row);
  }

  days(tenant: string, from: string, to: string): DayRecord[] {
    const sql = "SELECT * FROM ledger_days WHERE tenant = ? AND day >= ? AND day <= ? ORDER BY day";
    return this.#file.all(sql, tenant, from, to).map(toDay);
  }

  putDay(tenant: string, day: string, expiresAt: number): number {
    const row = this.#file.get(
      `INSERT INTO ledger_days (tenant, day, expires_at) VALUES (?, ?, ?)
       ON CONFLICT (tenant, day) DO UPDATE SET expires_at = excluded.expires_at RETURNING id`,
      tenant,
      day,
      expiresAt,
    );
    return number(row ?? {}, "id");
  }

  removeDay(id: number): void {
    this.#file.run("DELETE FROM ledger_days WHERE id = ?", id);
  }

  sum(id: number, kind: SumKind, account: AccountName): Amounts {
    const sql = "SELECT amounts FROM ledger_sums WHERE day = ? AND kind = ? AND account = ?";
    const row = this.#file.get(sql, id, kind, account);
    return fromAmountsText(row === undefined ? "0" : text(row, "amounts"));
  }

  putSum(id: number, kind: SumKind, account: AccountName, amounts: Amounts): void {
    if (isZero(amounts)) {
      this.#file.run(
        "DELETE FROM ledger_sums WHERE day = ? AND kind = ? AND account = ?",
        id,
        kind,
        account,
      );
    } else {
      this.#file.run(
        "INSERT OR REPLACE INTO ledger_sums VALUES (?, ?, ?, ?)",
        id,
        kind,
        account,
        toAmountsText(amounts),
      );
    }
  }

  sums(id: number, kind: SumKind): Map<AccountName, Amounts> {
    const sql =
      "SELECT CAST(account AS BLOB) AS account, amounts FROM ledger_sums WHERE day = ? AND kind = ?";
    return new Map(
      this.#file.all(sql, id, kind).map((row) => {
        return [toAccount(text(row, "account")), fromAmountsText(text(row, "amounts"))];
      }),
    );
  }

  reservation(id: number, name: string): ReservationRecord | undefined {
    const row = this.#file.get(
      `SELECT CAST(accounts AS BLOB) AS accounts, amounts, expires_at FROM ledger_reservations
       WHERE day = ? AND name = ?`,
      id,
      name,
    );
    return row && {
      accounts: toAccounts(text(row, "accounts")),
      amounts: fromAmountsText(text(row, "amounts")),
      expiresAt: number(row, "expires_at"),
    };
  }

  putReservation(id: number, name: string, { accounts, amounts, expiresAt }: ReservationRecord): void {
    this.#file.run(
      "INSERT INTO ledger_reservations (day, name, expires_at, accounts, amounts) VALUES (?, ?, ?, ?, ?)",
      id,
      name,
      expiresAt,
      JSON.stringify(accounts),
      toAmountsText(amounts),
    );
  }

  removeReservation(id: number, name: string): void {
    this.#file.run("DELETE FROM ledger_reservations WHERE day = ? AND name = ?", id, name);
  }

  expiredReservations(id: number, now: number, limit: number): string[] {
    const sql = `SELECT CAST(name AS BLOB) AS name FROM ledger_reservations
      WHERE day = ? AND expires_at <= ? ORDER BY expires_at LIMIT ?`;
    return this.#file.all(sql, id, now, limit).map((row) => text(row, "name"));
  }

  hasEnded(id: number, kind: EndedKind, name: string): boolean {
    const sql = "SELECT until FROM ledger_ended WHERE day = ? AND kind = ? AND name = ?";
    return this.#file.get(sql, id, kind, name) !== undefined;
  }

  putEnded(id: number, kind: EndedKind, name: string, until: number): void {
    this.#file.run("INSERT OR REPLACE INTO ledger_ended VALUES (?, ?, ?, ?)", id, kind, name, until);
  }

  addCount(id: number, name: string, added: number): void {
    this.#file.run(
      `INSERT INTO ledger_counts (day, name, count) VALUES (?, ?, ?)
       ON CONFLICT (day, name) DO UPDATE SET count = count + excluded.count`,
      id,
      name,
      added,
    );
  }

  counts(id: number): Map<string, number> {
    const sql = "SELECT CAST(name AS BLOB) AS name, count FROM ledger_counts WHERE day = ?";
    return new Map(this.#file.all(sql, id).map((row) => [text(row, "name"), number(row, "count")]));
  }

  sweep(now: number): void {
    this.#file.run("DELETE FROM ledger_days WHERE expires_at <= ?", now);
    this.#file.run("DELETE FROM ledger_ended WHERE until <= ?", now);
  }
}

function toDay(row: Row): DayRecord {
  return { id: number(row, "id"), day: text(row, "day"), expiresAt: number(row, "expires_at") };
}

function toAccounts(json: string): AccountName[] {
  const names: string[] = JSON.parse(json);
  return names.map(toAccount);
}

function toAccount(name: string): AccountName {
  return name === "tenant" ? name : `user:${name.slice("user:".length)}`;
}
