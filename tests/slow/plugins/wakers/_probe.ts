// Work in a Worker that its tests can see: what arrives is listed by GET /probe, POST /probe sends a wake-up of it, and
// POST /probe/raw puts anything into the queue.

import { Hono } from "hono/tiny";
import type { WakeOutcome, WakeUp } from "../../../../src/core/wake.ts";
import { type App, type HttpEnv, resolveDefer } from "../../../../src/http/context.ts";
import type { Plugin } from "../../../../src/http/plugin.ts";
import { isQueueProducer } from "../../../../src/plugins/wakers/queues.ts";

/** `@probe/busy...` is put off for a second at its first arrival. */
export function probe(): Plugin {
  return {
    name: "probe",
    open({ deps, env: { WAKES } }) {
      const arrived: WakeUp[] = [];
      const routes: App = new Hono<HttpEnv>();
      routes.get("/probe", (c) => c.json(arrived));
      routes.post("/probe", async (c) => {
        await deps.wakes.schedule(await c.req.json(), { defer: resolveDefer(c) });
        return c.json({ sent: true });
      });
      routes.post("/probe/raw", async (c) => {
        if (!isQueueProducer(WAKES)) return c.json({ sent: false }, 500);
        await WAKES.send(await c.req.json(), { contentType: "json" });
        return c.json({ sent: true });
      });
      const handle = async (wake: WakeUp): Promise<WakeOutcome> => {
        const isFirst = arrived.every(({ name }) => name !== wake.name);
        arrived.push(wake);
        return isFirst && wake.name.startsWith("@probe/busy")
          ? { type: "again", afterMs: 1_000, because: "thread_busy" }
          : { type: "handled" };
      };
      return { routes, wakes: { probe: handle } };
    },
  };
}
