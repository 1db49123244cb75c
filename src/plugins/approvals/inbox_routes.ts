// /v1/inbox: what waits for people over all threads of the tenant.

import { Hono } from "hono/tiny";
import { decideMany, listInbox } from "./inbox.ts";
import { deciderOf } from "../../http/access/acting_user.ts";
import { deferOf, type HttpDeps, type HttpEnv } from "../../http/context.ts";
import { inboxDecisionsBody, inboxQuery } from "./schemas.ts";
import { body, query } from "../../http/validate.ts";

/** The routes of the inbox. */
export function inboxRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>()
    .get(
      "/v1/inbox",
      query(inboxQuery),
      async (c) => c.json(await listInbox(c.var, c.req.valid("query"), deps)),
    )
    .post(
      "/v1/inbox/decisions",
      body(inboxDecisionsBody, deps),
      async (c) => {
        const { by: key } = c.var;
        const answers = c.req.valid("json").map((answer) => ({
          ...answer,
          by: deciderOf(c.var, answer.by),
          key,
        }));
        return c.json({ results: await decideMany(c.var, answers, deps, { defer: deferOf(c) }) });
      },
    );
}
