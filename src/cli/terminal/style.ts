// Colours of a terminal. `util.styleText` of Node and Deno leaves them out in a pipe and with NO_COLOR, and FORCE_COLOR has them anyway.

import process from "node:process";
import { styleText } from "node:util";

/** How a text stands out. */
export type Style = "bold" | "cyan" | "dim" | "green" | "red" | "yellow";

/** The text in a style, for the stream that it is written to. */
export function paint(text: string, style: Style, stream: "stdout" | "stderr" = "stdout"): string {
  return styleText(style, text, { stream: process[stream] });
}

/** Columns of the terminal that results go to; undefined where they go to a file or to another program. */
export function terminalWidth(): number | undefined {
  const { columns, isTTY } = process.stdout;
  return isTTY ? columns || Number(process.env.COLUMNS) || DEFAULT_WIDTH : undefined;
}

/** Of a terminal that does not say how wide it is. */
const DEFAULT_WIDTH = 80;
