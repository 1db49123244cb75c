// Which threads are listed, and what lists show of one: `list`, `index`, `rename`, `archive` and `unarchive` of `treadle threads`.

import { type Command, InvalidArgumentError, Option } from "commander";
import type { IndexedPage } from "../../../core/contract/threads.ts";
import { THREAD_NEEDS, THREAD_STATUSES } from "../../../core/state.ts";
import type {
  ThreadChanges,
  ThreadLine,
  ThreadPage,
  ThreadsPageOptions,
  ThreadView,
} from "../../../react/client/mod.ts";
import { print } from "../../output.ts";
import { connect } from "../../project/connect.ts";
import { startProgress } from "../../terminal/progress.ts";
import { toThreadStatus } from "../../terminal/status_words.ts";
import { formatTable } from "../../terminal/table.ts";
import { parseDuration, showTime } from "../../terminal/times.ts";
import { serverCommand, type ServerCommandOptions } from "../_server_command.ts";

/** The subcommands, in the order of the help. */
export function listCommands(): readonly Command[] {
  return [listCommand(), indexCommand(), renameCommand(), archiveCommand(), unarchiveCommand()];
}

function listCommand(): Command {
  const lines = {
    "threads list": "The newest threads:",
    "threads list --limit 100 --json": "A hundred, as JSON:",
    "threads list --needs any": "What waits for a person:",
    "threads list --status failed --error model_overloaded --after 2026-11-22": "Failures since a day:",
    "threads list --user ann --after 2h": "What a user has begun in the last two hours:",
    "threads list --metadata plan=pro --tool refund": "What two facts hold of:",
  };
  return serverCommand(
    "list",
    "Lists threads, the newest first; with filters those that match all of them.",
    lines,
  )
    .option("--user <user>", "threads of this user")
    .addOption(new Option("--status <status>", "threads with this status").choices(THREAD_STATUSES))
    .addOption(
      new Option("--needs <what>", "threads that need this of a person; any: whatever it is").choices([
        ...THREAD_NEEDS,
        "any",
      ]),
    )
    .option("--agent <agent>", "threads of this agent")
    .option("--tool <tool>", "threads that have planned calls of this tool")
    .option("--door <door>", "threads with an input that came in this way")
    .option("--error <code>", "threads whose last step failed with this code")
    .option("--metadata <field=text>", "threads with this fact; may be given several times", addField)
    .option("--search <words>", "threads whose title has all of these words")
    .addOption(
      new Option("--archived <which>", "only: those that are archived; all: these, too").choices([
        "only",
        "all",
      ]),
    )
    .addOption(
      new Option("--branches <which>", "all: the branches of chats, too, not their first threads alone")
        .choices([
          "all",
        ]),
    )
    .option(
      "--after <time>",
      "created at this time or later: 2026-11-22, a time, or 2h for the last two hours",
      toTime,
    )
    .option("--before <time>", "created before this time", toTime)
    .option("--limit <count>", "at most so many, 1 to 100", Number, 20)
    .option("--cursor <cursor>", "go on behind the page that ended with this cursor")
    .action(
      async (
        { json = false, url, key, envFile, ...query }: ServerCommandOptions & ThreadsPageOptions,
      ) => {
        await using connection = await connect({ url, key, envFile });
        const page = await connection.client.threads(query);
        print(page, json, toList);
      },
    );
}

/** A time as the API takes it: a duration is that long ago. */
function toTime(text: string): string {
  const ms = parseDuration(text);
  return ms === undefined ? text : new Date(Date.now() - ms).toISOString();
}

/** Adds a fact, as `plan=pro`, to those that were given before. */
function addField(
  text: string,
  known: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [name = "", ...value] = text.split("=");
  if (name === "" || value.length === 0) {
    throw new InvalidArgumentError("It must be a field and its text: plan=pro.");
  }
  return { ...known, [name]: value.join("=") };
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

function toList({ threads, cursor }: ThreadPage): string {
  if (threads.length === 0) return 'There is no thread. Make one: treadle run "Hello"';
  const table = formatTable<Line>([
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

type Line = ThreadPage["threads"][number];

/** What a thread shows that can be read; nothing of one that cannot. */
function readField(thread: Line, read: (thread: ThreadLine) => string): string {
  return thread.status === "corrupted" || !("agent" in thread) ? "" : read(thread);
}

/** The title, and why the last step failed. */
function toTitle({ title = "", error }: ThreadLine): string {
  return error === undefined ? title : `${title} (${error.code})`;
}
