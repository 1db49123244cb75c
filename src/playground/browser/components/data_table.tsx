// A table of a place: its columns say how a row is shown.

import type { ComponentChildren } from "preact";

/** A column. */
export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers stand at the right. */
  readonly isNumber?: boolean;
  /** What narrow windows leave out. */
  readonly isExtra?: boolean;
}

interface DataTableProps<Row> {
  /** What it lists, for assistive technology. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly isCurrent?: (row: Row) => boolean;
}

/** Rows under columns; it scrolls sideways where it is too wide. */
export function DataTable<Row>({ label, columns, rows, keyOf, isCurrent }: DataTableProps<Row>) {
  return (
    <div class="table-frame" role="region" aria-label={label} tabIndex={0}>
      <table class="data">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" class={classOf(column)}>{column.title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} aria-current={isCurrent?.(row) ? "true" : undefined}>
              {columns.map((column) => <td key={column.title} class={classOf(column)}>{column.cell(row)}
              </td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function classOf({ isNumber, isExtra }: Pick<Column<never>, "isNumber" | "isExtra">): string | undefined {
  const classes = [isNumber ? "number" : "", isExtra ? "extra" : ""].filter(Boolean);
  return classes.length === 0 ? undefined : classes.join(" ");
}
