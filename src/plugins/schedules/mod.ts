// The entry `@treadle/treadle/schedules`: runs of agents at set times.

import type { Schedule } from "../../core/schedule/schedule.ts";
import { findOnlyTenant } from "../../http/access/only_tenant.ts";
import type { Plugin } from "../../http/plugin.ts";
import { createLooks } from "./look.ts";
import { openSchedules } from "./open_schedules.ts";
import { scheduleRoutes } from "./routes.ts";
import { KIND } from "./state.ts";

export type { Schedule };

/**
 * The door of schedules. Every run of the cron pump, and in Durable Objects an alarm, finds the schedules whose time has come, enqueues
 * their inputs and leaves the steps to wake-ups. `GET /v1/schedules` shows them; `POST /v1/schedules/:agent/:name/pause`, `/resume` and `/run` change them.
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
      const { tick, handler } = createLooks(opened, deps);
      return { routes: scheduleRoutes(opened, deps), tick, wakes: { [KIND]: handler } };
    },
  };
}
