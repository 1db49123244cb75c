// What the place Live shows of a thread that has moved: a row for each of its steps since the last look, and one for a step that runs.

import { stateWords, type StatusWords, threadWords } from "../../../core/contract/status_words.ts";
import type { EntryView } from "../../../core/contract/entries.ts";
import type { ThreadLine } from "../../../core/contract/threads.ts";
import { toStoredSteps } from "../panels/timeline/step.ts";

/** A step of any thread. */
export interface LiveRow {
  /** The same for a step while it runs and once it has ended. */
  readonly key: string;
  readonly thread: string;
  readonly title: string;
  readonly agent: string;
  readonly step: number;
  /** Epoch milliseconds: when it ended, or was seen to run. */
  readonly at: number;
  /** What it did; empty where the page does not know. */
  readonly did: string;
  readonly state: StatusWords;
  readonly model: string;
  readonly microDollars: number;
  /** Milliseconds of its work; undefined where that is not known. */
  readonly ms: number | undefined;
}

/** Most rows that are kept. */
const MOST_ROWS = 200;

/** The rows of a thread behind a version, the oldest first; `entries` are those since then, and `now` is in epoch milliseconds. */
export function toLiveRows(
  line: ThreadLine,
  entries: readonly EntryView[],
  { version: seen, now }: { readonly version: number; readonly now: number },
): LiveRow[] {
  const { id: thread, agent, version, counters } = line;
  const title = line.title ?? thread;
  const offset = counters.steps - version;
  const steps = new Map(
    toStoredSteps({ thread: line, calls: [], running: false, entries, omitted: 0, phases: [] }, offset)
      .map((step) => [step.version, step]),
  );
  const rows: LiveRow[] = [];
  for (const each of new Set([...steps.keys(), version])) {
    if (each <= seen || each > version) continue;
    const own = entries.filter((entry) => entry.version === each);
    const answer = own.findLast((entry) => entry.type === "assistant");
    const { did = "", ms } = steps.get(each) ?? {};
    rows.push({
      key: `${thread} ${each + offset}`,
      thread,
      title,
      agent,
      step: each + offset,
      at: Date.parse(own.at(-1)?.at ?? line.updatedAt),
      did: did === "" && each === version ? line.error?.code ?? "" : did,
      state: each === version && !line.running ? threadWords(line, now) : stateWords("done"),
      model: answer?.model ?? "",
      microDollars: answer?.usage.microDollars ?? 0,
      ms,
    });
  }
  if (line.running) {
    rows.push({
      key: `${thread} ${counters.steps + 1}`,
      thread,
      title,
      agent,
      step: counters.steps + 1,
      at: now,
      did: "",
      state: threadWords(line, now),
      model: "",
      microDollars: 0,
      ms: undefined,
    });
  }
  return rows;
}

/** The rows with fresh ones before them; a step that has ended takes the place of itself as it ran. */
export function joinRows(rows: readonly LiveRow[], fresh: readonly LiveRow[]): readonly LiveRow[] {
  const byKey = new Map([...rows, ...fresh].map((row) => [row.key, row]));
  return [...byKey.values()].sort((a, b) => b.at - a.at || b.step - a.step).slice(0, MOST_ROWS);
}
