// The commands of the program as completion needs them: read from the same table that --help is written from.

import type { Command, Option } from "commander";

/** What stands behind an option or at the place of an argument. */
export type Value =
  /** One of these words. */
  | { readonly type: "words"; readonly words: readonly string[] }
  /** A path of this machine. */
  | { readonly type: "file" }
  /** Anything else: nothing is offered. */
  | { readonly type: "text" };

/** An option of a command. */
export interface OptionRow {
  /** `--status`. */
  readonly name: string;
  readonly description: string;
  /** Undefined for a flag. */
  readonly value: Value | undefined;
}

/** A word that may follow a command. */
export interface WordRow {
  readonly name: string;
  readonly description: string;
}

/** A command, or the program itself. */
export interface CommandRow {
  /** The words that lead to it: `threads list`; empty for the program. */
  readonly path: string;
  readonly commands: readonly WordRow[];
  readonly options: readonly OptionRow[];
  /** What its arguments are: of several the first that is more than a text. */
  readonly argument: Value;
}

/** The program and every command below it. Another name of a command has a row of its own. */
export function toCommandTable(program: Command): readonly CommandRow[] {
  return listRows(program, [[]]);
}

function listRows(command: Command, paths: readonly (readonly string[])[]): CommandRow[] {
  const help = command.createHelp();
  const children = command.commands.filter((child) => child.name() !== "help");
  const own = paths.map((path): CommandRow => ({
    path: path.join(" "),
    commands: children.map((child) => ({ name: child.name(), description: child.description() })),
    options: help.visibleOptions(command).map(toRow),
    argument: command.registeredArguments
      .map((argument) => toValue(argument.argChoices, argument.name()))
      .find(({ type }) => type !== "text") ?? { type: "text" },
  }));
  const below = children.flatMap((child) =>
    listRows(
      child,
      paths.flatMap((path) => [child.name(), ...child.aliases()].map((name) => [...path, name])),
    )
  );
  return [...own, ...below];
}

function toRow({ long, short, description, argChoices, flags, required, optional }: Option): OptionRow {
  const placeholder = /[<[]([^>\]]*)[>\]]/.exec(flags)?.[1] ?? "";
  return {
    name: long ?? short ?? "",
    description,
    value: required || optional ? toValue(argChoices, placeholder) : undefined,
  };
}

/** The choices, else a path where the placeholder says so: `<file>`, `[folder]`, `<files...>`. */
function toValue(choices: readonly string[] | undefined, placeholder: string): Value {
  if (choices !== undefined) return { type: "words", words: choices };
  return /^(?:files?|folder|path|module|entry)(?:\.\.\.)?$/.test(placeholder)
    ? { type: "file" }
    : { type: "text" };
}
