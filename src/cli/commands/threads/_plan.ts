// What a command would do to many threads: their number, the first of them, and the line that does it.

import { print } from "../../output.ts";
import { toThreadStatus } from "../../terminal/status_words.ts";
import { formatTable } from "../../terminal/table.ts";
import { formatCount } from "../../terminal/text.ts";
import { showTime } from "../../terminal/times.ts";
import { isReadable, type ListedThread } from "./_filters.ts";

/** Threads that are shown. */
export const SHOWN = 20;

/** What would be done. */
export interface Plan {
  readonly count: number;
  /** Threads that match and stay, because they have ended. */
  readonly ended: number;
  /** Ids that are no threads. */
  readonly missing: readonly string[];
  /** The first of them. */
  readonly threads: readonly ListedThread[];
  readonly command: string;
}

/** Prints a plan; `done` is what the threads would be, such as `cancelled`. */
export function printPlan(plan: Plan, done: string, json: boolean): void {
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
