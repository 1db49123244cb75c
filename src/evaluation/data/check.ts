// A check: an expectation of one run of a case. Plain data; agents/evaluate_check.ts says how each is scored from 0 to 1.

import * as z from "zod/mini";
import { jsonObject, nameSchema, share } from "./schema.ts";

/** Every order in which a trajectory may be compared. */
export const TRAJECTORY_MATCHES = ["exact", "in_order", "any_order"] as const;

const expectedCallSchema = z.strictObject({
  name: nameSchema,
  /** The arguments, whole; the order of keys does not count. Any arguments without it and without `argsFit`. */
  args: z.optional(jsonObject),
  /** JSON Schema that the arguments fit. */
  argsFit: z.optional(jsonObject),
});

/** A call that a trajectory expects, or that is never to be made. */
export type ExpectedCall = z.output<typeof expectedCallSchema>;

const common = {
  /** How the check is called in reports; by default what it checks. */
  name: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
  /** The least score with which a gate holds: 1 by default, 0.5 for a judge. */
  least: z.optional(share),
};

/** The schema of a {@link Check}. */
export const checkSchema = z.discriminatedUnion("type", [
  z.strictObject({
    ...common,
    type: z.literal("trajectory"),
    match: z.enum(TRAJECTORY_MATCHES),
    calls: z.array(expectedCallSchema).check(z.maxLength(1_000)),
    /** True: calls that were refused, denied or skipped, and those that still wait, are left out. */
    ran: z.optional(z.boolean()),
  }),
  z.strictObject({ ...common, type: z.literal("answer_equals"), text: z.string() }),
  z.strictObject({
    ...common,
    type: z.literal("answer_contains"),
    text: z.string(),
    /** True: upper and lower case are alike. */
    ignoreCase: z.optional(z.boolean()),
  }),
  /** The answer is JSON that fits the schema. */
  z.strictObject({ ...common, type: z.literal("answer_fits"), schema: jsonObject }),
  /** None of the tools is called, and no call is one of `calls`; without both no tool is called at all. A call that was refused counts. */
  z.strictObject({
    ...common,
    type: z.literal("never_calls"),
    tools: z.optional(z.array(nameSchema)),
    calls: z.optional(z.array(expectedCallSchema).check(z.maxLength(1_000))),
  }),
  z.strictObject({
    ...common,
    type: z.literal("at_most"),
    steps: z.optional(z.int().check(z.gte(0))),
    calls: z.optional(z.int().check(z.gte(0))),
    /** Input and output tokens of the whole run. */
    tokens: z.optional(z.int().check(z.gte(0))),
  }),
  /** The status of the thread behind the last input. */
  z.strictObject({
    ...common,
    type: z.literal("status"),
    is: z.enum(["open", "waiting", "done", "failed", "cancelled"]),
  }),
  /** The judge of the evaluation says how well the run meets the criteria. */
  z.strictObject({ ...common, type: z.literal("judge"), criteria: z.string().check(z.minLength(1)) }),
]);

/** An expectation of a run. */
export type Check = z.output<typeof checkSchema>;

/** The name of a check in reports. */
export function nameOfCheck(check: Check): string {
  if (check.name !== undefined) return check.name;
  return check.type === "trajectory" ? `trajectory ${check.match}` : check.type;
}
