/** Line coverage of src, computed from lcov reports. */

/** The share of lines that the tests must reach. */
export const REQUIRED_PERCENT = 90;

/**
 * Folders of src that run in a browser only, where `deno test` cannot measure them; the Chromium tests drive them.
 * All else counts: src/cli too, since a subprocess started by a test writes its coverage to the same folder.
 */
const BROWSER_FOLDERS = ["src/playground/browser/"];

export interface FileCoverage {
  /** `src/core/error.ts` */
  readonly path: string;
  /** Whether a line was reached, by its number. */
  readonly lines: ReadonlyMap<number, boolean>;
}

/** Whether a file is code that `deno test` can load and measure. */
export function isMeasured(path: string): boolean {
  return /^src\/.*\.ts$/.test(path) && !BROWSER_FOLDERS.some((folder) => path.startsWith(folder));
}

/** The measured files of an lcov report, the least covered first. `root` ends with a slash; without one, paths are cut before `src/`. */
export function readLcov(lcov: string, root?: string): FileCoverage[] {
  const files: FileCoverage[] = [];
  for (const record of lcov.split("end_of_record")) {
    const source = /^SF:(.*)$/m.exec(record)?.[1]?.trim().replaceAll("\\", "/") ?? "";
    const start = root === undefined
      ? Math.max(0, source.indexOf("/src/") + 1)
      : source.startsWith(root)
      ? root.length
      : 0;
    const path = source.slice(start);
    if (!isMeasured(path)) continue;
    const lines = [...record.matchAll(/^DA:(\d+),(\d+)/gm)];
    files.push({ path, lines: new Map(lines.map(([, line, count]) => [Number(line), Number(count) > 0])) });
  }
  return sortFiles(files);
}

/** A line is reached where one of the runs reached it. */
export function mergeCoverage(runs: readonly (readonly FileCoverage[])[]): FileCoverage[] {
  const merged = new Map<string, Map<number, boolean>>();
  for (const { path, lines } of runs.flat()) {
    const all = merged.get(path) ?? new Map<number, boolean>();
    for (const [line, isReached] of lines) all.set(line, isReached || (all.get(line) ?? false));
    merged.set(path, all);
  }
  return sortFiles([...merged].map(([path, lines]) => ({ path, lines })));
}

function sortFiles(files: readonly FileCoverage[]): FileCoverage[] {
  return files.toSorted((left, right) => percentOf([left]) - percentOf([right]));
}

/** 0 to 100. No lines at all is 0, so that an empty report never passes for a good one. */
export function percentOf(files: readonly FileCoverage[]): number {
  const lines = files.flatMap((file) => [...file.lines.values()]);
  return lines.length === 0 ? 0 : lines.filter((isReached) => isReached).length / lines.length * 100;
}
