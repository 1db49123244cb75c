// The standard streams of the process as an output, and a question to the person at the terminal.

import process from "node:process";
import { createInterface } from "node:readline/promises";
import type { Output } from "./event_printer.ts";
import { hideProgress } from "./progress.ts";
import { withoutControls } from "./text.ts";

/** stdout has the answer, stderr all else. What a model says can set no colour and move no cursor of a terminal. */
export const STANDARD: Output = {
  answer: (text) => {
    hideProgress();
    process.stdout.write(process.stdout.isTTY ? withoutControls(text) : text);
  },
  note: (text) => {
    hideProgress();
    process.stderr.write(text);
  },
};

/** True when a person can answer a question. */
export function isInteractive(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** What the person types; empty after Ctrl-C, and when the input ends. */
export async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return await new Promise<string>((resolve) => {
    const leave = () => {
      process.stderr.write("\n"); // what is printed next begins a line
      resolve("");
    };
    lines.once("close", leave);
    lines.question(question).then((line) => {
      lines.off("close", leave);
      lines.close();
      resolve(line.trim());
    }, () => {}); // it rejects when it is closed, where it settles at all
  });
}
