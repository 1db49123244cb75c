// The threads that a command is about: those that are named, those that a filter finds, or all.

import { type Command, Option } from "commander";
import type { Client } from "../../react/client/mod.ts";
import { CommandError } from "../command_error.ts";
import { shellWord } from "../new/shell_word.ts";
import type { ServerOptions } from "../project/connect.ts";
import { type FilterOptions, type ListedThread, readPage, withFilters } from "./filters.ts";

/** Threads of one request. */
const PAGE = 100;

/** Options of a command about many threads. */
export interface ChoiceOptions extends FilterOptions, ServerOptions {
  readonly all?: boolean;
  readonly json?: boolean;
}

/** Threads, by their ids or by a filter. */
export type Choice =
  | { readonly type: "ids"; readonly ids: readonly string[] }
  | { readonly type: "filter"; readonly filter: FilterOptions; readonly all: boolean };

/** A thread that was chosen. */
export interface Chosen {
  readonly id: string;
  /** Missing where its id was named. */
  readonly listed?: ListedThread;
}

/** Adds ids, the filters and --all to a command. */
export function withChoice(command: Command): Command {
  return withFilters(command.argument("[ids...]", "the threads; none where a filter chooses them"))
    .addOption(new Option("--all", "every thread of the tenant, archived ones and branches, too"));
}

/**
 * What a command line chooses.
 *
 * @throws {CommandError} command_line_invalid - nothing, everything without --all, or one of the three beside another
 */
export function readChoice(
  ids: readonly string[],
  { all = false, json: _json, url: _url, key: _key, envFile: _file, ...filter }: ChoiceOptions,
): Choice {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  if ([ids.length > 0, isFiltered, all].filter(Boolean).length > 1) {
    throw new CommandError("command_line_invalid", "Threads are ids, what filters find, or --all: name one.");
  }
  if (ids.length > 0) return { type: "ids", ids: [...new Set(ids)] };
  if (all) return { type: "filter", filter: { archived: "all" }, all };
  if (matchesAll(filter)) {
    throw new CommandError(
      "command_line_invalid",
      isFiltered
        ? "This filter matches every thread: add another one, or name --all in its place."
        : "Name threads by their ids, by a filter such as --agent, or --all of them.",
    );
  }
  return { type: "filter", filter, all };
}

/** True for a filter that leaves no thread out, but perhaps those that are archived. */
function matchesAll({ before, archived, branches: _branches, running = false, ...filter }: FilterOptions) {
  const isPast = before !== undefined && !(Date.parse(before) >= Date.now());
  return !isPast && !running && archived !== "only" &&
    Object.values(filter).every((value) => value === undefined);
}

/** The threads, page by page, the newest first: branches of chats, too. */
export async function* readChosen(client: Client, choice: Choice): AsyncGenerator<readonly Chosen[], void> {
  if (choice.type === "ids") return yield choice.ids.map((id) => ({ id }));
  let cursor: string | undefined;
  do {
    const page = await readPage(client, { branches: "all", ...choice.filter, limit: PAGE, cursor });
    yield page.threads.map((listed) => ({ id: listed.id, listed }));
    cursor = page.cursor;
  } while (cursor !== undefined);
}

/** The command line that chooses the same threads: times are those that were meant, and no key is in it. */
export function formatLine(
  words: string,
  choice: Choice,
  { url, envFile }: Pick<ServerOptions, "url" | "envFile">,
): string {
  const chosen = choice.type === "ids" ? choice.ids : choice.all ? ["--all"] : toFlags(choice.filter);
  return ["treadle", words, ...chosen, ...toFlags({ url, "env-file": envFile })].join(" ");
}

function toFlags(options: object): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (value === true) return [`--${name}`];
    const texts = typeof value === "object" && value !== null
      ? Object.entries(value).map(([field, text]) => `${field}=${text}`)
      : [String(value)];
    return texts.flatMap((text) => [`--${name}`, shellWord(text)]);
  });
}
