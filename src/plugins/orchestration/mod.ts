// The entry `@treadle/treadle/orchestration`: agents that write a plan of phases and have workers run them.

import type { Plugin } from "../../http/plugin.ts";
import { DELEGATION } from "./delegation.ts";
import { planRoutes } from "./routes.ts";
import { assertWorkers } from "../../agents/orchestrate/workers.ts";

/**
 * Runs the phases of agents with `orchestrate`, each in a thread of its own, and serves `/v1/threads/:id/plan` and
 * `/v1/threads/:id/children`. It is part of the standard set; a deployment without it refuses such agents when it is made.
 * Opened, it throws `agent_invalid` for workers that the deployment does not have or cannot hold to their tool choice.
 *
 * @example
 * ```ts ignore
 * import { orchestration } from "@treadle/treadle/orchestration";
 * import { serve } from "@treadle/treadle/kernel/cloudflare";
 * import { lead, researcher } from "./agents/crew.ts";
 *
 * export default serve({ agents: [lead, researcher], plugins: [orchestration()] });
 * ```
 */
export function orchestration(): Plugin {
  return {
    name: "orchestration",
    open({ deps }) {
      assertWorkers(deps.agents);
      return { delegation: DELEGATION, routes: planRoutes(deps), tokenRoutes: [TOKEN_ROUTE] };
    },
  };
}

/** A token writes no plans, because a plan may name other threads. */
const TOKEN_ROUTE = /^(?:GET|HEAD) \/v1\/threads\/[^/]+\/(?:plan|children)$/;
