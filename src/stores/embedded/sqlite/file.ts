// What the tables use of an open sqlite file. store.ts opens it.

import type { Row, Value } from "./rows.ts";

/** An open sqlite file. Statements are prepared once. */
export interface SqliteFile {
  /** Runs `work` as one transaction; an exception rolls it back. */
  transaction<T>(kind: "DEFERRED" | "IMMEDIATE", work: () => T): T;
  /** The first row. */
  get(sql: string, ...values: Value[]): Row | undefined;
  all(sql: string, ...values: Value[]): Row[];
  run(sql: string, ...values: Value[]): void;
  close(): void;
}
