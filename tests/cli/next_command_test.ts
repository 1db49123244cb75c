// E17: an error ends with a command that can be typed: its words are a command, and its flags are options of it.

import assert from "node:assert/strict";
import type { Command } from "commander";
import { createProgram } from "../../src/cli/main.ts";
import { nextCommand } from "../../src/cli/next_command.ts";
import { ERROR_CODES } from "../../src/core/error.ts";

/** Codes of commands and of the client that have a command of their own, beside those of the API. */
const OTHERS = [
  "agents_stale",
  "agents_unknown",
  "backup_exists",
  "backup_invalid",
  "door_missing",
  "entry_missing",
  "env_file_missing",
  "folder_not_empty",
  "name_invalid",
  "template_unknown",
  "evaluations_missing",
  "port_in_use",
  "server_ended",
  "server_unreachable",
  "waiting_call_unclear",
  "connection_failed",
  "response_invalid",
  "stream_cut",
  "input_queued",
  "command_line_invalid",
  "toString",
];

function find(program: Command, words: readonly string[]): Command {
  const [word, ...rest] = words;
  const child = program.commands.find((each) => each.name() === word);
  return child === undefined ? program : find(child, rest);
}

Deno.test("E17: what is said to type next is a command, with options that it has", () => {
  const program = createProgram();
  for (const code of [...Object.keys(ERROR_CODES), ...OTHERS]) {
    const next = nextCommand(code, find(program, ["threads", "show"]));
    if (next.startsWith("export TREADLE_KEY=")) continue;
    const [name, ...words] = next.split(" ");
    assert.equal(name, "treadle", next);
    const command = find(program, words);
    assert.equal(command.commands.length, 0, `${code}: ${next} names a command that runs`);
    for (const flag of words.filter((word) => word.startsWith("--") && word !== "--help")) {
      assert.ok(command.options.some(({ long }) => long === flag), `${code}: ${next}`);
    }
  }
});

Deno.test("E17: without a code of its own, an error points at the help of its command", () => {
  const program = createProgram();
  assert.equal(nextCommand("invalid_request", find(program, ["inbox", "list"])), "treadle inbox list --help");
  assert.equal(nextCommand("internal"), "treadle --help");
});

Deno.test("E17: the command behind an error of one thread names it, also where a command takes several", () => {
  const program = createProgram();
  for (
    const [words, args, next] of [
      [["threads", "show"], ["t1"], "treadle threads tail t1"],
      [["threads", "cancel"], [["t1"]], "treadle threads tail t1"],
      [["threads", "cancel"], [["t1", "t2"]], "treadle threads tail <thread>"],
      [["threads", "cancel"], [[]], "treadle threads tail <thread>"],
    ] as const
  ) {
    const command = find(program, words);
    command.processedArgs = [...args];
    assert.equal(nextCommand("thread_busy", command), next);
  }
});
