// POST /v1/threads/:id/fork.

import { Hono } from "hono/tiny";
import type { HttpDeps, HttpEnv } from "../../http/context.ts";
import { deriveThreadId } from "../../http/idempotency.ts";
import { newThreadId, respondCreated, toThreadRef } from "../../http/routes/threads.ts";
import { forkBody, threadPath } from "../../http/schemas/requests.ts";
import { optionalBody, param } from "../../http/validate.ts";
import { forkOnce } from "./fork_once.ts";

/** The route that forks. */
export function forkRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>()
    .post(
      "/v1/threads/:id/fork",
      param(threadPath),
      optionalBody(forkBody, deps),
      async (c) => {
        const source = toThreadRef(c, c.req.valid("param"));
        const { version, id, replan, calls } = c.req.valid("json");
        const keyed = await deriveThreadId(c.var, c.req.header("idempotency-key"));
        const options = { version, thread: newThreadId(c, id, keyed, deps), replan, calls };
        const { thread, replayed } = await forkOnce(source, options, keyed !== undefined, deps);
        return respondCreated(c, thread, replayed);
      },
    );
}
