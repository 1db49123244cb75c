// Runs a command line, and reports what it throws. With --json a wrong command line is JSON too.

import type { Command, CommanderError } from "commander";
import process from "node:process";
import { CommandError } from "./command_error.ts";
import { report } from "./output.ts";

/** Runs the command that the arguments name; after a failure the exit code of the process is 1. */
export async function runCommandLine(program: Command, args: readonly string[]): Promise<void> {
  const json = args.includes("--json");
  if (json) throwWrongUse(program);
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (thrown) {
    report(thrown, json);
    process.exitCode = 1;
  }
}

/** Has commander throw in place of printing and of ending the process. Help and version end it as before. */
function throwWrongUse(command: Command): void {
  command.configureOutput({ writeErr: () => {} }).exitOverride(({ exitCode, message }: CommanderError) => {
    if (exitCode !== 0) throw new CommandError("command_line_invalid", message.replace(/^error: /, ""));
  });
  for (const child of command.commands) throwWrongUse(child);
}
