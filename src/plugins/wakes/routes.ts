// POST /v1/threads/:id/wake.

import { Hono } from "hono/tiny";
import { type HttpDeps, type HttpEnv, resolveDefer } from "../../http/context.ts";
import { toThreadRef } from "../../http/routes/threads.ts";
import { emptyBody, threadPath } from "../../http/schemas/requests.ts";
import { optionalBody, param } from "../../http/validate.ts";
import { wakeThread } from "./wake_on_request.ts";

/** The route that has a thread go on. */
export function wakeRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>()
    .post(
      "/v1/threads/:id/wake",
      param(threadPath),
      optionalBody(emptyBody, deps),
      async (c) => {
        const ref = toThreadRef(c, c.req.valid("param"));
        return c.json(await wakeThread(ref, { defer: resolveDefer(c) }, deps), 202);
      },
    );
}
