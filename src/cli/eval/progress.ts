// How far `treadle eval` is: a bar on a terminal; elsewhere, and in CI, nothing.

import process from "node:process";
import type { Progress } from "../../evaluation/run_attempts.ts";
import { showsProgress } from "../terminal/progress.ts";

/** Characters of the bar. */
const WIDTH = 30;

/** Milliseconds between two bars. */
const PAUSE_MS = 100;

/** A bar that is drawn over itself. */
export interface ProgressBar {
  show(name: string, progress: Progress): void;
  /** Removes it. */
  clear(): void;
}

/** A bar on stderr when that is a terminal and this is no CI. */
export function progressBar(env: Readonly<Record<string, string | undefined>> = process.env): ProgressBar {
  if (!showsProgress(env)) return { show: () => {}, clear: () => {} };
  let shownAt = 0;
  return {
    show(name, progress) {
      const now = Date.now();
      if (now - shownAt < PAUSE_MS && progress.done < progress.total) return;
      shownAt = now;
      process.stderr.write(`\r\x1b[K${barText(name, progress)}`);
    },
    clear: () => void process.stderr.write("\r\x1b[K"),
  };
}

/** `weather  [########......]  12 of 20`. */
export function barText(name: string, { done, total }: Progress): string {
  const full = total === 0 ? WIDTH : Math.floor(WIDTH * done / total);
  return `${name}  [${"#".repeat(full)}${".".repeat(WIDTH - full)}]  ${done} of ${total}`;
}
