// The HTTP routes as an app of Hono that another app mounts. Base path, deployment and waitUntil are found in each request, so
// this app has one wildcard handler, and an app of routes behind it for each deployment and mount.

import { cloneRawRequest } from "hono/request";
import { baseRoutePath } from "hono/route";
import { Hono } from "hono/tiny";
import { type AppType, createApp } from "../app.ts";
import { AgentError } from "../core/error.ts";
import type { Defer, Log, ReadAsset } from "../core/ports.ts";
import type { AppDeps } from "../deps.ts";
import { isBasePath } from "../http/base_path.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { problemResponse } from "../http/errors.ts";
import type { Deployments } from "./deployments.ts";
import type { RoutesOptions } from "./options.ts";

/** The routes as types, for `hc`: this app matches them with a wildcard. */
type Routes = AppType extends Hono<HttpEnv, infer Schema, "/"> ? Schema : never;

/** The routes below one path. */
type Served = Pick<AppType, "fetch">;

/** What a mount has of the options of a Treadle. */
interface MountPorts {
  /** Counts where a request has no execution context. */
  readonly defer: Defer;
  readonly log: Log;
}

/** The app to mount. */
export function mountedRoutes(
  deployments: Deployments,
  { assets, authenticate }: RoutesOptions,
  { defer, log }: MountPorts,
): AppType {
  const apps = new WeakMap<AppDeps, Map<string, Served>>();
  const logged = new WeakSet<AgentError>();
  const mounted = new Hono<HttpEnv, Routes, "/">();
  mounted.all("*", async (c) => {
    const app = found(c);
    if (app === undefined) return refuse();
    const request = c.req.raw.bodyUsed ? await cloneRawRequest(c.req) : c.req.raw;
    return await app.fetch(request, { defer: deferOf(c) ?? defer });
  });
  return mounted;

  /** Undefined where the configuration is wrong. The reason names variables, so it goes to the log only. */
  function found(c: HttpContext): Served | undefined {
    try {
      return appOf(deployments.of(c.env), baseRoutePath(c));
    } catch (thrown) {
      if (!(thrown instanceof AgentError)) throw thrown;
      if (!logged.has(thrown)) {
        log("error", "wrong configuration", { code: thrown.code, reason: thrown.message });
        logged.add(thrown);
      }
      return undefined;
    }
  }

  function appOf(deps: AppDeps, path: string): Served {
    const kept = apps.get(deps) ?? new Map<string, Served>();
    apps.set(deps, kept);
    const app = kept.get(path) ?? below(path, accessible(deps), assets);
    kept.set(path, app);
    return app;
  }

  function accessible(deps: AppDeps): AppDeps {
    return authenticate === undefined ? deps : { ...deps, access: { type: "custom", authenticate } };
  }
}

/**
 * The routes below the path of a mount, which is any that the other app may have: one with parameters, such as `/:team/agents`,
 * stands for any number of base paths.
 */
function below(path: string, deps: AppDeps, readAsset: ReadAsset | undefined): Served {
  const basePath = path.replace(/(?<=.)\/$/, "");
  if (basePath === "/" || isBasePath(basePath)) return createApp(deps, { readAsset, basePath });
  return new Hono<HttpEnv>().route(path, createApp(deps, { readAsset }));
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
