// Which threads are listed, and what lists show of one: `list`, `index`, `rename`, `archive` and `unarchive` of `treadle threads`.

import { type Command, Option } from "commander";
import type { IndexedPage } from "../../../core/contract/threads.ts";
import type { Client, ThreadChanges, ThreadLine, ThreadPage, ThreadView } from "../../../react/client/mod.ts";
import { print } from "../../output.ts";
import { connect } from "../../project/connect.ts";
import { startProgress } from "../../terminal/progress.ts";
import { toThreadStatus } from "../../terminal/status_words.ts";
import { formatTable } from "../../terminal/table.ts";
import { showTime } from "../../terminal/times.ts";
import { serverCommand, type ServerCommandOptions } from "../_server_command.ts";
import {
  type FilterOptions,
  isReadable,
  type ListedThread,
  readPage,
  withFilters,
} from "../../threads/filters.ts";

/** The subcommands, in the order of the help. */
export function listCommands(): readonly Command[] {
  return [listCommand(), indexCommand(), renameCommand(), archiveCommand(), unarchiveCommand()];
}

function listCommand(): Command {
  const lines = {
    "threads list": "The newest threads:",
    "threads list --limit 100 --json": "A hundred, as JSON:",
    "threads list --needs any": "What waits for a person:",
    "threads list --running": "What runs, or goes on by itself:",
    "threads list --status failed --error model_overloaded --after 2026-11-22": "Failures since a day:",
    "threads list --user ann --after 2h": "What a user has begun in the last two hours:",
    "threads list --metadata plan=pro --tool refund": "What two facts hold of:",
  };
  const description = "Lists threads, the newest first; with filters those that match all of them.";
  return withFilters(serverCommand("list", description, lines))
    .addOption(
      new Option("--branches <which>", "all: the branches of chats, too, not their first threads alone")
        .choices([
          "all",
        ]),
    )
    .option("--limit <count>", "at most so many, 1 to 100", Number, 20)
    .option("--cursor <cursor>", "go on behind the page that ended with this cursor")
    .action(async ({ json = false, url, key, envFile, ...query }: ListOptions) => {
      await using connection = await connect({ url, key, envFile });
      print(await list(connection.client, query), json, (page) => toList(page, query));
    });
}

interface ListOptions extends ServerCommandOptions, FilterOptions {
  readonly limit: number;
  readonly cursor?: string;
}

/** A page; of threads that this program sorts out as many pages as fill it. */
async function list(client: Client, { limit, ...query }: ListOptions): Promise<ThreadPage> {
  let page = await readPage(client, { ...query, limit });
  while (query.running && page.threads.length < limit && page.cursor !== undefined) {
    const { threads, cursor } = page;
    const next = await readPage(client, { ...query, limit: limit - threads.length, cursor });
    page = { ...next, threads: [...threads, ...next.threads] };
  }
  return page;
}

function indexCommand(): Command {
  const lines = {
    "threads index": "Once, after an update from a version without filters:",
    "threads index --cursor <cursor>": "Go on where it was stopped:",
  };
  return serverCommand(
    "index",
    "Makes threads findable by filters that were written before there were filters. May be repeated.",
    lines,
  )
    .option("--cursor <cursor>", "go on behind this place")
    .action(
      async ({ cursor, json = false, url, key, envFile }: ServerCommandOptions & { cursor?: string }) => {
        await using connection = await connect({ url, key, envFile });
        using line = startProgress("indexing threads");
        let indexed = 0;
        let at = cursor;
        do {
          const page: IndexedPage = await connection.transport.json("/v1/threads/index", {
            body: { cursor: at },
          });
          print(page, json, toIndexedLine);
          indexed += page.indexed;
          line.show(`indexing threads: ${indexed} so far`);
          at = page.cursor;
        } while (at !== undefined);
      },
    );
}

function toIndexedLine({ indexed, busy, unreadable, cursor }: IndexedPage): string {
  return [
    `${indexed} indexed`,
    ...busy.length === 0 ? [] : [`busy, index again: ${busy.join(", ")}`],
    ...unreadable.length === 0 ? [] : [`unreadable: ${unreadable.join(", ")}`],
    ...cursor === undefined ? ["that is all"] : [`goes on at ${cursor}`],
  ].join("; ");
}

function renameCommand(): Command {
  return serverCommand("rename", "Gives a thread a title.", {
    'threads rename cli_1 "The order of June"': "Name a thread:",
  })
    .argument("<id>", "the thread")
    .argument("<title>", "what lists show of it")
    .action((id: string, title: string, options: ServerCommandOptions) => change(id, { title }, options));
}

function archiveCommand(): Command {
  return serverCommand("archive", "Takes a thread out of lists; it goes on as before.", {
    "threads archive cli_1": "Archive a thread:",
  })
    .argument("<id>", "the thread")
    .action((id: string, options: ServerCommandOptions) => change(id, { archived: true }, options));
}

function unarchiveCommand(): Command {
  return serverCommand("unarchive", "Puts a thread back into lists.", {
    "threads unarchive cli_1": "Take a thread out of the archive:",
  })
    .argument("<id>", "the thread")
    .action((id: string, options: ServerCommandOptions) => change(id, { archived: false }, options));
}

async function change(
  id: string,
  changes: ThreadChanges,
  { json = false, ...server }: ServerCommandOptions,
): Promise<void> {
  await using connection = await connect(server);
  print(
    await connection.client.thread(id).change(changes),
    json,
    ({ title = id, archived }: ThreadView) => `${id}: ${title}${archived ? " (archived)" : ""}`,
  );
}

function toList({ threads, cursor }: ThreadPage, { running = false }: FilterOptions): string {
  if (threads.length === 0) {
    return running ? "No thread runs." : 'There is no thread. Make one: treadle run "Hello"';
  }
  const table = formatTable<ListedThread>([
    { head: "THREAD", cell: ({ id }) => id },
    { head: "STATUS", cell: toThreadStatus },
    { head: "AGENT", cell: (thread) => readField(thread, ({ agent }) => agent), overflow: "drop" },
    { head: "USER", cell: (thread) => readField(thread, ({ user = "" }) => user), overflow: "drop" },
    {
      head: "STEPS",
      cell: (thread) => readField(thread, ({ counters }) => String(counters.steps)),
      align: "right",
      overflow: "drop",
    },
    { head: "CHANGED", cell: (thread) => readField(thread, ({ updatedAt }) => showTime(updatedAt)) },
    { head: "TITLE", cell: (thread) => readField(thread, toTitle), overflow: "cut" },
  ], threads);
  return cursor === undefined ? table : `${table}\nmore: treadle threads list --cursor ${cursor}`;
}

/** What a thread shows that can be read; nothing of one that cannot. */
function readField(thread: ListedThread, read: (thread: ThreadLine) => string): string {
  return isReadable(thread) ? read(thread) : "";
}

/** The title, and why the last step failed. */
function toTitle({ title = "", error }: ThreadLine): string {
  return error === undefined ? title : `${title} (${error.code})`;
}
