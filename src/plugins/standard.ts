// The standard set: the plugins of a deployment that names none, and all providers. MCP is not in it: a deployment lists its client and
// its server itself. The entries below `kernel` are without the set.

import type { Schema } from "hono/types";
import type { Hono } from "hono/tiny";
import type { HttpEnv } from "../http/context.ts";
import type { Plugin } from "../http/plugin.ts";
import type { ProviderOptions } from "../deps/deployed_providers.ts";
import { PROVIDERS } from "../provider_registry.ts";
import type { planRoutes } from "./orchestration/routes.ts";
import { telemetry } from "./telemetry/mod.ts";
import type { openaiRoutes } from "./openai_api/routes.ts";
import type { callResultRoutes } from "./deferred_calls/routes.ts";
import type { agUiRoutes } from "./ag_ui/routes.ts";
import { summaries } from "./summaries/mod.ts";
import type { chatRoutes } from "./chat/routes.ts";
import { budgets } from "./budgets/mod.ts";
import { openaiApi } from "./openai_api/mod.ts";
import type { approvalRoutes } from "./approvals/approval_routes.ts";
import type { inboxRoutes } from "./approvals/inbox_routes.ts";
import type { approvalLinkRoutes } from "./approvals/link_routes.ts";
import { keys } from "./keys/mod.ts";
import type { keyRoutes } from "./keys/routes.ts";
import { pauses } from "./pauses/mod.ts";
import type { pauseRoutes } from "./pauses/routes.ts";
import { pins } from "./pins/mod.ts";
import { forks } from "./forks/mod.ts";
import { wakes } from "./wakes/mod.ts";
import type { wakeRoutes } from "./wakes/routes.ts";
import { agUi } from "./ag_ui/mod.ts";
import type { analyticsRoutes } from "./analytics/routes.ts";
import { chat } from "./chat/mod.ts";
import { orchestration } from "./orchestration/mod.ts";
import { deferredCalls } from "./deferred_calls/mod.ts";
import { approvals } from "./approvals/mod.ts";
import type { policyRoutes } from "./policies/routes.ts";
import { media } from "./media/mod.ts";
import { policies } from "./policies/mod.ts";
import type { mediaRoutes } from "./media/routes.ts";
import type { forkRoutes } from "./forks/routes.ts";
import { analytics } from "./analytics/mod.ts";
import { traceSvg } from "./trace_svg/mod.ts";
import type { traceRoutes } from "./trace_svg/routes.ts";

/** The plugins of a deployment, where it may name none. */
export interface StandardOptions {
  /**
   * What the deployment adds to the kernel: {@link standard} by default, and nothing else than what is listed.
   * `[...standard(), webhooks()]` adds one, `[chat()]` leaves the others out.
   */
  readonly plugins?: readonly Plugin[];
  /**
   * Plugins behind those of `plugins`.
   *
   * @deprecated Add them to `plugins`: `[...standard(), webhooks()]`.
   */
  readonly doors?: readonly Plugin[];
}

/**
 * The plugins that a deployment has by default: `policies()`, `pauses()`, `keys()`, `approvals()`, `chat()`, `agUi()`, `openaiApi()`,
 * `traceSvg()`, `analytics()`, `deferredCalls()`, `media()`, `orchestration()`, `forks()`, `wakes()`, `telemetry()`, `summaries()`, `budgets()` and `pins()`. Their order is of no effect.
 *
 * @example
 * ```ts
 * import { createTreadle, defineAgent, standard } from "../mod.ts";
 * import { schedules } from "./schedules/mod.ts";
 * import assert from "node:assert/strict";
 *
 * const agents = [defineAgent({ name: "demo", model: "scripted/demo" })];
 * const plugins = [...standard(), schedules()];
 * const treadle = createTreadle({ agents, plugins, store: "memory", env: { TREADLE_OPEN: "1" } });
 *
 * const models = await treadle.fetch(new Request("http://localhost/v1/models"));
 * assert.equal(models.status, 200);
 * await treadle.close();
 * ```
 */
export function standard(): Plugin[] {
  return [
    policies(),
    pauses(),
    keys(),
    approvals(),
    chat(),
    agUi(),
    openaiApi(),
    traceSvg(),
    analytics(),
    deferredCalls(),
    media(),
    orchestration(),
    forks(),
    wakes(),
    telemetry(),
    summaries(),
    budgets(),
    pins(),
  ];
}

/** What the kernel has nothing of by itself. */
type StandardParts = Required<Pick<ProviderOptions, "registry">> & { readonly plugins: readonly Plugin[] };

/** Options with the list of plugins that the kernel requires, and with every provider. */
export function withStandard<Options extends StandardOptions & Pick<ProviderOptions, "registry">>(
  { plugins = standard(), doors = [], registry = PROVIDERS, ...options }: Options,
): Omit<Options, "plugins" | "doors" | "registry"> & StandardParts {
  // What is no list is refused with its place, when the deployment is made.
  return { ...options, registry, plugins: Array.isArray(plugins) ? [...plugins, ...doors] : plugins };
}

type RoutesOf<App> = App extends Hono<HttpEnv, infer Routes extends Schema, string> ? Routes : never;

/** The routes of the standard set, as types. */
export type StandardRoutes = RoutesOf<
  | ReturnType<typeof policyRoutes>
  | ReturnType<typeof pauseRoutes>
  | ReturnType<typeof keyRoutes>
  | ReturnType<typeof callResultRoutes>
  | ReturnType<typeof approvalRoutes>
  | ReturnType<typeof approvalLinkRoutes>
  | ReturnType<typeof inboxRoutes>
  | ReturnType<typeof chatRoutes>
  | ReturnType<typeof agUiRoutes>
  | ReturnType<typeof openaiRoutes>
  | ReturnType<typeof traceRoutes>
  | ReturnType<typeof analyticsRoutes>
  | ReturnType<typeof mediaRoutes>
  | ReturnType<typeof planRoutes>
  | ReturnType<typeof forkRoutes>
  | ReturnType<typeof wakeRoutes>
>;
