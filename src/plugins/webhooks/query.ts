// The query of GET /v1/analytics/webhooks.

import * as z from "zod/mini";
import { describeFields } from "../../core/text/field_meanings.ts";

const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, "must be a day such as 2026-11-22"));

/** Days, both included; the last 30 by default. */
export const unmatchedQuery = z.strictObject({ from: z.optional(day), to: z.optional(day) });
/* @__PURE__ */ describeFields(unmatchedQuery, {
  from: "The first day, UTC, such as `2026-11-22`; 29 days before `to` by default",
  to: "The last day; today by default. At most 100 days",
});
