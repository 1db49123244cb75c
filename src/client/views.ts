// What a deployment answers with besides what is in core/view, as types. tests/client/types_test.ts compares them with the types of
// the server.

import type { StepEvent } from "../core/event.ts";
import type { Execution, ToolChoice } from "../core/tool_choice.ts";
import type { ChoiceOutcome, EffectiveChoice, Warning } from "../core/tool_choice/choice_report.ts";
import type { Usage } from "../core/usage.ts";
import type { CallView, DecisionView } from "../core/view/call_view.ts";
import type { StepReport } from "../core/view/step_report.ts";
import type { ThreadView } from "../core/view/thread_view.ts";

/** A recorded answer about a call. */
export interface ApprovalView extends DecisionView {
  readonly callId: string;
  readonly digest: string;
  /** How many more people must approve; 0 when the call is settled. */
  readonly missing: number;
}

/** What became of the result of a deferred call. */
export interface CompletedCall {
  readonly callId: string;
  /** `queued`: the run has gone on, and the result is an input of the thread. */
  readonly status: "completed" | "queued";
  /** False where the same result was given before. */
  readonly changed: boolean;
}

/** The result of a run that was not streamed. */
export interface RunResult {
  readonly thread: ThreadView;
  /** Number of the last step. */
  readonly step: number;
  /** The final text, or what a tool needs to know; null while the run goes on. */
  readonly output: string | null;
  /** The calls of the request: those that ran, then those that were planned. */
  readonly calls: readonly CallView[];
  /** Of the last plan; null when nothing was planned. So are the next two. */
  readonly choice: EffectiveChoice | null;
  readonly outcome: ChoiceOutcome | null;
  /** `provider/model` that answered. */
  readonly model: string | null;
  /** Each step of the request, in order. */
  readonly steps: readonly StepReport[];
  readonly warnings: readonly Warning[];
  readonly usage: Usage;
  /** With the option `events`. */
  readonly events?: readonly StepEvent[];
}

/** An agent of the deployment. */
export interface AgentView {
  readonly name: string;
  readonly description: string;
  /** `provider/model`; null for the deployment's own. */
  readonly model: string | null;
  /** What a request may name in place of `model`. */
  readonly models?: readonly string[];
  readonly driver: string;
  readonly execution: Execution;
  readonly toolChoice: ToolChoice | null;
  /** Names of its tools. */
  readonly tools: readonly string[];
  /** Changes with the definition. */
  readonly hash: string;
}
