// ToolChoice: what the model may do about tools, with one meaning for every provider.

import type { JsonObject } from "./json.ts";

/** Every {@link Times}. */
export const TIMES = ["once", "always"] as const;

/** How long a forced choice lasts. `once`: it holds until an answer satisfies it, and the next plan is auto. */
export type Times = typeof TIMES[number];

/** What the model may do about tools. `required` is also spelled "any"; `allowed` names the tools that may be called. */
export type ToolChoice =
  | { type: "auto" }
  | { type: "none" }
  | { type: "required"; times?: Times | undefined }
  | { type: "tool"; name: string; times?: Times | undefined }
  | { type: "allowed"; names: string[]; mode: "auto" | "required"; times?: Times | undefined };

/** A tool choice in any spelling in use: a word, the name of a tool, or the object of a model API. See parseToolChoice. */
export type ToolChoiceSpelling = string | ToolChoice | JsonObject;

/** Every {@link OnUnsupported}. */
export const ON_UNSUPPORTED = ["degrade", "error"] as const;

/** What to do about a choice that the API cannot enforce: enforce it in a weaker way with a warning, or refuse it. */
export type OnUnsupported = typeof ON_UNSUPPORTED[number];

/** Every {@link Hold}. */
export const HOLDS = ["prefix", "strict"] as const;

/**
 * What a choice that the API has no field for may cost. `prefix`: nothing of a request that was sent before is changed; the choice is
 * announced behind the conversation, and a call that it forbids never runs. `strict`: the tools that it forbids are left out, which
 * invalidates the prompt cache and the signed thinking of the conversation each time.
 */
export type Hold = typeof HOLDS[number];

/** Every {@link Execution}. */
export const EXECUTIONS = ["predict", "execute", "generate", "loop"] as const;

/**
 * What happens to the calls of a plan. `predict`: they are not run. `execute`: they are run, and their output is the answer.
 * `generate`: they are run, and the model answers from their output. `loop`: the model plans again until it answers.
 */
export type Execution = typeof EXECUTIONS[number];

/** True when the choice makes the model call something. */
export function isForced(choice: ToolChoice): boolean {
  return choice.type === "required" || choice.type === "tool" ||
    (choice.type === "allowed" && choice.mode === "required");
}

/** True when the choice lets the model call a tool of this name. */
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

/** The tools that a choice names: one, several, or none. */
export function namesIn(choice: ToolChoice): readonly string[] {
  switch (choice.type) {
    case "tool":
      return [choice.name];
    case "allowed":
      return choice.names;
    case "auto":
    case "none":
    case "required":
      return [];
  }
}
