// The response about the usage of a tenant.

import * as z from "zod/mini";
import { count } from "./parts.ts";

/** What is counted of a day. */
export const amounts = z.object({
  steps: count,
  calls: count.check(z.describe("Calls that tools received")),
  tokens: count.check(z.describe("Input and output")),
  microDollars: count.check(z.describe("Millionths of a US dollar")),
  wallMs: count.check(z.describe("Milliseconds of steps")),
});

/** A budget of one day. */
export const amountLimits = z.partial(amounts);
const limits = z.nullable(amountLimits).check(
  z.describe("What the budget permits on one UTC day; null without a budget"),
);

/** A line of the days. */
export const dayUsage = z.object({ day: z.iso.date(), ...amounts.shape }).check(
  z.describe("What a tenant has used on one UTC day"),
);

/** A line of the users. */
export const userUsage = z.object({ user: z.string(), limits, ...amounts.shape }).check(
  z.describe("What one user has used"),
);

/** GET /v1/usage. */
export const usageReportSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  total: amounts.check(z.describe("The amounts of the tenant")),
  limits,
  days: z.optional(z.array(dayUsage)).check(
    z.describe("With `by=day`: the days on which something was booked, oldest first"),
  ),
  users: z.optional(z.array(userUsage)).check(z.describe("With `by=user`: over all the days, by name")),
}).check(z.describe("What a tenant has used"));
