// E17: completion of bash, zsh and fish, by the real shells: commands, options and values, as the help has them.

import assert from "node:assert/strict";
import type { Command } from "commander";
import { toBash } from "../../../../src/cli/completion/bash.ts";
import { toCommandTable } from "../../../../src/cli/completion/command_table.ts";
import { toFish } from "../../../../src/cli/completion/fish.ts";
import { toZsh } from "../../../../src/cli/completion/zsh.ts";
import { createProgram } from "../../../../src/cli/main.ts";
import { THREAD_STATUSES } from "../../../../src/core/state.ts";
import { runTreadle } from "../../../cli/_treadle.ts";

const ROWS = toCommandTable(createProgram());

/** What a person has typed, and the words that are offered. */
const CASES: readonly (readonly [typed: string, offered: readonly string[]])[] = [
  ["treadle th", ["threads"]],
  ["treadle threads un", ["unarchive"]],
  ["treadle threads list --st", ["--status"]],
  ["treadle threads list --status ", THREAD_STATUSES],
  ["treadle threads list --agent x --status fa", ["failed"]],
  ["treadle threads list --user ", []],
  ["treadle threads cancel --status fa", ["failed"]],
  ["treadle threads delete --ye", ["--yes"]],
  ["treadle policy sh", ["show"]],
  ["treadle completion ", ["bash", "zsh", "fish"]],
  ["treadle tokens create --scope d", ["decide"]],
];

async function isThere(shell: string): Promise<boolean> {
  return (await new Deno.Command("sh", { args: ["-c", `command -v ${shell}`], stdout: "null" }).output())
    .success;
}

async function output(
  shell: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const command = new Deno.Command(shell, { args: [...args], env, stdin: "null", stderr: "piped" });
  const { success, stdout, stderr } = await command.output();
  const text = new TextDecoder();
  assert.ok(success, text.decode(stderr));
  return text.decode(stdout);
}

async function withScript(script: string, test: (file: string) => Promise<void>): Promise<void> {
  const file = await Deno.makeTempFile({ prefix: "completion_" });
  try {
    await Deno.writeTextFile(file, script);
    await test(file);
  } finally {
    await Deno.remove(file);
  }
}

const [bash, zsh, fish] = await Promise.all(["bash", "zsh", "fish"].map(isThere));

Deno.test({
  name: "E17: bash offers commands, options, their values, and files where a file is taken",
  ignore: !bash,
  fn: () =>
    withScript(toBash(ROWS), async (file) => {
      const ask = async (typed: string) => {
        const words = typed.split(" ").map((word) => `'${word}'`).join(" ");
        const run =
          `source ${file}; COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _treadle; ` +
          `printf '%s\\n' "\${COMPREPLY[@]}"`;
        return (await output("bash", ["--norc", "-c", run])).split("\n").filter((line) => line !== "");
      };
      for (const [typed, offered] of CASES) {
        assert.deepEqual(
          (await ask(typed)).filter((word) => !/^--(json|help)$/.test(word)),
          [...offered],
          typed,
        );
      }
      assert.deepEqual(await ask(`treadle verify ${file.slice(0, -2)}`), [file]);
    }),
});

Deno.test({
  name: "E17: fish offers the same, with descriptions",
  ignore: !fish,
  fn: () =>
    withScript(toFish(ROWS), async (file) => {
      const ask = async (typed: string) =>
        (await output("fish", ["--no-config", "-c", `source ${file}; complete -C '${typed}'`]))
          .split("\n").filter((line) => line !== "").map((line) => line.split("\t"));
      for (const [typed, offered] of CASES) {
        assert.deepEqual((await ask(typed)).map(([word]) => word).sort(), [...offered].sort(), typed);
      }
      assert.deepEqual(await ask("treadle threads ca"), [["cancel", "Stops threads."]]);
      assert.deepEqual((await ask(`treadle verify ${file.slice(0, -2)}`)).map(([word]) => word), [file]);
    }),
});

Deno.test({
  name: "E17: in zsh Tab completes commands, options and values",
  ignore: !zsh,
  fn: () =>
    withScript(toZsh(ROWS), async (file) => {
      const ran = 'treadle() { print -r -- "RAN: $*"; }';
      const typed = [
        "treadle thr\\tlis\\t--stat\\tfai\\t",
        "treadle policy che\\t--pol\\t",
        "treadle comple\\tfi\\t",
      ];
      const script = [
        "zmodload zsh/zpty",
        "zpty shell 'TERM=dumb zsh -f -i'",
        `zpty -w shell 'autoload -Uz compinit; compinit -u -D; source ${file}; ${ran}'`,
        ...typed.map((line) => `zpty -w shell $'${line}'`),
        "zpty -w shell exit",
        'while zpty -r shell line; do print -r -- "$line"; done',
      ].join("\n");
      const lines = (await output("zsh", ["-f", "-c", script])).split("\n").flatMap((line) =>
        /^RAN: (.*?)\s*$/.exec(line)?.[1] ?? []
      );
      assert.deepEqual(lines, ["threads list --status failed", "policy check --policy", "completion fish"]);
    }),
});

Deno.test("E17: the table of completion has every command and option of the help", () => {
  const paths = new Map(ROWS.map((row) => [row.path, row]));
  const check = (command: Command, path: string) => {
    const row = paths.get(path);
    assert.ok(row !== undefined, path);
    const flags = command.options.filter(({ hidden }) => !hidden).map(({ long }) => long);
    assert.deepEqual(row.options.map(({ name }) => name).filter((name) => name !== "--help"), flags, path);
    for (const child of command.commands) check(child, `${path} ${child.name()}`.trim());
  };
  check(createProgram(), "");
});

Deno.test("E17: treadle completion prints the script, and refuses a shell that it does not know", async () => {
  assert.equal((await runTreadle("completion", "fish")).stdout.trim(), toFish(ROWS).trim());
  const { code, stderr } = await runTreadle("completion", "tcsh");
  assert.equal(code, 1);
  assert.match(stderr, /Allowed choices are bash, zsh, fish\.\nnext: treadle completion --help\n$/);
});
