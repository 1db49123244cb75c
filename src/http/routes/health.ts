// GET /healthz: whether the deployment reaches its store.

import { Hono } from "hono/tiny";
import { type AgentError, toAgentError } from "../../core/error.ts";
import type { HttpDeps, HttpEnv } from "../context.ts";

/** Milliseconds for which a ping counts: requests without a key cause at most one ping a second. */
const FRESH_MS = 1_000;

/** Milliseconds between two checks of a ping that another request has sent. */
const POLL_MS = 10;

/** The route of the health check. */
export function healthRoutes(deps: HttpDeps) {
  const check = storeCheck(deps);
  return new Hono<HttpEnv>().get(
    "/healthz",
    async (c) => {
      const failure = await check();
      if (failure !== undefined) throw failure;
      return c.json({ status: "ok" as const, store: deps.store.name });
    },
  );
}

/**
 * Pings the store once a second at most; all requests of that second share the result. A request waits for the ping
 * of another one by timers of its own: on Workers a request may not await a promise of another request. The state
 * is one closure an app, so each isolate pings for itself.
 */
function storeCheck({ store, clock, sleep }: HttpDeps): () => Promise<AgentError | undefined> {
  let startedAt = -Infinity;
  let isPending = false;
  let failure: AgentError | undefined;
  const isFresh = () => clock() < startedAt + FRESH_MS;
  return async () => {
    while (isPending && isFresh()) await sleep(POLL_MS);
    if (isFresh()) return failure;
    startedAt = clock();
    isPending = true;
    failure = await store.ping().then(() => undefined, toAgentError);
    isPending = false;
    return failure;
  };
}
