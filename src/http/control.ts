// Control of a thread from outside its steps: cancel, fork, and the answers of humans about calls.

import { AgentError } from "../core/error.ts";
import { THREAD_ID } from "../core/id.ts";
import type { ThreadRef } from "../core/store.ts";
import type { ThreadView } from "../runtime/result.ts";
import { decideApproval } from "../runtime/threads/approvals.ts";
import { type ForkOptions, forkThread } from "../runtime/threads/fork.ts";
import { assertReplayable, cancelThread, viewThread } from "../runtime/threads/threads.ts";
import { readBody, readOptionalBody } from "./body.ts";
import type { App, HttpDeps } from "./context.ts";
import { threadIdOf } from "./idempotency.ts";
import { madeThread, pathName, resource, threadOf } from "./resource.ts";
import { approvalBody, emptyBody, forkBody } from "./schemas.ts";

export function controlRoutes(app: App, deps: HttpDeps): void {
  resource(app, "/v1/threads/:id/cancel", {
    POST: async (c) => {
      const ref = threadOf(c);
      await readOptionalBody(c.req.raw, emptyBody, deps);
      return c.json(await cancelThread(ref, deps));
    },
  });

  resource(app, "/v1/threads/:id/fork", {
    POST: async (c) => {
      const source = threadOf(c);
      const { version, id, replan, calls } = (await readOptionalBody(c.req.raw, forkBody, deps)).value;
      const keyed = await threadIdOf(source.tenant, c.req.header("idempotency-key"));
      const target = id ?? keyed;
      const asked = { version, thread: target, replan, calls };
      try {
        return madeThread(c, await forkThread(source, asked, deps), false);
      } catch (thrown) {
        const exists = thrown instanceof AgentError && thrown.code === "thread_exists";
        if (!exists || keyed === undefined || target === undefined) throw thrown;
        const thread = await viewThread({ ...source, thread: target }, deps);
        assertReplayable(thread, isForkOf(thread, source, asked));
        return madeThread(c, thread, true);
      }
    },
  });

  resource(app, "/v1/threads/:id/approvals/:callId", {
    POST: async (c) => {
      const ref = threadOf(c);
      const callId = pathName(c, "callId", THREAD_ID);
      const decision = (await readBody(c.req.raw, approvalBody, deps)).value;
      return c.json(await decideApproval(ref, callId, decision, deps));
    },
  });
}

/** A repeated request without a version takes the fork as it is: the source may have moved on since. */
function isForkOf(
  { forkedFrom }: ThreadView,
  source: ThreadRef,
  { version, replan = false, calls = "skip" }: ForkOptions,
): boolean {
  return forkedFrom?.thread === source.thread && (version === undefined || forkedFrom.version === version) &&
    (forkedFrom.replan ?? false) === replan && (forkedFrom.calls ?? "skip") === calls;
}
