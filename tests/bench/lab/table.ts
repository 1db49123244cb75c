// A markdown table, its columns aligned so that it also reads in a terminal; numbers to the right.

export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => (row[column] ?? "").length))
  );
  const right = head.map((_, column) => rows.every((row) => /^[\d.,]*$/.test(row[column] ?? "")));
  const line = (cells: readonly string[]) =>
    `| ${
      widths.map((width, column) => {
        const cell = cells[column] ?? "";
        return right[column] ? cell.padStart(width) : cell.padEnd(width);
      }).join(" | ")
    } |`;
  const rule = `| ${
    widths.map((width, column) => right[column] ? `${"-".repeat(width - 1)}:` : "-".repeat(width)).join(" | ")
  } |`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}
