// The app: the HTTP surface of a deployment, as one fetch handler for every runtime.

import { methodNotAllowed } from "hono/method-not-allowed";
import { requestId } from "hono/request-id";
import { secureHeaders } from "hono/secure-headers";
import { Hono } from "hono/tiny";
import { AgentError } from "./core/error.ts";
import type { ReadAsset } from "./core/ports.ts";
import { newId } from "./core/text/id.ts";
import { agentRoutes } from "./http/routes/agents.ts";
import { analyticsRoutes } from "./http/routes/analytics.ts";
import { approvalLinkRoutes } from "./http/routes/approval_links.ts";
import { approvalRoutes } from "./http/routes/approvals.ts";
import { authenticate } from "./http/auth.ts";
import type { HttpContext, HttpDeps, HttpEnv } from "./http/context.ts";
import { controlRoutes } from "./http/routes/control.ts";
import { allowOrigins } from "./http/cors.ts";
import { refuseCrossSite } from "./http/cross_site.ts";
import { problem } from "./http/errors.ts";
import { eventRoutes } from "./http/routes/events.ts";
import { exportRoutes } from "./http/routes/export.ts";
import { healthRoutes } from "./http/routes/health.ts";
import { inboxRoutes } from "./http/routes/inbox.ts";
import { errorResponse, observe } from "./http/observe.ts";
import { openapiRoutes } from "./http/routes/openapi.ts";
import { planRoutes } from "./http/routes/plans.ts";
import { policyRoutes } from "./http/routes/policies.ts";
import { providerRoutes } from "./http/routes/providers.ts";
import { stepRoutes } from "./http/routes/steps.ts";
import { threadRoutes } from "./http/routes/threads.ts";
import { usageRoutes } from "./http/routes/usage.ts";
import { playgroundFiles } from "./playground/playground.ts";

/** The app with the types of its routes: `hc<AppType>(url)` of hono/client is a typed client. */
export type AppType = ReturnType<typeof createApp>;

/**
 * All routes over one deployment. The platform's part of an invocation goes in with each request:
 * `app.fetch(request, { defer: (promise) => context.waitUntil(promise) })`. Without `readAsset` there is neither the playground
 * nor /openapi.json.
 */
export function createApp(deps: HttpDeps, readAsset?: ReadAsset) {
  const app = new Hono<HttpEnv>();
  app.onError(errorResponse);
  app.notFound((c) => problem(c, new AgentError("not_found", "There is no such route; see /openapi.json.")));

  app.use(requestId({ generator: () => newId("req", deps.random) }));
  app.use(observe(deps));
  app.use(secureHeaders(SECURE_HEADERS));
  app.use(allowOrigins(deps.corsOrigins));
  app.use(methodNotAllowed({ app, onMethodNotAllowed }));
  app.use(async (c, next) => {
    const caller = authenticate(c, deps);
    if (caller !== undefined) {
      c.set("tenant", caller.tenant);
      c.set("by", caller.by);
    }
    await next();
  });
  app.use(refuseCrossSite(deps));

  if (readAsset !== undefined) {
    for (const { path, respond } of playgroundFiles(readAsset)) app.get(path, (c) => respond(c.req.raw));
    app.route("/", openapiRoutes(readAsset));
  }
  return app
    .route("/", threadRoutes(deps))
    .route("/", stepRoutes(deps))
    .route("/", planRoutes(deps))
    .route("/", exportRoutes(deps))
    .route("/", eventRoutes(deps))
    .route("/", controlRoutes(deps))
    .route("/", approvalRoutes(deps))
    .route("/", approvalLinkRoutes(deps))
    .route("/", inboxRoutes(deps))
    .route("/", usageRoutes(deps))
    .route("/", agentRoutes(deps))
    .route("/", policyRoutes(deps))
    .route("/", providerRoutes(deps))
    .route("/", analyticsRoutes(deps))
    .route("/", healthRoutes(deps));
}

/**
 * Responses are not sniffed and not embedded by pages of other origins. HSTS binds the whole domain, which belongs
 * to the deployment; the rest is about documents, and the page sets its own. Every header costs 2 us a request.
 */
const SECURE_HEADERS = {
  xContentTypeOptions: true,
  crossOriginResourcePolicy: true,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  strictTransportSecurity: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  removePoweredBy: false,
  overwrite: false,
};

/** OPTIONS lists the methods of the route; every other method that the route does not have is 405. */
function onMethodNotAllowed(c: HttpContext, methods: string[]): Response {
  const allow = [...methods, "OPTIONS"].join(", ");
  const response = c.req.method === "OPTIONS"
    ? new Response(null, { status: 204 })
    : problem(c, new AgentError("method_not_allowed", `This route takes ${allow}.`));
  response.headers.set("allow", allow);
  return response;
}
