// Completion for zsh, with the descriptions of the help beside the words.

import type { CommandRow, Value } from "./command_table.ts";
import { quote, toStep, toValueCases } from "./shell_cases.ts";

/** The script: a file named _treadle in a folder of fpath, or sourced. */
export function toZsh(rows: readonly CommandRow[]): string {
  return `#compdef treadle
# Completion of treadle for zsh: source <(treadle completion zsh)
_treadle() {
  local at='' word
  local -a commands options
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
${rows.filter(({ path }) => path !== "").map(toStep).join("\n")}
    esac
  done
  case "$at|\${words[CURRENT-1]}" in
${rows.flatMap((row) => toValueCases(row, toReply)).join("\n")}
  esac
  case "$at" in
${rows.map(toCase).join("\n")}
  esac
}
if [ "$funcstack[1]" = "_treadle" ]; then
  _treadle "$@"
else
  compdef _treadle treadle
fi
`;
}

/** What is offered at any other place of a command. */
function toCase({ path, commands, options, argument }: CommandRow): string {
  const parts = [
    ...commands.length === 0
      ? []
      : [`commands=(${commands.map(toWord).join(" ")})`, "_describe -t commands command commands"],
    ...argument.type === "text" ? [] : [toReply(argument)],
    `options=(${options.map(toWord).join(" ")})`,
    "_describe -o -t options option options",
  ];
  return `    ${quote(path)}) ${parts.join("; ")} ;;`;
}

/** `name:description`, as _describe takes it. */
function toWord({ name, description }: { readonly name: string; readonly description: string }): string {
  return quote(`${name.replaceAll(":", "\\:")}:${description}`);
}

function toReply(value: Value): string {
  switch (value.type) {
    case "words":
      return `compadd -- ${value.words.map(quote).join(" ")}`;
    case "file":
      return "_files";
    case "text":
      return ":";
  }
}
