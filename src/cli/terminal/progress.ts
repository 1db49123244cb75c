// What a command waits for: a line on stderr while nothing else is printed. Only on a terminal, and not in CI.

import process from "node:process";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;

/** Milliseconds between two frames. */
const FRAME_MS = 80;

/** Milliseconds that pass before a line is drawn: what is quick draws none. */
const DELAY_MS = 400;

/** A line that is drawn over itself. `Symbol.dispose` removes it for good. */
export interface ProgressLine extends Disposable {
  /** Replaces the text. */
  show(text: string): void;
}

/** True when a line is seen by a person. */
export function showsProgress(env: Readonly<Record<string, string | undefined>> = process.env): boolean {
  return process.stderr.isTTY === true && !env.CI;
}

/** The lines that wait; of those that are old enough the last one is drawn. */
const lines: { text: string; readonly since: number }[] = [];

let timer: ReturnType<typeof setInterval> | undefined;
let isDrawn = false;

/** Draws a line with a spinner until it is disposed of. */
export function startProgress(text: string): ProgressLine {
  if (!showsProgress()) return { show: () => {}, [Symbol.dispose]: () => {} };
  const line = { text, since: Date.now() };
  lines.push(line);
  timer ??= setInterval(draw, FRAME_MS);
  return {
    show: (next) => {
      line.text = next;
    },
    [Symbol.dispose]: () => {
      lines.splice(lines.indexOf(line), 1);
      hideProgress();
      if (lines.length > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/** Removes what is drawn, before something else is printed. */
export function hideProgress(): void {
  if (isDrawn) process.stderr.write("\r\x1b[K");
  isDrawn = false;
}

function draw(): void {
  const now = Date.now();
  const line = lines.findLast(({ since }) => now - since >= DELAY_MS);
  if (line === undefined) return;
  const frame = FRAMES[Math.floor(now / FRAME_MS) % FRAMES.length];
  process.stderr.write(`\r\x1b[K${frame} ${line.text}`);
  isDrawn = true;
}
