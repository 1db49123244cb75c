// A caller with a user has the threads of that user and no others: for it, those do not exist.

import type { MiddlewareHandler } from "hono";
import { assertOwn } from "../../runtime/threads/assert_own.ts";
import type { HttpDeps, HttpEnv } from "../context.ts";
import { threadPath } from "../schemas/requests.ts";

/**
 * Refuses a request about a thread that is not one of the caller's user. It takes one store request, for callers with a user
 * alone. A thread that does not exist passes, because a step may create it.
 *
 * @throws {AgentError} thread_unknown, from the middleware.
 */
export function refuseForeignThreads(deps: HttpDeps): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const { user, tenant } = c.var;
    if (user !== undefined && c.req.method !== "OPTIONS") {
      const path = threadPath.safeParse(c.req.param()); // the route refuses another form
      if (path.success) await assertOwn({ tenant, thread: path.data.id }, user, deps);
    }
    await next();
  };
}
