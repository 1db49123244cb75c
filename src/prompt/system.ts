// The system prompt: instructions, the STRATEGIC PLAN, and the summary of what has left the window.

import type { Json } from "../core/json.ts";
import { PLAN_LIMIT } from "../core/plan/shown_plan.ts";

/** What a system prompt is made of. */
export interface SystemPromptParts {
  readonly instructions: string;
  /** How the model is to write its answers, where it is more than text. */
  readonly format?: string | undefined;
  readonly plan: Json | undefined;
  readonly summary: string | null;
  /** The tool choice as an instruction, for a model whose API has no field for it. */
  readonly hint?: string | undefined;
}

/**
 * The system prompt. Its parts stand in the order of how seldom they change, so that prompt caches reach far.
 *
 * @example
 * ```ts
 * import { systemPrompt } from "./system.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(
 *   systemPrompt({ instructions: "Be brief.", plan: { phase: 1 }, summary: null }),
 *   'Be brief.\n\n## STRATEGIC PLAN\n{"phase":1}',
 * );
 * ```
 */
export function systemPrompt({ instructions, format, plan, summary, hint }: SystemPromptParts): string {
  const parts = [instructions.trim(), format ?? ""];
  if (plan !== undefined && plan !== null) parts.push(`## STRATEGIC PLAN\n${planText(plan)}`);
  if (summary !== null) parts.push(`## EARLIER IN THIS CONVERSATION\n${summary}`);
  if (hint !== undefined) parts.push(hint);
  return parts.filter((part) => part !== "").join("\n\n");
}

/** The plan as at most {@link PLAN_LIMIT} characters, the mark included. */
export function planText(plan: Json): string {
  const text = JSON.stringify(plan);
  if (text.length <= PLAN_LIMIT) return text;
  const mark = ` … [plan cut, ${text.length} characters]`;
  return text.slice(0, PLAN_LIMIT - mark.length).toWellFormed() + mark;
}
