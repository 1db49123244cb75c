// The entry `@treadle/treadle/alarms`: rules about a tenant's runs, inbox, budget and tools, and a webhook when one holds and when it ends.

import { findOnlyTenant } from "../../http/access/only_tenant.ts";
import type { Plugin } from "../../http/plugin.ts";
import { beginTick, checkHandler } from "./check.ts";
import { COUNT_KEY, countCalls } from "./counts.ts";
import { createItems } from "./outbox.ts";
import { alarmRoutes } from "./routes.ts";
import { type AlarmsOptions, invalid, readRules, type Rules } from "./rules.ts";
import { ALARMS } from "./state.ts";
import type { HttpDeps } from "../../http/context.ts";

export type { AlarmCondition, AlarmRule, AlarmsOptions, FailedRuns, ToolFailures } from "./rules.ts";

/**
 * Raises alarms. Each tenant with a step is evaluated every five minutes by wake-ups and the cron pump. A rule that begins to hold is logged and
 * sent as the webhook `alarm.raised`, once, and as `alarm.ended` when it holds no more; the deployment has `outgoingWebhooks()` for that. `GET
 * /v1/analytics/alarms` shows the rules with their states.
 *
 * An evaluation makes two to eleven requests to the store, whatever number of threads there is: the state, the ledger of the day, the oldest
 * calls that wait.
 *
 * @throws {AgentError} config_invalid - a rule is wrong; when the deployment is made: it names an agent that is not there, or has no ledger
 * or no budget to look at
 *
 * @example
 * ```ts
 * import { createTreadle, defineAgent, standard } from "../../mod.ts";
 * import { outgoingWebhooks } from "../outgoing_webhooks/mod.ts";
 * import { alarms } from "./mod.ts";
 * import assert from "node:assert/strict";
 *
 * const rules = [
 *   { name: "failures", when: { failedRuns: { above: 5, within: "1h" } } },
 *   { name: "inbox", when: { inboxOlderThan: "4h" } },
 * ];
 * const treadle = createTreadle({
 *   agents: [defineAgent({ name: "demo", model: "scripted/demo" })],
 *   store: "memory",
 *   env: { TREADLE_API_KEYS: "acme:a-key-of-16-or-more-bytes" },
 *   plugins: [...standard(), outgoingWebhooks(), alarms({ rules })],
 * });
 * const headers = { authorization: "Bearer a-key-of-16-or-more-bytes" };
 * const response = await treadle.fetch(new Request("https://example.com/v1/analytics/alarms", { headers }));
 * const list: { alarms: { name: string; status: string }[] } = await response.json();
 * assert.deepEqual(list.alarms.map(({ name, status }) => [name, status]), [["failures", "quiet"], ["inbox", "quiet"]]);
 * await treadle.close();
 * ```
 */
export function alarms(options: AlarmsOptions): Plugin {
  const read = readRules(options);
  return {
    name: "alarms",
    countKey: COUNT_KEY,
    compile(agent) {
      const count = countCalls(read.rules, agent);
      return count && { count };
    },
    open({ deps, env }) {
      assertPossible(read, deps);
      const parts = { ...read, deps };
      const only = findOnlyTenant(deps.access, env);
      const check = checkHandler(parts);
      const { outbox, wakes } = createItems(read.rules, check, deps);
      return {
        routes: alarmRoutes(parts),
        outbox,
        tick: beginTick(read.tenants ?? (only === undefined ? [] : [only]), parts),
        wakes: { [ALARMS]: check, ...wakes },
      };
    },
  };
}

function assertPossible({ rules }: Rules, { agents, ledger, accounts }: HttpDeps): void {
  for (const { name, kind, agent } of rules) {
    if (agent !== undefined && !agents.has(agent)) {
      throw invalid(`the rule ${name} names the agent ${agent}, which is not there`);
    }
    if (kind !== "inbox_age" && !ledger) {
      throw invalid(`the rule ${name} needs the ledger; unset TREADLE_LEDGER`);
    }
    if (kind === "budget" && accounts === undefined) {
      throw invalid(`the rule ${name} needs budgets of the deployment; set them, or remove the rule`);
    }
  }
}
