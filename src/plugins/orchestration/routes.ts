// /v1/threads/:id/plan and /v1/threads/:id/children: the strategic plan of a thread, and the threads in which its phases run.

import { Hono } from "hono/tiny";
import * as z from "zod/mini";
import { describeFields } from "../../core/text/field_meanings.ts";
import { putPlan, readPlan } from "./plan.ts";
import { listChildren } from "./list_children.ts";
import { type HttpDeps, type HttpEnv, readOrigin, resolveDefer } from "../../http/context.ts";
import { plan, threadPath, version } from "../../http/schemas/requests.ts";
import { toThreadRef } from "../../http/routes/threads.ts";
import { body, param } from "../../http/validate.ts";

/** `PUT /v1/threads/:id/plan`. */
export const planBody = z.strictObject({ plan, expectedVersion: z.optional(version) });
/* @__PURE__ */ describeFields(planBody, {
  plan:
    "The STRATEGIC PLAN from now on; of an orchestrator `{phases: [{id, worker, goal, done_when, after}]}`; at most 8 KB of JSON",
  expectedVersion: "Of the thread; another one is refused with `version_conflict`",
});

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
