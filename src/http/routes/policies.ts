// /v1/policies: the policies of a tenant, changed without a deploy.

import { Hono } from "hono/tiny";
import type { HttpDeps, HttpEnv } from "../context.ts";
import { listPolicies, putPolicy, removePolicy, viewPolicy } from "../../runtime/policy/manage_policies.ts";
import { namePath, policyBody } from "../schemas/requests.ts";
import { body, param } from "../validate.ts";

/** The routes of policies. */
export function policyRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>()
    .get(
      "/v1/policies",
      async (c) => c.json({ policies: await listPolicies(c.var.tenant, deps) }),
    )
    .get(
      "/v1/policies/:name",
      param(namePath),
      async (c) => c.json(await viewPolicy(c.var.tenant, c.req.valid("param").name, deps)),
    )
    .put(
      "/v1/policies/:name",
      param(namePath),
      body(policyBody, deps),
      async (c) => {
        const { name } = c.req.valid("param");
        return c.json(await putPolicy(c.var.tenant, { name, ...c.req.valid("json") }, deps));
      },
    )
    .delete(
      "/v1/policies/:name",
      param(namePath),
      async (c) => {
        await removePolicy(c.var.tenant, c.req.valid("param").name, deps);
        return c.body(null, 204);
      },
    );
}
