// What the timeline reads of a thread from the store: the newest entries, and those of its phases.

import type { EntryView } from "../../../core/contract/entries.ts";
import type { ChildView, ThreadDetail } from "../../../core/contract/threads.ts";
import type { PhaseTrace, ThreadTrace } from "../../../plugins/trace_svg/drawing/spans.ts";
import { listChildren, readDetail, readEntries } from "../api.js";

/** Most entries of a thread at its first reading, and of a phase. */
const ENTRIES = 600;
const PHASE_ENTRIES = 60;

/** Reads one thread after the other; of a thread that was read before, only what has come to it. */
export class TraceReader {
  /** The thread with the time of its creation: one that was removed may be made anew under its id. */
  #known = "";
  #entries: readonly EntryView[] = [];
  /** Entries before the first one that was read. */
  #omitted = 0;

  /** The thread as it stands. */
  async read(thread: string): Promise<ThreadTrace> {
    const detail = await readDetail(thread);
    const { calls, running, length, createdAt } = detail;
    const read = `${thread} ${createdAt}`;
    const known = read === this.#known && this.#omitted + this.#entries.length <= length ? this.#entries : [];
    const omitted = known.length > 0 ? this.#omitted : Math.max(0, length - ENTRIES);
    const entries = [...known, ...await readEntries(thread, omitted + known.length, length)];
    this.#known = read;
    this.#entries = entries;
    this.#omitted = omitted;
    const phases = hasPhases(detail) ? await readPhases(await listChildren(thread)) : [];
    return { thread: detail, calls, running, entries, omitted, phases };
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
