// Control of a thread from outside its steps: cancel, wake and fork.

import { Hono } from "hono/tiny";
import { forkOnce } from "../../kernel/forks/fork_once.ts";
import { cancelThread } from "../../kernel/threads/threads.ts";
import { wakeThread } from "../../kernel/wakes/wake_thread.ts";
import { deferOf, type HttpDeps, type HttpEnv } from "../context.ts";
import { threadIdOf } from "../idempotency.ts";
import { emptyBody, forkBody, threadPath } from "../schemas/requests.ts";
import { newThreadId, refOf, respondCreated } from "./threads.ts";
import { optionalBody, param } from "../validate.ts";

/** The routes that stop, wake and fork. */
export function controlRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>()
    .post(
      "/v1/threads/:id/cancel",
      param(threadPath),
      optionalBody(emptyBody, deps),
      async (c) => c.json(await cancelThread(refOf(c, c.req.valid("param")), deps)),
    )
    .post(
      "/v1/threads/:id/wake",
      param(threadPath),
      optionalBody(emptyBody, deps),
      async (c) => {
        const thread = await wakeThread(refOf(c, c.req.valid("param")), { defer: deferOf(c) }, deps);
        return c.json(thread, 202);
      },
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
        return respondCreated(c, thread, replayed);
      },
    );
}
