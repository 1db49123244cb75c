// /v1/policies: the policies of a tenant, changed without a deploy.

import { describeFields } from "../../core/text/field_meanings.ts";
import { policyParts } from "../../core/policy/policy_schema.ts";
import * as z from "zod/mini";
import { Hono } from "hono/tiny";
import type { HttpDeps, HttpEnv } from "../../http/context.ts";
import { atMost, namePath } from "../../http/schemas/requests.ts";
import { body, param } from "../../http/validate.ts";
import type { Policies } from "./find_policy.ts";
import { listPolicies, putPolicy, removePolicy, viewPolicy } from "./manage_policies.ts";

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

/** The routes of policies. */
export function policyRoutes(policies: Policies, deps: HttpDeps) {
  return new Hono<HttpEnv>()
    .get(
      "/v1/policies",
      async (c) => c.json({ policies: await listPolicies(c.var.tenant, policies) }),
    )
    .get(
      "/v1/policies/:name",
      param(namePath),
      async (c) => c.json(await viewPolicy(c.var.tenant, c.req.valid("param").name, policies)),
    )
    .put(
      "/v1/policies/:name",
      param(namePath),
      body(policyBody, deps),
      async (c) => {
        const { name } = c.req.valid("param");
        return c.json(await putPolicy(c.var.tenant, { name, ...c.req.valid("json") }, policies));
      },
    )
    .delete(
      "/v1/policies/:name",
      param(namePath),
      async (c) => {
        await removePolicy(c.var.tenant, c.req.valid("param").name, policies);
        return c.body(null, 204);
      },
    );
}
