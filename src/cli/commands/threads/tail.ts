// `treadle threads tail`: the events of a thread, or of all threads, as they come.

import type { Command } from "commander";
import { CommandError } from "../../command_error.ts";
import { connect } from "../../project/connect.ts";
import { followThread, followThreads, showThread, type TailEvent, type ThreadFilter } from "./_follow.ts";
import { toEntryLines } from "../../terminal/entry_lines.ts";
import { eventPrinter, type Output, prefixLines } from "../../terminal/event_printer.ts";
import { STANDARD } from "../../terminal/standard.ts";
import { toRunStatus } from "../../terminal/status_words.ts";
import { paint } from "../../terminal/style.ts";
import { serverCommand, type ServerCommandOptions } from "../_server_command.ts";

interface TailOptions extends ServerCommandOptions, ThreadFilter {
  readonly after?: number;
  readonly follow?: boolean;
}

/** The command. */
export function tailCommand(): Command {
  const lines = {
    "threads tail cli_1": "Follow a thread until it rests:",
    "threads tail cli_1 --follow": "Follow it through all of its runs:",
    "threads tail --agent support": "Follow what happens in all threads of an agent:",
    "threads tail --json": "Every event of all threads, a line each:",
  };
  const description =
    "Prints events as they come: of a thread until it rests, or of all threads until Ctrl-C.";
  return serverCommand("tail", description, lines)
    .argument("[id]", "the thread, whose events of the last hour come first; all threads by default")
    .option("--after <seq>", "of a thread: begin behind this event", Number)
    .option("--follow", "of a thread: wait for its next runs, too")
    .option("--user <user>", "of all threads: those of this user")
    .option("--agent <agent>", "of all threads: those of this agent")
    .action(async (id: string | undefined, options: TailOptions) => {
      if (id === undefined) return await tailAll(options);
      if (options.user === undefined && options.agent === undefined) return await tailOne(id, options);
      throw new CommandError(
        "command_line_invalid",
        "--user and --agent choose among all threads: name none.",
      );
    });
}

async function tailOne(
  id: string,
  { after = 0, follow = false, json = false, ...server }: TailOptions,
): Promise<void> {
  await using connection = await connect(server);
  const thread = connection.client.thread(id);
  const { signal } = new AbortController(); // Ctrl-C ends the process
  const printed: (event: TailEvent) => void = json ? printJson : tailPrinter(STANDARD);
  const events = follow ? followThread(thread, { after, signal }) : showThread(thread, { after, signal });
  for await (const event of events) printed(event);
}

async function tailAll({ after, follow, user, agent, json = false, ...server }: TailOptions): Promise<void> {
  if (after !== undefined || follow !== undefined) {
    throw new CommandError("command_line_invalid", "--after and --follow are for one thread: name it.");
  }
  await using connection = await connect(server);
  const { signal } = new AbortController(); // Ctrl-C ends the process
  if (!json) STANDARD.note(`following the threads of ${connection.url}; Ctrl-C ends it\n`);
  const printers = new Map<string, (event: TailEvent) => void>();
  const printerOf = (thread: string) => {
    const known = printers.get(thread);
    if (known !== undefined) return known;
    const printer = linePrinter(thread);
    printers.set(thread, printer);
    return printer;
  };
  await followThreads(connection.client, {
    user,
    agent,
    signal,
    onEvent: (thread, event) => json ? printJson({ thread, ...event }) : printerOf(thread)(event),
  });
}

/** Prints what happens in one thread among those of others: what a step begins and ends with, too. */
function linePrinter(thread: string): (event: TailEvent) => void {
  const output = prefixLines(`${paint(thread, "dim")}  `, STANDARD);
  const print = tailPrinter(output);
  return (event) => {
    if (event.type === "step.started") output.note(`step ${event.step} of ${event.agent}\n`);
    print(event);
    if (event.type !== "step.finished" || event.continues) return;
    const { text, style } = toRunStatus(event.status);
    output.note(`${paint(text, style, "stderr")}\n`);
  };
}

function tailPrinter(output: Output): (event: TailEvent) => void {
  const print = eventPrinter(output, { reasoning: false });
  return (event) => {
    if (event.type !== "entry.stored") return print(event);
    for (const line of toEntryLines(event.entry)) output.answer(`${line}\n`);
  };
}

function printJson(event: object): void {
  console.log(JSON.stringify(event));
}
