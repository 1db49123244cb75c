// E17: every command says what it does, shows how it is called, and has --json.

import assert from "node:assert/strict";
import type { Command } from "commander";
import { createProgram } from "../../../src/cli/main.ts";

for (const command of leaves(createProgram())) {
  Deno.test(`E17: treadle ${command.name()} --help has a description, options and examples`, () => {
    assert.ok(command.description().endsWith("."), "the description is a sentence");
    assert.ok(command.options.some(({ long }) => long === "--json"), "--json");
    for (const { long, description } of command.options) assert.notEqual(description, "", String(long));
    const help = helpOf(command);
    assert.match(help, /\nExamples:\n {2}.+:\n {4}\$ treadle /);
    for (const [, line = ""] of help.matchAll(/^ {4}\$ treadle (.*)$/gm)) {
      for (const [flag] of line.matchAll(/--[a-z-]+/g)) {
        assert.ok(command.options.some(({ long }) => long === flag), `${flag} of "${line}" is an option`);
      }
    }
  });
}

function leaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
}

/** What --help prints, the text behind the options included. */
function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (part) => text += part });
  command.outputHelp();
  return text;
}
