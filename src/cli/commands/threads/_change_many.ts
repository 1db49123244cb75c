// `treadle threads cancel` and `delete`: one thread, several, those that a filter finds, or all.

import { type Command, Option } from "commander";
import process from "node:process";
import type { Client } from "../../../react/client/mod.ts";
import { print } from "../../output.ts";
import { connect } from "../../project/connect.ts";
import { startProgress } from "../../terminal/progress.ts";
import { toThreadStatus } from "../../terminal/status_words.ts";
import { formatTable } from "../../terminal/table.ts";
import { formatCount } from "../../terminal/text.ts";
import { showTime } from "../../terminal/times.ts";
import {
  forEachThread,
  isUnknownThread,
  toExitCode,
  toFailureLines,
  type Worked,
} from "../../threads/each_thread.ts";
import { serverCommand } from "../_server_command.ts";
import {
  type Choice,
  type ChoiceOptions,
  type Chosen,
  formatLine,
  readChoice,
  readChosen,
  withChoice,
} from "../../threads/choice.ts";
import { hasEnded, isReadable, type ListedThread } from "../../threads/filters.ts";

/** Threads that are shown. */
const SHOWN = 20;

/** What would be done. */
interface Plan {
  readonly count: number;
  /** Threads that match and stay, because they have ended. */
  readonly ended: number;
  /** Ids that are no threads. */
  readonly missing: readonly string[];
  /** The first of them. */
  readonly threads: readonly ListedThread[];
  readonly command: string;
}

interface ChangeOptions extends ChoiceOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

/** What is done to a thread, in words and by a request. */
interface Change {
  readonly name: "cancel" | "delete";
  /** What a thread is behind it. */
  readonly done: "cancelled" | "deleted";
  /** True of a thread that a filter finds and that stays as it is. */
  stays(thread: Chosen): boolean;
  /** What a thread counts as that was removed while the list was read. */
  readonly gone: "changed" | "gone";
  /** @throws {TreadleError} */
  send(client: Client, id: string): Promise<Sent>;
}

/** What became of a thread: as JSON, and as a line. */
interface Sent {
  readonly answer: object;
  readonly line: string;
  /** False: there was nothing to do. */
  readonly changed: boolean;
}

/** The command that stops threads. */
export function cancelCommand(): Command {
  return changingCommand("Stops threads.", {
    "threads cancel cli_1": "Stop a run:",
    "threads cancel --running --dry-run": "See what runs now:",
    "threads cancel --running --agent support --yes": "Stop what runs of an agent:",
    "threads cancel --needs approval --before 7d": "See what would be stopped of what is older than a week:",
  }, {
    name: "cancel",
    done: "cancelled",
    stays: ({ listed }) => listed !== undefined && hasEnded(listed),
    gone: "gone",
    async send(client, id) {
      const answer = await client.thread(id).cancel();
      const { changed, status } = answer;
      return { answer, changed, line: changed ? `${id} is ${status}.` : `${id} was ${status} already.` };
    },
  });
}

/** The command that removes threads. */
export function deleteCommand(): Command {
  return changingCommand("Deletes threads, with all that belongs to them.", {
    "threads delete cli_1 cli_2": "Delete threads:",
    "threads delete --user ann --archived all": "See what would be deleted of a user:",
    "threads delete --all --yes": "Delete every thread of the tenant:",
  }, {
    name: "delete",
    done: "deleted",
    stays: () => false,
    gone: "changed",
    async send(client, id) {
      await client.thread(id).remove();
      return { answer: { id, deleted: true }, changed: true, line: `${id} is deleted.` };
    },
  });
}

function changingCommand(
  description: string,
  lines: Readonly<Record<string, string>>,
  change: Change,
): Command {
  return withChoice(serverCommand(change.name, description, lines))
    .addOption(new Option("--yes", "do what a filter or --all would do; without it that is printed"))
    .addOption(new Option("--dry-run", "print what would be done, and do nothing"))
    .action(async (ids: readonly string[], options: ChangeOptions) => {
      process.exitCode = await changeThreads(ids, options, change);
    });
}

async function changeThreads(
  ids: readonly string[],
  { yes = false, dryRun = false, ...options }: ChangeOptions,
  change: Change,
): Promise<number> {
  const { json = false, url, key, envFile } = options;
  const choice = readChoice(ids, options);
  await using connection = await connect({ url, key, envFile });
  const { client } = connection;
  if (dryRun || choice.type === "filter" && !yes) {
    const line = formatLine(`threads ${change.name}`, choice, { url, envFile });
    const plan = await planChange(client, choice, change);
    printPlan({ ...plan, command: choice.type === "ids" ? line : `${line} --yes` }, change.done, json);
    return dryRun || plan.count === 0 ? 0 : 1;
  }
  const [id, ...others] = choice.type === "ids" ? choice.ids : [];
  if (id !== undefined && others.length === 0) {
    const { answer, line } = await change.send(client, id);
    print(answer, json, () => line);
    return 0;
  }
  const report = await changeAll(client, choice, change);
  print(toCounts(report, change), json, () => toText(report, change));
  return toExitCode(report);
}

/** Counts what would be changed, and keeps the first of it. */
async function planChange(client: Client, choice: Choice, change: Change): Promise<Omit<Plan, "command">> {
  const threads: Plan["threads"][number][] = [];
  const missing: string[] = [];
  let [count, ended] = [0, 0];
  for await (const page of readChosen(client, choice)) {
    for (const thread of page) {
      const listed = thread.listed ?? await findThread(client, thread.id);
      if (listed === undefined) missing.push(thread.id);
      else if (change.stays(thread)) ended++;
      else if (count++ < SHOWN) threads.push(listed);
    }
  }
  return { count, ended, missing, threads };
}

async function findThread(client: Client, id: string): Promise<Plan["threads"][number] | undefined> {
  try {
    return await client.thread(id).get();
  } catch (thrown) {
    if (isUnknownThread(thrown)) return undefined;
    throw thrown;
  }
}

/** How a thread ended: `ended` had before, `gone` was removed meanwhile. */
type Outcome = "changed" | "ended" | "gone";

async function changeAll(client: Client, choice: Choice, change: Change): Promise<Worked<Outcome>> {
  const what = `threads ${change.name}`;
  using line = startProgress(what);
  let count = 0;
  return await forEachThread(readChosen(client, choice), async (thread): Promise<Outcome> => {
    if (change.stays(thread)) return "ended";
    try {
      const { changed } = await change.send(client, thread.id);
      line.show(`${what}: ${++count}`);
      return changed ? "changed" : "ended";
    } catch (thrown) {
      if (choice.type === "ids" || !isUnknownThread(thrown)) throw thrown;
      return change.gone;
    }
  });
}

function countOf({ results }: Worked<Outcome>, outcome: Outcome): number {
  return results.filter((result) => result === outcome).length;
}

function toCounts(report: Worked<Outcome>, { done }: Change) {
  const { failed, stopped } = report;
  return {
    [done]: countOf(report, "changed"),
    ended: countOf(report, "ended"),
    gone: countOf(report, "gone"),
    failed,
    stopped,
  };
}

function toText(report: Worked<Outcome>, { done }: Change): string {
  const [ended, gone] = [countOf(report, "ended"), countOf(report, "gone")];
  const { failed } = report;
  const counts = [
    `${formatCount(countOf(report, "changed"), "thread")} ${done}`,
    ...ended === 0 ? [] : [`${ended} had ended`],
    ...gone === 0 ? [] : [`${gone} removed meanwhile`],
    ...failed.length === 0 ? [] : [`${failed.length} failed`],
  ];
  return [`${counts.join(", ")}.`, ...toFailureLines(report)].join("\n");
}

/** Prints a plan; `done` is what the threads would be, such as `cancelled`. */
function printPlan(plan: Plan, done: string, json: boolean): void {
  print(plan, json, ({ count, ended, missing, threads, command }) => {
    const others = [
      ...ended === 0 ? [] : [`${formatCount(ended, "thread")} more match and have ended.`],
      ...missing.length === 0 ? [] : [`There is no thread ${missing.join(", ")}.`],
    ];
    if (count === 0) return [`No thread would be ${done}.`, ...others].join("\n");
    return [
      `${formatCount(count, "thread")} would be ${done}:`,
      formatThreads(threads),
      ...count > threads.length ? [`and ${count - threads.length} more`] : [],
      ...others,
      `do it: ${command}`,
    ].join("\n");
  });
}

function formatThreads(threads: readonly ListedThread[]): string {
  return formatTable<ListedThread>([
    { head: "THREAD", cell: ({ id }) => id },
    { head: "STATUS", cell: toThreadStatus },
    { head: "AGENT", cell: (thread) => isReadable(thread) ? thread.agent : "", overflow: "drop" },
    { head: "CREATED", cell: (thread) => isReadable(thread) ? showTime(thread.createdAt) : "" },
    { head: "TITLE", cell: (thread) => isReadable(thread) ? thread.title ?? "" : "", overflow: "cut" },
  ], threads);
}
