// Control of a thread from outside its steps: cancel, wake and fork.

import { Hono } from "hono/tiny";
import { forkOnce } from "../../kernel/forks/fork_once.ts";
import { cancelThread } from "../../kernel/threads/threads.ts";
import { wakeThread } from "../../kernel/wakes/wake_thread.ts";
import { type HttpDeps, type HttpEnv, resolveDefer } from "../context.ts";
import { deriveThreadId } from "../idempotency.ts";
import { emptyBody, forkBody, threadPath } from "../schemas/requests.ts";
import { newThreadId, respondCreated, toThreadRef } from "./threads.ts";
import { optionalBody, param } from "../validate.ts";

/** The routes that stop, wake and fork. */
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
    )
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
