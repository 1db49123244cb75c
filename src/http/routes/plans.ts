// /v1/threads/:id/plan and /v1/threads/:id/children: the strategic plan of a thread, and the threads in which its phases run.

import { Hono } from "hono/tiny";
import { putPlan, readPlan } from "../../kernel/threads/plan.ts";
import { listChildren } from "../../kernel/phases/list_children.ts";
import { type HttpDeps, type HttpEnv, readOrigin, resolveDefer } from "../context.ts";
import { planBody, threadPath } from "../schemas/requests.ts";
import { toThreadRef } from "./threads.ts";
import { body, param } from "../validate.ts";

/** The routes of plans and their phases. */
export function planRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>()
    .get(
      "/v1/threads/:id/plan",
      param(threadPath),
      async (c) => c.json(await readPlan(toThreadRef(c, c.req.valid("param")), deps)),
    )
    .put(
      "/v1/threads/:id/plan",
      param(threadPath),
      body(planBody, deps),
      async (c) => {
        const request = { ...c.req.valid("json"), origin: readOrigin(c, "plan") };
        const ref = toThreadRef(c, c.req.valid("param"));
        return c.json(await putPlan(ref, request, deps, { defer: resolveDefer(c) }));
      },
    )
    .get(
      "/v1/threads/:id/children",
      param(threadPath),
      async (c) => c.json({ children: await listChildren(toThreadRef(c, c.req.valid("param")), deps) }),
    );
}
