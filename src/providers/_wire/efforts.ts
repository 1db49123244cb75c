// Efforts: which of them a model takes, and the nearest of those to the one that is set.

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
export function nearestEffort(effort: Effort, takes: readonly Effort[]): Effort | undefined {
  if (takes.includes(effort)) return effort;
  const [nearest] = takes.filter((each) => each !== "none").toSorted((one, other) =>
    Math.abs(RANKS[one] - RANKS[effort]) - Math.abs(RANKS[other] - RANKS[effort]) || RANKS[one] - RANKS[other]
  );
  return nearest;
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
