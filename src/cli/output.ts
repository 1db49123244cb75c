// What every command prints: results on stdout, errors on stderr; with --json each of them is one JSON value.

import type { Command } from "commander";
import { TreadleError } from "../react/client/error.ts";
import { toAgentError } from "../core/error.ts";
import { CommandError } from "./command_error.ts";
import { nextCommand } from "./next_command.ts";
import { whyUnreachable } from "./project/unreachable.ts";
import { hideProgress } from "./terminal/progress.ts";
import { paint } from "./terminal/style.ts";

/** Prints a result: as JSON with --json, else as `toText` writes it. */
export function print<T extends object>(value: T, json: boolean, toText: (value: T) => string): void {
  hideProgress();
  console.log(json ? JSON.stringify(value, null, 2) : toText(value));
}

/** Prints what made a command fail, and the command to type next. */
export function report(thrown: unknown, json: boolean, command?: Command): void {
  const { code, message } = toReported(thrown);
  const details = thrown instanceof CommandError ? thrown.details : {};
  const url = findRefusing(thrown);
  const next = nextCommand(code, command);
  hideProgress();
  if (json) return console.error(JSON.stringify({ error: { code, message, url, next, ...details } }));
  console.error(`${paint(code, "red", "stderr")}: ${message}`);
  if (url !== undefined) console.error(`${paint("from:", "dim", "stderr")} ${url}`);
  if (!message.includes(next)) console.error(`${paint("next:", "dim", "stderr")} ${next}`);
}

/** The address that refused a request: the server that was found may be another one. A step that failed is an answer of the right one. */
function findRefusing(thrown: unknown): string | undefined {
  return thrown instanceof TreadleError && thrown.thread === undefined ? thrown.url : undefined;
}

/** A command has no log, so an unexpected error says itself what is wrong, such as a file that cannot be written. */
function toReported(thrown: unknown): { readonly code: string; readonly message: string } {
  if (thrown instanceof TreadleError && thrown.code === "connection_failed") {
    const message = `The server cannot be reached, or the connection broke: ${whyUnreachable(thrown.cause)}.`;
    return { code: thrown.code, message };
  }
  if (thrown instanceof CommandError || thrown instanceof TreadleError) return thrown;
  const { code, message } = toAgentError(thrown);
  return { code, message: thrown instanceof Error ? thrown.message : message };
}

/** The part of a command's --help that shows how it is called: a line of description and a command line each. */
export function examples(lines: Readonly<Record<string, string>>): string {
  const shown = Object.entries(lines).map(([command, what]) => `  ${what}\n    $ treadle ${command}`);
  return `\n${paint("Examples:", "bold")}\n${shown.join("\n")}\n`;
}

/** The last part of the options in a command's --help: those of the server that it talks to. */
export const SERVER_GROUP = "The server:";
