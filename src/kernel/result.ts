// The result of a request: what its steps did, added up, and the thread as it stands.

import type { CallView } from "../core/contract/calls.ts";
import type { RunResult as RunAnswer, StepReport } from "../core/contract/runs.ts";
import type { AgentError } from "../core/error.ts";
import type { StepEvent } from "../core/event.ts";
import type { Defer } from "../core/ports.ts";
import type { ThreadHeader } from "../core/store/thread.ts";
import type { TraceContext } from "../core/text/trace_context.ts";
import type { ChoiceOutcome, EffectiveChoice, Warning } from "../core/tool_choice/choice_report.ts";
import { addUsage, type Usage } from "../core/usage.ts";
import type { Session } from "./session.ts";
import type { Draft } from "./draft.ts";
import { observedView, pendingViews } from "./held_calls/call_views.ts";
import { threadView } from "./views.ts";

/** The result of a request that ran one or more steps. */
export interface RunResult extends Omit<RunAnswer, "events"> {
  /** The last step failed; what was done before is committed. */
  readonly error?: AgentError;
}

/** What a request led to, before its first event. Refusals (409, 422, ...) are thrown as AgentError instead. */
export type StartedRun =
  | {
    /** `replayed`: the same request was answered before; `run` gives the same events and result again, and nothing runs. */
    readonly type: "running" | "replayed";
    /** The span of the run; undefined when nothing observes it. */
    readonly trace?: TraceContext | undefined;
    /**
     * Runs to the end and emits the events as they happen. To be called once, at once. Failures of a step are a
     * `step.failed` event and `error` in the result. `defer` keeps the invocation alive for what follows the last step, such as
     * the wake-up of the next one; nothing by default.
     *
     * @throws {AgentError} `store_*` - from a replay that cannot be read
     */
    readonly run: (emit: ((event: StepEvent) => void) | undefined, defer?: Defer) => Promise<RunResult>;
  }
  | {
    readonly type: "queued";
    readonly thread: string;
    readonly waiting: number;
    /** Has inputs taken that no client waits for: by a wake-up behind the step that runs, or by a run where none does. */
    readonly takeWaiting?: ((defer: Defer) => void) | undefined;
  };

/** What a request has done so far, over all its steps: for its result, and for the receipt that replays it. */
export class RunTotals {
  /** The calls that have their observation, in order. */
  readonly calls: CallView[] = [];
  readonly steps: StepReport[] = [];
  readonly warnings: Warning[] = [];
  usage: Usage = { inputTokens: 0, outputTokens: 0 };
  /** Of the last step that planned; so are the next two. */
  choice: EffectiveChoice | null = null;
  outcome: ChoiceOutcome | null = null;
  /** `provider/model` that made the last plan. */
  model: string | null = null;

  add(draft: Draft): void {
    this.calls.push(...draft.acted.map(({ call, observation }) => observedView(call, observation)));
    this.steps.push(toReport(draft));
    this.warnings.push(...draft.warnings);
    this.usage = addUsage(this.usage, draft.usage);
    if (draft.choice === null) return;
    this.choice = draft.choice;
    this.outcome = draft.outcome;
    this.model = draft.plan?.model ?? this.model;
  }
}

function toReport({ number: step, choice, outcome, plan }: Draft): StepReport {
  if (choice === null) return { step, choice, outcome: null, model: null };
  const { requested, source, enforcement } = choice;
  return { step, choice: { requested, source, enforcement }, outcome, model: plan?.model ?? null };
}

/**
 * The result of a request whose last step left the thread with `header`. Without a draft nothing of that step was kept.
 * Inputs that were queued during the step do not count, so that a replay of the response is equal to it.
 */
export function buildResult(
  session: Session,
  draft: Draft | undefined,
  header: ThreadHeader,
  totals: RunTotals,
  error: AgentError | undefined,
): RunResult {
  return {
    thread: threadView(session.ref, header),
    step: draft?.number ?? session.header.counters.steps + 1,
    output: draft?.output ?? null,
    calls: [...totals.calls, ...(draft ? listPendingViews(session, draft) : [])],
    choice: totals.choice,
    outcome: totals.outcome,
    model: totals.model,
    steps: totals.steps,
    warnings: totals.warnings,
    usage: totals.usage,
    error,
  };
}

/** The calls that a step leaves. */
export function listPendingViews(
  { header: { cancelledEpoch }, marks }: Pick<Session, "header" | "marks">,
  { pending, requests, state }: Draft,
): CallView[] {
  return pendingViews(pending, requests, { marks, cancelledEpoch }, state.updatedAt);
}
