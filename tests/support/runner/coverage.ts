/** Line coverage of src, computed from lcov reports. */

/** The share of lines that the tests must reach. */
export const REQUIRED_PERCENT = 90;

/** Folders of src that run in a browser only, where `deno test` cannot measure them; the Chromium tests drive them. */
const BROWSER_FOLDERS = ["src/playground/browser/"];

export interface FileCoverage {
  /** `src/core/error.ts` */
  readonly path: string;
  readonly lines: number;
  readonly reached: number;
}

/** Whether a file is code that `deno test` can load and measure. */
export function isMeasured(path: string): boolean {
  return /^src\/.*\.ts$/.test(path) && !BROWSER_FOLDERS.some((folder) => path.startsWith(folder));
}

/** The measured files of an lcov report, the least covered first. `root` ends with a slash. */
export function readLcov(lcov: string, root: string): FileCoverage[] {
  const files: FileCoverage[] = [];
  for (const record of lcov.split("end_of_record")) {
    const source = /^SF:(.*)$/m.exec(record)?.[1]?.trim().replaceAll("\\", "/") ?? "";
    const path = source.startsWith(root) ? source.slice(root.length) : source;
    if (!isMeasured(path)) continue;
    const counts = [...record.matchAll(/^DA:\d+,(\d+)/gm)].map(([, count]) => Number(count));
    files.push({ path, lines: counts.length, reached: counts.filter((count) => count > 0).length });
  }
  return files.toSorted((left, right) => percentOf([left]) - percentOf([right]));
}

/** 0 to 100. No lines at all is 0, so that an empty report never passes for a good one. */
export function percentOf(files: readonly FileCoverage[]): number {
  const sum = (of: (file: FileCoverage) => number) => files.reduce((total, file) => total + of(file), 0);
  return sum(({ reached }) => reached) / (sum(({ lines }) => lines) || 1) * 100;
}
