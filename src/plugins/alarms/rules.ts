// The rules of alarms: as a program writes them, and as they are evaluated.

import * as z from "zod/mini";
import { AgentError, unreachable } from "../../core/error.ts";
import { check } from "../../core/problems.ts";
import { parseDuration } from "../../core/text/duration.ts";
import { NAME } from "../../core/text/id.ts";
import { tenantName } from "../../http/schemas/requests.ts";

/** Runs that failed: more than `above` within a time. A run has failed for good, or its thread is parked. */
export interface FailedRuns {
  readonly above: number;
  /** `15m`, `1h`; a day at most. */
  readonly within: string;
  /** Name of an agent; all by default. */
  readonly agent?: string | undefined;
}

/** Calls of a tool that failed: more than `above`, or `share` of them or more, within a time. */
export interface ToolFailures {
  readonly tool: string;
  /** Failed calls. */
  readonly above?: number | undefined;
  /** Above 0 and up to 1, of the calls that have ended. */
  readonly share?: number | undefined;
  /** Calls below which a share is none; 10 by default. */
  readonly least?: number | undefined;
  /** `15m`, `1h`; a day at most. */
  readonly within: string;
  /** Name of an agent; all by default. */
  readonly agent?: string | undefined;
}

/** When an alarm is raised: one of the four. */
export type AlarmCondition =
  | { readonly failedRuns: FailedRuns }
  /** A call has waited for people for longer, such as `4h`. */
  | { readonly inboxOlderThan: string; readonly agent?: string | undefined }
  /**
   * The share of a budget of the day that is used: above 0 and up to 1. `tenant`, the default, is the budget of the tenant; `users` that of
   * the user who has used the most.
   */
  | { readonly budgetAt: number; readonly account?: "tenant" | "users" | undefined }
  | { readonly toolFailures: ToolFailures };

/** A rule. */
export interface AlarmRule {
  /** Names the alarm: letters, digits, `_`, `.` and `-`, at most 64. Its state belongs to the name. */
  readonly name: string;
  readonly when: AlarmCondition;
  /**
   * Endpoints of webhooks by their ids, those of the configuration by their names, whatever events they have. By default those whose
   * events are all, or have `alarm.raised` and `alarm.ended`.
   */
  readonly to?: readonly string[] | undefined;
}

/** What {@link alarms} is made from. */
export interface AlarmsOptions {
  /** At most 20: their states are one text of the store. */
  readonly rules: readonly AlarmRule[];
  /** How often the rules of a tenant are evaluated: from `1m` to `1h`, `5m` by default. */
  readonly every?: string | undefined;
  /** How long an alarm that has ended stays ended, at least: up to `1d`, `15m` by default. */
  readonly pause?: string | undefined;
  /** Tenants that are evaluated before their first step; by default the only tenant of the deployment, where it has one. */
  readonly tenants?: readonly string[] | undefined;
}

/** Every kind of a rule. */
export const ALARM_KINDS = ["failed_runs", "inbox_age", "budget", "tool_failures"] as const;

/** The kind of a rule. */
export type AlarmKind = typeof ALARM_KINDS[number];

/** A rule as it is evaluated. */
export interface Rule {
  readonly name: string;
  readonly kind: AlarmKind;
  /** What it compares with: runs, calls, a share, or milliseconds. */
  readonly threshold: number;
  /** The alarm holds at the threshold already, and not only above it. */
  readonly isReached: boolean;
  /** Milliseconds that are looked back; undefined where a rule looks at what is now. */
  readonly withinMs: number | undefined;
  readonly agent: string | undefined;
  readonly tool: string | undefined;
  /** Of a share of calls: calls below which it is none; undefined for a number of calls. */
  readonly least: number | undefined;
  readonly account: "tenant" | "users" | undefined;
  readonly to: readonly string[] | undefined;
}

/** The rules of a deployment with their times, in milliseconds. */
export interface Rules {
  readonly rules: readonly Rule[];
  readonly everyMs: number;
  readonly pauseMs: number;
  readonly tenants: readonly string[] | undefined;
}

/** What the API and the events count the value and the threshold of a rule in. */
export const ALARM_UNITS = ["runs", "calls", "share", "seconds"] as const;

/** What a rule counts in. */
export type AlarmUnit = typeof ALARM_UNITS[number];

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Calls below which a share of them is none. */
const LEAST = 10;

function duration(leastMs: number, mostMs: number, range: string) {
  return z.string().check(z.refine((text) => {
    const ms = parseDuration(text);
    return ms !== undefined && ms >= leastMs && ms <= mostMs;
  }, `must be a time ${range}, such as 15m or 1h`));
}

const name = z.string().check(z.regex(NAME, `must match ${NAME.source}`));
const above = z.int().check(z.minimum(0));
const share = z.number().check(
  z.refine((value) => value > 0 && value <= 1, "must be a share above 0 and up to 1, such as 0.8"),
);
const within = duration(MINUTE_MS, DAY_MS, "from 1m to 24h");

const toolFailures = z.strictObject({
  tool: z.string().check(z.minLength(1), z.maxLength(128)),
  above: z.optional(above),
  share: z.optional(share),
  least: z.optional(z.int().check(z.minimum(1))),
  within,
  agent: z.optional(name),
}).check(
  z.refine(
    (value) => (value.above === undefined) !== (value.share === undefined),
    "must have above or share",
  ),
  z.refine((value) => value.least === undefined || value.share !== undefined, "has least, which needs share"),
);

const condition = z.strictObject({
  failedRuns: z.optional(z.strictObject({ above, within, agent: z.optional(name) })),
  inboxOlderThan: z.optional(duration(MINUTE_MS, 90 * DAY_MS, "from 1m to 90d")),
  agent: z.optional(name),
  budgetAt: z.optional(share),
  account: z.optional(z.enum(["tenant", "users"])),
  toolFailures: z.optional(toolFailures),
}).check(
  z.refine(
    ({ failedRuns, inboxOlderThan, budgetAt, toolFailures }) =>
      [failedRuns, inboxOlderThan, budgetAt, toolFailures].filter((each) => each !== undefined).length === 1,
    "must have one of failedRuns, inboxOlderThan, budgetAt and toolFailures",
  ),
  z.refine(
    ({ agent, inboxOlderThan }) => agent === undefined || inboxOlderThan !== undefined,
    "has agent, which stands beside inboxOlderThan, or within failedRuns and toolFailures",
  ),
  z.refine(
    ({ account, budgetAt }) => account === undefined || budgetAt !== undefined,
    "has account, which stands beside budgetAt",
  ),
);

const options = z.strictObject({
  rules: z.array(z.strictObject({
    name,
    when: condition,
    to: z.optional(
      z.array(z.string().check(z.minLength(1), z.maxLength(64))).check(z.minLength(1), z.maxLength(16)),
    ),
  })).check(
    z.maxLength(20),
    z.refine(
      (rules) => new Set(rules.map(({ name }) => name)).size === rules.length,
      "must not have two of one name",
    ),
  ),
  every: z.optional(duration(MINUTE_MS, 60 * MINUTE_MS, "from 1m to 1h")),
  pause: z.optional(duration(0, DAY_MS, "up to 1d")),
  tenants: z.optional(z.array(tenantName)),
});

/**
 * Reads the rules.
 *
 * @throws {AgentError} config_invalid - with each place that is wrong
 */
export function readRules(given: AlarmsOptions): Rules {
  const checked = check(options, given);
  if (!checked.ok) {
    throw invalid(checked.problems.map(({ pointer, detail }) => `${pointer || "/"} ${detail}`).join("; "));
  }
  const { rules, every = "5m", pause = "15m", tenants } = checked.value;
  return {
    rules: rules.map(({ name, when, to }) => ({ ...toRule(when), name, to })),
    everyMs: toMs(every),
    pauseMs: toMs(pause),
    tenants,
  };
}

/** What the rule counts in, and a value of it: seconds in place of milliseconds. */
export function inUnit(
  { kind, least }: Rule,
  value: number | null,
): { readonly unit: AlarmUnit; readonly value: number | null } {
  switch (kind) {
    case "failed_runs":
      return { unit: "runs", value };
    case "tool_failures":
      return { unit: least === undefined ? "calls" : "share", value };
    case "budget":
      return { unit: "share", value };
    case "inbox_age":
      return { unit: "seconds", value: value === null ? null : Math.floor(value / 1_000) };
    default:
      return unreachable(kind);
  }
}

/** The error of rules that are wrong; `what` is the rest of a sentence without its full stop. */
export function invalid(what: string): AgentError {
  return new AgentError("config_invalid", `The alarms are configured wrongly: ${what}.`);
}

function toRule(
  { failedRuns, inboxOlderThan, agent, budgetAt, account = "tenant", toolFailures }: z.output<
    typeof condition
  >,
): Omit<Rule, "name" | "to"> {
  const rule = {
    isReached: true,
    withinMs: undefined,
    agent: undefined,
    tool: undefined,
    least: undefined,
    account: undefined,
  };
  if (failedRuns !== undefined) {
    const { above, within, agent } = failedRuns;
    return {
      ...rule,
      kind: "failed_runs",
      threshold: above,
      isReached: false,
      withinMs: toMs(within),
      agent,
    };
  }
  if (toolFailures !== undefined) {
    const { tool, above, share, least = LEAST, within, agent } = toolFailures;
    const isShare = share !== undefined;
    return {
      ...rule,
      kind: "tool_failures",
      threshold: share ?? above ?? 0,
      isReached: isShare,
      withinMs: toMs(within),
      agent,
      tool,
      least: isShare ? least : undefined,
    };
  }
  if (budgetAt !== undefined) return { ...rule, kind: "budget", threshold: budgetAt, account };
  return { ...rule, kind: "inbox_age", threshold: toMs(inboxOlderThan ?? ""), isReached: false, agent };
}

function toMs(text: string): number {
  return parseDuration(text) ?? 0;
}
