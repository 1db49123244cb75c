// ChoiceKind: the type of a tool choice, as it is counted.

import type { ToolChoice } from "../../../core/tool_choice.ts";

/** Every {@link ChoiceKind}. */
export const CHOICE_KINDS = ["auto", "none", "required", "tool", "allowed", "allowed_required"] as const;

/** The type of a choice; `allowed` that forces a call is a kind of its own. */
export type ChoiceKind = typeof CHOICE_KINDS[number];

/** The kind of a choice. */
export function toChoiceKind(choice: ToolChoice): ChoiceKind {
  return choice.type === "allowed" && choice.mode === "required" ? "allowed_required" : choice.type;
}

/** True for a kind that makes the model call something. */
export function isForcedKind(kind: ChoiceKind): boolean {
  return kind === "required" || kind === "tool" || kind === "allowed_required";
}
