// The receipt that a commit leaves for its idempotency key: what an answer to the same request cannot read from the entries
// that the request appended.

import type { CallView } from "../../core/contract/calls.ts";
import { AgentError, type ErrorCode } from "../../core/error.ts";
import type { AgentState, ThreadStatus } from "../../core/state.ts";
import type { ThreadHeader } from "../../core/store/thread.ts";
import type { ChoiceOutcome, EffectiveChoice, Warning } from "../../core/tool_choice/choice_report.ts";
import type { Counters, Usage } from "../../core/usage.ts";
import type { ThreadView } from "../../core/contract/threads.ts";
import { listPendingViews, type RunTotals } from "../result.ts";
import { type PackedSteps, packSteps } from "./packed_steps.ts";
import type { Draft } from "../draft.ts";
import type { Session } from "../session.ts";
import { waitView } from "../views.ts";

/** What a thread waited for, and how it went on, as a request left it. */
export interface LeftWait
  extends Pick<ThreadView, "waitsFor" | "needs" | "authorization" | "predicted" | "wake"> {
  readonly resumeAt?: number | undefined;
}

/** A receipt as it is stored, as JSON. Times are epoch milliseconds. */
export interface StoredReceipt {
  readonly epoch: number;
  readonly version: number;
  /** Of the thread as the request left it. */
  readonly length: number;
  readonly counters: Counters;
  readonly status: ThreadStatus;
  readonly updatedAt: number;
  readonly step: number;
  /** Where the output stands: in the text of the last plan, in the tools' outputs, in their questions, or nowhere. */
  readonly output: "text" | "outputs" | "question" | "none";
  readonly model: string;
  /** A receipt from before there were outcomes has none, nor does a step that only ran tools. */
  readonly outcome?: ChoiceOutcome;
  readonly usage: Usage;
  readonly error?: { readonly code: ErrorCode; readonly message: string };
  /** Receipts of earlier versions have none. */
  readonly wait?: LeftWait;
  /** The rest is left out, from here on, when the receipt would grow too long. */
  readonly choice: EffectiveChoice | null;
  readonly warnings: readonly Warning[];
  /** Receipts of earlier versions have none. */
  readonly steps?: PackedSteps;
  /** Without their outputs and errors, which are in the entries; without arguments and terms of approvals too when these are long. */
  readonly calls?: readonly CallView[];
}

/** Longest receipt text; a store keeps it with the key, so it must stay small. */
const LIMIT = 4000;

/** The receipt of a request that left the thread with this header and this state, as JSON text. */
export function toReceipt(
  session: Session,
  draft: Draft,
  { header, state }: { readonly header: ThreadHeader; readonly state: AgentState },
  totals: RunTotals,
): string {
  const { epoch, version, length, counters, status, facets = [] } = header;
  const receipt: StoredReceipt = {
    epoch,
    version,
    length,
    counters,
    status,
    updatedAt: draft.state.updatedAt,
    step: draft.number,
    output: outputPlace(draft),
    model: totals.model ?? session.model.ref,
    outcome: totals.outcome ?? undefined,
    usage: totals.usage,
    error: draft.error && { code: draft.error.code, message: draft.error.message },
    wait: { ...waitView(status, state, facets), resumeAt: state.resumeAt },
    choice: totals.choice,
    warnings: totals.warnings.slice(0, 5),
    steps: packSteps(totals.steps),
    calls: [
      ...totals.calls.map(({ output: _output, error: _error, ...call }) => call),
      ...listPendingViews(session, draft),
    ],
  };
  const { calls, ...withoutCalls } = receipt;
  const { steps: _steps, ...withoutSteps } = withoutCalls;
  const forms = [
    receipt,
    { ...receipt, calls: calls?.map((call) => ({ ...call, args: {} })) },
    { ...receipt, calls: calls?.map(({ approval: _, ...call }) => ({ ...call, args: {} })) },
    withoutCalls,
    { ...withoutCalls, choice: null, warnings: [] },
    { ...withoutSteps, choice: null, warnings: [] },
  ];
  let text = "{}";
  for (const form of forms) {
    text = JSON.stringify(form);
    if (text.length <= LIMIT) break;
  }
  return text;
}

function outputPlace({ output, plan, state }: Draft): StoredReceipt["output"] {
  if (output === null) return "none";
  if (state.question !== undefined) return "question";
  return plan ? "text" : "outputs";
}

/** The error that the request ended with, if it did. */
export function findError({ error }: StoredReceipt): AgentError | undefined {
  return error && new AgentError(error.code, error.message);
}
