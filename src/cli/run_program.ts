// Runs a command line, and reports what it throws. With --json a wrong command line is JSON too.

import { type Command, type CommanderError, Help } from "commander";
import process from "node:process";
import { CommandError } from "./command_error.ts";
import { report, SERVER_GROUP } from "./output.ts";
import { paint } from "./terminal/style.ts";

/** The exit code of a command that has failed, that was refused, or that was called wrongly. */
const FAILED = 1;

/** What is thrown once commander has printed a help that no option has asked for. */
const HELP_PRINTED = Symbol("help is printed");

/** Runs the command that the arguments name; after a failure the exit code of the process is 1. */
export async function runCommandLine(program: Command, args: readonly string[]): Promise<void> {
  const json = args.includes("--json");
  let current = program;
  prepare(program, (command) => current = command);
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (thrown) {
    if (thrown !== HELP_PRINTED) report(thrown, json, current);
    process.exitCode = FAILED;
  }
}

/** Has commander throw in place of printing an error and of ending the process. Help and version end it as before. */
function prepare(command: Command, onCommand: (command: Command) => void): void {
  command.configureOutput({ outputError: () => {} })
    .configureHelp({ styleTitle: (title) => paint(title, "bold"), groupItems })
    .exitOverride(({ exitCode, code, message }: CommanderError) => {
      if (exitCode === 0) return;
      onCommand(command);
      if (code === "commander.help") throw HELP_PRINTED;
      throw new CommandError("command_line_invalid", message.replace(/^error: /, ""));
    })
    .hook("preAction", (_hooked, action) => onCommand(action));
  for (const child of command.commands) prepare(child, onCommand);
}

/** The parts of a help as commander groups them, but for the options of the server, which stand behind a command's own. */
const groupItems: Help["groupItems"] = (unsorted, visible, getGroup) => {
  const groups = new Help().groupItems(unsorted, visible, getGroup);
  const ofServer = groups.get(SERVER_GROUP);
  if (ofServer !== undefined && groups.delete(SERVER_GROUP)) groups.set(SERVER_GROUP, ofServer);
  return groups;
};
