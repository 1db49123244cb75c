// A step at its end, as plugins count it: what was offered, chosen and refused, and what it took. No text of a person or of the model
// is in it, but for names of tools that the model has made up.

import type { CutCause, Outcome } from "../../core/entry.ts";
import type { ErrorCode } from "../../core/error.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Feature } from "../../core/model/capability.ts";
import type { ChoiceOutcome, EffectiveChoice, Violation } from "../../core/tool_choice/choice_report.ts";
import type { Usage } from "../../core/usage.ts";

/** A step that is over: committed, failed or cancelled. */
export interface CountedStep {
  readonly tenant: string;
  /** The user whom the step is booked to; null for none. */
  readonly user: string | null;
  /** What the creator of the thread has given with it. */
  readonly metadata: JsonObject;
  /** Names of the agent's tools, in order. Those of a caller and of a catalogue may have any name and are not among them. */
  readonly tools: readonly string[];
  /** `provider/model` of the last request for a plan; that of the agent, where the step made none. */
  readonly model: string;
  /** What the plugins of the step say of each plan, as traces have it. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Undefined: no model was called for a plan. */
  readonly plan: CountedPlan | undefined;
  /** The calls that got their outcome in this step, which are those of the plan before. */
  readonly calls: readonly CountedCall[];
  /**
   * What the step failed with; undefined where it did not fail, and where it was cancelled. `isFinal`: the thread has the status `failed`.
   * Else it is `open`, and the same run can go on by a retry.
   */
  readonly failure?: { readonly code: ErrorCode; readonly isFinal: boolean } | undefined;
  /** Of all answers of the step, dropped ones and that of a summary included. `microDollars` is missing where the model has no price. */
  readonly usage: Usage;
  /** Milliseconds that the step has taken. */
  readonly ms: number;
}

/** What came of the planning of a step. */
export interface CountedPlan {
  /** Of the last request. */
  readonly choice: Pick<EffectiveChoice, "requested" | "source" | "enforcement">;
  /** Names of the tools of the last request. */
  readonly tools: readonly string[];
  /** It is the first plan of its run. */
  readonly isFirst: boolean;
  /** The tools that the answer calls, in order; a tool may stand there more than once, and the model may have made its name up. */
  readonly called: readonly string[];
  /** For each of them the rule or the plugin that forbids the call; empty where nothing is forbidden. */
  readonly broken: readonly (string | undefined)[];
  /** Null: there is no plan. */
  readonly outcome: ChoiceOutcome | null;
  /** How an answer that was dropped violated the choice. */
  readonly corrected: Violation | undefined;
  /** What the APIs of models refused meanwhile. */
  readonly refused: readonly RefusedFeature[];
  /** Why the prompt was cut meanwhile, once for each cause of each cut. */
  readonly cuts: readonly CutCause[];
  /** Why the API's prompt cache did not read on, in the vendor's words: see CacheMiss. */
  readonly cacheMiss?: string | undefined;
  /** Milliseconds from the first request to the end of the last answer. */
  readonly ms: number;
}

/** A feature that a model's API refused. */
export interface RefusedFeature {
  /** `provider/model`. */
  readonly model: string;
  readonly feature: Feature;
}

/** A call with its outcome. */
export interface CountedCall {
  /** Of the tool; the model may have made it up. */
  readonly name: string;
  readonly outcome: Outcome;
  /** Milliseconds that the tool has taken. */
  readonly ms: number;
  /** Of what the model reads of it, estimated: 4 bytes of JSON are a token, and media count as their kind does. */
  readonly resultTokens: number;
  /** Why no tool was given the call; undefined where one was. */
  readonly notRun: NotRun | undefined;
}

/**
 * Why a call was not given to a tool. `rule`: a rule of the policy or a plugin forbade it. `choice`: the tool choice did not permit it.
 * `answered`: the caller brought its result, or a person answered the question. The others are outcomes and dispositions.
 */
export type NotRun =
  | "rule"
  | "choice"
  | "denied"
  | "blocked"
  | "skipped"
  | "surplus"
  | "malformed"
  | "repeated"
  | "unknown_tool"
  | "answered";
