// /v1/policies: the policies of a tenant, changed without a deploy.

import { Hono } from "hono/tiny";
import type { HttpDeps, HttpEnv } from "../../http/context.ts";
import { namePath } from "../../http/schemas/requests.ts";
import { body, param } from "../../http/validate.ts";
import type { Policies } from "./find_policy.ts";
import { listPolicies, putPolicy, removePolicy, viewPolicy } from "./manage_policies.ts";
import { policyBody } from "./schemas.ts";

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
