// The tools over the data. The model says what it wants as data, and never as a text that a database runs.

import { defineTool, ToolError } from "@treadle/treadle";
import { columnsOf, personalColumns, type Row, rowsOf, TABLES } from "./data.ts";

export const listTables = defineTool({
  name: "list_tables",
  description: "The tables of the data, with their columns and how many rows they have.",
  effect: "pure",
  run: () =>
    TABLES.map((table) => ({
      table,
      columns: columnsOf(table),
      personal: personalColumns(table),
      rows: rowsOf(table).length,
    })),
});

const TABLE = { type: "string", enum: TABLES } as const;

const WHERE = {
  type: "array",
  description: "Only rows where each of these columns has this value",
  items: {
    type: "object",
    properties: { column: { type: "string" }, equals: { type: ["string", "number"] } },
    required: ["column", "equals"],
    additionalProperties: false,
  },
} as const;

export const runQuery = defineTool({
  name: "run_query",
  description:
    "Counts rows of a table, or sums a column of it, as a whole or for each value of another column.",
  parameters: {
    type: "object",
    properties: {
      table: TABLE,
      measure: { type: "string", enum: ["count", "sum"] },
      column: { type: "string", description: "The column to sum" },
      group_by: { type: "string", description: "The column with the groups" },
      where: WHERE,
    },
    required: ["table", "measure"],
    additionalProperties: false,
  },
  effect: "pure",
  run: ({ table, measure, column, group_by, where = [] }) => {
    if (measure === "sum") assertSummable(table, column);
    const named = [column, group_by, ...where.map((test) => test.column)].filter((name) =>
      name !== undefined
    );
    assertColumns(table, named);
    assertNotPersonal(table, named);
    const groups = new Map<string, number>();
    for (const row of filterRows(table, where)) {
      const group = group_by === undefined ? "all" : String(row[group_by]);
      const value = column === undefined ? 1 : Number(row[column]);
      groups.set(group, (groups.get(group) ?? 0) + (measure === "count" ? 1 : value));
    }
    return { table, measure, column, groups: Object.fromEntries(groups) };
  },
});

export const readRows = defineTool({
  name: "read_rows",
  description: "Reads at most 20 rows of a table, with personal data. A person decides whether it is done.",
  parameters: {
    type: "object",
    properties: {
      table: TABLE,
      where: WHERE,
      reason: { type: "string", description: "For the person who decides" },
    },
    required: ["table", "reason"],
    additionalProperties: false,
  },
  effect: "pure",
  needsApproval: true,
  approvalTtlMs: 24 * 60 * 60 * 1000,
  run: ({ table, where = [] }) => {
    assertColumns(table, where.map(({ column }) => column));
    return { table, rows: filterRows(table, where).slice(0, 20) };
  },
});

type Table = typeof TABLES[number];

interface Test {
  readonly column: string;
  readonly equals: string | number;
}

function filterRows(table: Table, where: readonly Test[]): readonly Row[] {
  return rowsOf(table).filter((row) => where.every(({ column, equals }) => row[column] === equals));
}

function assertSummable(table: Table, column: string | undefined): void {
  if (column === undefined) throw new ToolError("invalid_arguments", "A sum needs the column to sum.");
  assertColumns(table, [column]);
  if (rowsOf(table).every((row) => typeof row[column] === "number")) return;
  throw new ToolError("invalid_arguments", `${column} is no number, so it has no sum.`);
}

/** A count of the rows with a name would say whether there is such a person. */
function assertNotPersonal(table: Table, names: readonly string[]): void {
  const personal = personalColumns(table).find((column) => names.includes(column));
  if (personal === undefined) return;
  throw new ToolError("invalid_arguments", `${personal} is personal, so no query has it.`, {
    hint: "Use other columns, or read rows.",
  });
}

function assertColumns(table: Table, names: readonly string[]): void {
  const columns = columnsOf(table);
  const unknown = names.find((name) => !columns.includes(name));
  if (unknown === undefined) return;
  throw new ToolError("invalid_arguments", `${table} has no column ${unknown}.`, {
    hint: `Its columns are ${columns.join(", ")}.`,
  });
}
