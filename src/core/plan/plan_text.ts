// A strategic plan as text for a model.

import type { Json } from "../json.ts";
import { PLAN_LIMIT } from "./fit_plan.ts";

/** The plan as at most {@link PLAN_LIMIT} characters, the mark included. */
export function planText(plan: Json): string {
  const text = JSON.stringify(plan);
  if (text.length <= PLAN_LIMIT) return text;
  const mark = ` … [plan cut, ${text.length} characters]`;
  return text.slice(0, PLAN_LIMIT - mark.length).toWellFormed() + mark;
}
