/** Cuts the test files into jobs, each one `deno test` process. */
import { subjectOf, type Tier, tierOf } from "./tiers.ts";
import slowFiles from "./slow_files.json" with { type: "json" };

export interface TestJob {
  /** The folder, a part of it, or the file that is a job of its own. */
  readonly name: string;
  readonly files: readonly string[];
  /** How long it took when it was measured. */
  readonly seconds: number;
}

/**
 * Seconds that a job should take: enough that the start of a process hardly counts, few enough that no processor waits for
 * the last one for long.
 */
const SECONDS_OF_A_JOB = 120;

/** Seconds of the slow files that take 10 or more, measured three at a time on two cores: a run prints those of its jobs. */
const SECONDS: Readonly<Record<string, number>> = slowFiles;

/** Seconds of a file that is not named above. */
const SECONDS_OF_MOST: Readonly<Record<Tier, number>> = { fast: 0.6, slow: 4, search: 20 };

/**
 * Folders whose files are in a process of their own. The sanitizers of both would report the browser of the folder above; and in
 * Deno a message of a MessageChannel is no task any more where the packages of a host are loaded, which the modules rely on.
 */
const APART: readonly string[] = ["tests/playground/modules", "tests/playground/served"];

/** Every file is in one job, and no job has files of two folders. The longest come first. */
export function planJobs(files: readonly string[], seconds = SECONDS): TestJob[] {
  const weighed = files.map((file) => ({ file, seconds: seconds[file] ?? SECONDS_OF_MOST[tierOf(file)] }));
  return [...Map.groupBy(weighed, ({ file }) => folderOf(file))]
    .flatMap(([group, all]) => partsOf(group, all))
    .toSorted((a, b) => b.seconds - a.seconds);
}

/** A job for each file, the longest first. */
export function planFiles(files: readonly string[], seconds = SECONDS): TestJob[] {
  return files.map((file) => ({
    name: file,
    files: [file],
    seconds: seconds[file] ?? SECONDS_OF_MOST[tierOf(file)],
  }))
    .toSorted((a, b) => b.seconds - a.seconds);
}

interface Weighed {
  readonly file: string;
  readonly seconds: number;
}

/** The files in parts that take about as long as each other: the longest file left goes to the part that has the least. */
function partsOf(group: string, all: readonly Weighed[]): TestJob[] {
  const count = Math.ceil(sumOf(all) / SECONDS_OF_A_JOB);
  const parts = Array.from({ length: count }, (): Weighed[] => []);
  for (const one of all.toSorted((a, b) => b.seconds - a.seconds)) {
    const [least] = parts.toSorted((a, b) => sumOf(a) - sumOf(b));
    least?.push(one);
  }
  return parts.filter((part) => part.length > 0).map((part, index, { length }) => ({
    name: nameOf(group, part, index + 1, length),
    files: part.map(({ file }) => file),
    seconds: sumOf(part),
  }));
}

function nameOf(group: string, [first, ...others]: readonly Weighed[], number: number, count: number) {
  if (first !== undefined && others.length === 0) return first.file;
  return count === 1 ? group : `${group}/part-${number}-of-${count}`;
}

function sumOf(part: readonly Weighed[]): number {
  return part.reduce((sum, { seconds }) => sum + seconds, 0);
}

/** `tests/wire` for `tests/wire/openai/server_test.ts`, `tests` for `tests/deps_test.ts`, `tests/slow/wire` in the tier behind. */
function folderOf(path: string): string {
  const subject = subjectOf(path);
  const folder = APART.find((each) => subject.startsWith(`${each}/`)) ??
    subject.split("/").slice(0, -1).slice(0, 2).join("/");
  const tier = tierOf(path);
  return tier === "fast" ? folder : folder.replace("tests", `tests/${tier}`);
}

/** The jobs of a shard such as `2/4`: every fourth, from the second on, so that shards take about as long as each other. */
export function shardOf(jobs: readonly TestJob[], shard?: string): TestJob[] {
  if (shard === undefined) return [...jobs];
  const [, index, count] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(shard) ?? [];
  if (index === undefined || Number(index) > Number(count)) {
    throw new Error(`--shard=${shard}: write the number of the shard and how many there are: --shard=1/4`);
  }
  return jobs.filter((_, at) => at % Number(count) === Number(index) - 1);
}
