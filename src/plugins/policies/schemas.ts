// Request schemas of the routes of policies.

import * as z from "zod/mini";
import { atMost } from "../../http/schemas/requests.ts";
import { policyParts } from "../../core/policy/policy_schema.ts";
import { describeFields } from "../../core/text/field_meanings.ts";

/** Most UTF-8 bytes of a policy as JSON. */
const POLICY_BYTES = 32_768;

/** `PUT /v1/policies/:name`. */
export const policyBody = z.strictObject(policyParts).check(atMost(POLICY_BYTES));
/* @__PURE__ */ describeFields(policyBody, {
  description: "What the policy is for",
  rules: "[Rules](tool-choice.md#rules) about tools",
  choice: "The tool choice, in any spelling, of the plans for which no condition holds",
  conditions: "The first [condition](tool-choice.md#conditions) that holds decides",
  mode: "`shadow`: only warnings `policy_shadow` come of it",
});
