// Schemas of the responses about policies, for openapi.json and tests, as all of this folder.

import * as z from "zod/mini";
import { anyJson } from "../any_json.ts";
import { POLICY_MODES } from "../../../core/policy.ts";
import { POLICY_ORIGINS } from "../../../runtime/policy/manage_policies.ts";
import { toolChoice } from "./parts.ts";

const policyOrigin = z.enum(POLICY_ORIGINS).check(
  z.describe("`stored`: by the tenant, through this API; `deployment`: by its code; `built-in`: by Treadle"),
);

/** GET /v1/policies/{name}, and what a PUT answers: the policy that agents of the tenant have under this name. */
export const policySchema = z.object({
  name: z.string(),
  origin: policyOrigin,
  description: z.string(),
  mode: z.enum(POLICY_MODES).check(z.describe("`shadow`: only warnings `policy_shadow` come of it")),
  rules: z.array(z.looseObject({ type: z.string() })).check(
    z.describe("[Rules](tool-choice.md#rules) about tools"),
  ),
  choice: z.nullable(toolChoice).check(z.describe("Of the plans for which no condition holds")),
  conditions: z.array(z.object({
    when: z.nullable(anyJson).check(z.describe("Null for a function of the deployment")),
    choice: toolChoice,
  })).check(z.describe("The first that holds decides")),
  agents: z.array(z.string()).check(z.describe("The agents that name it")),
});

/** GET /v1/policies: the names of all policies, sorted. */
export const policyListSchema = z.object({
  policies: z.array(z.object({ name: z.string(), origin: policyOrigin })).check(z.describe("By name")),
});
