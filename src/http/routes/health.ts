// GET /healthz: whether this deployment can do its work, which needs the store.

import { Hono } from "hono/tiny";
import { type AgentError, toAgentError } from "../../core/error.ts";
import type { HttpDeps, HttpEnv } from "../context.ts";
import { describe } from "../route_facts.ts";

/** Milliseconds for which an answer of the store counts: requests without a key make at most one ping a second. */
const FRESH_MS = 1_000;

/** Milliseconds between two looks at a ping that another request has sent. */
const POLL_MS = 10;

/** The route of the health check. */
export function healthRoutes(deps: HttpDeps) {
  const check = storeCheck(deps);
  return new Hono<HttpEnv>().get(
    "/healthz",
    describe({
      id: "health",
      summary: "Whether the store can be reached",
      answers: { 200: ["Health", "It can"] },
      open: true,
    }),
    async (c) => {
      const failure = await check();
      if (failure !== undefined) throw failure;
      return c.json({ status: "ok" as const, store: deps.store.name });
    },
  );
}

/**
 * Pings the store once a second at most, and gives every request of that second the same answer. A request waits for the
 * ping of another one by timers of its own: on Workers a request may not await a promise of another request.
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
