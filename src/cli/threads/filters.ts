// Which threads: the filters of `threads list`, which `cancel`, `delete` and `export` have too.

import { type Command, InvalidArgumentError, Option } from "commander";
import { THREAD_NEEDS, THREAD_STATUSES } from "../../core/state.ts";
import type { Client, ThreadLine, ThreadPage, ThreadsPageOptions } from "../../react/client/mod.ts";
import { parseDuration } from "../../core/text/duration.ts";

/** Filters of the server, and `running`, which this program sorts out. */
export interface FilterOptions extends Omit<ThreadsPageOptions, "limit" | "cursor" | "signal"> {
  readonly running?: boolean;
}

/** A thread of a list. */
export type ListedThread = ThreadPage["threads"][number];

/** Adds the filters to a command. */
export function withFilters(command: Command): Command {
  return command
    .option("--user <user>", "threads of this user")
    .addOption(new Option("--status <status>", "threads with this status").choices(THREAD_STATUSES))
    .addOption(
      new Option("--needs <what>", "threads that need this of a person; any: whatever it is").choices([
        ...THREAD_NEEDS,
        "any",
      ]),
    )
    .option("--running", "threads that are Running, or go on by themselves; archived ones, too")
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
    .option(
      "--after <time>",
      "created at this time or later: 2026-11-22, a time, or 2h for the last two hours",
      toTime,
    )
    .option("--before <time>", "created before this time", toTime);
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

/** The next page of the threads that match, and the cursor behind it. */
export async function readPage(
  client: Pick<Client, "threads">,
  { running = false, ...query }: FilterOptions & Pick<ThreadsPageOptions, "limit" | "cursor">,
): Promise<ThreadPage> {
  if (!running) return await client.threads(query);
  const { threads, ...page } = await client.threads({ archived: "all", branches: "all", ...query });
  return { ...page, threads: threads.filter(goesOn) };
}

/**
 * A step is in progress, or comes without a client. No store has a set of these: the status of a thread is that which its last step has left
 * until the next one commits.
 */
function goesOn(thread: ListedThread): boolean {
  if (!isReadable(thread)) return false;
  const { running, wake, parked, status, waiting } = thread;
  return running || wake === true && parked === undefined && (status === "open" || waiting > 0);
}

/** No step of it runs, and none comes without a new input. */
export function hasEnded(thread: ListedThread): boolean {
  if (!isReadable(thread)) return false;
  const { running, status, waiting } = thread;
  return !running && waiting === 0 && (status === "done" || status === "failed" || status === "cancelled");
}

/** False of a thread that the server cannot read, of which there is the id alone. */
export function isReadable(thread: ListedThread): thread is ThreadLine {
  return thread.status !== "corrupted" && "agent" in thread;
}
