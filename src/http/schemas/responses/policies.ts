// Schemas of the responses about policies, for openapi.json and tests, as all of this folder.

import * as z from "zod/mini";
import { type Condition, POLICY_MODES, POLICY_ORIGINS, RULE_SCOPES } from "../../../core/policy.ts";
import { count, toolChoice } from "./parts.ts";

const tool = z.string();
const tools = z.array(tool);
const per = z.optional(z.enum(RULE_SCOPES)).check(
  z.describe(
    "How long it remembers: until the next input, which is the default, or as long as the thread lives",
  ),
);

/** A rule about tools. */
export const policyRule = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("after").check(z.describe("[What each type means](tool-choice.md#rules)")),
    tool,
    after: tools,
    per,
  }),
  z.object({ type: z.literal("forbid_unless"), tool, unless: tools, per }),
  z.object({ type: z.literal("at_most"), tool, times: count, per }),
  z.object({ type: z.literal("never_both"), tools, per }),
  z.object({ type: z.literal("at_least_one"), tools }),
  z.object({ type: z.literal("first"), tool }),
]);

/** A condition as data; it may have others in it. */
export const condition = z.custom<Condition>((value) => value !== undefined);

const policyOrigin = z.enum(POLICY_ORIGINS).check(
  z.describe("`stored`: by the tenant, through this API; `deployment`: by its code; `built-in`: by Treadle"),
);

/** GET /v1/policies/{name}, and what a PUT answers: the policy that agents of the tenant have under this name. */
export const policySchema = z.object({
  name: z.string(),
  origin: policyOrigin,
  description: z.string(),
  mode: z.enum(POLICY_MODES).check(z.describe("`shadow`: only warnings `policy_shadow` come of it")),
  rules: z.array(policyRule).check(z.describe("[Rules](tool-choice.md#rules) about tools")),
  choice: z.nullable(toolChoice).check(z.describe("Of the plans for which no condition holds")),
  conditions: z.array(z.object({
    when: z.nullable(condition).check(
      z.describe("A [condition](tool-choice.md#conditions); null for a function of the deployment"),
    ),
    choice: toolChoice,
  })).check(z.describe("The first that holds decides")),
  agents: z.array(z.string()).check(z.describe("The agents that name it")),
}).check(z.describe("A policy as the API shows it"));

/** A policy in a list. */
export const policyLine = z.object({ name: z.string(), origin: policyOrigin }).check(
  z.describe("The name of a policy"),
);

/** GET /v1/policies: the names of all policies, sorted. */
export const policyListSchema = z.object({
  policies: z.array(policyLine).check(z.describe("By name")),
});
