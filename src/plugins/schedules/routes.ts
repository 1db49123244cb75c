// /v1/schedules: the schedules of the caller's tenant.

import { Hono } from "hono/tiny";
import * as z from "zod/mini";
import { AgentError } from "../../core/error.ts";
import { createIdempotencyKey } from "../../http/idempotency.ts";
import { type HttpDeps, type HttpEnv, resolveDefer } from "../../http/context.ts";
import { namePath } from "../../http/schemas/requests.ts";
import { param } from "../../http/validate.ts";
import { pauseSchedule, resumeSchedule, runNow, viewSchedule } from "./control.ts";
import type { OpenSchedule } from "./open_schedules.ts";

/** The names of an agent and of one of its schedules. */
const schedulePath = z.strictObject({ agent: namePath.shape.name, name: namePath.shape.name });

/** The routes of schedules. */
export function scheduleRoutes(schedules: readonly OpenSchedule[], deps: HttpDeps) {
  const find = (tenant: string, { agent, name }: { readonly agent: string; readonly name: string }) => {
    const found = schedules.find((open) => {
      return open.tenant === tenant && open.agent === agent && open.schedule.name === name;
    });
    if (found !== undefined) return found;
    throw new AgentError("schedule_unknown", `Agent ${agent} has no schedule ${name} for this tenant.`);
  };
  return new Hono<HttpEnv>()
    .get("/v1/schedules", async (c) => {
      const own = schedules.filter(({ tenant }) => tenant === c.var.tenant);
      return c.json({ schedules: await Promise.all(own.map((open) => viewSchedule(open, deps))) });
    })
    .post("/v1/schedules/:agent/:name/pause", param(schedulePath), async (c) => {
      return c.json(await pauseSchedule(find(c.var.tenant, c.req.valid("param")), deps));
    })
    .post("/v1/schedules/:agent/:name/resume", param(schedulePath), async (c) => {
      return c.json(await resumeSchedule(find(c.var.tenant, c.req.valid("param")), deps));
    })
    .post("/v1/schedules/:agent/:name/run", param(schedulePath), async (c) => {
      const open = find(c.var.tenant, c.req.valid("param"));
      const key = c.req.header("idempotency-key");
      if (key !== undefined) {
        await createIdempotencyKey(key, { method: "POST", path: c.req.path, body: null });
      }
      return c.json(await runNow(open, key, { defer: resolveDefer(c) }, deps), 202);
    });
}
