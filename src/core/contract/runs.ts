// Response types of the HTTP API, made from the schemas of src/http/schemas/responses.
// Written by `deno task contract`: change the schema and run the task.

import type { StepEvent } from "../event.ts";
import type { ToolChoice } from "../tool_choice.ts";
import type {
  ChoiceOutcome,
  ChoiceSource,
  EffectiveChoice,
  Enforcement,
  Warning,
} from "../tool_choice/choice_report.ts";
import type { Usage } from "../usage.ts";
import type { CallView } from "./calls.ts";
import type { ThreadView } from "./threads.ts";

/** The result of a run that was not streamed. */
export interface RunResult {
  /** After the last step. */
  readonly thread: ThreadView;
  /** Number of the last step. */
  readonly step: number;
  /**
   * The final text, the outputs of an `execute` run as JSON text, or what a tool needs to know; null while the run
   * goes on.
   */
  readonly output: string | null;
  /** The calls of the request: those that ran, then those that were planned. */
  readonly calls: readonly CallView[];
  /** The effective choice of the last plan; null when nothing was planned, as are the next two. */
  readonly choice: EffectiveChoice | null;
  /** Whether the last plan kept to its choice. */
  readonly outcome: ChoiceOutcome | null;
  /** `provider/model` that answered. */
  readonly model: string | null;
  /**
   * Each step of the request, in order; empty in a replay of a request with hundreds of steps, or of an earlier
   * version.
   */
  readonly steps: readonly StepReport[];
  /** Of all steps. */
  readonly warnings: readonly Warning[];
  /** As in the event `usage`, summed. */
  readonly usage: Usage;
  /** With the query `events=true`. */
  readonly events?: readonly StepEvent[];
}

/** What a step of a request chose, and whether its plan kept to that. */
export interface StepReport {
  /** Number of the step within the thread. */
  readonly step: number;
  /** The event `step.started` has all of it. Null in a step without a plan, as are the next two. */
  readonly choice: {
    readonly requested: ToolChoice;
    readonly source: ChoiceSource;
    readonly enforcement: Enforcement;
  } | null;
  readonly outcome: ChoiceOutcome | null;
  /** `provider/model` that answered. */
  readonly model: string | null;
}

/** The input waits for a step, and nothing has run. */
export interface QueuedRun {
  readonly status: "queued";
  /** Its id. */
  readonly thread: string;
  /** Inputs that wait, this one included until a step takes it. */
  readonly waiting: number;
}
