// The entry `@treadle/treadle/pauses`: agents that stop, and go on, without a deploy.

import type { Plugin } from "../../http/plugin.ts";
import { Pauses } from "./pauses.ts";
import { pauseRoutes } from "./routes.ts";

/**
 * Serves `/v1/pauses`, by which a tenant pauses an agent, or all of them by the name `*`: none of its steps begins until the pause is removed,
 * and what wake-ups were to do waits. It is part of the standard set.
 *
 * @example
 * ```ts
 * import { createTreadle, defineAgent } from "../../mod.ts";
 * import { pauses } from "./mod.ts";
 * import assert from "node:assert/strict";
 *
 * const agents = [defineAgent({ name: "demo", model: "scripted/demo" })];
 * const treadle = createTreadle({ agents, plugins: [pauses()], store: "memory", env: { TREADLE_OPEN: "1" } });
 *
 * await treadle.fetch(new Request("http://localhost/v1/pauses/demo", { method: "PUT" }));
 * await assert.rejects(treadle.run("t1", "Go on."), { code: "agent_paused" });
 * await treadle.close();
 * ```
 */
export function pauses(): Plugin {
  return {
    name: "pauses",
    open({ deps }) {
      const opened = new Pauses(deps);
      return { routes: pauseRoutes(opened, deps), pausing: opened };
    },
  };
}
