// ToolChoice: what the model may do about tools, one meaning for every provider; and how a choice was enforced.

import type { Json } from "./json.ts";
import type { ToolSpec } from "./tool.ts";

/** How long a forced choice lasts. `once`: satisfied once, the next plan is auto. */
export type Times = "once" | "always";

/** What the model may do about tools. `required` is also spelled "any"; `allowed` names the tools that may be called. */
export type ToolChoice =
  | { type: "auto" }
  | { type: "none" }
  | { type: "required"; times?: Times | undefined }
  | { type: "tool"; name: string; times?: Times | undefined }
  | { type: "allowed"; names: string[]; mode: "auto" | "required"; times?: Times | undefined };

/**
 * What happens to the calls of a plan. `predict`: they are not run. `execute`: they are run, and their output is the answer.
 * `generate`: they are run, and the model answers from their output. `loop`: the model plans again until it answers.
 */
export type Execution = "predict" | "execute" | "generate" | "loop";

/** Every {@link Execution}. */
export const EXECUTIONS = ["predict", "execute", "generate", "loop"] as const satisfies readonly Execution[];

/** True when the choice makes the model call something. */
export function isForced(choice: ToolChoice): boolean {
  return choice.type === "required" || choice.type === "tool" ||
    (choice.type === "allowed" && choice.mode === "required");
}

/** Which of the tools the choice lets the model call. */
export function permits(choice: ToolChoice, toolName: string): boolean {
  switch (choice.type) {
    case "none":
      return false;
    case "tool":
      return choice.name === toolName;
    case "allowed":
      return choice.names.includes(toolName);
    case "auto":
    case "required":
      return true;
  }
}

/** A fact about degraded or surprising behaviour that did not stop the step. */
export interface Warning {
  readonly code: string;
  readonly message: string;
}

/** How the effective choice is held: by the provider, by sending fewer tools, by a line in the prompt, by sending no tools. */
export type Enforcement = "native" | "filtered" | "prompted" | "withheld" | "none";

/** Where a choice came from, in the order of precedence. */
export type ChoiceSource =
  | "execution"
  | "request"
  | "condition"
  | "policy"
  | "agent"
  | "gateway"
  | "environment"
  | "reset"
  | "default";

/**
 * How an answer violates its choice. `missing`: a call was required. `forbidden`: calls under none. `wrong_tool`: a call that
 * the choice does not permit. `too_many`: several calls although the choice allows one at most.
 */
export type Violation = "missing" | "forbidden" | "wrong_tool" | "too_many";

/** Whether an answer kept to its choice. `cut`: it ended too early to be judged, at a limit, a filter or a cancel. */
export type ChoiceOutcome =
  | { readonly type: "satisfied" }
  | { readonly type: "violated"; readonly how: Violation }
  | { readonly type: "cut" };

/** How a choice is held with the model at hand: what choice/enforce.ts makes of it. */
export interface EnforcedChoice {
  /** What goes onto the wire: a choice that the model takes, as far as is known. */
  readonly choice: ToolChoice;
  /** The tools that are sent, in order. */
  readonly tools: readonly ToolSpec[];
  /** False where at most one call is wanted and the API has a flag for it. */
  readonly parallel: false | undefined;
  /** A line for the system prompt, where the wire has no field for the choice. */
  readonly hint: string | undefined;
  readonly enforcement: Enforcement;
  /** Why this enforcement, in one clause. */
  readonly because: string;
  readonly warnings: readonly Warning[];
}

/** The requested choice, what was sent for it, how it is enforced, and why: in the first event and in the answer of every step. */
export interface EffectiveChoice {
  readonly requested: ToolChoice;
  readonly source: ChoiceSource;
  /** The value of the wire's tool-choice field; null when the field is left out. */
  readonly sent: Json;
  /** Names of the tools put on the wire, in order. */
  readonly toolsSent: readonly string[];
  readonly enforcement: Enforcement;
  /** Why this choice, and why this enforcement. */
  readonly because: string;
  readonly warnings: readonly Warning[];
}
