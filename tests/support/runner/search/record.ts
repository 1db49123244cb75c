/** What the last search was, as JSON in the tree: docs/limits.md shows it, and a search that was stopped goes on from it. */
import { fromFileUrl, projectRoot } from "../../project.ts";

/** What one file of tests/search came to. */
export interface SearchedFile {
  readonly passed: number;
  /** Names of the tests that failed. */
  readonly failed: readonly string[];
  readonly skipped: number;
  readonly seconds: number;
}

export interface SearchRecord {
  /** The commit that was searched, without changes beside it. */
  readonly commit: string;
  /** When it began, ISO 8601. */
  readonly began: string;
  /** `TEST_SEED`, "" for the usual seeds of each suite. */
  readonly seed: string;
  /** By path. */
  readonly files: Readonly<Record<string, SearchedFile>>;
  /** Files that have not run yet. */
  readonly left: readonly string[];
}

const RECORD = new URL("tests/search/last_search.json", projectRoot);
const PAGE = new URL("docs/limits.md", projectRoot);
const BEGINS = "<!-- search: written by deno task test:search -->";
const ENDS = "<!-- search: end -->";

export async function readRecord(): Promise<SearchRecord | undefined> {
  try {
    return JSON.parse(await Deno.readTextFile(RECORD));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Writes the record, and the page that shows it. */
export async function writeRecord(record: SearchRecord): Promise<void> {
  await Deno.writeTextFile(RECORD, `${JSON.stringify(record, null, 2)}\n`);
  await Deno.writeTextFile(PAGE, withRecord(await Deno.readTextFile(PAGE), record));
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "-q", fromFileUrl(PAGE), fromFileUrl(RECORD)] })
    .output();
}

/** The page with this record in its place. */
export function withRecord(page: string, record: SearchRecord): string {
  const [before, rest] = page.split(BEGINS);
  const after = rest?.split(ENDS)[1];
  if (before === undefined || after === undefined) {
    throw new Error(`docs/limits.md has no ${BEGINS} with its end`);
  }
  return `${before}${BEGINS}\n\n${describeRecord(record)}\n\n${ENDS}${after}`;
}

/** A sentence and a table. */
export function describeRecord({ commit, began, seed, files, left }: SearchRecord): string {
  const ran = Object.entries(files).toSorted(([left], [right]) => left < right ? -1 : 1);
  const sum = (of: (file: SearchedFile) => number) => ran.reduce((total, [, file]) => total + of(file), 0);
  const rows = ran.map(([path, { passed, failed, seconds }]) =>
    `| ${shorten(path)} | ${passed} | ${failed.length} | ${Math.round(seconds)} |`
  );
  return [
    `Last run on ${began.slice(0, 10)} at commit ${commit.slice(0, 8)}, ${
      seed === "" ? "usual seeds" : `seed ${seed}`
    }: ` +
    `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed.length)} failed. ` +
    (left.length === 0 ? "Every file ran." : `Not run yet: ${left.map(shorten).join(", ")}.`),
    "",
    "| file of tests/search | passed | failed | seconds |",
    "| --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

function shorten(path: string): string {
  return path.slice("tests/search/".length);
}

/** The commit of the working tree, with `+` behind it where files differ from it, those of the record apart. */
export async function readCommit(): Promise<string> {
  const git = async (...args: string[]) => {
    const { success, stdout, stderr } = await new Deno.Command("git", { args, cwd: projectRoot }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr).trim());
    return new TextDecoder().decode(stdout).trim();
  };
  const root = fromFileUrl(projectRoot);
  const apart = [RECORD, PAGE].map((url) => `:(exclude)${fromFileUrl(url).slice(root.length)}`);
  const changes = await git("status", "--porcelain", "--", ".", ...apart);
  return `${await git("rev-parse", "HEAD")}${changes === "" ? "" : "+"}`;
}
