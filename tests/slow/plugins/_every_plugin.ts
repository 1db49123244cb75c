// Every plugin that a deployment can name: how it is made, where it stands, and a request that it alone responds to.

import { evaluations } from "../../../src/evaluation/door/door.ts";
import type { Plugin } from "../../../src/http/plugin.ts";
import { agUi } from "../../../src/plugins/ag_ui/mod.ts";
import { alarms } from "../../../src/plugins/alarms/mod.ts";
import { analytics } from "../../../src/plugins/analytics/mod.ts";
import { approvals } from "../../../src/plugins/approvals/mod.ts";
import { authorizations } from "../../../src/plugins/mcp/authorizations/mod.ts";
import { channels } from "../../../src/plugins/channels/mod.ts";
import { budgets } from "../../../src/plugins/budgets/mod.ts";
import { chat } from "../../../src/plugins/chat/mod.ts";
import { deferredCalls } from "../../../src/plugins/deferred_calls/mod.ts";
import { feedback } from "../../../src/plugins/feedback/mod.ts";
import { forks } from "../../../src/plugins/forks/mod.ts";
import { media } from "../../../src/plugins/media/mod.ts";
import { mcpApps } from "../../../src/plugins/mcp/apps/mod.ts";
import { mcp } from "../../../src/plugins/mcp/server/mod.ts";
import { openaiApi } from "../../../src/plugins/openai_api/mod.ts";
import { orchestration } from "../../../src/plugins/orchestration/mod.ts";
import { outgoingWebhooks } from "../../../src/plugins/outgoing_webhooks/mod.ts";
import { keys } from "../../../src/plugins/keys/mod.ts";
import { pauses } from "../../../src/plugins/pauses/mod.ts";
import { pins } from "../../../src/plugins/pins/mod.ts";
import { policies } from "../../../src/plugins/policies/mod.ts";
import { schedules } from "../../../src/plugins/schedules/mod.ts";
import { shares } from "../../../src/plugins/shares/mod.ts";
import { toolLint } from "../../../src/plugins/selection/door/lint.ts";
import { catalogues } from "../../../src/plugins/selection/door/mod.ts";
import { toolUsage } from "../../../src/plugins/selection/monitoring/mod.ts";
import { summaries } from "../../../src/plugins/summaries/mod.ts";
import { telemetry } from "../../../src/plugins/telemetry/mod.ts";
import { titles } from "../../../src/plugins/titles/mod.ts";
import { traceSvg } from "../../../src/plugins/trace_svg/mod.ts";
import { qstash } from "../../../src/plugins/wakers/qstash.ts";
import { queues } from "../../../src/plugins/wakers/queues.ts";
import { wakes } from "../../../src/plugins/wakes/mod.ts";
import { webhooks } from "../../../src/plugins/webhooks/mod.ts";

/** A plugin of the package. */
export interface NamedPlugin {
  readonly make: () => Plugin;
  /** The call as a deployment writes it, and its entry of the package. */
  readonly call: string;
  readonly entry: string;
  /** The module that makes it, which no other plugin needs. */
  readonly module: string;
  /** Method and path; missing for a plugin that has no route without its settings. */
  readonly request?: string;
  /** The plugin without which a deployment with this one is refused at its start. */
  readonly needs?: string;
}

/** By name. */
export const PLUGINS: Readonly<Record<string, NamedPlugin>> = {
  ag_ui: {
    make: agUi,
    call: "agUi()",
    entry: "ag_ui",
    module: "src/plugins/ag_ui/mod.ts",
    request: "POST /agui",
  },
  alarms: {
    make: () => alarms({ rules: [] }),
    call: "alarms({ rules: [] })",
    entry: "alarms",
    module: "src/plugins/alarms/mod.ts",
    request: "GET /v1/analytics/alarms",
    needs: "wakes",
  },
  analytics: {
    make: analytics,
    call: "analytics()",
    entry: "analytics",
    module: "src/plugins/analytics/mod.ts",
    request: "GET /v1/analytics/choices",
  },
  approvals: {
    make: approvals,
    call: "approvals()",
    entry: "approvals",
    module: "src/plugins/approvals/mod.ts",
    request: "GET /v1/inbox",
  },
  budgets: {
    make: budgets,
    call: "budgets()",
    entry: "budgets",
    module: "src/plugins/budgets/mod.ts",
  },
  authorizations: {
    make: authorizations,
    call: "authorizations()",
    entry: "mcp/authorizations",
    module: "src/plugins/mcp/authorizations/mod.ts",
    request: "GET /v1/oauth/callback",
  },
  catalogues: {
    make: () => catalogues(),
    call: "catalogues()",
    entry: "catalogues",
    module: "src/plugins/selection/door/mod.ts",
    request: "GET /v1/catalogues",
    needs: "wakes",
  },
  channels: {
    make: () => channels([]),
    call: "channels([])",
    entry: "channels",
    module: "src/plugins/channels/mod.ts",
    request: "POST /channels/slack",
    needs: "wakes",
  },
  chat: {
    make: chat,
    call: "chat()",
    entry: "chat",
    module: "src/plugins/chat/mod.ts",
    request: "POST /api/chat",
  },
  deferred_calls: {
    make: deferredCalls,
    call: "deferredCalls()",
    entry: "deferred_calls",
    module: "src/plugins/deferred_calls/mod.ts",
    request: "POST /v1/threads/t1/calls/c1/result",
  },
  evaluations: {
    make: evaluations,
    call: "evaluations()",
    entry: "evaluation",
    module: "src/evaluation/door/door.ts",
    request: "POST /v1/evaluations",
    needs: "wakes",
  },
  feedback: {
    make: feedback,
    call: "feedback()",
    entry: "feedback",
    module: "src/plugins/feedback/mod.ts",
    request: "GET /v1/analytics/feedback",
  },
  forks: {
    make: forks,
    call: "forks()",
    entry: "forks",
    module: "src/plugins/forks/mod.ts",
    request: "POST /v1/threads/t1/fork",
  },
  keys: {
    make: keys,
    call: "keys()",
    entry: "keys",
    module: "src/plugins/keys/mod.ts",
    request: "GET /v1/keys",
  },
  mcp: {
    make: () => mcp(),
    call: "mcp()",
    entry: "mcp",
    module: "src/plugins/mcp/server/mod.ts",
    request: "POST /mcp",
  },
  mcp_apps: {
    make: mcpApps,
    call: "mcpApps()",
    entry: "mcp/apps",
    module: "src/plugins/mcp/apps/mod.ts",
    request: "GET /v1/apps/frame",
  },
  media: {
    make: media,
    call: "media()",
    entry: "media",
    module: "src/plugins/media/mod.ts",
    request: `GET /v1/threads/t1/media/${"0".repeat(64)}?entry=0`,
  },
  openai_api: {
    make: openaiApi,
    call: "openaiApi()",
    entry: "openai_api",
    module: "src/plugins/openai_api/mod.ts",
    request: "GET /v1/models",
  },
  orchestration: {
    make: orchestration,
    call: "orchestration()",
    entry: "orchestration",
    module: "src/plugins/orchestration/mod.ts",
    request: "GET /v1/threads/t1/plan",
  },
  outgoing_webhooks: {
    make: () => outgoingWebhooks({ api: true }),
    call: "outgoingWebhooks({ api: true })",
    entry: "webhooks/outgoing",
    module: "src/plugins/outgoing_webhooks/mod.ts",
    request: "GET /v1/webhook-deliveries",
    needs: "wakes",
  },
  pauses: {
    make: pauses,
    call: "pauses()",
    entry: "pauses",
    module: "src/plugins/pauses/mod.ts",
    request: "GET /v1/pauses",
  },
  pins: {
    make: pins,
    call: "pins()",
    entry: "pins",
    module: "src/plugins/pins/mod.ts",
  },
  policies: {
    make: () => policies(),
    call: "policies()",
    entry: "policies",
    module: "src/plugins/policies/mod.ts",
    request: "GET /v1/policies",
  },
  qstash: {
    make: () => qstash({ optional: true }),
    call: "qstash({ optional: true })",
    entry: "wakers/qstash",
    module: "src/plugins/wakers/qstash.ts",
  },
  queues: {
    make: () => queues({ optional: true }),
    call: "queues({ optional: true })",
    entry: "wakers/queues",
    module: "src/plugins/wakers/queues.ts",
  },
  schedules: {
    make: schedules,
    call: "schedules()",
    entry: "schedules",
    module: "src/plugins/schedules/mod.ts",
    request: "GET /v1/schedules",
    needs: "wakes",
  },
  shares: {
    make: shares,
    call: "shares()",
    entry: "shares",
    module: "src/plugins/shares/mod.ts",
    request: "GET /shared/token",
  },
  summaries: {
    make: summaries,
    call: "summaries()",
    entry: "summaries",
    module: "src/plugins/summaries/mod.ts",
  },
  telemetry: {
    make: telemetry,
    call: "telemetry()",
    entry: "telemetry",
    module: "src/plugins/telemetry/mod.ts",
  },
  tool_lint: {
    make: () => toolLint(),
    call: "toolLint()",
    entry: "lint",
    module: "src/plugins/selection/door/lint.ts",
    request: "GET /v1/tools/lint",
  },
  tool_usage: {
    make: () => toolUsage(),
    call: "toolUsage()",
    entry: "monitoring",
    module: "src/plugins/selection/monitoring/mod.ts",
    request: "GET /v1/tools/usage",
    needs: "wakes",
  },
  titles: {
    make: () => titles({ agent: "demo" }),
    call: 'titles({ agent: "demo" })',
    entry: "titles",
    module: "src/plugins/titles/mod.ts",
    needs: "wakes",
  },
  trace_svg: {
    make: traceSvg,
    call: "traceSvg()",
    entry: "trace_svg",
    module: "src/plugins/trace_svg/mod.ts",
    request: "GET /v1/threads/t1/trace.svg",
  },
  wakes: {
    make: wakes,
    call: "wakes()",
    entry: "wakes",
    module: "src/plugins/wakes/mod.ts",
    request: "POST /v1/threads/t1/wake",
  },
  webhooks: {
    make: () => webhooks(),
    call: "webhooks()",
    entry: "webhooks",
    module: "src/plugins/webhooks/mod.ts",
    request: "GET /v1/analytics/webhooks",
  },
};

/** All plugins, or all but one and those that need it. */
export const namedPluginsBut = (name?: string): (readonly [string, NamedPlugin])[] =>
  Object.entries(PLUGINS).filter(([other, { needs }]) =>
    name === undefined || other !== name && needs !== name
  );

/** All plugins, or all but one and those that need it, made. */
export const everyPluginBut = (name?: string): Plugin[] =>
  namedPluginsBut(name).map(([, { make }]) => make());
