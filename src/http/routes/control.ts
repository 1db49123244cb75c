// Control of a thread from outside its steps: cancel and fork.

import { Hono } from "hono/tiny";
import { forkOnce } from "../../runtime/threads/fork_once.ts";
import { cancelThread } from "../../runtime/threads/threads.ts";
import type { HttpDeps, HttpEnv } from "../context.ts";
import { threadIdOf } from "../idempotency.ts";
import { emptyBody, forkBody, threadPath } from "../schemas/requests.ts";
import { madeThread, newThreadId, refOf } from "./threads.ts";
import { optionalBody, param } from "../validate.ts";

/** The routes that stop and fork. */
export function controlRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>()
    .post(
      "/v1/threads/:id/cancel",
      param(threadPath),
      optionalBody(emptyBody, deps),
      async (c) => c.json(await cancelThread(refOf(c, c.req.valid("param")), deps)),
    )
    .post(
      "/v1/threads/:id/fork",
      param(threadPath),
      optionalBody(forkBody, deps),
      async (c) => {
        const source = refOf(c, c.req.valid("param"));
        const { version, id, replan, calls } = c.req.valid("json");
        const keyed = await threadIdOf(c.var, c.req.header("idempotency-key"));
        const options = { version, thread: newThreadId(c, id, keyed, deps), replan, calls };
        const { thread, replayed } = await forkOnce(source, options, keyed !== undefined, deps);
        return madeThread(c, thread, replayed);
      },
    );
}
