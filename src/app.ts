// The app: the HTTP surface of a deployment, as one fetch handler for every runtime.

import { Hono } from "hono/tiny";
import { AgentError } from "./core/error.ts";
import { agentRoutes } from "./http/agents.ts";
import { authenticate } from "./http/auth.ts";
import type { App, HttpDeps, HttpEnv } from "./http/context.ts";
import { controlRoutes } from "./http/control.ts";
import { cors } from "./http/cors.ts";
import { problem } from "./http/errors.ts";
import { eventRoutes } from "./http/events.ts";
import { healthRoutes } from "./http/health.ts";
import { answerError, observe } from "./http/observe.ts";
import { openapiRoutes } from "./http/openapi.ts";
import { providerRoutes } from "./http/providers.ts";
import { resource } from "./http/resource.ts";
import { stepRoutes } from "./http/steps.ts";
import { threadRoutes } from "./http/threads.ts";
import { playgroundFiles, type ReadPage } from "./playground/playground.ts";

/**
 * All routes over one deployment. What the platform knows of an invocation goes in with each request:
 * `app.fetch(request, { defer: (promise) => context.waitUntil(promise) })`. Without `readPage` there is no playground.
 */
export function createApp(deps: HttpDeps, readPage?: ReadPage): App {
  const app = new Hono<HttpEnv>();
  app.onError(answerError);
  app.notFound((c) => problem(c, new AgentError("not_found", "There is no such route; see /openapi.json.")));

  app.use(observe(deps));
  app.use(cors(deps.corsOrigins));
  app.use(async (c, next) => {
    const tenant = await authenticate(c, deps);
    if (tenant !== undefined) c.set("tenant", tenant);
    await next();
  });

  threadRoutes(app, deps);
  stepRoutes(app, deps);
  eventRoutes(app, deps);
  controlRoutes(app, deps);
  agentRoutes(app, deps);
  providerRoutes(app, deps);
  openapiRoutes(app);
  healthRoutes(app, deps);
  for (const { path, answer } of readPage === undefined ? [] : playgroundFiles(readPage)) {
    resource(app, path, { GET: (c) => answer(c.req.raw) });
  }
  return app;
}
