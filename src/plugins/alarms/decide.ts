// What becomes of the alarms of a tenant when their rules are measured: pure, so that a decision is one text that a store takes or refuses.

import type { JsonObject } from "../../core/json.ts";
import { toJsonObject } from "../../core/json.ts";
import type { Measured } from "./measure.ts";
import { toSubject } from "./measure.ts";
import { inUnit, type Rule } from "./rules.ts";
import type { AlarmEvent, AlarmsState, KeptRule } from "./state.ts";
import { describeAlarm, toLinks } from "./wording.ts";

/** Milliseconds until a rule that no isolate has evaluated is gone: in a rollout, isolates of both deployments evaluate. */
const GONE_MS = 3_600_000;

/** What a decision is made with. */
export interface DecideWith {
  readonly tenant: string;
  readonly now: number;
  readonly pauseMs: number;
  /** The address of the deployment; undefined where none is set. */
  readonly publicUrl: string | undefined;
}

/** The rules of the next state, and the events that it leads to. */
export function decide(
  rules: readonly Rule[],
  measured: ReadonlyMap<string, Measured>,
  { rules: kept }: Pick<AlarmsState, "rules">,
  parts: DecideWith,
): { readonly rules: Record<string, KeptRule>; readonly events: readonly AlarmEvent[] } {
  const { tenant, now, pauseMs } = parts;
  const next: Record<string, KeptRule> = {};
  const events: AlarmEvent[] = [];
  for (const rule of rules) {
    const { name, to } = rule;
    const found = measured.get(name) ?? { value: null };
    const { raisedAt, endedAt } = kept[name] ?? {};
    const holds = isOver(rule, found);
    const state: KeptRule = {
      of: toSubject(rule),
      seenAt: now,
      value: found.value,
      counted: found.counted,
      raisedAt,
      endedAt,
      to,
    };
    next[name] = state;
    if (holds && raisedAt === undefined && now >= (endedAt ?? -Infinity) + pauseMs) {
      state.raisedAt = now;
      events.push({ type: "alarm.raised", rule: name, at: now, data: toData(rule, found, now, parts), to });
    }
    if (!holds && raisedAt !== undefined) {
      state.raisedAt = undefined;
      state.endedAt = now;
      const data = { ...toData(rule, found, raisedAt, parts), because: "over" };
      events.push({ type: "alarm.ended", rule: name, at: now, data, to });
    }
  }
  for (const [name, state] of Object.entries(kept)) {
    if (name in next) continue;
    if (state.seenAt > now - GONE_MS) {
      next[name] = state;
    } else if (state.raisedAt !== undefined) {
      const raisedAt = new Date(state.raisedAt).toISOString();
      const text = `The alarm ${name} has ended: its rule was removed.`;
      const data = { tenant, rule: name, text, raisedAt, because: "removed" };
      events.push({ type: "alarm.ended", rule: name, at: now, data, to: state.to });
    }
  }
  return { rules: next, events };
}

function isOver({ threshold, isReached }: Rule, { value }: Measured): boolean {
  return value !== null && (isReached ? value >= threshold : value > threshold);
}

function toData(
  rule: Rule,
  measured: Measured,
  raisedAt: number,
  { tenant, publicUrl }: DecideWith,
): JsonObject {
  const { name, kind, threshold, withinMs, agent, tool } = rule;
  const { value, thread, amount, user, calls } = measured;
  return toJsonObject({
    tenant,
    rule: name,
    kind,
    text: describeAlarm(rule, measured),
    ...inUnit(rule, value),
    threshold: inUnit(rule, threshold).value,
    withinSeconds: withinMs === undefined ? undefined : withinMs / 1_000,
    agent,
    tool,
    calls,
    thread,
    amount,
    user,
    raisedAt: new Date(raisedAt).toISOString(),
    links: toLinks(rule, thread, publicUrl),
  });
}
