// GET /v1/deployment: facts about the deployment, for the people who run it.

import { Hono } from "hono/tiny";
import type { DeploymentView } from "../../core/contract/deployment.ts";
import { SCHEMA } from "../../core/state.ts";
import { VERSION } from "../../core/text/version.ts";
import type { HttpDeps, HttpEnv } from "../context.ts";

/** The route. It needs the scope `manage`, and no request to the store. */
export function deploymentRoutes({ store, agents }: Pick<HttpDeps, "store" | "agents">) {
  return new Hono<HttpEnv>().get("/v1/deployment", (c) => {
    const view: DeploymentView = {
      version: VERSION,
      schema: SCHEMA,
      runtime: globalThis.navigator?.userAgent ?? "unknown",
      store: store.name,
      agents: agents.size,
    };
    return c.json(view);
  });
}
