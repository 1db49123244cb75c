// The report about a tool choice: its source, how it is enforced, and whether the answer satisfied it.

import type { Json } from "../json.ts";
import type { ToolChoice } from "../tool_choice.ts";

/** A fact about degraded or surprising behaviour that did not stop the step. */
export interface Warning {
  readonly code: string;
  readonly message: string;
}

/** Every {@link Enforcement}, in the order in which they are tried. */
export const ENFORCEMENTS = ["native", "announced", "filtered", "withheld", "none"] as const;

/**
 * How a choice is enforced. `native`: by the provider. `announced`: by a notice behind the conversation, and verified in the answer.
 * `filtered`: fewer tools are sent. `withheld`: no tools are sent. `none`: there are no tools. Entries from before there were notices
 * have `announced` for a line of the system prompt.
 */
export type Enforcement = typeof ENFORCEMENTS[number];

/** Every {@link ChoiceSource}. */
export const CHOICE_SOURCES = [
  "execution",
  "limit",
  "request",
  "condition",
  "policy",
  "agent",
  "gateway",
  "environment",
  "reset",
  "default",
  "rule",
] as const;

/** Where a choice came from, in the order of precedence. `rule`: rules of a policy narrowed what another source chose. */
export type ChoiceSource = typeof CHOICE_SOURCES[number];

/** Every {@link Violation}. */
export const VIOLATIONS = ["missing", "forbidden", "wrong_tool", "too_many", "rule"] as const;

/**
 * How an answer violates its choice. `missing`: a call was required. `forbidden`: calls under none. `wrong_tool`: a call that
 * the choice does not permit. `too_many`: several calls although the choice allows one at most. `rule`: a call that a rule of the
 * agent's policy forbids.
 */
export type Violation = typeof VIOLATIONS[number];

/** Whether an answer satisfied its choice. `cut`: a limit, a filter or a cancel ended it before that could be decided. */
export type ChoiceOutcome =
  | { readonly type: "satisfied" }
  | { readonly type: "violated"; readonly how: Violation }
  | { readonly type: "cut" };

/** A requested choice, what was sent for it, how it is enforced, and why: in the first event and the answer of every step. */
export interface EffectiveChoice {
  readonly requested: ToolChoice;
  readonly source: ChoiceSource;
  /** The value of the wire's tool-choice field; null when the field is left out. */
  readonly sent: Json;
  /** Names of the tools put on the wire, in order. */
  readonly toolsSent: readonly string[];
  readonly enforcement: Enforcement;
  /** `cut`: other tools are sent than without the choice, so that caches and signed thinking of the conversation are lost. */
  readonly prefix: "kept" | "cut";
  /** Why this choice, and why this enforcement. */
  readonly because: string;
  readonly warnings: readonly Warning[];
}
