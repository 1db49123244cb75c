// Control of a thread from outside its steps: cancel and wake.

import { Hono } from "hono/tiny";
import { cancelThread } from "../../kernel/threads/threads.ts";
import { wakeThread } from "../../kernel/wakes/wake_thread.ts";
import { type HttpDeps, type HttpEnv, resolveDefer } from "../context.ts";
import { emptyBody, threadPath } from "../schemas/requests.ts";
import { toThreadRef } from "./threads.ts";
import { optionalBody, param } from "../validate.ts";

/** The routes that stop and wake. */
export function controlRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>()
    .post(
      "/v1/threads/:id/cancel",
      param(threadPath),
      optionalBody(emptyBody, deps),
      async (c) => c.json(await cancelThread(toThreadRef(c, c.req.valid("param")), deps)),
    )
    .post(
      "/v1/threads/:id/wake",
      param(threadPath),
      optionalBody(emptyBody, deps),
      async (c) => {
        const thread = await wakeThread(
          toThreadRef(c, c.req.valid("param")),
          { defer: resolveDefer(c) },
          deps,
        );
        return c.json(thread, 202);
      },
    );
}
