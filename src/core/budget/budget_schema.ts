// The schemas of budgets, apart from their types: a program that has the types alone, such as the client, needs no zod.

import * as z from "zod/mini";
import { describeFields } from "../text/field_meanings.ts";

const count = z.int().check(z.gte(1));

/** A number of US dollars that has at least one millionth. */
export const usd = z.number().check(z.gte(1 / 1_000_000), z.lte(1_000_000_000));

/** The schema of a `Budget`. */
export const budgetSchema = z.strictObject({
  steps: z.optional(count),
  calls: z.optional(count),
  tokens: z.optional(count),
  usd: z.optional(usd),
  wallMs: z.optional(count),
});
/* @__PURE__ */ describeFields(budgetSchema, {
  steps: "Steps",
  calls: "Calls that tools received",
  tokens: "Input and output tokens",
  usd: "US dollars, to a millionth",
  wallMs: "Milliseconds of steps",
});

/** The schema of the budget of a run, whose steps are `stepsPerRun`. */
export const runBudgetSchema = z.omit(budgetSchema, { steps: true });
/* @__PURE__ */ describeFields(runBudgetSchema, {
  calls: "Tool calls of a run",
  tokens: "Input and output tokens of a run",
  usd: "US dollars of a run",
  wallMs: "Milliseconds of the steps of a run",
});

/** The schema of the budget of a step's repeated answers. */
export const recoveryBudgetSchema = z.pick(budgetSchema, { tokens: true, usd: true });
/* @__PURE__ */ describeFields(recoveryBudgetSchema, {
  tokens: "Input and output tokens of them",
  usd: "US dollars of them",
});
