// GET /v1/threads/:id/trace.svg.

import { Hono } from "hono/tiny";
import type { HttpDeps, HttpEnv } from "../../http/context.ts";
import { threadPath } from "../../http/schemas/requests.ts";
import { param } from "../../http/validate.ts";
import { traceSvg } from "./door.ts";

/** The route of pictures. */
export function traceRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>().get(
    "/v1/threads/:id/trace.svg",
    param(threadPath),
    (c) => traceSvg(c, c.req.valid("param").id, deps),
  );
}
