// Schemas with sentences and fixes of their own, and the findings of a parse.

import * as z from "zod/mini";
import { LONGEST_TIMER_MS } from "../core/ports.ts";
import { check, type FieldProblem, type Wording } from "../core/problems.ts";
import { type Finding, show, toPath } from "./_invalid.ts";
import { didYouMean } from "../core/text/did_you_mean.ts";

/** Suggests the known name that is nearest to a mistyped one; other libraries bound the steps of an agent by `maxSteps`. */
export const SUGGESTING: Wording = {
  suggest: (name, known) =>
    name === "maxSteps" ? ' Did you mean "limits.stepsPerRun"?' : didYouMean(name, known),
};

/** Every problem of a value; empty when it fits. */
export function listFindings(schema: z.core.$ZodType, value: unknown, wording = SUGGESTING): Finding[] {
  const checked = check(schema, value, wording);
  return checked.ok ? [] : checked.problems.map(toFinding);
}

/** A problem as a finding, which always has a fix. */
export function toFinding({ pointer, detail, fix = "correct it." }: FieldProblem): Finding {
  return { pointer, detail, fix };
}

/** Adds findings to a parse; their pointers begin at the value that is parsed. */
export function refuse({ issues, value }: z.core.ParsePayload, findings: readonly Finding[]): void {
  for (const { pointer, detail, fix } of findings) {
    issues.push({ code: "custom", path: toPath(pointer), message: detail, params: { fix }, input: value });
  }
}

/** A value that `find` finds nothing wrong with. */
export function checkedBy<T>(find: (value: unknown) => readonly Finding[]): z.ZodMiniType<T> {
  return z.custom<T>().check((payload) => refuse(payload, find(payload.value)));
}

/** A value that passes a test. */
export function must<T>(test: (value: unknown) => boolean, fix: string): z.ZodMiniType<T> {
  return checkedBy((value) => test(value) ? [] : [{ pointer: "", detail: `is ${show(value)}`, fix }]);
}

/** Text of a form, without blanks around it. `detail` follows the text in quotes. */
export function textOfForm(pattern: RegExp, detail: string, fix: string): z.ZodMiniType<string> {
  return z.string().check(z.trim(), (payload) => {
    const { value } = payload;
    if (pattern.test(value)) return;
    const what = value === "" ? "is empty" : `${JSON.stringify(value)} ${detail}`;
    refuse(payload, [{ pointer: "", detail: what, fix }]);
  });
}

/** A whole number from 1, as counts and sizes are. */
export const positive = z.int().check(z.gte(1));

/** Milliseconds that a timer can wait. */
export const milliseconds = z.int().check(z.gte(1), z.lte(LONGEST_TIMER_MS));

/** Inputs that people try an agent with. */
export const exampleTexts = z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))).check(
  z.minLength(1),
  z.maxLength(8),
);

/** The text of a reminder, without blanks around it. */
export const remindedText = z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000));

/** Before every how many plans of a run a reminder stands. */
export const remindedEvery = z.int().check(z.gte(1), z.lte(1_000));
