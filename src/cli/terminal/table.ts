// Rows of values as aligned columns. On a terminal the widest texts are cut until a row fits on a line; elsewhere nothing is cut.

import { paint, type Style, terminalWidth } from "./style.ts";
import { cut, measureWidth, printable } from "./text.ts";

/** A text, or a text with a style. */
export type Cell = string | { readonly text: string; readonly style: Style };

/** One column. */
export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => Cell;
  /** Where numbers stand. */
  readonly align?: "right";
  /** Where rows are too wide: `keep` (what is typed again, such as an id; the default), `cut` (text), or `drop` (what matters least). */
  readonly overflow?: "keep" | "cut" | "drop";
}

/** Blanks between two columns. */
const GAP = 2;

/** Columns of a terminal that a text keeps which is cut. */
const LEAST = 12;

/** Columns that it has before whole columns are dropped for it. */
const READABLE = 32;

/** The rows below a line of heads. A column that is empty in every row is left out. */
export function formatTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width: number | undefined = terminalWidth(),
): string {
  const filled = columns.map((column) => fill(column, rows)).filter(({ cells }) =>
    cells.some(({ text }) => text !== "")
  );
  const fitted = fit(filled, width);
  const toLine = (cellOf: (column: Filled<Row>) => Painted) =>
    fitted.map((each, index) => {
      const { text, style } = cellOf(each);
      const shown = cut(text, each.width);
      const painted = style === undefined ? shown : paint(shown, style);
      const blanks = " ".repeat(each.width - measureWidth(shown));
      if (each.column.align === "right") return blanks + painted;
      return index === fitted.length - 1 ? painted : painted + blanks;
    }).join(" ".repeat(GAP));
  return [
    toLine(({ column }) => ({ text: column.head, style: "dim" })),
    ...rows.map((_, row) => toLine(({ cells }) => cells[row] ?? { text: "" })),
  ].join("\n");
}

interface Painted {
  readonly text: string;
  readonly style?: Style;
}

/** A column with its cells, and the widest of them. */
interface Filled<Row> {
  readonly column: Column<Row>;
  readonly cells: readonly Painted[];
  readonly width: number;
}

function fill<Row>(column: Column<Row>, rows: readonly Row[]): Filled<Row> {
  const cells = rows.map((row): Painted => {
    const cell = column.cell(row);
    return typeof cell === "string"
      ? { text: printable(cell) }
      : { text: printable(cell.text), style: cell.style };
  });
  return {
    column,
    cells,
    width: Math.max(measureWidth(column.head), ...cells.map(({ text }) => measureWidth(text))),
  };
}

/**
 * The columns that are shown, as wide as they are shown. Where rows are too wide, what matters least is dropped before a text is
 * hard to read, then texts are cut, and one is left out where rows fit without it alone.
 */
function fit<Row>(columns: readonly Filled<Row>[], width = Infinity): Filled<Row>[] {
  const over = measureRow(columns) - width;
  const dropped = columns.findLastIndex(({ column }) => column.overflow === "drop");
  if (over > countRoom(columns, READABLE) && dropped >= 0) return fit(columns.toSpliced(dropped, 1), width);
  const text = columns.findLastIndex(isCut);
  if (over > countRoom(columns, LEAST) && text >= 0) {
    const fewer = columns.toSpliced(text, 1);
    if (measureRow(fewer) - countRoom(fewer, LEAST) <= width) return fit(fewer, width);
  }
  return cutColumns(columns, over);
}

/** The columns so many columns of the terminal narrower: the widest text gives way first, and none becomes narrower than LEAST. */
function cutColumns<Row>(columns: readonly Filled<Row>[], over: number): Filled<Row>[] {
  const widths = columns.map(({ width }) => width);
  for (let left = over; left > 0; left--) {
    const widest = columns.reduce(
      (found, column, index) =>
        isCut(column) && (widths[index] ?? 0) > (widths[found] ?? LEAST) ? index : found,
      -1,
    );
    if (widest < 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return columns.map((column, index) => ({ ...column, width: widths[index] ?? 0 }));
}

function measureRow(columns: readonly Filled<never>[]): number {
  return columns.reduce((sum, { width }) => sum + width + GAP, -GAP);
}

/** How much narrower the texts become when each has so many columns left. */
function countRoom(columns: readonly Filled<never>[], least: number): number {
  return columns.filter(isCut).reduce((sum, { width }) => sum + Math.max(0, width - least), 0);
}

function isCut({ column }: Filled<never>): boolean {
  return column.overflow === "cut";
}
