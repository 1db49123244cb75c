// Control of a thread from outside its steps: cancel and fork.

import { Hono } from "hono/tiny";
import { AgentError } from "../../core/error.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { ThreadView } from "../../runtime/views.ts";
import { type ForkOptions, forkThread } from "../../runtime/threads/fork.ts";
import { assertReplayable, cancelThread, viewThread } from "../../runtime/threads/threads.ts";
import type { HttpDeps, HttpEnv } from "../context.ts";
import { threadIdOf } from "../idempotency.ts";
import { emptyBody, forkBody, threadPath } from "../schemas/requests.ts";
import { madeThread, refOf } from "./threads.ts";
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
        const target = id ?? keyed;
        const options = { version, thread: target, replan, calls };
        try {
          return madeThread(c, await forkThread(source, options, deps), false);
        } catch (thrown) {
          const exists = thrown instanceof AgentError && thrown.code === "thread_exists";
          if (!exists || keyed === undefined || target === undefined) throw thrown;
          const thread = await viewThread({ ...source, thread: target }, deps);
          assertReplayable(thread, isForkOf(thread, source, options));
          return madeThread(c, thread, true);
        }
      },
    );
}

/** A repeated request without a version matches a fork of any version: the source may have later versions by now. */
function isForkOf(
  { forkedFrom }: ThreadView,
  source: ThreadRef,
  { version, replan = false, calls = "skip" }: ForkOptions,
): boolean {
  return forkedFrom?.thread === source.thread && (version === undefined || forkedFrom.version === version) &&
    (forkedFrom.replan ?? false) === replan && (forkedFrom.calls ?? "skip") === calls;
}
