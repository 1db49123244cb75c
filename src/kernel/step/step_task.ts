// What each step of a request has to do once its pending calls have run.

import { isSearch } from "../choice/bridged_choice.ts";
import { type AgentError, toAgentError } from "../../core/error.ts";
import { type PlanChoice, planChoiceFor } from "../plan/plan_choice.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { StepRequest } from "../request.ts";
import { giveBack } from "../session/release.ts";
import type { Session } from "../session.ts";

/** What a step does once its pending calls have run. */
export type StepTask =
  | { readonly type: "plan"; readonly choice: PlanChoice }
  /** Nothing is planned. */
  | { readonly type: "act_only" }
  /** The choice of this step was refused after the step before it was committed. */
  | { readonly type: "refused"; readonly error: AgentError };

/**
 * The task of a request's first step. A refusal comes before anything is spent, and the thread is given back.
 *
 * @throws {AgentError} choice_unsupported, tool_unknown, tools_missing
 */
export async function firstTask(
  session: Session,
  request: StepRequest,
  deps: RuntimeDeps,
): Promise<StepTask> {
  try {
    return await chooseTask(session, deps);
  } catch (refusal) {
    await giveBack(session, request, deps);
    throw refusal;
  }
}

/** The task of a later step. It has calls to run in any case, so a refusal of its choice is the failure of the step. */
export async function nextTask(
  session: Session,
  { until }: StepRequest,
  deps: RuntimeDeps,
): Promise<StepTask> {
  if (until !== "done") return { type: "act_only" };
  try {
    return await chooseTask(session, deps);
  } catch (refusal) {
    return { type: "refused", error: toAgentError(refusal) };
  }
}

async function chooseTask(session: Session, deps: RuntimeDeps): Promise<StepTask> {
  if (actsOnly(session)) return { type: "act_only" };
  return { type: "plan", choice: await planChoiceFor(session, session.model, deps) };
}

// An `execute` run has its answer when its calls have run: no plan follows.
function actsOnly({ agent, state, pending, inbox }: Session): boolean {
  return state.run.execution === "execute" && inbox.length === 0 &&
    pending.some(({ name }) => !isSearch(name, agent));
}
