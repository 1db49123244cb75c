// /v1/threads/:id/approvals: what people decide about the calls of a thread.

import { Hono } from "hono/tiny";
import { decideApproval } from "../../kernel/threads/decide_approval.ts";
import { listApprovals } from "./list_approvals.ts";
import { resolveDecider } from "../../http/access/acting_user.ts";
import { type HttpDeps, type HttpEnv, resolveDefer } from "../../http/context.ts";
import { approvalBody, callPath, historyQuery, threadPath } from "../../http/schemas/requests.ts";
import { toThreadRef } from "../../http/routes/threads.ts";
import { body, param, query } from "../../http/validate.ts";

/** The routes that list approvals and take answers. */
export function approvalRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>()
    .get(
      "/v1/threads/:id/approvals",
      param(threadPath),
      query(historyQuery),
      async (c) =>
        c.json(await listApprovals(toThreadRef(c, c.req.valid("param")), c.req.valid("query"), deps)),
    )
    .post(
      "/v1/threads/:id/approvals/:callId",
      param(callPath),
      body(approvalBody, deps),
      async (c) => {
        const { id, callId } = c.req.valid("param");
        const answer = c.req.valid("json");
        const by = resolveDecider(c.var, answer.by);
        const whole = { ...answer, by, key: c.var.by };
        return c.json(
          await decideApproval(toThreadRef(c, { id }), callId, whole, deps, { defer: resolveDefer(c) }),
        );
      },
    );
}
