// What the counts of a step have of its plan.

import type { CountedPlan } from "../draft.ts";
import type { PlanResult } from "./plan.ts";
import type { Session } from "../session.ts";

/** The plan of a step as it is counted: what was offered, under which choice, and what the model made of it. */
export function toCountedPlan(result: PlanResult, { state }: Session): CountedPlan {
  const { choice: { model, effective, enforced }, corrected, refused, ms } = result;
  const { ref } = model;
  const facts = {
    model: ref,
    source: effective.source,
    choice: effective,
    tools: enforced.tools,
    isFirst: state.run.steps === 0,
    corrected,
    cuts: result.log.flatMap((entry) => entry.type === "cut" ? entry.why : []),
    refused: refused.map((each) => each.model === ref ? { ...each, model: undefined } : each),
    ms,
  };
  if (result.type === "failed") return { ...facts, called: [], broken: [], outcome: null };
  const { plan, verification: { broken, outcome } } = result;
  const called = plan.blocks.flatMap((block) => block.type === "call" ? [block.name] : []);
  return { ...facts, called, broken: broken.map((rule) => rule?.name), outcome };
}
