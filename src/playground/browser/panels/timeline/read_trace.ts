// What the timeline reads of a thread from the store: the newest entries, and those of its phases.

import type { EntryView, HistoryPage } from "../../../../core/contract/entries.ts";
import type { ChildView, ThreadDetail } from "../../../../core/contract/threads.ts";
import type { PhaseTrace, ThreadTrace } from "../../../../plugins/trace_svg/drawing/spans.ts";
import { listChildren, readDetail, readEntries } from "../../api/api.ts";

/** Most entries of one reading of a thread, and those of a phase. */
const ENTRIES = 200;
const PHASE_ENTRIES = 60;

/** A thread with the phases that it has, as a tree. */
export interface StoredThread extends ThreadTrace {
  readonly children: readonly ChildView[];
}

/** Reads one thread after the other; of a thread that was read before, only the new entries. */
export class TraceReader {
  /** The thread with the time of its creation: one that was removed may be made anew under its id. */
  #known = "";
  #entries: readonly EntryView[] = [];
  /** Entries before the first one that was read. */
  #omitted = 0;

  /** Takes what the page has read of a thread. */
  know({ id, createdAt }: ThreadDetail, { entries, start }: HistoryPage): void {
    this.#known = `${id} ${createdAt}`;
    this.#entries = entries;
    this.#omitted = start;
  }

  /** The thread as it stands; `known` is that of a moment ago. */
  async read(thread: string, known?: ThreadDetail): Promise<StoredThread> {
    const detail = known ?? await readDetail(thread);
    const { calls, running, length, createdAt } = detail;
    const read = `${thread} ${createdAt}`;
    const isKnown = read === this.#known && this.#omitted + this.#entries.length <= length;
    const before = isKnown ? this.#entries : [];
    const omitted = before.length > 0 ? this.#omitted : Math.max(0, length - ENTRIES);
    const from = omitted + before.length;
    const entries = from < length ? [...before, ...await readEntries(thread, from, length)] : before;
    this.#known = read;
    this.#entries = entries;
    this.#omitted = omitted;
    const children = hasPhases(detail) ? await listChildren(thread) : [];
    const phases = await readPhases(children);
    return { thread: detail, calls, running, entries, omitted, phases, children };
  }

  /** Reads what is before the entries of the thread that was read last. */
  async readEarlier(thread: string): Promise<void> {
    const known = this.#known;
    const to = this.#omitted;
    const from = Math.max(0, to - ENTRIES);
    const entries = await readEntries(thread, from, to);
    if (known !== this.#known || to !== this.#omitted) return;
    this.#entries = [...entries, ...this.#entries];
    this.#omitted = from;
  }
}

function hasPhases({ plan }: ThreadDetail): boolean {
  return typeof plan === "object" && plan !== null && Object.hasOwn(plan, "phases");
}

async function readPhases(children: readonly ChildView[]): Promise<PhaseTrace[]> {
  const phases = await Promise.all(children.map(async ({ phase, worker, thread }): Promise<PhaseTrace[]> => {
    if (thread === undefined) return [];
    const omitted = Math.max(0, thread.length - PHASE_ENTRIES);
    return [{
      phase,
      worker,
      thread,
      entries: await readEntries(thread.id, omitted, thread.length),
      omitted,
    }];
  }));
  return phases.flat();
}
