// The response about what a tenant has used.

import * as z from "zod/mini";
import { count } from "./parts.ts";

const amounts = {
  steps: count,
  calls: count.check(z.describe("Calls given to tools")),
  tokens: count.check(z.describe("Input and output")),
  microDollars: count.check(z.describe("Millionths of a US dollar")),
  wallMs: count,
};

const limits = z.nullable(z.partial(z.object(amounts))).check(
  z.describe("What the budget permits on one UTC day; null without a budget"),
);

/** GET /v1/usage: UsageReport of src/runtime/ledger/usage_report.ts. */
export const usageReportSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  total: z.object(amounts).check(z.describe("The amounts of the tenant")),
  limits,
  days: z.optional(z.array(z.object({ day: z.iso.date(), ...amounts }))).check(
    z.describe("With by=day: the days on which something was booked, oldest first"),
  ),
  users: z.optional(z.array(z.object({ user: z.string(), limits, ...amounts }))).check(
    z.describe("With by=user: over all the days, by name"),
  ),
});
