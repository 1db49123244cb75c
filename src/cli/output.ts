// What every command prints: results on stdout, errors on stderr; with --json each of them is one JSON value.

import { TreadleError } from "../client/mod.ts";
import { toAgentError } from "../core/error.ts";
import { CommandError } from "./command_error.ts";

/** Prints a result: as JSON with --json, else as `toText` writes it. */
export function print<T extends object>(value: T, json: boolean, toText: (value: T) => string): void {
  console.log(json ? JSON.stringify(value, null, 2) : toText(value));
}

/** Prints what made a command fail. */
export function report(thrown: unknown, json: boolean): void {
  const { code, message } = thrown instanceof CommandError || thrown instanceof TreadleError
    ? thrown
    : toAgentError(thrown);
  const details = thrown instanceof CommandError ? thrown.details : {};
  console.error(json ? JSON.stringify({ error: { code, message, ...details } }) : `${code}: ${message}`);
}

/** The part of a command's --help that shows how it is called: a line of description and a command line each. */
export function examples(lines: Readonly<Record<string, string>>): string {
  const shown = Object.entries(lines).map(([command, what]) => `  ${what}\n    $ treadle ${command}`);
  return `\nExamples:\n${shown.join("\n")}\n`;
}
