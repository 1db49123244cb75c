// /v1/plugins: the plugins of this deployment.

import { Hono } from "hono/tiny";
import type { HttpEnv } from "../context.ts";
import type { DoorDeps } from "../door.ts";

/** The route of plugins. */
export function pluginRoutes({ pluginViews: plugins }: Pick<DoorDeps, "pluginViews">) {
  return new Hono<HttpEnv>().get("/v1/plugins", (c) => c.json({ plugins }));
}
