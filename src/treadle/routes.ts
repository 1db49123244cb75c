// The HTTP routes as an app of Hono that another app mounts. Base path, deployment and waitUntil are found in each request, so
// this app has one wildcard handler, and an app of routes behind it for each deployment and base path.

import { cloneRawRequest } from "hono/request";
import { basePath } from "hono/route";
import { Hono } from "hono/tiny";
import { type AppType, createApp } from "../app.ts";
import { AgentError } from "../core/error.ts";
import { Lru } from "../core/lru.ts";
import type { Defer } from "../core/ports.ts";
import type { AppDeps } from "../deps.ts";
import { logLine } from "../deps/ports.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { problemResponse } from "../http/errors.ts";
import type { Deployments } from "./deployments.ts";
import type { RoutesOptions } from "./options.ts";

/** The routes as types, for `hc`: this app matches them with a wildcard. */
type Routes = AppType extends Hono<HttpEnv, infer Schema, "/"> ? Schema : never;

/** Base paths whose routes a deployment keeps. A path with parameters, such as `/:tenant/agents`, may have any number. */
const MOST_PATHS = 16;

/** The app to mount. `defer` counts where the request has no execution context. */
export function mountedRoutes(
  deployments: Deployments,
  { assets, authenticate }: RoutesOptions,
  defer: Defer,
): AppType {
  const apps = new WeakMap<AppDeps, Lru<AppType>>();
  const mounted = new Hono<HttpEnv, Routes, "/">();
  mounted.all("*", async (c) => {
    const app = found(c);
    if (app === undefined) return refuse();
    const request = c.req.raw.bodyUsed ? await cloneRawRequest(c.req) : c.req.raw;
    return await app.fetch(request, { defer: deferOf(c) ?? defer });
  });
  return mounted;

  /** Undefined where the configuration is wrong. The reason names variables, so it goes to the log only. */
  function found(c: HttpContext): AppType | undefined {
    try {
      return appOf(deployments.of(c.env), basePath(c));
    } catch (thrown) {
      if (!(thrown instanceof AgentError)) throw thrown;
      logLine("error", "wrong configuration", { code: thrown.code, reason: thrown.message });
      return undefined;
    }
  }

  function appOf(deps: AppDeps, path: string): AppType {
    const kept = apps.get(deps) ?? new Lru<AppType>(MOST_PATHS);
    apps.set(deps, kept);
    const app = kept.get(path) ??
      createApp(accessible(deps), { readAsset: assets, basePath: path });
    kept.set(path, app);
    return app;
  }

  function accessible(deps: AppDeps): AppDeps {
    return authenticate === undefined ? deps : { ...deps, access: { type: "custom", authenticate } };
  }
}

function refuse(): Response {
  const error = new AgentError(
    "config_invalid",
    "The configuration of this deployment is wrong; its log names the variables.",
  );
  return problemResponse(error, crypto.randomUUID());
}

/** What keeps the invocation of a request alive: waitUntil on Workers, `defer` of an app that serves this one. */
function deferOf(c: HttpContext): Defer | undefined {
  const context = executionContextOf(c);
  if (context !== undefined) return (promise) => context.waitUntil(promise);
  return typeof c.env?.defer === "function" ? c.env.defer : undefined;
}

/** The getter of Hono throws where there is none. */
function executionContextOf(c: HttpContext): HttpContext["executionCtx"] | undefined {
  try {
    return c.executionCtx;
  } catch {
    return undefined;
  }
}
