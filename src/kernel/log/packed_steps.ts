// The steps of a request as its receipt has them. Most steps of a run choose alike, so each form is written once.

import type { StepReport } from "../../core/contract/runs.ts";

/** `forms` are reports without their number; each of `steps` is the number of a step and the index of its form. */
export interface PackedSteps {
  readonly forms: readonly Omit<StepReport, "step">[];
  readonly steps: readonly (readonly [step: number, form: number])[];
}

/** The reports as a receipt has them: 25 steps with one choice take about 300 characters. */
export function packSteps(reports: readonly StepReport[]): PackedSteps {
  const indexes = new Map<string, number>();
  const forms: Omit<StepReport, "step">[] = [];
  const steps = reports.map(({ step, ...form }) => {
    const text = JSON.stringify(form);
    const index = indexes.get(text) ?? forms.push(form) - 1;
    indexes.set(text, index);
    return [step, index] as const;
  });
  return { forms, steps };
}

/** The reports again; none from a receipt without them. */
export function unpackSteps(packed: PackedSteps | undefined): StepReport[] {
  if (packed === undefined) return [];
  return packed.steps.flatMap(([step, index]) => {
    const form = packed.forms[index];
    return form === undefined ? [] : [{ step, ...form }];
  });
}
