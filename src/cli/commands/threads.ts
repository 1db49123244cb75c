// `treadle threads`: lists, shows, follows, names, archives, forks, cancels and answers threads.

import { Command } from "commander";
import { callsAwaiting } from "../../core/held_calls/held_view.ts";
import type { ApprovalView, EntryView, ThreadDetail } from "../../client/mod.ts";
import { examples, print } from "../output.ts";
import { connect } from "../project/connect.ts";
import { deferredLine, eventPrinter, short } from "../terminal/event_printer.ts";
import { STANDARD } from "../terminal/standard.ts";
import { subcommand, type ThreadOptions } from "./_thread_command.ts";
import { listCommands } from "./_thread_lists.ts";

/** The command with its subcommands. */
export function threadsCommand(): Command {
  const command = new Command("threads");
  for (const listed of listCommands()) command.addCommand(listed);
  return command
    .description("Lists, indexes, shows, follows, names, archives, forks, cancels and answers threads.")
    .addCommand(showCommand())
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
