// The plan of a step as plugins count it: what was offered, under which choice, and what the model made of it.

import { toolNames } from "../../core/tool/tool_names.ts";
import type { CountedPlan } from "../hooks/counted_step.ts";
import type { RuntimeDeps } from "../deps.ts";
import { findStepCounters } from "../hooks/in_step/counted_step.ts";
import type { Session } from "../session.ts";
import type { PlanResult } from "./plan.ts";

/** The plan, with the model of its last request; undefined where no plugin counts the step. */
export function toCountedPlan(
  result: PlanResult,
  session: Session,
  deps: RuntimeDeps,
): (CountedPlan & { readonly model: string }) | undefined {
  if (!deps.ledger || !findStepCounters(session, deps).hasAny) return undefined;
  const { choice: { model, effective, enforced }, corrected, refused, ms } = result;
  const { requested, source, enforcement } = effective;
  const facts = {
    model: model.ref,
    choice: { requested, source, enforcement },
    tools: toolNames(enforced.tools),
    isFirst: session.state.run.steps === 0,
    corrected,
    cuts: result.log.flatMap((entry) => entry.type === "cut" ? entry.why : []),
    refused,
    ms,
  };
  if (result.type === "failed") return { ...facts, called: [], broken: [], outcome: null };
  const { plan, verification: { broken, outcome } } = result;
  const called = plan.blocks.flatMap((block) => block.type === "call" ? [block.name] : []);
  const cacheMiss = plan.response?.cacheMiss?.reason;
  return { ...facts, called, broken: broken.map((rule) => rule?.name), outcome, cacheMiss };
}
