// Parts of a script that bash and zsh read alike: branches of `case`.

import type { CommandRow, Value } from "./command_table.ts";

/** A command that a word leads to. */
export function toStep({ path }: CommandRow): string {
  const words = path.split(" ");
  const from = words.slice(0, -1).join(" ");
  return `      ${quote(`${from} ${words.at(-1)}`)}) at=${quote(path)} ;;`;
}

/** What is offered behind options that take a value. */
export function toValueCases({ path, options }: CommandRow, toReply: (value: Value) => string): string[] {
  return options.flatMap(({ name, value }) =>
    value === undefined ? [] : [`    ${quote(`${path}|${name}`)}) ${toReply(value)}; return ;;`]
  );
}

/** A text as one word of these shells. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
