// The data, in the place of a database: D1 on Workers, Postgres on Deno. Its rows are few, so every query reads all of them.

export type Row = Readonly<Record<string, string | number>>;

export const TABLES = ["customers", "orders"] as const;

type Table = typeof TABLES[number];

const CUSTOMERS = [
  { id: 1, name: "Ada", email: "ada@example.com", country: "UK" },
  { id: 2, name: "Bob", email: "bob@example.com", country: "US" },
  { id: 3, name: "Chloé", email: "chloe@example.com", country: "FR" },
];

const PRODUCTS = [
  { product: "tea", euros: 5 },
  { product: "coffee", euros: 12 },
  { product: "cups", euros: 24 },
];

/** Orders that are always the same: one a day, of each product and each customer in turn. */
const ORDERS = Array.from({ length: 36 }, (_, index) => ({
  number: 1001 + index,
  month: `2026-${String(1 + index % 12).padStart(2, "0")}`,
  customer: 1 + index % 4 % 3,
  ...PRODUCTS[index % 3] ?? { product: "tea", euros: 5 },
}));

const ROWS: Readonly<Record<Table, readonly Row[]>> = { customers: CUSTOMERS, orders: ORDERS };

export function rowsOf(table: Table): readonly Row[] {
  return ROWS[table];
}

export function columnsOf(table: Table): readonly string[] {
  return Object.keys(ROWS[table][0] ?? {});
}

/** Columns whose values are about a person: no query shows them. */
export function personalColumns(table: Table): readonly string[] {
  return table === "customers" ? ["name", "email"] : [];
}
