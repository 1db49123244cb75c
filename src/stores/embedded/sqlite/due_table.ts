// The due index in a sqlite file. Texts are read back as bytes; schema.ts has the reason.

import type { DueItem } from "../../../core/store/due.ts";
import type { WakeName } from "../../../core/wake.ts";
import type { DueTables } from "../due/tables.ts";
import type { SqliteFile } from "./file.ts";
import { number, text } from "./rows.ts";

/** The table `due`. */
export class SqliteDue implements DueTables {
  readonly #file: SqliteFile;

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  at(tenant: string, name: WakeName): number | undefined {
    const row = this.#file.get("SELECT at FROM due WHERE tenant = ? AND name = ?", tenant, name);
    return row && number(row, "at");
  }

  put({ tenant, name, at }: DueItem): void {
    this.#file.run("INSERT OR REPLACE INTO due (tenant, name, at) VALUES (?, ?, ?)", tenant, name, at);
  }

  remove(tenant: string, name: WakeName): void {
    this.#file.run("DELETE FROM due WHERE tenant = ? AND name = ?", tenant, name);
  }

  until(until: number, limit: number): DueItem[] {
    const sql = `SELECT CAST(tenant AS BLOB) AS tenant, CAST(name AS BLOB) AS name, at FROM due
      WHERE at <= ? ORDER BY at LIMIT ?`;
    return this.#file.all(sql, until, limit).map((row) => ({
      tenant: text(row, "tenant"),
      name: text(row, "name"),
      at: number(row, "at"),
    }));
  }
}
