// What the timeline reads of a thread from the store: the newest entries, and those of its phases.

import type { EntryView } from "../../../core/contract/entries.ts";
import type { ChildView, ThreadDetail, ThreadView } from "../../../core/contract/threads.ts";
import type { PhaseTrace, ThreadTrace } from "../../../plugins/trace_svg/drawing/spans.ts";
import { listChildren, readDetail, readHistory } from "../api.js";

/** Most entries of a thread, and of a phase. */
const ENTRIES = 600;
const PHASE_ENTRIES = 60;

/** Entries of a request. */
const PAGE = 200;

/** The thread as it stands. */
export async function readTrace(thread: string): Promise<ThreadTrace> {
  const detail = await readDetail(thread);
  const { calls, running } = detail;
  const { entries, omitted } = await readNewest(detail, ENTRIES);
  const phases = hasPhases(detail) ? await readPhases(await listChildren(thread)) : [];
  return { thread: detail, calls, running, entries, omitted, phases };
}

function hasPhases({ plan }: ThreadDetail): boolean {
  return typeof plan === "object" && plan !== null && Object.hasOwn(plan, "phases");
}

async function readNewest({ id, length }: Pick<ThreadView, "id" | "length">, most: number) {
  const omitted = Math.max(0, length - most);
  const entries: EntryView[] = [];
  while (omitted + entries.length < length) {
    const page = await readHistory(id, omitted + entries.length, PAGE);
    entries.push(...page.entries);
    if (page.entries.length === 0) break;
  }
  return { entries, omitted };
}

async function readPhases(children: readonly ChildView[]): Promise<PhaseTrace[]> {
  const phases = await Promise.all(children.map(async ({ phase, worker, thread }): Promise<PhaseTrace[]> => {
    if (thread === undefined) return [];
    return [{ phase, worker, thread, ...await readNewest(thread, PHASE_ENTRIES) }];
  }));
  return phases.flat();
}
