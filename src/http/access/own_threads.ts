// A caller with a user or a token reaches the threads of that user or token alone; all others do not exist for it.

import type { MiddlewareHandler } from "hono";
import { assertOwn } from "../../kernel/threads/assert_own.ts";
import { hasAll } from "../../kernel/owner.ts";
import type { HttpDeps, HttpEnv } from "../context.ts";
import { threadPath } from "../schemas/requests.ts";

/**
 * Refuses a request about a thread that the caller does not have. It takes one store request, for callers with a user or a token
 * alone. A thread that does not exist passes, because a step may create it.
 *
 * @throws {AgentError} thread_unknown, and forbidden for an id that a token is not for; from the middleware.
 */
export function refuseForeignThreads(deps: HttpDeps): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if (!hasAll(c.var) && c.req.method !== "OPTIONS") {
      const path = threadPath.safeParse(c.req.param()); // the route refuses another form
      if (path.success) await assertOwn({ tenant: c.var.tenant, thread: path.data.id }, c.var, deps);
    }
    await next();
  };
}
