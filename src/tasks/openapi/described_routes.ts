// The routes of the app with every plugin that is described, and their operations.

import { createApp } from "../../app.ts";
import { AgentError } from "../../core/error.ts";
import { createDeps } from "../../deps/create_deps.ts";
import { findFact, type RouteFact } from "../../http/route_facts.ts";
import type { Operation } from "../../http/schemas/operation.ts";
import { OPERATIONS as NATIVE_OPERATIONS } from "../../http/schemas/operations.ts";
import { DOOR_OPERATIONS } from "../door_operations.ts";
import { ACCESS_OPERATIONS } from "./access_operations.ts";
import { ANALYTICS_OPERATIONS } from "./analytics_operations.ts";
import { APPROVAL_OPERATIONS } from "./approval_operations.ts";
import { CATALOGUE_OPERATIONS } from "./catalogue_operations.ts";
import { EVALUATION_OPERATIONS } from "./evaluation_operations.ts";
import { FEEDBACK_OPERATIONS } from "./feedback_operations.ts";
import { OUTGOING_OPERATIONS } from "./outgoing_operations.ts";
import { PAUSE_OPERATIONS } from "./pause_operations.ts";
import { DESCRIBED_PLUGINS } from "./plugins.ts";
import { SCHEDULE_OPERATIONS } from "./schedule_operations.ts";
import { TOOL_USAGE_OPERATIONS } from "./tool_usage_operations.ts";
import { WEBHOOK_OPERATIONS } from "./webhook_operations.ts";

const OPERATIONS = {
  ...NATIVE_OPERATIONS,
  ...APPROVAL_OPERATIONS,
  ...DOOR_OPERATIONS,
  ...ANALYTICS_OPERATIONS,
  ...FEEDBACK_OPERATIONS,
  ...OUTGOING_OPERATIONS,
  ...CATALOGUE_OPERATIONS,
  ...TOOL_USAGE_OPERATIONS,
  ...PAUSE_OPERATIONS,
  ...ACCESS_OPERATIONS,
  ...SCHEDULE_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...EVALUATION_OPERATIONS,
};

/** A route with its operation, and the facts of its middleware. */
export interface Route {
  readonly method: string;
  /** As OpenAPI writes it: `/v1/threads/{id}`. */
  readonly path: string;
  readonly operation: Operation;
  readonly facts: readonly RouteFact[];
}

/**
 * Every route, in the order of the app. Several handlers stand on one route: a fact each.
 *
 * @throws {AgentError} internal
 */
export function describeRoutes(): Route[] {
  const deps = createDeps({ env: { TREADLE_STORE: "memory" }, agents: [], plugins: DESCRIBED_PLUGINS });
  const app = createApp(deps);
  const routed = app.routes.filter(({ method }) => method !== "ALL"); // what is for all methods is middleware
  const byRoute = Map.groupBy(routed, ({ method, path }) => `${method} ${path}`);
  const unrouted = Object.keys(OPERATIONS).filter((route) => !byRoute.has(route));
  if (unrouted.length > 0) {
    throw new AgentError("internal", `The app does not route ${unrouted}; correct the table of operations.`);
  }
  return Array.from(byRoute, ([route, handlers]) => {
    const operation = OPERATIONS[route];
    if (operation === undefined) {
      throw new AgentError("internal", `${route} has no operation; add it to the table of operations.`);
    }
    const [method = "", path = ""] = route.split(" ");
    const facts = handlers.flatMap(({ handler }) => findFact(handler) ?? []);
    return { method, path: path.replaceAll(/:(\w+)/g, "{$1}"), operation, facts };
  });
}
