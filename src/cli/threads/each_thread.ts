// Requests about each of many threads, at most eight at a time. Ctrl-C begins no more of them, and so does a failure that each would have.

import process from "node:process";
import { type TreadleCode, TreadleError } from "../../react/client/mod.ts";
import { onInterrupt } from "../terminal/signals.ts";
import { STANDARD } from "../terminal/standard.ts";

/** Requests at the same time. */
const AT_ONCE = 8;

/** The exit code of a command that Ctrl-C has ended. */
const INTERRUPTED = 130;

/** Codes that the requests about all other threads would be refused with. */
const OF_ALL: ReadonlySet<TreadleCode> = new Set([
  "unauthorized",
  "forbidden",
  "token_expired",
  "token_invalid",
  "rate_limited",
  "connection_failed",
  "response_invalid",
]);

/** What failed; without a thread a page of the list. */
export interface Failure {
  readonly thread?: string;
  readonly code: string;
  readonly message: string;
}

/** What became of the threads. */
export interface Worked<Result> {
  /** Of each thread that did not fail, in the order of the pages. */
  readonly results: readonly Result[];
  readonly failed: readonly Failure[];
  /** Why threads were left: Ctrl-C, or the last failure. Undefined where none was. */
  readonly stopped: "interrupted" | "failed" | undefined;
}

/**
 * Calls `work` with each thread of the pages; a page is read once the threads of the one before have begun.
 *
 * @throws {TreadleError} the first page cannot be read
 * @throws what `work` throws that is no answer of the server, once all that was begun has ended; no further thread begins
 */
export async function forEachThread<T extends { readonly id: string }, Result>(
  pages: AsyncIterable<readonly T[]>,
  work: (thread: T) => Promise<Result>,
): Promise<Worked<Result>> {
  const results: Result[] = [];
  const failed: Failure[] = [];
  let stopped: Worked<Result>["stopped"];
  const fail = (thrown: unknown, thread?: string) => {
    if (!(thrown instanceof TreadleError)) {
      stopped ??= "failed";
      throw thrown;
    }
    failed.push({ ...thread === undefined ? {} : { thread }, code: thrown.code, message: thrown.message });
    if (thread === undefined || OF_ALL.has(thrown.code)) stopped ??= "failed";
  };
  const offInterrupt = onInterrupt(() => {
    if (stopped === "interrupted") process.exit(INTERRUPTED);
    stopped = "interrupted";
    STANDARD.note("\nending what was sent; Ctrl-C again leaves at once\n");
  });
  const threads = flatten(pages);
  let begun = 0;
  const next = async () => {
    try {
      return await threads.next();
    } catch (thrown) {
      if (begun === 0) throw thrown;
      fail(thrown);
      return { done: true, value: undefined } as const;
    }
  };
  const run = async () => {
    while (stopped === undefined) {
      const { done, value: thread } = await next();
      if (done || stopped !== undefined) return;
      const place = begun++;
      try {
        results[place] = await work(thread);
      } catch (thrown) {
        fail(thrown, thread.id);
      }
    }
  };
  try {
    const runs = await Promise.allSettled(Array.from({ length: AT_ONCE }, run));
    for (const each of runs) if (each.status === "rejected") throw each.reason;
  } finally {
    offInterrupt();
  }
  return { results: Object.values(results), failed, stopped }; // without the places of those that failed
}

async function* flatten<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<T, undefined> {
  for await (const page of pages) yield* page;
  return undefined;
}

/** True of the error of a thread that is not there, or not any more. */
export function isUnknownThread(thrown: unknown): boolean {
  return thrown instanceof TreadleError && thrown.code === "thread_unknown";
}

/** The exit code: 130 behind Ctrl-C, 1 where something failed, else 0. */
export function toExitCode({ failed, stopped }: Omit<Worked<unknown>, "results">): number {
  return stopped === "interrupted" ? INTERRUPTED : failed.length > 0 ? 1 : 0;
}

/** The lines of what failed, and of why threads were left. */
export function toFailureLines({ failed, stopped }: Omit<Worked<unknown>, "results">): string[] {
  return [
    ...failed.map(({ thread = "the list", code, message }) => `${thread}: ${code}: ${message}`),
    ...stopped === undefined ? [] : [
      stopped === "interrupted"
        ? "Ctrl-C: the other threads are as they were. The same line goes on with them."
        : "The other threads are as they were: none was tried behind this failure.",
    ],
  ];
}
