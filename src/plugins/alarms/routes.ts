// GET /v1/analytics/alarms: the rules of the deployment and what they have come to for the caller's tenant. It needs the scope `manage`, as
// all analytics do.

import { Hono } from "hono/tiny";
import type { HttpDeps, HttpEnv } from "../../http/context.ts";
import { listMissing } from "../outgoing_webhooks/send_event.ts";
import type { AlarmList, AlarmView } from "./contract.ts";
import { inUnit, type Rule, type Rules } from "./rules.ts";
import { BEGINNING, type KeptRule, readState } from "./state.ts";

/** The routes. */
export function alarmRoutes({ rules, everyMs, deps }: Rules & { readonly deps: HttpDeps }) {
  const named = rules.flatMap(({ to = [] }) => to);
  return new Hono<HttpEnv>().get("/v1/analytics/alarms", async (c) => {
    const { tenant } = c.var;
    const [{ state } = { state: BEGINNING }, missing] = await Promise.all([
      readState(tenant, deps.store),
      listMissing(tenant, named, deps),
    ]);
    return c.json<AlarmList>({
      checkedAt: state.checkedAt > 0 ? toTime(state.checkedAt) : null,
      everySeconds: everyMs / 1_000,
      alarms: rules.map((rule) => toView(rule, state.rules[rule.name], missing)),
    });
  });
}

function toView(rule: Rule, kept: KeptRule | undefined, missing: readonly string[]): AlarmView {
  const { name, kind, threshold, withinMs, agent, tool, to } = rule;
  const { value = null, raisedAt, endedAt } = kept ?? {};
  return {
    name,
    kind,
    status: raisedAt === undefined ? "quiet" : "raised",
    ...inUnit(rule, value),
    threshold: inUnit(rule, threshold).value ?? threshold,
    withinSeconds: withinMs === undefined ? null : withinMs / 1_000,
    agent: agent ?? null,
    tool: tool ?? null,
    to: to ?? null,
    missing: to?.filter((id) => missing.includes(id)) ?? [],
    raisedAt: raisedAt === undefined ? null : toTime(raisedAt),
    endedAt: endedAt === undefined ? null : toTime(endedAt),
  };
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}
