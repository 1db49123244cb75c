// ResolvedChoice: the choice that a plan is made under, before it is enforced for a model.

import type { ToolChoice } from "../../core/tool_choice.ts";
import type { ChoiceSource, Warning } from "../../core/tool_choice/choice_report.ts";

/** A choice and where it came from. */
export interface ResolvedChoice {
  readonly choice: ToolChoice;
  readonly source: ChoiceSource;
  /** In one clause, for the answer. */
  readonly because: string;
  /** The choice that offers of plugins have narrowed; left out where they have not. */
  readonly underlying?: ToolChoice;
  /** Names of the tools that plugins forbid; left out where they narrow nothing. */
  readonly forbidden?: readonly string[];
  /** The budget that permits no step behind this one, so that the plan must be an answer; left out where one may follow. */
  readonly lastBy?: string;
  /** What the offers that count say about the plan. */
  readonly warnings?: readonly Warning[];
  /** The plugin that chose, and the key of its condition; left out for a choice without one. */
  readonly condition?: ChosenCondition;
}

/** The condition of a plugin under which it chose. */
export interface ChosenCondition {
  readonly plugin: string;
  readonly key: string;
}

/** A choice in words, for a warning: `tool search`, `allowed search, look`, `none`. */
export function choiceInWords(choice: ToolChoice): string {
  switch (choice.type) {
    case "tool":
      return `tool ${choice.name}`;
    case "allowed":
      return `allowed ${choice.names.join(", ")}${choice.mode === "required" ? " (one of them forced)" : ""}`;
    case "auto":
    case "none":
    case "required":
      return choice.type;
  }
}
