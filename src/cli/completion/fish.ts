// Completion for fish: a line for each word, with the description of the help.

import type { CommandRow, OptionRow, Value } from "./command_table.ts";

/** The script that fish reads. */
export function toFish(rows: readonly CommandRow[]): string {
  return `# Completion of treadle for fish: treadle completion fish | source
function __treadle_at
    set -l at ''
    for word in (commandline -opc)[2..]
        switch "$at $word"
${rows.filter(({ path }) => path !== "").map(toStep).join("\n")}
        end
    end
    test "$at" = "$argv[1]"
end
complete -c treadle -f
${rows.flatMap(toLines).join("\n")}
`;
}

/** A command that a word leads to. */
function toStep({ path }: CommandRow): string {
  const words = path.split(" ");
  const from = words.slice(0, -1).join(" ");
  return `            case ${quote(`${from} ${words.at(-1)}`)}
                set at ${quote(path)}`;
}

function toLines({ path, commands, options, argument }: CommandRow): string[] {
  const line = `complete -c treadle -n ${quote(`__treadle_at ${quote(path)}`)}`;
  return [
    ...commands.map(({ name, description }) => `${line} -a ${quote(name)} -d ${quote(description)}`),
    ...argument.type === "text" ? [] : [`${line}${toValue(argument)}`],
    ...options.map((option) => line + toOption(option)),
  ];
}

function toOption({ name, description, value }: OptionRow): string {
  const flag = name.startsWith("--") ? `-l ${quote(name.slice(2))}` : `-s ${quote(name.slice(1))}`;
  const taken = value === undefined ? "" : value.type === "file" ? " -r -F" : ` -x${toValue(value)}`;
  return ` ${flag}${taken} -d ${quote(description)}`;
}

function toValue(value: Value): string {
  switch (value.type) {
    case "words":
      return ` -a ${quote(value.words.join(" "))}`;
    case "file":
      return " -F";
    case "text":
      return "";
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
