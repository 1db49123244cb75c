// The counts of one thread, from its entries in their order. Nothing of an entry is kept but names and numbers.

import { type AssistantEntry, type Entry, listCalls, type ToolEntry } from "../../../core/entry.ts";
import { unreachable } from "../../../core/error.ts";
import type { SelectionDecision } from "../../../core/tool/selection_decision.ts";
import { CALL_TOOL, SEARCH_TOOLS } from "../../../core/tool/tool_selection.ts";
import {
  addCounts,
  countIntent,
  countPair,
  countsOfTool,
  countsOfVariant,
  newCounts,
  type UsageCounts,
} from "./counts.ts";
import { toMonth, toWeek } from "./week.ts";

/** What the thread's version of the catalogue says of a tool. */
export interface ThreadTerms {
  /** The name of the variant of its description that the thread has; undefined for a tool without variants. */
  variantOf(tool: string): string | undefined;
  /** Its categories; undefined where they are not known. */
  categoriesOf(tool: string): readonly string[] | undefined;
}

/** The calls of a tool in a week of a thread. */
interface Calls {
  calls: number;
  completed: number;
}

/** A week of a thread. */
interface ThreadWeek {
  readonly counts: UsageCounts;
  readonly calls: Map<string, Calls>;
  readonly offered: Set<string>;
  readonly called: Set<string>;
}

/** A selection until its first call of a tool of the catalogue. */
interface OpenPair {
  readonly week: string;
  readonly month: string;
  readonly ranked: string | null;
  /** The likeliest category of the query. */
  readonly category: string | undefined;
}

/** A selection with its call. */
interface ClosedPair extends OpenPair {
  readonly called: string | null;
}

/**
 * Counts one thread.
 *
 * An entry counts for the week that it was made in. A selection counts for that of the answer beside which it stands; what was called
 * under it is the first call of a tool of the catalogue in this answer or one behind it, up to the next selection or the next input. A
 * tool is one of the catalogue when a selection of the thread has looked at it, or when it is called through the bridge.
 */
export class ThreadCounter {
  readonly #weeks: ReadonlySet<string>;
  readonly #counted = new Map<string, ThreadWeek>();
  /** Tools that selections have looked at. */
  readonly #known = new Set<string>();
  #open: readonly OpenPair[] = [];
  readonly #closed: ClosedPair[] = [];

  /** `weeks`: those that are counted. */
  constructor(weeks: ReadonlySet<string>) {
    this.#weeks = weeks;
  }

  /** A selection waits for its call: entries behind the weeks end it. */
  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  /** Takes the next entry. */
  take(entry: Entry): void {
    const week = toWeek(entry.at);
    const at = this.#weeks.has(week) ? this.#weekOf(week) : undefined;
    switch (entry.type) {
      case "user":
        // A plan, and a result that came late, are no words of the user.
        if (entry.plan === undefined && entry.resultOf === undefined) this.#close(null);
        return;
      case "assistant":
        this.#takeAnswer(entry, week, at);
        return;
      case "tool":
        if (at !== undefined) takeOutcome(entry, at);
        return;
      case "summary":
      case "notice":
      case "cut":
      case "failure":
        return;
      default:
        return unreachable(entry);
    }
  }

  /** Adds what was counted to the counts of its weeks. */
  finish({ variantOf, categoriesOf }: ThreadTerms, countsOf: (week: string) => UsageCounts): void {
    this.#close(null);
    for (const { week, month, category, called } of this.#closed) {
      if (category === undefined) continue;
      const own = called === null ? undefined : categoriesOf(called);
      const misrouted = Number(own !== undefined && own.length > 0 && !own.includes(category));
      countIntent(this.#weekOf(week).counts, { month, category, called, count: 1, misrouted });
    }
    for (const [week, { counts, calls, offered, called }] of this.#counted) {
      counts.threads = 1;
      for (const name of offered) {
        countsOfTool(counts, name).offered = 1;
        if (called.has(name)) countsOfTool(counts, name).chosen = 1;
      }
      for (const name of new Set([...offered, ...called, ...calls.keys()])) {
        const variant = variantOf(name);
        if (variant === undefined) continue;
        const { calls: ran, completed } = calls.get(name) ?? { calls: 0, completed: 0 };
        Object.assign(countsOfVariant(counts, name, variant), {
          threads: 1,
          offered: Number(offered.has(name)),
          calls: ran,
          completed,
          chosen: Number(offered.has(name) && called.has(name)),
          callers: Number(ran > 0),
          completedSquared: completed ** 2,
          completedTimesCalls: completed * ran,
          callsSquared: ran ** 2,
        });
      }
      addCounts(countsOf(week), counts);
    }
  }

  #takeAnswer(entry: AssistantEntry, week: string, at: ThreadWeek | undefined): void {
    const { selections = [] } = entry;
    if (selections.length > 0) this.#close(null);
    for (const { candidates, selected } of selections) {
      for (const name of [...candidates.map(([name]) => name), ...selected]) this.#known.add(name);
    }
    if (at !== undefined && selections.length > 0) {
      at.counts.logged = 1;
      for (const name of selections.flatMap(({ selected }) => selected)) at.offered.add(name);
      const month = toMonth(entry.at);
      this.#open = selections.map((decision) => {
        const [category] = decision.categories ?? [];
        return { week, month, ranked: findFirstRanked(decision), category };
      });
    }
    for (const { name, via } of listCalls(entry)) {
      if (name === SEARCH_TOOLS || name === CALL_TOOL) continue;
      at?.called.add(name);
      if (via !== undefined || this.#known.has(name)) this.#close(name);
    }
  }

  #close(called: string | null): void {
    for (const open of this.#open) {
      const { week, month, ranked } = open;
      countPair(this.#weekOf(week).counts, { month, ranked, called });
      this.#closed.push({ ...open, called });
    }
    this.#open = [];
  }

  #weekOf(name: string): ThreadWeek {
    const known = this.#counted.get(name);
    if (known !== undefined) return known;
    const week = {
      counts: newCounts(),
      calls: new Map<string, Calls>(),
      offered: new Set<string>(),
      called: new Set<string>(),
    };
    this.#counted.set(name, week);
    return week;
  }
}

/** The best of those that were looked at. A tool that is selected because it was forced need not be it. */
function findFirstRanked({ candidates: [best], selected }: SelectionDecision): string | null {
  return selected.length === 0 ? null : best?.[0] ?? selected[0] ?? null;
}

/** What a caller says of a call is no run of the tool, and a call that was moved counts in the thread that has it. */
function takeOutcome({ name, outcome, brought, movedTo }: ToolEntry, { counts, calls }: ThreadWeek): void {
  if (brought === true || movedTo !== undefined || name === CALL_TOOL) return;
  if (name === SEARCH_TOOLS) {
    counts.searches += 1;
    return;
  }
  const tool = countsOfTool(counts, name);
  switch (outcome) {
    case "completed":
    case "failed":
    case "unknown": {
      const own = calls.get(name) ?? { calls: 0, completed: 0 };
      calls.set(name, own);
      tool.calls += 1;
      own.calls += 1;
      if (outcome === "completed") own.completed += 1;
      else tool.failed += 1;
      return;
    }
    case "blocked":
    case "denied":
    case "skipped":
      tool.refused += 1;
      return;
    default:
      return unreachable(outcome);
  }
}
