// /v1/threads: make, list, read and remove threads; page through a history.

import { createThread, listThreads, readHistory, readThread, removeThread } from "../runtime/threads.ts";
import { readBody, readQuery } from "./body.ts";
import type { App, HttpDeps } from "./context.ts";
import { resource, threadOf } from "./resource.ts";
import { createThreadBody, historyQuery, listQuery } from "./schemas.ts";

export function threadRoutes(app: App, deps: HttpDeps): void {
  resource(app, "/v1/threads", {
    POST: async (c) => {
      const { id, agent, metadata, plan } = (await readBody(c.req.raw, createThreadBody)).value;
      const thread = await createThread({
        tenant: c.var.tenant,
        agent,
        ...(id === undefined ? {} : { thread: id }),
        ...(metadata === undefined ? {} : { metadata }),
        ...(plan === undefined ? {} : { plan }),
      }, deps);
      return c.json(thread, 201, { location: `/v1/threads/${thread.id}` });
    },
    GET: async (c) => {
      const { cursor, limit } = readQuery(c.req.query(), listQuery);
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
    GET: async (c) => c.json(await readHistory(threadOf(c), readQuery(c.req.query(), historyQuery), deps)),
  });
}
