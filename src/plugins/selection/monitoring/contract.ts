// Response types of the HTTP API, made from the schemas of src/http/schemas/responses.
// Written by `deno task contract`: change the schema and run the task.

/** How the tools of a tenant are used. */
export interface ToolUsage {
  /** The reading stopped before the last thread; `threads` reads more. */
  readonly partial: boolean;
  /** Histories that were read for it. */
  readonly threadsRead: number;
  /** The oldest first. */
  readonly weeks: readonly WeekView[];
  /** Tools beside those of `limit`. */
  readonly moreTools: number;
  readonly drift: {
    /** Tools that were offered and never called. */
    readonly neverChosen: readonly {
      readonly tool: string;
      readonly offered: number;
    }[];
    /** Tools that are called in fewer of the threads that were offered them than in the earlier half. */
    readonly chosenLess: readonly ChosenLess[];
  };
  /** The confusion matrix of each month. */
  readonly months: readonly {
    readonly month: string;
    readonly selections: number;
    /** Selections under which the tool that was ranked first was called. */
    readonly agreed: number;
    /** The confusion matrix: what was ranked first, and what was called; null is none. The largest cells first. */
    readonly pairs: readonly PairView[];
    /** Selections for queries whose category is known. */
    readonly categorized: number;
    /** Of these, those under which a tool of other categories was called. */
    readonly misrouted: number;
    /** The matrix of what queries were about and what was called for them. The largest cells first. */
    readonly intents: readonly IntentView[];
  }[];
  /** Tools that have variants of their description. */
  readonly variants: readonly VariantView[];
}

/** How tools were used in a week. */
export interface WeekView {
  /** A week of ISO 8601, UTC: 2026-W48. */
  readonly week: string;
  /** ISO 8601. */
  readonly from: string;
  /** ISO 8601. */
  readonly to: string;
  /** Every thread was counted. */
  readonly complete: boolean;
  /** It is not over, or not for an hour yet. */
  readonly running: boolean;
  /** Threads with an entry in the week. */
  readonly threads: number;
  /** Of these, threads with a selection in the log of the week. */
  readonly logged: number;
  /** Calls of search_tools. */
  readonly searches: number;
  readonly tools: readonly ToolWeek[];
  /** Tools whose calls fell against the week before, the largest fall first. */
  readonly alerts: readonly CallsFell[];
}

/** The counts of a tool in a week. */
export interface ToolWeek {
  readonly name: string;
  /** Calls that the tool received. */
  readonly calls: number;
  /** Of these, those that failed, and those whose worker vanished. */
  readonly failed: number;
  /** Calls that were blocked, denied or skipped. */
  readonly refused: number;
  /** Threads in which a selection has offered it. */
  readonly offered: number;
  /** Of these, threads whose model has called it. */
  readonly chosen: number;
}

/** A tool whose calls have fallen. */
export interface CallsFell {
  readonly tool: string;
  /** Calls of the week before. */
  readonly before: number;
  /** Calls of the week. */
  readonly calls: number;
}

/** A tool that is called in fewer of the threads that were offered it than before. */
export interface ChosenLess {
  readonly tool: string;
  /** In the earlier half: a share with its 95 % interval, null without a sample. */
  readonly before: Share;
  /** In the later half, as `before`. */
  readonly now: Share;
}

/** What was ranked first, and what was called; null is none. */
export interface PairView {
  readonly ranked: string | null;
  readonly called: string | null;
  readonly count: number;
}

/** What a query was about, and what was called for it; null is none. */
export interface IntentView {
  readonly category: string;
  readonly called: string | null;
  readonly count: number;
  /** Of these, those in which the tool is of other categories alone. */
  readonly misrouted: number;
}

/** What a variant of a tool's description leads to. */
export interface VariantView {
  readonly tool: string;
  /** `default`, or a name. */
  readonly variant: string;
  /** Threads that were offered the tool, or have called it. */
  readonly threads: number;
  readonly offered: number;
  readonly chosen: number;
  readonly calls: number;
  readonly completed: number;
  /** Of the threads that were offered the tool, those that called it, with the 95 % interval; null without a sample. */
  readonly chosenRate: Share;
  /** Of the calls, those that completed; calls of one thread are not independent, and the interval says so. */
  readonly successRate: Share;
}

/** A share with its 95 % interval; null without a sample. */
export interface Share {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}
