// The last event of a step: step.finished or step.failed, exactly one of them.

import { type AgentError, failureFields } from "../../core/error.ts";
import type { StepEventBody } from "../../core/event.ts";
import type { Draft } from "../draft.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Session } from "../session.ts";

/** What the step's stream ends with once the draft is committed. */
export function lastEvent(draft: Draft, { header }: Session, continues: boolean): StepEventBody {
  const version = header.version + 1;
  if (draft.error) return stepFailed(draft.number, version, draft.error);
  return {
    type: "step.finished",
    step: draft.number,
    version,
    status: draft.status,
    finish: draft.plan?.finish ?? null,
    outcome: draft.outcome,
    continues,
    question: draft.state.question,
  };
}

/** `version` is that of the thread after the failure was recorded. */
export function stepFailed(step: number, version: number, error: AgentError): StepEventBody {
  const { code, message, retryable, retryAfterMs } = error;
  return {
    type: "step.failed",
    step,
    version,
    error: { code, message, retryable, retryAfterMs },
  };
}

/** One log line about a step that failed: an error where the fault is Treadle's, a warning otherwise. */
export function logStepFailure(
  { ref, agent }: Session,
  error: AgentError,
  { log }: Pick<RuntimeDeps, "log">,
): void {
  const fields = { thread: ref.thread, tenant: ref.tenant, agent: agent.name };
  log(error.code === "internal" ? "error" : "warn", "step failed", { ...fields, ...failureFields(error) });
}
