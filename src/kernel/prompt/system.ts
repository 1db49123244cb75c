// The system prompt: instructions, the STRATEGIC PLAN, and the summary of what has left the window.

import type { Json } from "../../core/json.ts";
import { planText } from "../../core/plan/plan_text.ts";
import { markInWords } from "../history/notice.ts";

/** What a system prompt is made of. */
export interface SystemPromptParts {
  readonly instructions: string;
  /** How the model is to write its answers, where it is more than text. */
  readonly format?: string | undefined;
  readonly plan: Json | undefined;
  readonly summary: string | null;
  /** The mark of notices, for a model whose API has no messages for them; see kernel/history/notice.ts. */
  readonly noticeMark?: string | undefined;
  /** The last line, of a request from before there were notices. */
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
export function systemPrompt(
  { instructions, format, plan, summary, noticeMark, hint }: SystemPromptParts,
): string {
  const parts = [instructions.trim(), format ?? ""];
  if (noticeMark !== undefined) parts.push(markInWords(noticeMark));
  if (plan !== undefined && plan !== null) parts.push(`## STRATEGIC PLAN\n${planText(plan)}`);
  if (summary !== null) parts.push(`## EARLIER IN THIS CONVERSATION\n${summary}`);
  if (hint !== undefined) parts.push(hint);
  return parts.filter((part) => part !== "").join("\n\n");
}
