// E17: every command says what it does, shows how it is called, and has --json.

import assert from "node:assert/strict";
import type { Command } from "commander";
import { createProgram } from "../../../src/cli/main.ts";
import { runTreadle } from "../_treadle.ts";

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

Deno.test("E17: the help of a command has its own options first, then those of the server, then examples", async () => {
  const { stdout } = await runTreadle("threads", "list", "--help");
  const places = ["Options:", "--status", "The server:", "--url", "Examples:"].map((text) =>
    stdout.indexOf(text)
  );
  assert.deepEqual(places, places.toSorted((a, b) => a - b), stdout);
  assert.ok(!places.includes(-1), stdout);
});

Deno.test("E17: the help of treadle dev says what it does in a project for Workers: the file, wrangler, variables and port", async () => {
  const { stdout } = await runTreadle("dev", "--help");
  const text = stdout.replaceAll(/\s+/g, " ");
  for (
    const part of [
      "main.ts, src/main.ts, functions/deno.ts by default",
      "a folder with wrangler.json or wrangler.jsonc or wrangler.toml is served by npx wrangler dev",
      "the main of that file",
      "Workers: .dev.vars, else .env",
      "Workers: dev.port of wrangler's file",
    ]
  ) assert.ok(text.includes(part), `${part}: ${text}`);
});

for (
  const [line, message] of [
    ["--json", /^unknown option '--json'/],
    ["nonsense --json", /^unknown command 'nonsense'/],
    ["new --json", /^missing required argument 'folder'/],
    ["threads --json", /^unknown option '--json'/],
    ["threads show --json", /^missing required argument 'id'/],
    ["openapi --outt x --json", /^unknown option '--outt'.*Did you mean --out/s],
  ] as const
) {
  Deno.test(`E1: treadle ${line} is an error of JSON on stderr`, async () => {
    const { code, stdout, stderr } = await runTreadle(...line.split(" "));
    assert.deepEqual([code, stdout], [1, ""]);
    const { error } = JSON.parse(stderr);
    assert.equal(error.code, "command_line_invalid");
    assert.match(error.message, message);
  });
}

Deno.test("E17: a file that cannot be written is named by the error", async () => {
  const out = "/proc/no-such-folder/openapi.json";
  const { code, stderr } = await runTreadle("openapi", "--out", out, "--json");
  assert.equal(code, 1);
  assert.ok(JSON.parse(stderr).error.message.includes(out), stderr);
});
