// /v1/inbox: the calls that wait for people in all threads of the tenant.

import { Hono } from "hono/tiny";
import { decideMany, listInbox } from "./inbox.ts";
import { resolveDecider } from "../../http/access/acting_user.ts";
import { type HttpDeps, type HttpEnv, resolveDefer } from "../../http/context.ts";
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
          by: resolveDecider(c.var, answer.by),
          key,
        }));
        return c.json({ results: await decideMany(c.var, answers, deps, { defer: resolveDefer(c) }) });
      },
    );
}
