// The entry `@treadle/treadle/analytics`: what was offered, forced, chosen, refused and violated over days, and what that suggests.

import type { Plugin } from "../../http/plugin.ts";
import { AgentGroups } from "./counts/count_group.ts";
import { countStep } from "./counts/count_step.ts";
import { analyticsRoutes } from "./routes.ts";

/**
 * Counts each step, and serves `GET /v1/analytics/choices` and `GET /v1/analytics/suggestions`. It is part of the standard set, and the
 * page at `/` shows the counts. A deployment without it counts nothing; what was counted before is kept.
 *
 * @example
 * ```ts
 * import { createTreadle, defineAgent } from "../../mod.ts";
 * import { analytics } from "./mod.ts";
 * import assert from "node:assert/strict";
 *
 * const agents = [defineAgent({ name: "demo", model: "scripted/demo" })];
 * const treadle = createTreadle({ agents, plugins: [analytics()], store: "memory", env: { TREADLE_OPEN: "1" } });
 * const step = { method: "POST", headers: { "content-type": "application/json" }, body: '{"agent":"demo","input":"Hi."}' };
 * await (await treadle.fetch(new Request("http://localhost/v1/threads/t1/steps", step))).json();
 * const response = await treadle.fetch(new Request("http://localhost/v1/analytics/choices?by=agent"));
 * const { rows: [row] } = await response.json();
 * assert.deepEqual([row.agent, row.steps], ["demo", 1]);
 * await treadle.close();
 * ```
 */
export function analytics(): Plugin {
  return {
    name: "analytics",
    // The counts have stood there since before there were plugins.
    countKey: "",
    compile({ name }) {
      const groups = new AgentGroups(name);
      return { count: (step) => ({ of: groups.textOf(step), added: countStep(step) }) };
    },
    open: ({ deps, counts }) => ({ routes: analyticsRoutes({ ...deps, counts }) }),
  };
}
