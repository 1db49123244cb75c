// `treadle threads`: what is done with threads, a command each; `show`, `approve` and `fork` are here.

import { Command } from "commander";
import { callsAwaiting } from "../../../core/held_calls/held_view.ts";
import type { ApprovalView, CallView, EntryView, ThreadDetail } from "../../../react/client/mod.ts";
import { examples, print } from "../../output.ts";
import { connect } from "../../project/connect.ts";
import { toDecisionText, toEntryLines } from "../../terminal/entry_lines.ts";
import { deferredLine, short } from "../../terminal/event_printer.ts";
import { goesOnByItself, toNextLine } from "../../terminal/go_on.ts";
import { toThreadStatus } from "../../terminal/status_words.ts";
import { paint } from "../../terminal/style.ts";
import { formatCount, printable } from "../../terminal/text.ts";
import { showTime } from "../../terminal/times.ts";
import { serverCommand, type ServerCommandOptions } from "../_server_command.ts";
import { cancelCommand, deleteCommand } from "./_change_many.ts";
import { listCommands } from "./_lists.ts";
import { decisionsCommand } from "./decisions.ts";
import { exportCommand } from "./export.ts";
import { importCommand } from "./import.ts";
import { moveCommand } from "../stores/move.ts";
import { tailCommand } from "./tail.ts";

/** The command with its subcommands. */
export function threadsCommand(): Command {
  const command = new Command("threads");
  for (const listed of listCommands()) command.addCommand(listed);
  return command
    .description(
      "Lists, indexes, shows, follows, names, archives, forks, cancels, deletes, exports, moves and answers threads.",
    )
    .addCommand(showCommand())
    .addCommand(tailCommand())
    .addCommand(approveCommand())
    .addCommand(decisionsCommand())
    .addCommand(forkCommand())
    .addCommand(cancelCommand())
    .addCommand(deleteCommand())
    .addCommand(exportCommand())
    .addCommand(importCommand())
    .addCommand(moveCommand())
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
  return serverCommand("show", "Prints a thread and its history.", lines)
    .argument("<id>", "the thread")
    .action(async (id: string, { json = false, ...server }: ServerCommandOptions) => {
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
        ({ thread, entries }) => [head(thread), ...entries.flatMap(toEntryLines)].join("\n"),
      );
    });
}

function approveCommand(): Command {
  const lines = {
    "threads approve cli_1 call_2": "Approve a call:",
    'threads approve cli_1 call_2 --deny "not today"': "Deny it; the model reads the reason:",
  };
  return serverCommand("approve", "Answers a call that waits for approval.", lines)
    .argument("<id>", "the thread")
    .argument("<call>", "the call")
    .option("--deny [reason]", "deny it")
    .action(
      async (
        id: string,
        call: string,
        { deny, json = false, ...server }: ServerCommandOptions & { deny?: string | true },
      ) => {
        await using connection = await connect(server);
        const reason = typeof deny === "string" ? { reason: deny } : {};
        const thread = connection.client.thread(id);
        const goesOn = goesOnByItself(await thread.get());
        const answer = await thread.approve(call, { approved: deny === undefined, ...reason });
        print(
          answer,
          json,
          ({ callId, approved, missing }: ApprovalView) =>
            toNextLine(id, `${callId} is ${approved ? "approved" : "denied"}`, missing, goesOn),
        );
      },
    );
}

function forkCommand(): Command {
  const lines = {
    "threads fork cli_1": "Copy a thread:",
    "threads fork cli_1 --version 2 --replan": "Try its second step again:",
  };
  return serverCommand("fork", "Makes a new thread with the history up to a version.", lines)
    .argument("<id>", "the thread")
    .option("--version <version>", "the last version that is shared; the newest by default", Number)
    .option("--id <id>", "the id of the new thread")
    .option("--replan", "leave out the last plan, so that a step without input plans again")
    .action(
      async (
        id: string,
        { json = false, url, key, envFile, ...options }: ServerCommandOptions & ForkFlags,
      ) => {
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

function head(thread: ThreadDetail): string {
  const {
    id,
    agent,
    title,
    user,
    status,
    version,
    counters,
    calls,
    error,
    wake,
    parked,
    resumeAt,
    updatedAt,
  } = thread;
  const state = toThreadStatus(thread);
  const tokens = counters.inputTokens + counters.outputTokens;
  const facts = [
    agent,
    ...user === undefined ? [] : [`user ${user}`],
    formatCount(counters.steps, "step"),
    `${tokens} tokens`,
    `version ${version}`,
    `changed ${showTime(updatedAt)}`,
  ];
  const lines = [
    facts.join(", "),
    ...title === undefined ? [] : [title],
    ...error === undefined ? [] : [`${error.code}: ${error.message}`],
    ...wake && parked === undefined && status === "open" ? ["goes on by itself"] : [],
    ...resumeAt === undefined ? [] : [`rests until ${resumeAt}`],
    ...parked === undefined ? [] : [`parked at ${parked.at}; failed steps in a row: ${parked.failures}`],
    ...callsAwaiting("people", calls).flatMap((call) => [
      `${call.id} ${toWaiting(id, call)}`,
      ...(call.approval?.decisions ?? []).map((decision) => `  ${toDecisionText(decision)}`),
    ]),
    ...calls.flatMap((call) => deferredLine(call) ?? []),
  ];
  const first = `${paint(id, "bold")}: ${paint(state.text, state.style)}`;
  return `${first}\n${lines.map((line) => `  ${printable(line)}\n`).join("")}`;
}

/** What a call needs from a person, and the command for it. */
function toWaiting(thread: string, { id, name, args, approval }: CallView): string {
  const what = `${name} ${short(args)} waits for`;
  return approval?.asks
    ? `${what} an answer: treadle inbox answer ${thread} "..." --call ${id}`
    : `${what} approval: treadle inbox approve ${thread} ${id}`;
}
