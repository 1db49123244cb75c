// The entry `@treadle/treadle/schedules`: runs of agents at set times.

import { failureFields } from "../../core/error.ts";
import type { Schedule } from "../../core/schedule/schedule.ts";
import type { Tick } from "../../core/wake.ts";
import { findOnlyTenant } from "../../http/access/only_tenant.ts";
import type { HttpDeps } from "../../http/context.ts";
import type { Plugin } from "../../http/plugin.ts";
import { fire } from "./fire.ts";
import { type OpenSchedule, openSchedules } from "./open_schedules.ts";
import { scheduleRoutes } from "./routes.ts";

export type { Schedule };

/**
 * The door of schedules. Every run of the cron pump finds the schedules whose time has come, enqueues their inputs and leaves the
 * steps to wake-ups. `GET /v1/schedules` shows them; `POST /v1/schedules/:agent/:name/pause`, `/resume` and `/run` change them.
 *
 * @throws {AgentError} agent_invalid - when the deployment is made: an expression, a time zone or another part is wrong
 * @throws {AgentError} config_invalid - when the deployment is made: it is not clear whose threads a schedule makes
 *
 * @example
 * ```ts
 * import { createTreadle, defineAgent, standard } from "../../mod.ts";
 * import { schedules } from "./mod.ts";
 * import assert from "node:assert/strict";
 *
 * const digest = defineAgent({
 *   name: "digest",
 *   model: "scripted/demo",
 *   schedules: [{ name: "nightly", cron: "0 3 * * *", timezone: "Europe/Berlin", input: "Write the digest of the day." }],
 * });
 * const env = { TREADLE_API_KEYS: "acme:a-key-of-16-or-more-bytes" };
 * const treadle = createTreadle({ agents: [digest], store: "memory", env, plugins: [...standard(), schedules()] });
 * const headers = { authorization: "Bearer a-key-of-16-or-more-bytes" };
 * const response = await treadle.fetch(new Request("https://example.com/v1/schedules", { headers }));
 * const [nightly] = (await response.json()).schedules;
 * assert.deepEqual([nightly.agent, nightly.name, nightly.status], ["digest", "nightly", "active"]);
 * await treadle.close();
 * ```
 */
export function schedules(): Plugin {
  return {
    name: "schedules",
    open({ deps, env }) {
      const tenant = findOnlyTenant(deps.access, env);
      const opened = openSchedules(deps.agents.values(), { tenant, now: deps.clock() });
      return { routes: scheduleRoutes(opened, deps), tick: createTick(opened, deps) };
    },
  };
}

/** An isolate remembers when each schedule is next, so that a look before that costs no request. */
function createTick(schedules: readonly OpenSchedule[], deps: HttpDeps): Tick {
  const looks = new Map<OpenSchedule, number | undefined>();
  return async (now, io) => {
    for (const open of schedules) {
      if (now < (looks.get(open) ?? 0)) continue;
      try {
        looks.set(open, await fire(open, now, io, deps));
      } catch (thrown) {
        const { agent, tenant, schedule } = open;
        deps.log("warn", "a schedule was not looked at; the next run of the cron pump does it", {
          agent,
          tenant,
          schedule: schedule.name,
          ...failureFields(thrown),
        });
      }
    }
  };
}
