// The three figures that the README has, taken from docs/benchmarks.md: they are generated, and a test compares them.

const BEGIN = "<!-- figures: written by deno task bench --write -->";
const END = "<!-- figures: end -->";

/** The README with the figures of the page between its two comments. Throws when either lacks what is needed. */
export function withFigures(readme: string, page: string): string {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`The README has no section between ${BEGIN} and ${END}.`);
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${figures(page)}\n\n${readme.slice(end)}`;
}

/** The table of figures with the commit of each, as `deno fmt` leaves it. */
function figures(page: string): string {
  const step = (contender: string) => cell(page, STEP, ["10", "32", contender], "CPU ms");
  const bytes = (entries: string) => cell(page, STORE, [entries, "Treadle, cold"], "bytes written");
  const start = (runtime: string) => cell(page, START, [runtime], "first response ms");
  return toTable([
    ["figure", "Treadle", "beside it", "commit"],
    [
      "CPU of a step behind HTTP, 32 in flight, ms",
      step("Treadle"),
      `a hand-written step ${step("floor")}, AI SDK ${step("AI SDK")}`,
      commitOf(page, STEP),
    ],
    [
      "bytes written by a step at 100,000 entries",
      bytes("100000"),
      `${bytes("10")} at 10 entries`,
      commitOf(page, STORE),
    ],
    [
      "Deno, from nothing to the first response, ms",
      start("deno serve functions/deno.ts"),
      `workerd ${start("workerd")}`,
      commitOf(page, START),
    ],
  ]);
}

const STEP = "A step behind HTTP";
const STORE = "Store requests and bytes";
const START = "Cold start";

/** The commit at which a section was measured: its own, else that of the page. */
function commitOf(page: string, section: string): string {
  const measured = /^Measured at commit ([0-9a-f]+(?: with changes)?)/m;
  const commit = (measured.exec(textOf(page, section)) ?? measured.exec(page))?.[1];
  if (commit === undefined) throw new Error("docs/benchmarks.md does not name the commit that was measured.");
  return commit;
}

function textOf(page: string, section: string): string {
  return page.split(`\n## ${section}\n`)[1]?.split("\n## ")[0] ?? "";
}

function toTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...others] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? "").padEnd(width)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...others.map(line)].join("\n");
}

/** The cell of a column in the row that begins with `key`, in the table of a section. */
function cell(page: string, section: string, key: readonly string[], column: string): string {
  const rows = textOf(page, section).split("\n").filter((line) => line.startsWith("|")).map(cellsOf);
  const place = rows[0]?.indexOf(column) ?? -1;
  const found = rows.find((row) => key.every((word, index) => row[index] === word))?.[place];
  if (found !== undefined) return found;
  throw new Error(`docs/benchmarks.md has no ${column} of ${key.join(", ")} in its section "${section}".`);
}

function cellsOf(line: string): string[] {
  return line.split("|").slice(1, -1).map((text) => text.trim());
}
