// /v1/pauses: agents of the caller's tenant that are paused.

import { Hono } from "hono/tiny";
import * as z from "zod/mini";
import { describeFields } from "../../core/text/field_meanings.ts";
import { lazyShape } from "../../core/text/lazy_shape.ts";
import type { HttpDeps, HttpEnv } from "../../http/context.ts";
import { namePath } from "../../http/schemas/requests.ts";
import { optionalBody, param } from "../../http/validate.ts";
import { findAgent } from "../../kernel/session/resolve_agent.ts";
import { ALL, type Pauses } from "./pauses.ts";

const pausePath = z.strictObject(
  lazyShape(() => ({ agent: z.union([z.literal(ALL), namePath.shape.name]) })),
);

/** `PUT /v1/pauses/:agent`. */
export const pauseBody = z.strictObject(
  lazyShape(() => ({
    reason: z.optional(z.string().check(z.maxLength(500), z.regex(/^\P{Cc}*$/u, "must be one line"))),
  })),
);
/* @__PURE__ */ describeFields(pauseBody, { reason: "Why, for other operators" });

/** The routes of pauses. */
export function pauseRoutes(pauses: Pauses, deps: HttpDeps) {
  return new Hono<HttpEnv>()
    .get("/v1/pauses", async (c) => c.json({ pauses: await pauses.list(c.var.tenant) }))
    .put("/v1/pauses/:agent", param(pausePath), optionalBody(pauseBody, deps), async (c) => {
      const { agent } = c.req.valid("param");
      if (agent !== ALL) findAgent(agent, deps);
      const { reason } = c.req.valid("json");
      return c.json(await pauses.put(c.var.tenant, agent, { by: c.var.by ?? null, reason }));
    })
    .delete("/v1/pauses/:agent", param(pausePath), async (c) => {
      const { agent } = c.req.valid("param");
      // A pause outlives its agent.
      if (!await pauses.remove(c.var.tenant, agent) && agent !== ALL) findAgent(agent, deps);
      return c.body(null, 204);
    });
}
