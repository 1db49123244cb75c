// Completion for bash: a function that finds the command in the words before the cursor, and offers what may follow.

import type { CommandRow, Value } from "./command_table.ts";
import { quote, toStep, toValueCases } from "./shell_cases.ts";

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
${rows.flatMap((row) => toValueCases(row, toReply)).join("\n")}
  esac
  case "$at" in
${rows.map(toCase).join("\n")}
  esac
}
complete -F _treadle treadle
`;
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
