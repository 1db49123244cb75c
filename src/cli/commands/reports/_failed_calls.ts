// The calls of one tool that failed, and their threads: from the histories of the threads that have called it.

import type { Client, EntryView, HistoryPage, ThreadPage } from "../../../react/client/mod.ts";
import { startProgress } from "../../terminal/progress.ts";
import { formatCount } from "../../terminal/text.ts";
import { forEachThread, type Worked } from "../../threads/each_thread.ts";

/** Threads of one request. */
const PAGE = 100;

/** Entries of a thread that are read: its newest. */
const NEWEST = 200;

/** A call that failed. */
export interface FailedCall {
  readonly thread: string;
  readonly agent: string;
  readonly title?: string | undefined;
  readonly callId: string;
  /** ISO 8601. */
  readonly at: string;
  /** A kind of failure; `unknown`: the worker of a `once` tool vanished. */
  readonly kind: string;
  readonly message: string;
}

/** The failures of a tool in the threads that were looked into. */
export interface Failures {
  /** Threads that were looked into. */
  readonly threads: number;
  /** There are further threads with calls of the tool. */
  readonly more: boolean;
  /** How many calls failed, by kind. */
  readonly kinds: Readonly<Record<string, number>>;
  /** The last ones first. */
  readonly last: readonly FailedCall[];
  /** Threads that cannot be read. */
  readonly failed: Worked<unknown>["failed"];
  readonly stopped: Worked<unknown>["stopped"];
}

/** Which threads and calls are looked for. */
export interface FailuresQuery {
  readonly tool: string;
  readonly agent: string | undefined;
  /** UTC days, both included. */
  readonly from: string;
  readonly to: string;
  /** Most threads, the newest of them. */
  readonly threads: number;
  /** Most calls. */
  readonly limit: number;
}

/** Looks into the newest threads that have called a tool, and into the newest entries of each. @throws {TreadleError} */
export async function readFailures(client: Client, query: FailuresQuery): Promise<Failures> {
  const { tool, from, to, limit } = query;
  const what = `looking for failures of ${tool}`;
  using line = startProgress(what);
  let threads = 0;
  const list = { more: false };
  const { results, failed, stopped } = await forEachThread(
    readThreads(client, query, list),
    async (thread) => {
      line.show(`${what}: ${formatCount(++threads, "thread")}`);
      return await readFailedCalls(client, thread, tool);
    },
  );
  const inRange = results.flat().filter(({ at }) => at.slice(0, 10) >= from && at.slice(0, 10) <= to);
  // A fork has the calls of its source, too: the older thread, which comes later, is the one that made them.
  const calls = [...new Map(inRange.map((call) => [call.callId, call])).values()]
    .sort((left, right) => right.at.localeCompare(left.at));
  const kinds: Record<string, number> = {};
  for (const { kind } of calls) kinds[kind] = (kinds[kind] ?? 0) + 1;
  return { threads, more: list.more, kinds, last: calls.slice(0, limit), failed, stopped };
}

type ListedThread = ThreadPage["threads"][number];

/** Pages of threads; `more` becomes true where there are further ones. */
async function* readThreads(
  client: Client,
  { tool, agent, threads }: FailuresQuery,
  list: { more: boolean },
): AsyncGenerator<readonly ListedThread[], void> {
  let cursor: string | undefined;
  for (let left = threads; left > 0;) {
    const filter = { tool, agent, archived: "all", limit: Math.min(PAGE, left) } as const;
    const page = await client.threads({ ...filter, cursor });
    yield page.threads;
    left -= page.threads.length;
    cursor = page.cursor;
    if (cursor === undefined) return;
  }
  list.more = true;
}

async function readFailedCalls(client: Client, line: ListedThread, tool: string): Promise<FailedCall[]> {
  const thread = client.thread(line.id);
  const { length, agent, title } = "length" in line ? line : await thread.get();
  const calls: FailedCall[] = [];
  for (let after: number | null = Math.max(0, length - NEWEST); after !== null;) {
    const page: HistoryPage = await thread.history({ after });
    for (const entry of page.entries) {
      if (!hasFailed(entry, tool)) continue;
      const { callId, at, outcome, error } = entry;
      const { kind, message } = error ?? { kind: outcome, message: "" };
      calls.push({ thread: line.id, agent, title, callId, at, kind, message });
    }
    after = page.next;
  }
  return calls;
}

/** A call that the tool was given and that did not complete. What a caller says of a call is no run of a tool. */
function hasFailed(entry: EntryView, tool: string): entry is Extract<EntryView, { type: "tool" }> {
  return entry.type === "tool" && entry.name === tool && entry.brought !== true &&
    (entry.outcome === "failed" || entry.outcome === "unknown");
}
