// The app: the HTTP surface of a deployment, as one fetch handler for every runtime.

import { methodNotAllowed } from "hono/method-not-allowed";
import { requestId } from "hono/request-id";
import { Hono } from "hono/tiny";
import type { BlankSchema, RouterRoute, Schema } from "hono/types";
import { AgentError } from "./core/error.ts";
import type { ReadAsset } from "./core/ports.ts";
import { newId } from "./core/text/id.ts";
import { agentRoutes } from "./http/routes/agents.ts";
import { identify } from "./http/access/auth.ts";
import { unlessSigned } from "./http/access/signed.ts";
import { assertBasePath, readBasePath, readLocalPath } from "./http/base_path.ts";
import type { HttpContext, HttpDeps, HttpEnv } from "./http/context.ts";
import type { PluginDeps } from "./http/plugin.ts";
import { deploymentRoutes } from "./http/routes/deployment.ts";
import { allowOrigins } from "./http/access/cors.ts";
import { refuseCrossSite } from "./http/access/cross_site.ts";
import { problem } from "./http/errors.ts";
import { refuseWhenFull } from "./http/access/full.ts";
import { refuseForeignThreads } from "./http/access/own_threads.ts";
import { eventRoutes } from "./http/routes/events.ts";
import { exportRoutes } from "./http/routes/export.ts";
import { limitRequests } from "./http/access/rate_limits.ts";
import { healthRoutes } from "./http/routes/health.ts";
import { errorResponse, observe } from "./http/observe.ts";
import { openapiRoutes } from "./http/routes/openapi.ts";
import { pluginRoutes } from "./http/routes/plugins.ts";
import { providerRoutes } from "./http/routes/providers.ts";
import { stepRoutes } from "./http/routes/steps.ts";
import { threadRoutes } from "./http/routes/threads.ts";
import { tokenRoutes } from "./http/routes/tokens.ts";
import { usageRoutes } from "./http/routes/usage.ts";
import { playgroundFiles } from "./http/page/files.ts";
import { assertNamesFree } from "./kernel/session/reserved_names.ts";

/** What the app serves besides the API, and where. */
export interface AppOptions {
  /** Reads the files of the playground and openapi.json; without it there is neither. */
  readonly readAsset?: ReadAsset | undefined;
  /**
   * The path below which all routes are, such as `/agents`; by default there is none. An app that is mounted by `app.route` of
   * another takes it from there and needs none.
   */
  readonly basePath?: string | undefined;
}

/**
 * All routes over one deployment: those of the kernel, and those of its plugins behind them. `Routes` are the types of the latter,
 * of which the deployment knows the values alone; none by default (treadle/app.ts adds those of the standard set). The platform's part of an invocation goes in with each request:
 * `app.fetch(request, { defer: (promise) => context.waitUntil(promise) })`.
 *
 * @throws {AgentError} config_invalid - the base path is none; a plugin has a route that the kernel has
 */
export function createApp<Routes extends Schema = BlankSchema>(
  deps: PluginDeps,
  { readAsset, basePath = "/" }: AppOptions = {},
) {
  const root = new Hono<HttpEnv, Routes, "/">();
  root.onError(errorResponse);
  root.notFound((c) => notFound(c, deps));
  const app = below(root, basePath);

  app.use(requestId({ generator: () => newId("req", deps.random) }));
  app.use(observe(deps));
  if (deps.corsOrigins.length > 0) app.use(allowOrigins(deps));
  app.use(methodNotAllowed({ app, onMethodNotAllowed }));
  app.use(unlessSigned(deps.openedPlugins, identify(deps)));
  if (deps.access.type !== "keys") app.use(refuseCrossSite(deps));
  if (deps.places !== undefined) app.use(refuseWhenFull(deps.places, deps));
  if (deps.rateLimits !== undefined) app.use(limitRequests(deps.rateLimits, deps));
  const { reserved } = deps.contributions;
  app.use((c, next) => {
    c.set("reserved", reserved);
    assertNamesFree({ ref: c.var, user: c.var.user, origin: { door: "api" } }, reserved);
    return next();
  });
  if (deps.access.type === "custom" || deps.tokens.secrets.length > 0) {
    app.use("/v1/threads/:id/*", refuseForeignThreads(deps));
  }

  const files = readAsset === undefined ? [] : playgroundFiles(readAsset, deps.pageModules);
  for (const { path, respond } of files) app.get(path, (c) => respond(c.req.raw, readBasePath(c)));
  if (readAsset !== undefined) app.route("/", openapiRoutes(readAsset));
  const routed = app
    .route("/", threadRoutes(deps))
    .route("/", stepRoutes(deps))
    .route("/", exportRoutes(deps))
    .route("/", eventRoutes(deps))
    .route("/", usageRoutes(deps))
    .route("/", tokenRoutes(deps))
    .route("/", agentRoutes(deps))
    .route("/", providerRoutes(deps))
    .route("/", pluginRoutes(deps))
    .route("/", deploymentRoutes(deps))
    .route("/", healthRoutes(deps));
  const own = app.routes.length;
  for (const { routes } of deps.openedPlugins) if (routes !== undefined) app.route("/", routes);
  assertNoneHidden(app.routes.slice(0, own), app.routes.slice(own));
  const page = files.find(({ path }) => path === "/");
  routed.all(
    "*",
    (c) => page !== undefined && isPage(c) ? page.respond(c.req.raw, readBasePath(c)) : notFound(c, deps),
  );
  return routed;
}

/** The app whose routes are below the path. */
function below<Routes extends Schema>(
  root: Hono<HttpEnv, Routes, "/">,
  basePath: string,
): Hono<HttpEnv, Routes, "/"> {
  if (basePath === "/") return root;
  assertBasePath(basePath);
  return root.basePath(basePath);
}

/**
 * Refuses a route of a plugin that the kernel has: it would never be called.
 *
 * @throws {AgentError} config_invalid, with the route
 */
function assertNoneHidden(kernel: readonly RouterRoute[], plugins: readonly RouterRoute[]): void {
  const known = new Set(kernel.filter(({ method }) => method !== "ALL").map(toPattern));
  const hidden = plugins.find((route) => known.has(toPattern(route)));
  if (hidden === undefined) return;
  throw new AgentError(
    "config_invalid",
    `A plugin of the deployment has the route ${hidden.method} ${hidden.path}, which the kernel has; choose another path.`,
  );
}

/** A route without the names of its parameters. */
function toPattern({ method, path }: RouterRoute): string {
  return `${method} ${path.replaceAll(/:[\w-]+/g, ":")}`;
}

/** `/agents/` is the page, too: as a route it would be `/agents`. */
function isPage(c: HttpContext): boolean {
  return readLocalPath(c) === "/" && (c.req.method === "GET" || c.req.method === "HEAD");
}

/** Outside of the base path no middleware has run. */
function notFound(c: HttpContext, { random }: HttpDeps): Response {
  if (c.get("requestId") === undefined) c.set("requestId", newId("req", random));
  return problem(
    c,
    new AgentError("not_found", `There is no such route; see ${readBasePath(c)}/openapi.json.`),
  );
}

/** OPTIONS lists the methods of the route; every other method that the route does not have is 405. */
function onMethodNotAllowed(c: HttpContext, methods: string[]): Response {
  const allow = [...methods, "OPTIONS"].join(", ");
  const response = c.req.method === "OPTIONS"
    ? new Response(null, { status: 204 })
    : problem(c, new AgentError("method_not_allowed", `This route takes ${allow}.`));
  response.headers.set("allow", allow);
  return response;
}
