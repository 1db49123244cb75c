// Events as they come, of one thread or of all of them, until the signal. A lost connection is tried again for as long as it takes.

import {
  type Client,
  type EntryView,
  type HistoryPage,
  type StepEvent,
  type Thread,
  type ThreadLine,
  TreadleError,
} from "../../../react/client/mod.ts";
import { wait } from "../../../react/client/transport.ts";

/** Milliseconds between two looks at what rests. */
const LOOK_MS = 2_000;

/** When the newest of no threads was created: before all others. */
const NONE = "";

/** Threads of one look; the API answers at most so many. */
const MOST_THREADS = 100;

/** What happens in a thread: an event, or an entry of a step that keeps no events. */
export type TailEvent = StepEvent | { readonly type: "entry.stored"; readonly entry: EntryView };

/** Milliseconds for which the API keeps events. */
const KEPT_MS = 60 * 60 * 1000;

/** Entries that are looked at for steps without events. */
const NEWEST = 200;

/**
 * What has happened in a thread in the last hour, and what happens until no step runs. A step that keeps no events, such as one whose
 * answer was JSON, is its entries, at its place among the others. From `after` on there are the events alone, and what comes behind them.
 *
 * @throws {TreadleError} thread_unknown, forbidden, ...
 */
export async function* showThread(
  thread: Thread,
  { after, signal }: { readonly after: number; readonly signal: AbortSignal },
): AsyncGenerator<TailEvent, void> {
  const { version, length, counters, running } = await thread.get({ signal });
  const entries = after > 0 ? [] : await readEntries(thread, Math.max(0, length - NEWEST), signal);
  const since = Date.now() - KEPT_MS;
  let untold = entries.filter((entry) => entry.version <= version && Date.parse(entry.at) >= since);
  const takeUntil = (last: number) => {
    const taken = untold.filter((entry) => entry.version <= last);
    untold = untold.filter((entry) => entry.version > last);
    return taken.map(toStored);
  };
  const told = new Set<number>();
  let stored: StepEvent[] | undefined; // of a step that had ended before
  const events = thread.events({ after, signal });
  for (;;) {
    const next = events.next();
    // The step that runs keeps no events: what was before it is not held back until it ends.
    if (running && untold.length > 0 && stored === undefined && !await comesSoon(next)) {
      yield* takeUntil(version);
    }
    const { done, value: event } = await next;
    if (done === true) break;
    if (event.type === "step.started") {
      stored = event.step <= counters.steps ? [] : undefined;
      if (stored === undefined) yield* takeUntil(version);
    }
    if (stored === undefined) yield event;
    else stored.push(event);
    if (event.type !== "step.finished" && event.type !== "step.failed") continue;
    if (event.type === "step.finished") {
      told.add(event.version);
      yield* takeUntil(event.version - 1);
      untold = untold.filter((entry) => entry.version !== event.version);
    } else if (stored !== undefined) yield* takeUntil(event.version);
    yield* stored ?? [];
    stored = undefined;
  }
  yield* takeUntil(version);
  yield* stored ?? [];
  const behind = await readEntries(thread, length, signal);
  yield* behind.filter((entry) => entry.version > version && !told.has(entry.version)).map(toStored);
}

/** Whether a promise settles within the time between two looks. */
async function comesSoon(promise: Promise<unknown>): Promise<boolean> {
  const settled = new AbortController();
  const late = wait(LOOK_MS, settled.signal).then(() => false, () => false);
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    settled.abort();
  }
}

async function readEntries(thread: Thread, from: number, signal: AbortSignal): Promise<EntryView[]> {
  const entries: EntryView[] = [];
  for (let after: number | null = from; after !== null;) {
    const page: HistoryPage = await thread.history({ after, signal });
    entries.push(...page.entries);
    after = page.next;
  }
  return entries;
}

function toStored(entry: EntryView): TailEvent {
  return { type: "entry.stored", entry };
}

/** What happens in a thread after a place, in this run and in those that follow. @throws {TreadleError} thread_unknown, forbidden, ... */
export async function* followThread(
  thread: Thread,
  { after, signal }: { readonly after: number; readonly signal: AbortSignal },
): AsyncGenerator<TailEvent, void> {
  const log = new ThreadLog(thread, { after, ...toPlaceBehind(await thread.get({ signal })), skip: 0 });
  for (;;) {
    yield* log.read(signal);
    await wait(LOOK_MS, signal);
  }
}

/** What is followed: threads of a user or of an agent, or all that the key sees. */
export interface ThreadFilter {
  readonly user?: string | undefined;
  readonly agent?: string | undefined;
}

/**
 * Calls `onEvent` with what happens in any thread from now on. The API has no stream of all threads: every two seconds two pages are
 * read, the newest 100 threads and 100 that are open, and the log of each thread that has moved. A run of an older thread that begins
 * and ends between two looks is not seen.
 *
 * @throws {TreadleError} unauthorized, forbidden, rate_limited
 */
export async function followThreads(
  client: Client,
  { signal, onEvent, ...filter }: ThreadFilter & {
    readonly signal: AbortSignal;
    readonly onEvent: (thread: string, event: TailEvent) => void;
  },
): Promise<never> {
  const logs = new Map<string, ThreadLog>();
  const followed = new Set<string>();
  let newest: string | undefined; // when the newest thread of the first look was created
  const follow = async (id: string, log: ThreadLog) => {
    followed.add(id);
    try {
      for await (const event of log.read(signal)) onEvent(id, event);
    } catch (thrown) {
      // A thread that was removed meanwhile has nothing more to show.
      if (!signal.aborted && !(thrown instanceof TreadleError)) throw thrown;
    } finally {
      followed.delete(id);
    }
  };
  for (;;) {
    const lines = await lookAt(client, filter, signal);
    for (const line of lines ?? []) {
      const { id, running, version } = line;
      const log = logs.get(id) ??
        new ThreadLog(client.thread(id), { after: 0, ...findFirstPlace(line, newest) });
      logs.set(id, log);
      if (!followed.has(id) && (running || version > log.version)) void follow(id, log);
    }
    newest ??= lines && (lines.map(({ createdAt }) => createdAt).sort().at(-1) ?? NONE);
    await wait(LOOK_MS, signal);
  }
}

/** What of a thread is known when it is seen first. */
interface FirstPlace {
  readonly version: number;
  /** Entries of the history. */
  readonly length: number;
  /** Events of steps up to this one are left out. */
  readonly skip: number;
}

/** All that is behind the thread, but for its newest step where it has just moved; nothing of one that is new. */
function findFirstPlace(line: ThreadLine, newest: string | undefined): FirstPlace {
  const { createdAt, version, running, counters } = line;
  if (newest === undefined) return { ...toPlaceBehind(line), skip: counters.steps };
  if (createdAt > newest) return { version: 0, length: 0, skip: 0 };
  return { version: version - 1, length: 0, skip: running ? counters.steps : counters.steps - 1 };
}

function toPlaceBehind({ version, length }: ThreadLine): Pick<FirstPlace, "version" | "length"> {
  return { version, length };
}

/** The newest threads, and those of others that are open; undefined when the connection is lost. */
async function lookAt(
  client: Client,
  filter: ThreadFilter,
  signal: AbortSignal,
): Promise<ThreadLine[] | undefined> {
  const query = { ...filter, branches: "all", limit: MOST_THREADS, signal } as const;
  try {
    const pages = await Promise.all([client.threads(query), client.threads({ ...query, status: "open" })]);
    const lines = pages.flatMap(({ threads }) => threads.flatMap((line) => isReadable(line) ? [line] : []));
    return [...new Map(lines.map((line) => [line.id, line])).values()];
  } catch (thrown) {
    if (!isLost(thrown)) throw thrown;
    return undefined;
  }
}

function isReadable(line: { readonly status: string }): line is ThreadLine {
  return line.status !== "corrupted";
}

/** The log of a thread, which is read on from where it was left. */
class ThreadLog {
  /** Of the thread as far as it was read. */
  version: number;
  readonly #thread: Thread;
  readonly #skip: number;
  /** `seq` of the last event that was read; 0 is before all. */
  #after: number;
  /** Entries that were read, or are not to be. */
  #length: number;
  /** Versions behind `version` whose steps events have shown. */
  readonly #told = new Set<number>();
  #isShown: boolean;

  constructor(thread: Thread, { after, version, length, skip }: FirstPlace & { readonly after: number }) {
    this.version = version;
    this.#thread = thread;
    this.#skip = skip;
    this.#after = after;
    this.#length = length;
    this.#isShown = skip === 0;
  }

  /** What is new, until nothing is left and no step runs, or the connection is lost. */
  async *read(signal: AbortSignal): AsyncGenerator<TailEvent, void> {
    try {
      yield* this.#readEvents(signal);
      yield* this.#readEntries(signal);
    } catch (thrown) {
      if (!isLost(thrown)) throw thrown;
    }
  }

  async *#readEvents(signal: AbortSignal): AsyncGenerator<StepEvent, void> {
    for await (const event of this.#thread.events({ after: this.#after, signal })) {
      this.#after = event.seq;
      if (event.type === "step.started") this.#isShown = event.step > this.#skip;
      if (this.#isShown) yield event;
      const isEnd = event.type === "step.finished" || event.type === "step.failed";
      if (isEnd && event.version > this.version) this.#told.add(event.version);
    }
  }

  /** Entries that no event has shown: a step that a wake-up runs keeps no events. */
  async *#readEntries(signal: AbortSignal): AsyncGenerator<TailEvent, void> {
    const { version, length } = await this.#thread.get({ signal });
    // A step that came behind the log, and before the answer, may have events there.
    if (this.#hasUntold(version)) yield* this.#readEvents(signal);
    if (this.#hasUntold(version)) {
      const entries = await readEntries(this.#thread, this.#length, signal);
      yield* entries.filter((entry) => entry.version <= version && this.#isUntold(entry.version)).map(
        toStored,
      );
    }
    [this.version, this.#length] = [Math.max(this.version, version, ...this.#told), length];
    this.#told.clear();
  }

  #hasUntold(version: number): boolean {
    for (let each = this.version + 1; each <= version; each++) if (this.#isUntold(each)) return true;
    return false;
  }

  #isUntold(version: number): boolean {
    return version > this.version && !this.#told.has(version);
  }
}

/** A connection that broke, and a server that does not answer yet. */
function isLost(thrown: unknown): boolean {
  return thrown instanceof TreadleError &&
    (thrown.code === "connection_failed" || thrown.code === "stream_cut" ||
      (thrown.code === "response_invalid" && thrown.retryable));
}
