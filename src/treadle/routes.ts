// The HTTP routes as an app of Hono that another app mounts. Base path, deployment and waitUntil are found in each request, so
// this app has one wildcard handler, and an app of routes behind it for each deployment and mount.

import { cloneRawRequest } from "hono/request";
import { baseRoutePath } from "hono/route";
import { Hono } from "hono/tiny";
import { type AppType, createApp } from "./app.ts";
import { AgentError } from "../core/error.ts";
import type { Defer, Log, ReadAsset } from "../core/ports.ts";
import type { AppDeps } from "../deps/create_deps.ts";
import { isBasePath } from "../http/base_path.ts";
import { configurationRefused, logConfiguration } from "../http/configuration_refused.ts";
import { problemResponse } from "../http/errors.ts";
import { type HttpContext, type HttpEnv, resolveDefer } from "../http/context.ts";
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
export function mountRoutes(
  deployments: Deployments,
  { assets, authenticate }: RoutesOptions,
  { defer, log }: MountPorts,
): AppType {
  const apps = new WeakMap<AppDeps, Map<string, Served>>();
  const logged = new WeakSet<AgentError>();
  const mounted = new Hono<HttpEnv, Routes, "/">();
  mounted.all("*", async (c) => {
    const app = findApp(c);
    if (app instanceof Response) return app;
    const request = c.req.raw.bodyUsed ? await cloneRawRequest(c.req) : c.req.raw;
    return await app.fetch(request, { defer: resolveDefer(c, defer) });
  });
  return mounted;

  /** A response where there is no deployment: the log names a wrong configuration once. */
  function findApp(c: HttpContext): Served | Response {
    try {
      return appOf(deployments.of(c.env), baseRoutePath(c));
    } catch (thrown) {
      if (!(thrown instanceof AgentError)) throw thrown;
      if (thrown.code === "store_unavailable") return problemResponse(thrown, crypto.randomUUID());
      if (!logged.has(thrown)) {
        logConfiguration(thrown, log);
        logged.add(thrown);
      }
      return configurationRefused();
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
