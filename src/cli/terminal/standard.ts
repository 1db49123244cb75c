// The standard streams of the process as an output, and a question to the person at the terminal.

import process from "node:process";
import { createInterface } from "node:readline/promises";
import type { Output } from "./event_printer.ts";

/** stdout has the answer, stderr all else. */
export const STANDARD: Output = {
  answer: (text) => void process.stdout.write(text),
  note: (text) => void process.stderr.write(text),
};

/** True when a person can answer a question. */
export function isInteractive(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** What the person types. */
export async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(question)).trim();
  } finally {
    lines.close();
  }
}
