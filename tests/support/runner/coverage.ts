/** Line coverage of src, computed from an lcov report. */

/** The share of lines that the tests must reach. */
export const REQUIRED_PERCENT = 90;

/**
 * Folders of src that run in a browser only, where `deno test` cannot measure them; the Chromium tests drive them.
 * All else counts: src/cli too, since a subprocess started by a test writes its coverage to the same folder.
 */
const BROWSER_FOLDERS = ["src/playground/browser/"];

export interface FileCoverage {
  /** `src/core/error.ts` */
  path: string;
  lines: number;
  reached: number;
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
    files.push({ path, lines: field(record, "LF"), reached: field(record, "LH") });
  }
  return files.sort((left, right) => percentOf([left]) - percentOf([right]));
}

/** 0 to 100. No lines at all is 0, so that an empty report never passes for a good one. */
export function percentOf(files: readonly FileCoverage[]): number {
  const lines = files.reduce((sum, file) => sum + file.lines, 0);
  const reached = files.reduce((sum, file) => sum + file.reached, 0);
  return lines === 0 ? 0 : reached / lines * 100;
}

function field(record: string, name: string): number {
  return Number(new RegExp(`^${name}:(\\d+)$`, "m").exec(record)?.[1] ?? 0);
}
