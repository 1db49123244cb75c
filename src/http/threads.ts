// /v1/threads: make, list, read and remove threads; page through a history.

import {
  createThread,
  listThreads,
  readHistory,
  readThread,
  removeThread,
} from "../runtime/threads/threads.ts";
import { readBody, readQuery } from "./body.ts";
import type { App, HttpDeps } from "./context.ts";
import { threadIdOf } from "./idempotency.ts";
import { madeThread, resource, threadOf } from "./resource.ts";
import { createThreadBody, historyQuery, listQuery } from "./schemas.ts";

export function threadRoutes(app: App, deps: HttpDeps): void {
  resource(app, "/v1/threads", {
    POST: async (c) => {
      const { id, agent, metadata, plan } = (await readBody(c.req.raw, createThreadBody, deps)).value;
      const { tenant } = c.var;
      const keyed = await threadIdOf(tenant, c.req.header("idempotency-key"));
      const named = id ?? keyed;
      const { thread, replayed } = await createThread({
        tenant,
        agent,
        idempotent: keyed !== undefined,
        ...(named === undefined ? {} : { thread: named }),
        ...(metadata === undefined ? {} : { metadata }),
        ...(plan === undefined ? {} : { plan }),
      }, deps);
      return madeThread(c, thread, replayed);
    },
    GET: async (c) => {
      const { cursor, limit } = readQuery(c.req.url, listQuery);
      return c.json(
        await listThreads(c.var.tenant, { limit, ...(cursor === undefined ? {} : { cursor }) }, deps),
      );
    },
  });

  resource(app, "/v1/threads/:id", {
    GET: async (c) => c.json(await readThread(threadOf(c), deps)),
    DELETE: async (c) => {
      await removeThread(threadOf(c), deps);
      return c.body(null, 204);
    },
  });

  resource(app, "/v1/threads/:id/history", {
    GET: async (c) => c.json(await readHistory(threadOf(c), readQuery(c.req.url, historyQuery), deps)),
  });
}
