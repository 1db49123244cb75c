/** Cuts the test files into jobs, each one `deno test` process, and runs as many of them at a time as it is given. */

export interface TestJob {
  /** The folder, or the file that is a job of its own. */
  readonly name: string;
  readonly files: readonly string[];
}

/**
 * Folders in which each file is a job of its own, the longest first. The seconds are those of two jobs at a time on two busy
 * cores; `deno task test` prints them.
 */
const SLOW_FOLDERS = [
  "tests/chaos", // 50 to 65 s of CPU time a file of seeds/, and 41 s
  "tests/integration", // 3 to 37 s a file
  "tests/playground", // 3 to 30 s a file
  "tests/templates", // 10 to 30 s a file
  "tests/pack", // 40 s together, 15 of which make and install the package
  "tests/cli", // 1 to 30 s a file
  "tests/functions", // 5 s a file
] as const;

/**
 * Folders whose jobs run without coverage, which takes a third of their time: what they run of src other tests run too, or it
 * runs in processes of its own.
 */
const UNMEASURED = [
  "tests/chaos",
  "tests/compat",
  "tests/conformance",
  "tests/integration",
  "tests/lint",
  "tests/pack",
  "tests/playground",
  "tests/templates",
  "tests/wire",
] as const;

/** Whether the lines that a job runs are counted. */
export function isMeasuredJob(name: string): boolean {
  return !UNMEASURED.some((folder) => name === folder || name.startsWith(`${folder}/`));
}

/**
 * How many files of another folder make a job at most: enough that the start of a process hardly counts, few enough that no
 * job is much longer than the longest file.
 */
const FILES_OF_A_JOB = 10;

/** The files that `deno test tests` runs. */
export function isTestFile(path: string): boolean {
  return /(?:^|[_./])test\.(?:ts|tsx|mts|js|jsx|mjs)$/.test(path);
}

/**
 * Every file is in one job: the files of the first slow folder, then the other folders in parts, then the rest of the slow
 * files, which are short enough to come last.
 */
export function planJobs(files: readonly string[]): TestJob[] {
  const [longest = [], ...slow] = SLOW_FOLDERS.map((folder) =>
    files.filter((file) => file.startsWith(`${folder}/`)).map((file) => ({ name: file, files: [file] }))
  );
  const alone = new Set([longest, ...slow].flat().map(({ name }) => name));
  const rest = Map.groupBy(files.filter((file) => !alone.has(file)), topFolder);
  const parts = [...rest].toSorted(([, a], [, b]) => b.length - a.length).flatMap(partsOf);
  return [...longest, ...parts, ...slow.flat()];
}

function partsOf([folder, files]: readonly [string, readonly string[]]): TestJob[] {
  const count = Math.ceil(files.length / FILES_OF_A_JOB);
  if (count === 1) return [{ name: folder, files }];
  // Every so many-th file, because the long ones of a folder stand beside each other.
  return Array.from({ length: count }, (_, part) => ({
    name: `${folder}/part-${part + 1}-of-${count}`,
    files: files.filter((_, index) => index % count === part),
  }));
}

/** Calls `run` with each item in order, at most `width` at a time. `lane` is from 0 to `width - 1`, one call at a time each. */
export async function runQueue<Item>(
  items: readonly Item[],
  width: number,
  run: (item: Item, lane: number) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const lanes = Array.from({ length: width }, async (_, lane) => {
    for (const item of queue) await run(item, lane);
  });
  await Promise.all(lanes);
}

/** `tests/wire` for `tests/wire/openai/server_test.ts`, `tests` for `tests/deps_test.ts`. */
function topFolder(path: string): string {
  return path.split("/").slice(0, -1).slice(0, 2).join("/");
}
