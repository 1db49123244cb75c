// The entry `@treadle/treadle/monitoring`: how tools are used, from the log of threads, and alerts when a tool falls out of use.

import { AgentError } from "../../../core/error.ts";
import { findOnlyTenant } from "../../../http/access/only_tenant.ts";
import type { Plugin } from "../../../http/plugin.ts";
import { CatalogueReader } from "../catalogue/reader.ts";
import type { AlertLimits } from "./falls.ts";
import { usageRoutes } from "./routes.ts";
import { TOOL_USAGE } from "./stored_week.ts";
import { checkTick, weekHandler } from "./work.ts";

/** What {@link toolUsage} takes; all of it has a default. */
export interface ToolUsageOptions {
  /** The catalogues that this isolate has read: that of the door `catalogues()`. */
  readonly reader?: CatalogueReader;
  /**
   * Tenants whose weeks the cron pump counts from the first day on; by default the only tenant of the deployment, where it has one. Those
   * of another begin with `POST /v1/tools/usage/check`.
   */
  readonly tenants?: readonly string[];
  /** When the calls of a tool count as fallen: by more than half, from 20 calls on, by default. */
  readonly alert?: Partial<AlertLimits>;
  /** Threads that must have been offered a tool before it counts as never chosen, or as chosen less than before; 20 by default. */
  readonly driftOffered?: number;
}

/**
 * The door of `GET /v1/tools/usage` and `POST /v1/tools/usage/check`. What it reports is counted from the histories of threads: no step
 * writes anything for it. It needs the scope `manage`.
 *
 * A week is counted once it is over, by the cron pump, and kept. A tool whose calls fell against the week before is logged, and with the
 * plugin `outgoingWebhooks()` reported by the webhook `tool.calls_fell`, once for a tool and a week.
 *
 * @throws {AgentError} config_invalid - when the deployment is made: a limit is out of its range
 *
 * @example
 * ```ts
 * import { createTreadle, defineAgent, standard } from "../../../mod.ts";
 * import { toolUsage } from "./mod.ts";
 * import assert from "node:assert/strict";
 *
 * const agents = [defineAgent({ name: "demo", model: "scripted/demo" })];
 * const env = { TREADLE_API_KEYS: "acme:a-key-of-16-or-more-bytes" };
 * const treadle = createTreadle({ agents, store: "memory", env, plugins: [...standard(), toolUsage()] });
 * const headers = { authorization: "Bearer a-key-of-16-or-more-bytes" };
 * const response = await treadle.fetch(new Request("https://example.com/v1/tools/usage?weeks=4", { headers }));
 * const { weeks, partial } = await response.json();
 * assert.deepEqual([weeks.length, partial], [4, false]);
 * await treadle.close();
 * ```
 */
export function toolUsage(options: ToolUsageOptions = {}): Plugin {
  const { reader = new CatalogueReader(), driftOffered = 20 } = options;
  const { fall = 0.5, least = 20 } = options.alert ?? {};
  if (!(fall >= 0 && fall < 1)) throw invalid("alert.fall must be a number from 0 up to but not 1");
  for (const [name, value] of [["alert.least", least], ["driftOffered", driftOffered]] as const) {
    if (!Number.isInteger(value) || value < 1) throw invalid(`${name} must be an integer of 1 or more`);
  }
  return {
    name: "tool_usage",
    open({ deps, env }) {
      const only = findOnlyTenant(deps.access, env);
      const tenants = options.tenants ?? (only === undefined ? [] : [only]);
      const parts = { deps, reader, alert: { fall, least }, driftOffered };
      return {
        routes: usageRoutes(parts),
        wakes: { [TOOL_USAGE]: weekHandler(parts) },
        tick: checkTick(tenants, parts),
      };
    },
  };
}

function invalid(what: string): AgentError {
  return new AgentError("config_invalid", `toolUsage: ${what}.`);
}
