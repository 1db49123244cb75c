// A table of a place: its columns say how a row is rendered.

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

/**
 * Rows under columns; it scrolls sideways where it is too wide. In a narrow window each row is a card with a line for each column. The
 * roles are written out because a table that is laid out otherwise loses its own.
 */
export function DataTable<Row>({ label, columns, rows, keyOf, isCurrent }: DataTableProps<Row>) {
  return (
    <div class="table-frame" role="region" aria-label={`${label}, as a table`} tabIndex={0}>
      <table class="data" role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.title} scope="col" role="columnheader" class={toClass(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row" aria-current={isCurrent?.(row) ? "true" : undefined}>
              {columns.map((column) => (
                <td key={column.title} role="cell" class={toClass(column)} data-title={column.title}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function toClass({ isNumber, isExtra }: Pick<Column<never>, "isNumber" | "isExtra">): string | undefined {
  const classes = [isNumber ? "number" : "", isExtra ? "extra" : ""].filter(Boolean);
  return classes.length === 0 ? undefined : classes.join(" ");
}
