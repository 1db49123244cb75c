// Completion for bash: a function that finds the command in the words before the cursor, and offers what may follow.

import type { CommandRow, Value } from "./command_table.ts";

/** The script that bash reads. */
export function toBash(rows: readonly CommandRow[]): string {
  return `# Completion of treadle for bash: source <(treadle completion bash)
_treadle() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" at="" word
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
${rows.filter(({ path }) => path !== "").map(toStep).join("\n")}
    esac
  done
  case "$at|$previous" in
${rows.flatMap(toValueCases).join("\n")}
  esac
  case "$at" in
${rows.map(toCase).join("\n")}
  esac
}
complete -F _treadle treadle
`;
}

/** A command that a word leads to. */
function toStep({ path }: CommandRow): string {
  const words = path.split(" ");
  const from = words.slice(0, -1).join(" ");
  return `      ${quote(`${from} ${words.at(-1)}`)}) at=${quote(path)} ;;`;
}

/** What is offered behind options that take a value. */
function toValueCases({ path, options }: CommandRow): string[] {
  return options.flatMap(({ name, value }) =>
    value === undefined ? [] : [`    ${quote(`${path}|${name}`)}) ${toReply(value)}; return ;;`]
  );
}

/** What is offered at any other place of a command. */
function toCase({ path, commands, options, argument }: CommandRow): string {
  const words = [...commands, ...options].map(({ name }) => name);
  const own = argument.type === "words" ? [...argument.words, ...words] : words;
  const files = argument.type === "file" ? ` [[ "$current" == -* ]] || ${toReply(argument)};` : "";
  return `    ${quote(path)}) ${toReply({ type: "words", words: own })};${files} return ;;`;
}

function toReply(value: Value): string {
  switch (value.type) {
    case "words":
      return `COMPREPLY+=( $(compgen -W ${quote(value.words.join(" "))} -- "$current") )`;
    case "file":
      return `compopt -o filenames 2> /dev/null; COMPREPLY+=( $(compgen -f -- "$current") )`;
    case "text":
      return ":";
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
