// Whether an answer kept to the choice it was made under (row C6).

import { isForced, permits, type ToolChoice } from "../core/tool_choice.ts";

export type ChoiceOutcome =
  | { readonly type: "satisfied" }
  /** `missing`: a call was required. `forbidden`: calls under none. `wrong_tool`: a call that the choice does not permit. */
  | { readonly type: "violated"; readonly how: "missing" | "forbidden" | "wrong_tool" };

/** Compares the names of the calls that arrived with what the choice allowed. */
export function verifyChoice(choice: ToolChoice, calledNames: readonly string[]): ChoiceOutcome {
  if (calledNames.length === 0) {
    return isForced(choice) ? { type: "violated", how: "missing" } : { type: "satisfied" };
  }
  if (calledNames.every((name) => permits(choice, name))) return { type: "satisfied" };
  return { type: "violated", how: choice.type === "none" ? "forbidden" : "wrong_tool" };
}
