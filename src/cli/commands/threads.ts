// `treadle threads`: lists, shows, follows, forks, cancels and answers threads.

import { Command, InvalidArgumentError, Option } from "commander";
import { callsAwaiting } from "../../core/held_calls/held_view.ts";
import type { IndexedPage } from "../../core/contract/threads.ts";
import { THREAD_STATUSES } from "../../core/state.ts";
import type {
  ApprovalView,
  EntryView,
  ThreadDetail,
  ThreadPage,
  ThreadsPageOptions,
} from "../../client/mod.ts";
import { examples, print } from "../output.ts";
import { connect, type ServerOptions, withServerOptions } from "../project/connect.ts";
import { deferredLine, eventPrinter, short } from "../terminal/event_printer.ts";
import { STANDARD } from "../terminal/standard.ts";

interface ThreadOptions extends ServerOptions {
  readonly json?: boolean;
}

/** The command with its subcommands. */
export function threadsCommand(): Command {
  return new Command("threads")
    .description("Lists, indexes, shows, follows, forks, cancels and answers threads.")
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(indexCommand())
    .addCommand(tailCommand())
    .addCommand(approveCommand())
    .addCommand(forkCommand())
    .addCommand(cancelCommand())
    .addHelpText(
      "after",
      examples({
        "threads list": "The threads of this project:",
        "threads show cli_1": "The history of one:",
      }),
    );
}

function subcommand(name: string, description: string, lines: Readonly<Record<string, string>>): Command {
  return withServerOptions(new Command(name))
    .description(description)
    .option("--json", "print JSON")
    .addHelpText("after", examples(lines));
}

function listCommand(): Command {
  const lines = {
    "threads list": "The newest threads:",
    "threads list --limit 100 --json": "A hundred, as JSON:",
    "threads list --status failed --error model_overloaded --after 2026-11-22": "Failures since a day:",
    "threads list --metadata plan=pro --tool refund": "What two facts hold of:",
  };
  return subcommand(
    "list",
    "Lists threads, the newest first; with filters those that match all of them.",
    lines,
  )
    .option("--user <user>", "threads of this user")
    .addOption(new Option("--status <status>", "threads with this status").choices(THREAD_STATUSES))
    .option("--agent <agent>", "threads of this agent")
    .option("--tool <tool>", "threads that have planned calls of this tool")
    .option("--door <door>", "threads with an input that came in this way")
    .option("--error <code>", "threads whose last step failed with this code")
    .option("--metadata <field=text>", "threads with this fact; may be given several times", addField)
    .option("--after <time>", "threads that were created at this time or later")
    .option("--before <time>", "threads that were created before this time")
    .option("--limit <count>", "at most so many, 1 to 100", Number, 20)
    .option("--cursor <cursor>", "go on behind the page that ended with this cursor")
    .action(
      async (
        { json = false, url, key, envFile, ...query }: ThreadOptions & ThreadsPageOptions,
      ) => {
        await using connection = await connect({ url, key, envFile });
        const page = await connection.client.threads(query);
        print(page, json, toList);
      },
    );
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
  return subcommand(
    "index",
    "Makes threads findable by filters that were written before there were filters. May be repeated.",
    lines,
  )
    .option("--cursor <cursor>", "go on behind this place")
    .action(async ({ cursor, json = false, url, key, envFile }: ThreadOptions & { cursor?: string }) => {
      await using connection = await connect({ url, key, envFile });
      let at = cursor;
      do {
        const page: IndexedPage = await connection.transport.json("/v1/threads/index", {
          body: { cursor: at },
        });
        print(page, json, toIndexedLine);
        at = page.cursor;
      } while (at !== undefined);
    });
}

function toIndexedLine({ indexed, busy, unreadable, cursor }: IndexedPage): string {
  return [
    `${indexed} indexed`,
    ...busy.length === 0 ? [] : [`busy, index again: ${busy.join(", ")}`],
    ...unreadable.length === 0 ? [] : [`unreadable: ${unreadable.join(", ")}`],
    ...cursor === undefined ? ["that is all"] : [`goes on at ${cursor}`],
  ].join("; ");
}

function showCommand(): Command {
  const lines = {
    "threads show cli_1": "Print a thread:",
    "threads show cli_1 --json": "As JSON, with every entry:",
  };
  return subcommand("show", "Prints a thread and its history.", lines)
    .argument("<id>", "the thread")
    .action(async (id: string, { json = false, ...server }: ThreadOptions) => {
      await using connection = await connect(server);
      const thread = connection.client.thread(id);
      const detail = await thread.get();
      const entries: EntryView[] = [];
      for (let after: number | null = 0; after !== null;) {
        const page = await thread.history({ after });
        entries.push(...page.entries);
        after = page.next;
      }
      print(
        { thread: detail, entries },
        json,
        ({ thread, entries }) => [head(thread), ...entries.flatMap(toLines)].join("\n"),
      );
    });
}

function tailCommand(): Command {
  const lines = {
    "threads tail cli_1": "Follow a thread until it rests:",
    "threads tail cli_1 --after 2000004": "From an event on:",
  };
  return subcommand(
    "tail",
    "Prints the events of the last hour and those that come, until no step runs.",
    lines,
  )
    .argument("<id>", "the thread")
    .option("--after <seq>", "begin behind this event", Number, 0)
    .action(async (id: string, { after, json = false, ...server }: ThreadOptions & { after: number }) => {
      await using connection = await connect(server);
      const printed = json
        ? (event: object) => console.log(JSON.stringify(event))
        : eventPrinter(STANDARD, { reasoning: false });
      for await (const event of connection.client.thread(id).events({ after })) printed(event);
    });
}

function approveCommand(): Command {
  const lines = {
    "threads approve cli_1 call_2": "Approve a call:",
    'threads approve cli_1 call_2 --deny "not today"': "Deny it; the model reads the reason:",
  };
  return subcommand("approve", "Answers a call that waits for approval.", lines)
    .argument("<id>", "the thread")
    .argument("<call>", "the call")
    .option("--deny [reason]", "deny it")
    .action(
      async (
        id: string,
        call: string,
        { deny, json = false, ...server }: ThreadOptions & { deny?: string | true },
      ) => {
        await using connection = await connect(server);
        const reason = typeof deny === "string" ? { reason: deny } : {};
        const answer = await connection.client.thread(id).approve(call, {
          approved: deny === undefined,
          ...reason,
        });
        print(
          answer,
          json,
          ({ callId, approved, missing }: ApprovalView) =>
            `${callId} is ${approved ? "approved" : "denied"}${
              missing > 0 ? `; ${missing} more must answer` : ""
            }. Go on: treadle run --thread ${id}`,
        );
      },
    );
}

function forkCommand(): Command {
  const lines = {
    "threads fork cli_1": "Copy a thread:",
    "threads fork cli_1 --version 2 --replan": "Try its second step again:",
  };
  return subcommand("fork", "Makes a new thread with the history up to a version.", lines)
    .argument("<id>", "the thread")
    .option("--version <version>", "the last version that is shared; the newest by default", Number)
    .option("--id <id>", "the id of the new thread")
    .option("--replan", "leave out the last plan, so that a step without input plans again")
    .action(
      async (id: string, { json = false, url, key, envFile, ...options }: ThreadOptions & ForkFlags) => {
        await using connection = await connect({ url, key, envFile });
        const fork = await connection.client.thread(id).fork(options);
        print(
          fork,
          json,
          (made) =>
            `${made.id} is a fork of ${id} at version ${made.version}. Go on: treadle run --thread ${made.id}`,
        );
      },
    );
}

interface ForkFlags {
  readonly version?: number;
  readonly id?: string;
  readonly replan?: boolean;
}

function cancelCommand(): Command {
  return subcommand("cancel", "Stops a thread.", { "threads cancel cli_1": "Stop a run:" })
    .argument("<id>", "the thread")
    .action(async (id: string, { json = false, ...server }: ThreadOptions) => {
      await using connection = await connect(server);
      print(
        await connection.client.thread(id).cancel(),
        json,
        (cancelled) => `${id} is ${cancelled.status}.`,
      );
    });
}

function toList({ threads, cursor }: ThreadPage): string {
  if (threads.length === 0) return 'There is no thread. Make one: treadle run "Hello"';
  const rows = threads.map((thread) =>
    thread.status === "corrupted" || !("agent" in thread)
      ? [thread.id, "", thread.status, ""]
      : [thread.id, thread.agent, thread.status, `${thread.counters.steps} steps, ${thread.updatedAt}`]
  );
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row.map((text, column) => text.padEnd(widths[column] ?? 0)).join("  ").trimEnd()
  );
  return [...lines, ...(cursor === undefined ? [] : [`more: treadle threads list --cursor ${cursor}`])].join(
    "\n",
  );
}

function head(
  { id, agent, status, version, counters, calls, error, wake, parked, resumeAt }: ThreadDetail,
): string {
  const lines = [
    ...error === undefined ? [] : [`${error.code}: ${error.message}`],
    ...wake && parked === undefined && status === "open" ? ["goes on by itself"] : [],
    ...resumeAt === undefined ? [] : [`rests until ${resumeAt}`],
    ...parked === undefined ? [] : [`parked at ${parked.at}; failed steps in a row: ${parked.failures}`],
    ...callsAwaiting("people", calls).map((call) =>
      `${call.id} ${call.name} ${short(call.args)} waits for approval`
    ),
    ...calls.flatMap((call) => deferredLine(call) ?? []),
  ];
  const tokens = counters.inputTokens + counters.outputTokens;
  return `${id}: ${agent}, ${status}, version ${version}, ${counters.steps} steps, ${tokens} tokens${
    lines.map((line) => `\n  ${line}`).join("")
  }\n`;
}

/** The way in of an input that no client has sent: ` (webhook github)`. */
function doorOf({ door, by = "" }: Extract<EntryView, { type: "user" }>): string {
  return door === "webhook" || door === "schedule" ? ` (${door} ${by})` : "";
}

function toLines(entry: EntryView): string[] {
  switch (entry.type) {
    case "user":
      return [`user${doorOf(entry)}: ${entry.text}`];
    case "assistant":
      return entry.blocks.flatMap((block) =>
        block.type === "text"
          ? [`assistant: ${block.text}`]
          : block.type === "call"
          ? [`assistant: calls ${block.name} ${short(block.args)} (${block.id})`]
          : []
      );
    case "tool":
      return [`tool: ${entry.name} ${entry.outcome}: ${short(entry.error?.message ?? entry.output)}`];
    case "notice":
      return [`notice: ${entry.text}`];
    case "cut":
      return [`cut: ${entry.why.join(", ")}`];
    case "summary":
      return [`summary: ${entry.text}`];
    case "failure":
      return [`failure: ${entry.code}`];
  }
}
