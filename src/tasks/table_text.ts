// Tables in Markdown.

/** A table of cells with its head. */
export function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [rowText(head), `|${"---|".repeat(head.length)}`, ...rows.map(rowText)].join("\n");
}

function rowText(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
