// /v1/plugins: the plugins of this deployment.

import { Hono } from "hono/tiny";
import type { HttpEnv } from "../context.ts";
import type { PluginDeps } from "../plugin.ts";

/** The route of plugins. */
export function pluginRoutes({ pluginViews: plugins }: Pick<PluginDeps, "pluginViews">) {
  return new Hono<HttpEnv>().get("/v1/plugins", (c) => c.json({ plugins }));
}
