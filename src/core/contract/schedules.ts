// Response types of the HTTP API, made from the schemas of src/http/schemas/responses.
// Written by `deno task contract`: change the schema and run the task.

/** A schedule of an agent. */
export interface ScheduleView {
  readonly agent: string;
  readonly name: string;
  /** Null for one that runs at a time. */
  readonly cron: string | null;
  /** ISO 8601; null for one with a cron expression. */
  readonly at: string | null;
  /** Of the cron expression; null for one with a time. */
  readonly timezone: string | null;
  /** Whether each run has a thread of its own. */
  readonly thread: "new" | "kept";
  /** What becomes of times that nothing ran at. */
  readonly missed: "once" | "never";
  /** `over`: it does not run any more. */
  readonly status: "active" | "paused" | "over";
  /** Null while it is paused, and when it is over; ISO 8601. */
  readonly next: string | null;
  /** Its last run; null before the first one. */
  readonly last: {
    /** ISO 8601. */
    readonly at: string;
    readonly thread: string;
    /** The code of a run that was refused. */
    readonly error: string | null;
  } | null;
}

/** A run that a caller has started. */
export interface StartedRun {
  readonly thread: string;
  /** Of the thread, with the input of the run. */
  readonly version: number;
}
