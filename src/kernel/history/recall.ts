// What a prompt says of the time before its window, in the words of the assistant: a summary, and the plan of an orchestrator, were
// written by a model that had read what tools and documents say, so they have no place in instructions.

import type { AssistantEntry, CutEntry } from "../../core/entry.ts";
import type { Json } from "../../core/json.ts";
import { planText } from "../../core/plan/plan_text.ts";

/** What is known when a prompt begins. */
export interface RecallInputs {
  /** The last cut before the prompt; undefined for none. */
  readonly cut: CutEntry | undefined;
  readonly summary: string | null;
  /** The plan that the prompt begins with. */
  readonly plan: Json | undefined;
  readonly agent: { readonly orchestrate?: unknown };
}

/** Where the summary and the plan stand. */
export interface Recalled {
  /** The assistant's words; undefined for none. */
  readonly recall: string | undefined;
  /** The plan of the system prompt. */
  readonly promptPlan: Json | undefined;
}

/**
 * Where they stand: behind a cut in the assistant's words, but for a plan that the operator or a caller has written.
 *
 * | last cut | summary | plan of an orchestrator | any other plan |
 * |---|---|---|---|
 * | none, or of an earlier version | system prompt | system prompt | system prompt |
 * | with `recalls` | assistant | assistant | system prompt |
 */
export function toRecalled({ cut, summary, plan, agent: { orchestrate } }: RecallInputs): Recalled {
  if (!cut?.recalls) return { recall: undefined, promptPlan: plan };
  const isModels = orchestrate !== undefined && plan !== undefined && plan !== null;
  const parts = [
    ...summary === null ? [] : [`## EARLIER IN THIS CONVERSATION\n${summary}`],
    ...isModels ? [`## STRATEGIC PLAN\n${planText(plan)}`] : [],
  ];
  return {
    recall: parts.length === 0 ? undefined : parts.join("\n\n"),
    promptPlan: isModels ? undefined : plan,
  };
}

/** The words as an entry. */
export function recallEntry(text: string): AssistantEntry {
  return {
    type: "assistant",
    id: "entry_recall",
    at: 0,
    version: 0,
    finish: "stop",
    model: "treadle/recall",
    blocks: [{ type: "text", text }],
    usage: { inputTokens: 0, outputTokens: 0 },
  };
}
