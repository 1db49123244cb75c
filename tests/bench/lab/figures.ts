// The three figures that the README has, taken from docs/benchmarks.md: they are generated, and a test compares them.

const BEGIN = "<!-- figures: written by deno task bench --write -->";
const END = "<!-- figures: end -->";

/** The README with the figures of the page between its two comments. Throws when either lacks what is needed. */
export function withFigures(readme: string, page: string): string {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`The README has no section between ${BEGIN} and ${END}.`);
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${figures(page)}\n\n${readme.slice(end)}`;
}

/** The table of figures and the commit that was measured, as `deno fmt` leaves them. */
function figures(page: string): string {
  const step = (contender: string) => cell(page, "A step behind HTTP", ["10", "32", contender], "CPU ms");
  const bytes = (entries: string) =>
    cell(page, "Store requests and bytes", [entries, "Treadle, cold"], "bytes written");
  const start = (runtime: string) => cell(page, "Cold start", [runtime], "first response ms");
  const table = toTable([
    ["CPU of a step behind HTTP, 32 in flight, ms", step("Treadle"), besides(step)],
    ["bytes written by a step at 100,000 entries", bytes("100000"), `${bytes("10")} at 10 entries`],
    [
      "Deno, from nothing to the first response, ms",
      start("deno serve functions/deno.ts"),
      `workerd ${start("workerd")}`,
    ],
  ]);
  const [, commit] = /^Measured at commit ([0-9a-f]+(?: with changes)?)/m.exec(page) ?? [];
  if (commit === undefined) throw new Error("docs/benchmarks.md does not name the commit that was measured.");
  return `${table}\n\nMeasured at commit ${commit}.`;
}

function besides(step: (contender: string) => string): string {
  return `a hand-written step ${step("floor")}, AI SDK ${step("AI SDK")}`;
}

function toTable(rows: readonly (readonly string[])[]): string {
  const all = [["figure", "Treadle", "beside it"], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? "").padEnd(width)).join(" | ")} |`;
  const [head = [], ...others] = all;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...others.map(line)].join("\n");
}

/** The cell of a column in the row that begins with `key`, in the table of a section. */
function cell(page: string, section: string, key: readonly string[], column: string): string {
  const [, text = ""] = page.split(`\n## ${section}\n`);
  const [body = ""] = text.split("\n## ");
  const rows = body.split("\n").filter((line) => line.startsWith("|")).map(cellsOf);
  const place = rows[0]?.indexOf(column) ?? -1;
  const found = rows.find((row) => key.every((word, index) => row[index] === word))?.[place];
  if (found !== undefined) return found;
  throw new Error(`docs/benchmarks.md has no ${column} of ${key.join(", ")} in its section "${section}".`);
}

function cellsOf(line: string): string[] {
  return line.split("|").slice(1, -1).map((text) => text.trim());
}
