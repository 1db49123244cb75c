// The reasoning efforts that a model accepts, and the nearest of them to the configured one.

import type { ModelSettings } from "../../core/model/model_settings.ts";

/** The values of `settings.reasoningEffort`. */
export type Effort = NonNullable<ModelSettings["reasoningEffort"]>;

/** One dated fact about the efforts of some models. */
export interface EffortRow {
  /** Matches names of models, without the provider. */
  readonly models: RegExp;
  readonly takes: readonly Effort[];
  /** When it was true, as an ISO date, and where it is stated. */
  readonly asOf: string;
  readonly source: string;
}

/**
 * The effort to send, by the first row that matches; the effort itself where no row does. Undefined where the model
 * takes none of those that think: its default is then all the thinking that it has.
 */
export function effortFor(effort: Effort, model: string, rows: readonly EffortRow[]): Effort | undefined {
  const row = rows.find(({ models }) => models.test(model));
  return row === undefined ? effort : nearestEffort(effort, row.takes);
}

/**
 * The nearest of the efforts, the lesser of two that are equally near. An effort that thinks never becomes `none`.
 *
 * @example
 * ```ts
 * import { nearestEffort } from "./efforts.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(nearestEffort("max", ["none", "low", "high", "xhigh"]), "xhigh");
 * assert.equal(nearestEffort("minimal", ["none", "low", "high"]), "low");
 * assert.equal(nearestEffort("none", ["low", "high"]), "low");
 * assert.equal(nearestEffort("low", ["none"]), undefined);
 * ```
 */
export function nearestEffort<Taken extends Effort>(
  effort: Effort,
  takes: readonly Taken[],
): Taken | undefined {
  const same = takes.find((each) => each === effort);
  if (same !== undefined) return same;
  const [nearest] = takes.filter((each) => each !== "none").toSorted((one, other) =>
    Math.abs(RANKS[one] - RANKS[effort]) - Math.abs(RANKS[other] - RANKS[effort]) || RANKS[one] - RANKS[other]
  );
  return nearest;
}

/** Of OpenAI's open models, on every server: they cannot stop thinking. */
export const GPT_OSS_EFFORTS: EffortRow = {
  models: /gpt-oss/,
  takes: ["low", "medium", "high"],
  asOf: "2026-11-21",
  // gpt-oss supports low, medium and high.
  // chat/completions.d.ts.
  source: "groq-sdk 1.6.0",
};

/** `output_config.effort` of Claude's adaptive thinking, at Anthropic and at Bedrock: `xhigh` came with Claude 4.7. */
export function claudeEffort(
  effort: Exclude<Effort, "none">,
  hasXhigh: boolean,
): Exclude<Effort, "none" | "minimal"> {
  if (effort === "minimal") return "low";
  return effort === "xhigh" && !hasXhigh ? "high" : effort;
}

/** Whether a model thinks: by the effort that is sent, else by its name, as in CapabilityTable. */
export function thinkers(
  names: RegExp,
  efforts: readonly EffortRow[],
): (model: string, settings: ModelSettings) => boolean {
  return (model, { reasoningEffort }) =>
    reasoningEffort === undefined ? names.test(model) : effortFor(reasoningEffort, model, efforts) !== "none";
}

const RANKS: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 1,
  low: 2,
  medium: 3,
  high: 4,
  xhigh: 5,
  max: 6,
};
